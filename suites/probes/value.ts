import { memoize } from '../memoize.ts';

/** One value of an input. */
export interface Value {
  /** Stable, in kebab-case, and unique in its table. */
  readonly id: string;
  /** What a report calls it. */
  readonly label: string;
  /** Sent only by a thorough run. */
  readonly isRare?: true;
  /** Which targets it can be sent to, if not to every one. */
  readonly where?: string;
  /** It creates too many pets for a target that has a full page. */
  readonly needsRoom?: true;
  /** Requirements, or families of them, that it serves; those of its table unless given. */
  readonly serves?: readonly string[];
  /** What it consists of, to find the one that matters. */
  readonly parts?: readonly Value[];
}

/** Values that can be combined with those of other tables. */
export interface Table<V extends Value = Value> {
  /** Stable and in kebab-case. */
  readonly id: string;
  /** Requirements, or families of them, that its values serve. */
  readonly serves: readonly string[];
  readonly values: readonly V[];
  /** Where the first value is what a plain request has, a failure is tried again with it. */
  readonly hasPlain: boolean;
  /** The target takes only some values, so rows with others have the plain one. */
  readonly isRestricted?: true;
}

/** A table of which every value makes a request remarkable. */
export function tableOf<V extends Value>(id: string, serves: readonly string[], values: readonly V[]): Table<V> {
  return { id, serves, values, hasPlain: false };
}

/** A table of which the first value is what a plain request has. */
export function plainFirst<V extends Value>(id: string, serves: readonly string[], values: readonly V[]): Table<V> {
  return { id, serves, values, hasPlain: true };
}

/** The same value, sent only by a thorough run. */
export function rare<V extends Value>(value: V): V & { readonly isRare: true } {
  return { ...value, isRare: true };
}

/** The values that a run sends. */
export function sentBy<V extends Value>(table: Table<V>, isThorough: boolean): Table<V> {
  return isThorough ? table : { ...table, values: table.values.filter(({ isRare }) => !isRare) };
}

/** A table for a target that takes only one of its values. */
export function only<V extends Value>(table: Table<V>, id: string): Table<V> {
  return { ...table, values: [valueIn(table, id)], isRestricted: true };
}

const byId = memoize((values: readonly Value[]) => new Map(values.map((value) => [value.id, value])));

/** The value with this id. A name that no value has is a mistake in this suite. */
export function valueIn<V extends Value>({ id: table, values }: Table<V>, id: string): V {
  const value = byId(values).get(id);
  if (value === undefined) throw new Error(`The table ${table} has no value ${id}.`);
  return value as V;
}

/** One value of each of several tables. */
export type Row = readonly Value[];

/** Values by the ids of their tables. */
export type NamedRow = Readonly<Record<string, string>>;

/** The row with these values, and the plain one of each other table. */
export function rowOf(tables: readonly Table[], named: NamedRow): Row {
  return tables.map((table) => {
    const id = named[table.id];
    const [plain] = table.values;
    const isUsual = table.hasPlain && (id === undefined || table.isRestricted);
    return isUsual && plain ? plain : valueIn(table, id ?? '');
  });
}

export function isPlain(value: Value, table: Table | undefined): boolean {
  return table?.hasPlain === true && table.values[0]?.id === value.id;
}

/** What distinguishes a row from a plain one: the ids of its values, each behind that of its table. */
export function idsOf(row: Row, tables: readonly Table[]): readonly string[] {
  return row.flatMap((value, at) => {
    const table = tables[at];
    if (!table || isPlain(value, table)) return [];
    return (value.parts ?? [value]).map((part) => inTable(table, part));
  });
}

/** The id of a value behind that of its table, such as name/emoji. */
export function inTable(table: Pick<Table, 'id'>, value: Pick<Value, 'id'>): string {
  return `${table.id}/${value.id}`;
}
