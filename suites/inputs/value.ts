import { memoize } from '../../harness/basics/memoize.ts';
import type { ObservationId } from '../requirements/index.ts';

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
  /** What it is sent for, where the document is silent. What else it serves follows from the request that it makes. */
  readonly observes?: ObservationId;
  /** The ids of the values that it consists of, to find the one that matters. */
  readonly parts?: readonly string[];
}

/** Values of which a request has one. */
export interface Table<V extends Value = Value> {
  /** Stable and in kebab-case. */
  readonly id: string;
  readonly values: readonly V[];
  /** The value that a plain request has; absent where each value makes a request remarkable. */
  readonly plain?: string;
}

/** By the id of each. */
export type Tables = Readonly<Record<string, Table>>;

/** A combination: ids of values by the ids of their tables. What it does not name is plain. */
export type InputRow = Readonly<Record<string, string>>;

/** The values of a combination by the ids of their tables. */
export type Chosen<T extends Tables> = {
  readonly [K in keyof T]: NonNullable<T[K]> extends Table<infer V> ? V : never;
};

export function tableOf<V extends Value>(id: string, values: readonly V[], plain?: string): Table<V> {
  return { id, values, ...(plain !== undefined && { plain }) };
}

/** The same value, sent only by a thorough run. */
export function rare<V extends Value>(value: V): V & { readonly isRare: true } {
  return { ...value, isRare: true };
}

/** The values that a run sends. */
export function sentBy<V extends Value>(table: Table<V>, isThorough: boolean): Table<V> {
  return isThorough ? table : { ...table, values: table.values.filter(({ isRare }) => !isRare) };
}

const byId = memoize((values: readonly Value[]) => new Map(values.map((value) => [value.id, value])));

/** The value with this id. A name that no value has is a mistake in this suite. */
export function valueIn<V extends Value>({ id: table, values }: Table<V>, id: string): V {
  const value = byId(values).get(id);
  if (value === undefined) throw new Error(`The table ${table} has no value ${id}.`);
  return value as V;
}

/** The value of each table: the one that a row names, or the plain one. */
export function valuesOf<T extends Tables>(tables: T, row: InputRow): Chosen<T> {
  const all = Object.entries(tables).map(([id, table]) => [id, valueIn(table, row[id] ?? table.plain ?? '')]);
  return Object.fromEntries(all) as Chosen<T>;
}

/** What of a row these tables have, without what is plain. */
export function rowIn(tables: Tables, row: InputRow): InputRow {
  return Object.fromEntries(
    Object.entries(tables).flatMap(([id, table]) => {
      const value = row[id];
      return value === undefined || value === table.plain ? [] : [[id, valueIn(table, value).id]];
    }),
  );
}

/** The same row with the plain value of a table. */
export function without(row: InputRow, table: string): InputRow {
  const { [table]: _value, ...others } = row;
  return others;
}

/** What distinguishes a row from a plain one: the ids of its values, each behind that of its table. */
export function idsOf(row: InputRow, tables: Tables): readonly string[] {
  return Object.entries(rowIn(tables, row)).flatMap(([id, value]) => {
    const { parts = [value] } = valueIn(tables[id] as Table, value);
    return parts.map((part) => `${id}/${part}`);
  });
}

/** The id of a value behind that of its table, such as name/emoji. */
export function inTable(table: Pick<Table, 'id'>, value: Pick<Value, 'id'>): string {
  return `${table.id}/${value.id}`;
}
