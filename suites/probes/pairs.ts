import { pairsIn, randomFrom } from './covering.ts';
import { rowsOf } from './creation-rows.ts';
import { HEADERS } from './headers.ts';
import { isRefusable, NAMES, type NameValue } from './names.ts';
import { CATEGORIES, FRAMINGS, MEDIA_TYPES, SPELLINGS, statusesAround } from './new-pets.ts';
import { type Row, sentBy, type Table } from './value.ts';

const ALL: readonly Table[] = [
  NAMES,
  CATEGORIES,
  statusesAround('available'),
  SPELLINGS,
  FRAMINGS,
  MEDIA_TYPES,
  HEADERS,
];

/** How many pairs of common values the creations of a run on an empty target cover, and how many there are. */
export function pairsOfRun(seed: number, isThorough: boolean): ReturnType<typeof pairsIn> {
  const tables = ALL.map((table) => sentBy(table, isThorough));
  const wanted = { tables, random: randomFrom(seed), createsFew: false, isThorough, third: 'pending', day: 0 };
  // A name that may be refused is sent with plain values only.
  const isCounted = (value: object, at: number) => at > 0 || !isRefusable(value as NameValue);
  const counted = ALL.map((table) => sentBy(table, false)).map((table, at) => ({
    ...table,
    values: table.values.filter((value) => isCounted(value, at)),
  }));
  const known = counted.map(({ values }) => new Set(values.map(({ id }) => id)));
  const isCommon = (row: Row) => row.every(({ id }, at) => known[at]?.has(id));
  return pairsIn(rowsOf(wanted).flatMap(withEachPart).filter(isCommon), counted);
}

/** A name that consists of several has the pairs of each. */
function withEachPart(row: Row): readonly Row[] {
  return (row[0]?.parts ?? row.slice(0, 1)).map((name) => row.with(0, name));
}
