import { pairsIn, randomFrom } from './covering.ts';
import { creationTables, rowsOf } from './creation-rows.ts';
import { isRefusable, PET_NAMES } from './names.ts';
import { type InputRow, valueIn, without } from './value.ts';

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
