import { groupBy } from '../../harness/basics/group-by.ts';
import { type InputRow, rowIn, type Tables, type Value } from './value.ts';

/** A source of random numbers from 0 to below 1, the same for the same seed. */
export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A value and the table that it is of. */
interface Cell {
  readonly table: string;
  readonly value: Value;
  /** Among the cells of all tables. */
  readonly number: number;
}

/** What no row has yet. */
interface Open {
  readonly cells: Set<Cell>;
  /** By `keyOf`. */
  readonly pairs: Map<number, readonly Cell[]>;
}

/**
 * Combinations in which every value occurs, and as many pairs of values as fit. A row starts from a value that no row
 * has, or else from a pair; of each other table it gets the value with the most pairs that are still missing.
 */
export function coveringRows(tables: Tables, random: Random, maximum: number): readonly InputRow[] {
  const cells = Object.entries(tables)
    .flatMap(([table, { values }]) => values.map((value) => ({ table, value })))
    .map((cell, number): Cell => ({ ...cell, number }));
  const byTable = groupBy(cells, ({ table }) => table);
  const open: Open = { cells: new Set(cells), pairs: pairsOf(cells) };
  const rows: InputRow[] = [];
  while (rows.length < maximum && open.pairs.size > 0) {
    const row = nextRow(byTable, open, random);
    for (const one of row) {
      open.cells.delete(one);
      for (const other of row) open.pairs.delete(keyOf(one, other));
    }
    rows.push(rowIn(tables, Object.fromEntries(row.map(({ table, value }) => [table, value.id]))));
  }
  return rows;
}

function nextRow(byTable: ReadonlyMap<string, readonly Cell[]>, open: Open, random: Random): readonly Cell[] {
  const fresh = anyOf([...open.cells], random);
  const row = fresh ? [fresh] : [...(anyOf([...open.pairs.values()], random) ?? [])];
  for (const [table, own] of byTable) {
    if (row.some((cell) => cell.table === table)) continue;
    // Equal gains are chosen from by chance.
    const gains = own.map((cell) => gainOf(cell, row, open) + random() / 4);
    row.push(own[gains.indexOf(Math.max(...gains))] as Cell);
  }
  return row;
}

/** The missing pairs that a row has more with this cell. A value that no row has is worth half a pair. */
function gainOf(cell: Cell, row: readonly Cell[], { cells, pairs }: Open): number {
  const missing = row.filter((other) => pairs.has(keyOf(cell, other))).length;
  return cells.has(cell) ? missing + 0.5 : missing;
}

function pairsOf(cells: readonly Cell[]): Map<number, readonly Cell[]> {
  const pairs = new Map<number, readonly Cell[]>();
  for (const one of cells)
    for (const other of cells.slice(one.number + 1))
      if (one.table !== other.table) pairs.set(keyOf(one, other), [one, other]);
  return pairs;
}

/** More than there are cells. */
const CELLS = 1e6;

/** The same in either order. */
function keyOf({ number: one }: Cell, { number: other }: Cell): number {
  return Math.min(one, other) * CELLS + Math.max(one, other);
}

function anyOf<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}
