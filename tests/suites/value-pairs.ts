import { randomFrom } from '../../suites/inputs/covering.ts';
import { creationTables, rowsOf } from '../../suites/inputs/creation-rows.ts';
import { isRefusable, PET_NAMES } from '../../suites/inputs/names.ts';
import { type InputRow, type Tables, valueIn, without } from '../../suites/inputs/value.ts';

/** How many pairs of common values the creations of a run on an empty target cover, and how many there are. */
export function pairsOfRun(seed: number, isThorough: boolean): ReturnType<typeof pairsIn> {
  const tables = creationTables('available', true, isThorough);
  const rows = rowsOf({ tables, random: randomFrom(seed), createsFew: false, isThorough, day: 0 }).map(
    // Clients take turns, whatever the other values are.
    (row) => without(row, 'headers'),
  );
  const { name, ...others } = creationTables('available', true, false);
  // A name that may be refused is sent with plain values only.
  const names = name.values.filter((value) => value.parts === undefined && !isRefusable(value));
  const counted = { name: { ...name, values: names }, ...others };
  const known = new Set(
    Object.entries(counted).flatMap(([id, { values }]) => values.map((value) => `${id}/${value.id}`)),
  );
  const isCommon = (row: InputRow) => Object.entries(row).every(([id, value]) => known.has(`${id}/${value}`));
  return pairsIn(rows.flatMap(withEachPart).filter(isCommon), counted);
}

/** A name that consists of several has the pairs of each. */
function withEachPart(row: InputRow): readonly InputRow[] {
  const { parts } = row.name === undefined ? {} : valueIn(PET_NAMES, row.name);
  return parts ? parts.map((name) => ({ ...row, name })) : [row];
}

/** How many pairs of values of different tables these rows have, and how many there are. */
export function pairsIn(rows: readonly InputRow[], tables: Tables): { readonly covered: number; readonly all: number } {
  const sizes = Object.values(tables).map(({ values }) => values.length);
  const all = sizes.reduce(
    (sum, size, at) => sum + size * sizes.slice(at + 1).reduce((more, other) => more + other, 0),
    0,
  );
  const covered = new Set(
    rows.flatMap((row) => {
      const values = Object.entries(tables).map(([table, { plain }]) => `${table}/${row[table] ?? plain}`);
      return values.flatMap((one, at) => values.slice(at + 1).map((other) => `${one} ${other}`));
    }),
  );
  return { covered: covered.size, all };
}
