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

/**
 * Combinations in which every value occurs, and as many pairs of values as fit. A row starts from a value that no row
 * has, or else from a pair; of each other table it gets the value with the most pairs that are still missing.
 */
export function coveringRows(tables: Tables, random: Random, maximum: number): readonly InputRow[] {
  const cells = Object.entries(tables)
    .flatMap(([table, { values }]) => values.map((value) => ({ table, value })))
    .map((cell, number): Cell => ({ ...cell, number }));
  const byTable = Object.keys(tables).map((table) => cells.filter((cell) => cell.table === table));
  const keyOf = ({ number: one }: Cell, { number: other }: Cell) =>
    Math.min(one, other) * cells.length + Math.max(one, other);
  const unused = new Set(cells);
  const missing = new Map<number, readonly Cell[]>();
  for (const one of cells)
    for (const other of cells)
      if (one.number < other.number && one.table !== other.table) missing.set(keyOf(one, other), [one, other]);
  const rows: InputRow[] = [];
  while (rows.length < maximum && missing.size > 0) {
    const fresh = anyOf([...unused], random);
    const row = fresh ? [fresh] : [...(anyOf([...missing.values()], random) ?? [])];
    const gainOf = (cell: Cell) =>
      row.filter((other) => missing.has(keyOf(cell, other))).length + (unused.has(cell) ? 0.5 : 0) + random() / 4;
    for (const own of byTable) {
      if (own.some((cell) => row.includes(cell))) continue;
      const gains = own.map(gainOf);
      row.push(own[gains.indexOf(Math.max(...gains))] as Cell);
    }
    for (const one of row) {
      unused.delete(one);
      for (const other of row) missing.delete(keyOf(one, other));
    }
    rows.push(rowIn(tables, Object.fromEntries(row.map(({ table, value }) => [table, value.id]))));
  }
  return rows;
}

function anyOf<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}
