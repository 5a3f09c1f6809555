import { coveringRows, type Random } from './covering.ts';
import { DENSE_NAMES, isRefusable, JOINED_NAMES, MIXED_NAME, NAMES, type NameValue } from './names.ts';
import type { CategoryValue } from './new-pets.ts';
import { CROWD } from './population.ts';
import { type NamedRow, type Row, rowOf, sentBy, type Table, type Value } from './value.ts';

/** Where every further pet counts: values that go wrong most often, beside long names that may be refused. */
const FEW_DENSE: readonly NamedRow[] = [
  { category: 'beyond-double', spelling: 'spaced' },
  { category: 'many-digits', framing: 'in-pieces', headers: 'accept-any' },
  { category: 'thousands', status: 'none', spelling: 'ascii', headers: 'no-accept' },
  { category: 'two-to-31', spelling: 'escaped', framing: 'in-pieces', headers: 'lower-case' },
];

/** The values of a row, and a joined name if it has one. */
type FewRow = readonly [named: NamedRow, joined?: NameValue | undefined];

const { spaces, numbered, wide, dated, lines, long } = JOINED_NAMES;

/**
 * Names that no service may refuse, most of which no other can be put beside, each with other values: a third of them on
 * each of three days, and on each day every spelling and the largest category.
 */
const FEW_SINGLE: readonly (readonly FewRow[])[] = [
  [
    [{ category: 'beyond-32-bits', framing: 'in-pieces', headers: 'accept-any' }, spaces],
    [{ category: 'int64-maximum', spelling: 'ascii', 'media-type': 'with-charset' }, numbered],
    [{ spelling: 'escaped' }, MIXED_NAME],
    [{ name: 'leading-zeros', spelling: 'reordered' }],
    [{ name: 'null', spelling: 'spaced' }],
    [{ name: 'built-in', spelling: 'reversed' }],
  ],
  [
    [{ category: 'int64-maximum', spelling: 'reordered', 'media-type': 'with-charset' }, dated],
    [{ category: 'two-to-53', spelling: 'escaped', framing: 'in-pieces' }, wide],
    [{ spelling: 'ascii' }, MIXED_NAME],
    [{ name: 'json', category: 'minus-one', spelling: 'reversed' }],
    [{ name: 'one-character', spelling: 'spaced' }],
  ],
  [
    [{ name: 'paths', category: 'int64-maximum', spelling: 'ascii', 'media-type': 'with-charset' }],
    [{ name: 'formula', category: 'zero', spelling: 'reversed', framing: 'in-pieces' }],
    [{ spelling: 'escaped', headers: 'no-accept' }, MIXED_NAME],
    [{ name: 'in-quotes', spelling: 'reordered' }],
    [{ name: 'number', spelling: 'spaced' }],
  ],
];

/** What an observation asks for, and NUL, which services cut at or crash on. */
const FEW_REFUSABLE: readonly FewRow[] = ['nul', 'control', 'of-10000', 'blank', 'empty'].map((name) => [{ name }]);

/** Others that may be refused, on the days of the names above. */
const FEW_REFUSABLE_IN_TURN: readonly (readonly FewRow[])[] = [
  [[{ category: 'beyond-16-bits' }, lines]],
  [[{ name: 'of-255-wide', category: 'beyond-negative-double' }], [{ name: 'of-255', category: 'int64-minimum' }]],
  [[{ category: 'beyond-a-signed-byte' }, long]],
];

/** Escapes show only in names that have what is escaped. */
const SURE: readonly NamedRow[] = [
  { name: 'paths', spelling: 'ascii' },
  { name: 'astral', spelling: 'ascii' },
  { 'media-type': 'with-charset' },
];

/** For each other status, categories that go wrong most often, the plain one among them, each with another spelling. */
const OF_STATUS: readonly NamedRow[] = [
  { category: 'beyond-double', spelling: 'spaced' },
  { category: 'one', spelling: 'reordered', framing: 'in-pieces', headers: 'accept-any' },
  { category: 'int64-maximum', spelling: 'escaped', framing: 'in-pieces', headers: 'no-accept' },
  { category: 'two-to-31', spelling: 'reversed', headers: 'lower-case', 'media-type': 'with-charset' },
  { category: 'zero', spelling: 'ascii' },
];

/** Behind each character of several bytes of this name a thorough run cuts the body. */
const CUT_NAME = 'asian';
/** Of all pairs of common values. */
const ALL_PAIRS = 290;

interface Wanted {
  /** Names, categories, statuses with that of the crowd first, and others. */
  readonly tables: readonly Table[];
  readonly random: Random;
  /** Every further pet counts. */
  readonly createsFew: boolean;
  readonly isThorough: boolean;
  /** The status between that of the crowd and the one with the fewest pets. */
  readonly third: string;
  /** Since the epoch: where every pet counts, some values take turns. */
  readonly day: number;
}

/** The creations of a run that must be accepted, in the order of sending. */
export function rowsOf(wanted: Wanted): readonly Row[] {
  if (wanted.createsFew) return fewRows(wanted);
  return wanted.isThorough ? thoroughRows(wanted) : usualRows(wanted);
}

/** Every name, category and spelling within three days, and one pet of each other kind. */
function fewRows({ tables, third, day }: Pick<Wanted, 'tables' | 'third' | 'day'>): readonly Row[] {
  const dense = DENSE_NAMES.map((name, at) => rowOf(tables, FEW_DENSE[at % FEW_DENSE.length] ?? {}).with(0, name));
  const turn = turnOf(FEW_SINGLE, day);
  // The first ones may get an id that was asked for before, which makes a poor owner for the next claim.
  const single = turn.map(([named, joined], at) =>
    fewRow(tables, [at === turn.length - 1 ? { ...named, status: third } : named, joined]),
  );
  return [...dense, ...single];
}

function fewRow(tables: readonly Table[], [named, joined]: FewRow): Row {
  const row = rowOf(tables, named);
  return joined ? row.with(0, joined) : row;
}

function turnOf<T>(turns: readonly (readonly T[])[], day: number): readonly T[] {
  return turns[day % turns.length] ?? [];
}

/** Creations that a service may refuse for their name. */
export function refusableRows({
  tables,
  createsFew,
  day,
}: Pick<Wanted, 'tables' | 'createsFew' | 'day'>): readonly Row[] {
  if (createsFew)
    return [...FEW_REFUSABLE, ...turnOf(FEW_REFUSABLE_IN_TURN, day)].map((named) => fewRow(tables, named));
  return namesIn(tables)
    .filter(isRefusable)
    .map(({ id }) => rowOf(tables, { name: id }));
}

/** The rows of a stocked target on each day of a turn, for those who say what is sent there. */
export function rowsOfStockedTarget(tables: readonly Table[]): readonly (readonly Row[])[] {
  return FEW_SINGLE.map((_rows, day) => [
    ...fewRows({ tables, third: 'pending', day }),
    ...refusableRows({ tables, createsFew: true, day }),
  ]);
}

function usualRows({ tables, random }: Wanted): readonly Row[] {
  const statuses = tables.find(({ id }) => id === 'status')?.values ?? [];
  const keepable = namesIn(tables).filter((name) => !isRefusable(name));
  // Most pets are of the status whose page is to be filled. A category below 1 may be refused, whatever the name.
  const acceptable = crowdOf(tables).map((table) => (table.id === 'category' ? aboveZero(table) : table));
  const single = keepable.slice(1).map((name) => anyRow(acceptable, random).with(0, name));
  const plainAndDense = [keepable[0] as Value, ...DENSE_NAMES];
  const crowd = crowdOf(tables).map((table, at) => (at === 0 ? { ...table, values: plainAndDense } : table));
  return [
    ...statuses.slice(1).flatMap(({ id }) => rowsOfStatus(id, tables)),
    ...sureRows(tables),
    ...single,
    ...coveringRows(crowd, random, CROWD - single.length),
  ];
}

/** Every pair of common values, and every rare value once. */
function thoroughRows({ tables, random }: Wanted): readonly Row[] {
  const keepable = namesIn(tables).filter((name) => !isRefusable(name) && !name.isRare);
  const common = tables.map((table) => sentBy(table, false));
  const withNames = (names: readonly Value[]) =>
    common.map((table, at) => (at === 0 ? { ...table, values: names } : table));
  const marked = [...keepable.filter(({ text, isUnmarked }) => !text && !isUnmarked), ...DENSE_NAMES];
  // The category of a name without a mark is the mark.
  const unmarked = withNames(keepable.filter(({ isUnmarked }) => isUnmarked)).map((table) =>
    table.id === 'category' ? { ...table, values: table.values.slice(0, 1) } : table,
  );
  const pairs = coveringRows(withNames(marked), random, ALL_PAIRS);
  return [
    ...sureRows(tables),
    ...withFewStatuses([...pairs, ...coveringRows(unmarked, random, ALL_PAIRS)], tables),
    ...rareRows(tables),
  ];
}

function sureRows(tables: readonly Table[]): readonly Row[] {
  return [...SURE.map((named) => rowOf(tables, named)), ...DENSE_NAMES.map((name) => rowOf(tables, {}).with(0, name))];
}

/** Pages of the other statuses stay short: a few pets each, none of which may be refused for its name. */
function rowsOfStatus(status: string, tables: readonly Table[]): readonly Row[] {
  return OF_STATUS.map((named) => rowOf(tables, { ...named, status }).with(0, MIXED_NAME));
}

/** Every rare value once, beside rare ones of other tables, on a name in which every cut shows. */
function rareRows(tables: readonly Table[]): readonly Row[] {
  const rareIn = ({ id, values }: Table) => (id === NAMES.id ? [] : values.filter(({ isRare }) => isRare));
  const length = Math.max(...tables.map((table) => rareIn(table).length));
  return Array.from({ length }, (_, at) =>
    rowOf(tables, { name: CUT_NAME }).map((plain, column) => rareIn(tables[column] as Table)[at] ?? plain),
  );
}

/** A status that makes no new pair becomes that of the crowd, so that pages of the others stay short. */
function withFewStatuses(rows: readonly Row[], tables: readonly Table[]): readonly Row[] {
  const at = tables.findIndex(({ id }) => id === 'status');
  const [plain] = tables[at]?.values ?? [];
  const seen = new Set<string>();
  return rows.map((row) => {
    const pairs = row.map(({ id }, other) => `${row[at]?.id} ${other} ${id}`);
    const isNew = pairs.some((pair) => !seen.has(pair));
    for (const pair of pairs) seen.add(pair);
    return isNew || !plain ? row : row.with(at, plain);
  });
}

function namesIn(tables: readonly Table[]): readonly NameValue[] {
  return (tables.find(({ id }) => id === NAMES.id)?.values ?? []) as readonly NameValue[];
}

/** The same tables without any other status than that of the crowd. */
function crowdOf(tables: readonly Table[]): readonly Table[] {
  return tables.map((table) => (table.id === 'status' ? { ...table, values: table.values.slice(0, 1) } : table));
}

function aboveZero(table: Table): Table {
  return { ...table, values: table.values.filter((value) => (value as CategoryValue).category > 0) };
}

function anyRow(tables: readonly Table[], random: Random): Row {
  return tables.map(({ values }) => values[Math.floor(random() * values.length)] as Value);
}
