import type { PetStatus } from '../reading/document.ts';
import { coveringRows, type Random, randomFrom } from './covering.ts';
import { withHeadersInTurn } from './headers.ts';
import { DENSE_NAMES, isRefusable, MIXED_NAME, NAMES, type NameValue, PACKED_NAMES, PET_NAMES } from './names.ts';
import { CATEGORIES, CROWD, FRAMINGS, MEDIA_TYPES, SPELLINGS, statusesAround } from './new-pets.ts';
import { type InputRow, sentBy, type Table, type Tables, type Value, valueIn, without } from './value.ts';

/**
 * What a valid creation consists of. The plain status is that of most pets. Where a target takes only some categories,
 * none is chosen.
 */
export function creationTables(plain: PetStatus, takesAnyCategory: boolean, isThorough: boolean) {
  const all = {
    name: PET_NAMES,
    ...(takesAnyCategory && { category: CATEGORIES }),
    status: statusesAround(plain),
    spelling: SPELLINGS,
    framing: FRAMINGS,
    'media-type': MEDIA_TYPES,
  };
  return isThorough ? all : commonOf(all);
}

/** The same tables without their rare values. */
function commonOf<T extends Tables>(tables: T): T {
  return Object.fromEntries(Object.entries(tables).map(([id, table]) => [id, sentBy(table, false)])) as T;
}

type Creation = ReturnType<typeof creationTables>;

/** Escapes show only in names that have what is escaped. */
const SURE: readonly InputRow[] = [
  { name: 'paths', spelling: 'ascii' },
  { name: 'astral', spelling: 'ascii' },
  { 'media-type': 'with-charset' },
  { 'media-type': 'charset-in-capitals' },
  ...DENSE_NAMES.map(({ id }) => ({ name: id })),
];

/** For each other status, categories that go wrong most often, the plain one among them, each with another spelling. */
const OF_STATUS: readonly InputRow[] = [
  { category: 'beyond-double', spelling: 'spaced' },
  { spelling: 'reordered', framing: 'in-pieces' },
  { category: 'int64-maximum', spelling: 'escaped', framing: 'in-pieces' },
  { category: 'two-to-31', spelling: 'reversed', 'media-type': 'with-charset' },
  { category: 'zero', spelling: 'ascii' },
].map((row) => ({ name: MIXED_NAME.id, ...row }));

/** Behind each character of several bytes of this name a thorough run cuts the body. */
const CUT_NAME = 'asian';
/** Of all pairs of common values. */
const ALL_PAIRS = 290;

interface CreationPlan {
  readonly tables: Creation;
  readonly random: Random;
  /** Every further pet counts. */
  readonly createsFew: boolean;
  readonly isThorough: boolean;
}

/** The creations of a run that must be accepted, in the order of sending. Clients take turns, whatever the rest of a row is. */
export function rowsOf(plan: CreationPlan): readonly InputRow[] {
  return combinationsFor(plan).map(withHeadersInTurn);
}

function combinationsFor(plan: CreationPlan): readonly InputRow[] {
  if (plan.createsFew) return fewRows(plan.tables);
  return plan.isThorough ? thoroughRows(plan) : usualRows(plan);
}

/** Creations that a service may refuse for their name. */
export function refusableRows({ tables, createsFew }: Pick<CreationPlan, 'tables' | 'createsFew'>) {
  return createsFew
    ? rowsNamed(FEW_REFUSABLE)
    : rowsNamed(idsOfNames(tables.name.values.filter(isOne).filter(isRefusable)));
}

const rowsNamed = (ids: readonly string[]): readonly InputRow[] => ids.map((name) => ({ name }));
const idsOfNames = (names: readonly NameValue[]) => names.map(({ id }) => id);
/** Not made of several. */
const isOne = ({ parts }: Value) => parts === undefined;

/*
 * Where every pet counts, these values are sent, and no others. The dense names have most of the names in them; the two
 * thousands show whether the service knows only some categories.
 */
const FEW_NAMES = [
  ...idsOfNames(DENSE_NAMES),
  ...['joined-spaces', 'joined-dates', 'in-quotes', 'one-character', 'zero', 'built-in'],
];
/** NUL, which services cut at or crash on, what observations ask for, and many positions to cut at. */
const FEW_REFUSABLE = ['nul', 'control', 'of-10000', 'blank', 'empty', 'joined-pairs'];
const FEW_CATEGORIES = [
  ...['beyond-double', 'int64-maximum', 'thousands', 'beyond-a-signed-byte'],
  ...['minus-one', 'two-to-31', 'beyond-16-bits'],
];

const valuesIn = <V extends Value>(table: Table<V>, ids: readonly string[]): Table<V> => ({
  ...table,
  values: ids.map((id) => valueIn(table, id)),
});

/** One combination for each of these names, the same in every run. */
function fewRows(tables: Creation): readonly InputRow[] {
  const { status: _status, category, ...others } = commonOf(tables);
  const few = category ? { ...others, category: valuesIn(category, FEW_CATEGORIES) } : others;
  const rows = namedRows(few, valuesIn(PET_NAMES, FEW_NAMES).values, randomFrom(1), ({ length }) => length);
  // Those that no service may refuse come last: some of them are held back, to be sent between requests of other kinds.
  const [first = {}, ...rest] = rows.toSorted(
    (one, other) => Number(mustBeAccepted(one)) - Number(mustBeAccepted(other)),
  );
  return [{ ...first, status: 'none' }, ...rest];
}

/** Combinations that cover these names. The category of a name without a mark is the mark, so it names none. */
function namedRows(
  { name, category, ...others }: Partial<Creation> & Pick<Creation, 'name'>,
  names: readonly NameValue[],
  random: Random,
  maximum: (names: readonly NameValue[]) => number,
): readonly InputRow[] {
  const marked = names.filter(({ isUnmarked }) => !isUnmarked);
  const unmarked = names.filter(({ isUnmarked }) => isUnmarked);
  const covering = (values: readonly NameValue[], more: Tables) =>
    coveringRows({ name: { ...name, values }, ...more, ...others }, random, maximum(values));
  return [...covering(marked, category ? { category } : {}), ...covering(unmarked, {})];
}

/** Whether no service may refuse it. */
export function mustBeAccepted({ name = '', category = '' }: InputRow): boolean {
  return !mayBeRefused.has(`name/${name}`) && !mayBeRefused.has(`category/${category}`);
}

const mayBeRefused = new Set([
  ...PET_NAMES.values.filter(isRefusable).map(({ id }) => `name/${id}`),
  ...CATEGORIES.values.filter(({ category }) => category < 1n).map(({ id }) => `category/${id}`),
]);

/** All creations where a page is full, for those who say what is sent there. */
export function rowsOfStockedTarget(): readonly InputRow[] {
  const tables = creationTables('available', true, false);
  return [...fewRows(tables), ...refusableRows({ tables, createsFew: true })];
}

function usualRows({ tables, random }: CreationPlan): readonly InputRow[] {
  const named = rowsOfNames(tables, random);
  const crowd = rowsOfCrowd(tables, random, CROWD - named.length);
  return [...rowsOfOtherStatuses(tables), ...SURE, ...named, ...crowd];
}

/** Pages of these stay short: a few pets each, none of which may be refused for its name. */
function rowsOfOtherStatuses({ status: { values, plain } }: Creation): readonly InputRow[] {
  const others = values.filter(({ id }) => id !== plain);
  return others.flatMap(({ id }) => OF_STATUS.map((row) => ({ ...row, status: id })));
}

/** Each name once, without a category below 1, which may be refused whatever the name is. */
function rowsOfNames(tables: Creation, random: Random): readonly InputRow[] {
  const { status: _status, name: _name, category, ...others } = tables;
  const acceptable = category ? { category: aboveZero(category), ...others } : others;
  return keptNames(tables).map((value) => {
    const row = { ...anyRow(acceptable, random), name: value.id };
    return value.isUnmarked ? without(row, 'category') : row;
  });
}

/** Most pets, all of the status whose page is to be filled. */
function rowsOfCrowd({ status: _status, name, ...others }: Creation, random: Random, maximum: number) {
  const values = [...name.values.filter(({ id }) => id === name.plain), ...DENSE_NAMES];
  return coveringRows({ name: { ...name, values }, ...others }, random, maximum);
}

/** Every pair of common values, every name also alone, and every rare value once. */
function thoroughRows({ tables, random }: CreationPlan): readonly InputRow[] {
  const common = commonOf(tables);
  const plain = common.name.values.filter(({ id }) => id === NAMES.plain);
  const pairs = namedRows(
    common,
    [...plain, ...PACKED_NAMES.filter((value) => !isRefusable(value)), ...DENSE_NAMES],
    random,
    () => ALL_PAIRS,
  );
  return [...SURE, ...withFewStatuses(pairs, common), ...rowsNamed(idsOfNames(keptNames(tables))), ...rareRows(tables)];
}

/** Names that no service may refuse, but for the plain one. */
function keptNames({ name }: Creation): readonly NameValue[] {
  return name.values.filter((value) => isOne(value) && value.id !== name.plain && !isRefusable(value));
}

/** Every rare value once, beside rare ones of other tables, on a name in which every cut shows. */
function rareRows({ name: _name, ...others }: Creation): readonly InputRow[] {
  const rows: Record<string, string>[] = [];
  for (const [id, table] of Object.entries<Table>(others)) {
    for (const [at, value] of table.values.filter(({ isRare }) => isRare).entries()) {
      rows[at] ??= { name: CUT_NAME };
      rows[at][id] = value.id;
    }
  }
  return rows;
}

/** A status that makes no new pair becomes that of the crowd, so that pages of the others stay short. */
function withFewStatuses(rows: readonly InputRow[], tables: Creation): readonly InputRow[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const pairs = Object.keys(tables).map((table) => `${row.status} ${table} ${row[table]}`);
    const isNew = pairs.some((pair) => !seen.has(pair));
    for (const pair of pairs) seen.add(pair);
    return isNew ? row : without(row, 'status');
  });
}

function aboveZero(table: typeof CATEGORIES): typeof CATEGORIES {
  return { ...table, values: table.values.filter(({ category }) => category > 0n) };
}

function anyRow(tables: Tables, random: Random): InputRow {
  return Object.fromEntries(
    Object.entries(tables).map(([id, { values }]) => [id, values[Math.floor(random() * values.length)]?.id ?? '']),
  );
}
