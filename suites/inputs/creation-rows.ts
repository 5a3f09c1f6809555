import type { PetStatus } from '../reading/document.ts';
import { coveringRows, type Random, randomFrom } from './covering.ts';
import { withHeadersInTurn } from './headers.ts';
import { DENSE_NAMES, FEW_NAMES, isRefusable, MIXED_NAME, NAMES, type NameValue, PET_NAMES } from './names.ts';
import { CATEGORIES, CROWD, FRAMINGS, MEDIA_TYPES, SPELLINGS, statusesAround } from './new-pets.ts';
import { type InputRow, sentBy, type Table, type Tables, type Value, without } from './value.ts';

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

interface Wanted {
  readonly tables: Creation;
  readonly random: Random;
  /** Every further pet counts. */
  readonly createsFew: boolean;
  readonly isThorough: boolean;
  /** Since the epoch: where every pet counts, values take turns. */
  readonly day: number;
}

/** The creations of a run that must be accepted, in the order of sending. Clients take turns, whatever the rest of a row is. */
export function rowsOf(wanted: Wanted): readonly InputRow[] {
  const { createsFew, day } = wanted;
  const rows = combinationsFor(wanted);
  // Where a run creates few pets, the clients of a day follow those of the day before.
  const first = createsFew ? day * rows.length : 0;
  return rows.map((row, at) => withHeadersInTurn(row, first + at));
}

function combinationsFor(wanted: Wanted): readonly InputRow[] {
  if (wanted.createsFew) return fewRows(wanted);
  return wanted.isThorough ? thoroughRows(wanted) : usualRows(wanted);
}

/** Creations that a service may refuse for their name. */
export function refusableRows({ tables, createsFew, day }: Pick<Wanted, 'tables' | 'createsFew' | 'day'>) {
  if (!createsFew) return rowsNamed(tables.name.values.filter(isOne).filter(isRefusable));
  const inTurn = FEW_NAMES.filter((value) => isRefusable(value) && !OBSERVED.includes(value.id));
  return [...OBSERVED.map((name) => ({ name })), ...rowsNamed(dueOn(day, inTurn))];
}

/** What an observation asks for, and NUL, which services cut at or crash on. */
const OBSERVED = ['nul', 'control', 'of-10000', 'blank', 'empty'];

const rowsNamed = (values: readonly NameValue[]): readonly InputRow[] => values.map(({ id }) => ({ name: id }));
/** Not made of several. */
const isOne = ({ parts }: Value) => parts === undefined;

const KEPT_NAMES = FEW_NAMES.filter((value) => !isRefusable(value));
/** Where every pet counts, so many names besides the dense ones. */
const NAMES_A_DAY = 6;
/** Days within which a target gets every common value, however few pets a run creates. */
export const DAYS = Math.ceil(KEPT_NAMES.length / NAMES_A_DAY);
/**
 * Categories that are sent on each day: those that go wrong most often, and two ordinary ones, which show whether the
 * service knows only some categories.
 */
const DAILY_CATEGORIES: readonly string[] = ['beyond-double', 'int64-maximum', 'thousands', 'beyond-a-signed-byte'];

/** The part of them whose turn it is. */
function dueOn<T>(day: number, items: readonly T[]): readonly T[] {
  return items.filter((_item, at) => at % DAYS === day % DAYS);
}

/** The names and categories of the day, combined with everything else in another way on each day. */
function fewRows({ tables, day }: Pick<Wanted, 'tables' | 'day'>): readonly InputRow[] {
  const { status: _status, category, ...others } = commonOf(tables);
  const ofDay = category ? { ...others, category: categoriesOn(day, category) } : others;
  const names = [...DENSE_NAMES, ...dueOn(day, KEPT_NAMES)];
  const rows = namedRows(ofDay, names, randomFrom(day), ({ length }) => length);
  // Those that no service may refuse come last: some of them are held back, to be sent between requests of other kinds.
  const [first = {}, ...rest] = rows.toSorted(
    (one, other) => Number(mustBeAccepted(one)) - Number(mustBeAccepted(other)),
  );
  return [{ ...first, status: 'none' }, ...rest];
}

function categoriesOn(day: number, category: typeof CATEGORIES): typeof CATEGORIES {
  const isDaily = ({ id }: Value) => DAILY_CATEGORIES.includes(id);
  const inTurn = category.values.filter((value) => value.id !== category.plain && !isDaily(value));
  return { ...category, values: [...category.values.filter(isDaily), ...dueOn(day, inTurn)] };
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

/** The rows of a stocked target on each day of a turn, for those who say what is sent there. */
export function rowsOfStockedTarget(): readonly (readonly InputRow[])[] {
  const tables = creationTables('available', true, false);
  return Array.from({ length: DAYS }, (_, day) => [
    ...fewRows({ tables, day }),
    ...refusableRows({ tables, createsFew: true, day }),
  ]);
}

function usualRows({ tables, random }: Wanted): readonly InputRow[] {
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
function thoroughRows({ tables, random }: Wanted): readonly InputRow[] {
  const common = commonOf(tables);
  const plain = common.name.values.filter(({ id }) => id === NAMES.plain);
  const pairs = namedRows(common, [...plain, ...KEPT_NAMES, ...DENSE_NAMES], random, () => ALL_PAIRS);
  return [...SURE, ...withFewStatuses(pairs, common), ...rowsNamed(keptNames(tables)), ...rareRows(tables)];
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
