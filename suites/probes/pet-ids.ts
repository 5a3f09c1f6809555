import { INT64_MAX, INT64_MIN, isInt64 } from '../../harness/json/exact-json.ts';
import type { Random, Value } from './covering.ts';

/** A path segment, as it is sent. */
export interface IdValue extends Value {
  readonly segment: string;
}

/** Not an int64, though a loose service reads the id of a pet in it or fails on it. */
export function invalidIds(id: bigint): readonly IdValue[] {
  return [
    { label: 'id abc', segment: 'abc' },
    { label: 'id with a fraction', segment: `${id}.5` },
    { label: 'id followed by text', segment: `${id}abc` },
    { label: 'id behind text', segment: `pet-${id}` },
    { label: 'id in invalid UTF-8', segment: '%FF' },
    { label: 'id of an emoji', segment: '%F0%9F%90%88' },
    { label: 'id plus 2^64', segment: `${id + 2n ** 64n}` },
    { label: 'id minus 2^64', segment: `${id - 2n ** 64n}` },
    { label: 'id of -2^63 - 1', segment: `${INT64_MIN - 1n}` },
    { label: 'id of 2^63', segment: `${INT64_MAX + 1n}` },
    { label: 'id with one more digit than an int64 has', segment: `${`${id}`.padEnd(19, '0')}7` },
    { label: 'name of a built-in function', segment: 'constructor' },
  ];
}

/** Other spellings of an id: what becomes of them is only observed. */
export const SPELLED_IDS = {
  'observed.id-decimal': (id) => `${id}.0`,
  'observed.id-plus': (id) => `+${id}`,
  'observed.id-leading-zeros': (id) => String(id).replace(/^-?/, '$&00'),
  'observed.id-hexadecimal': (id) => `0x${id.toString(16)}`,
  'observed.id-escaped': (id) => String(id).replace(/\d/g, (digit) => `%3${digit}`),
} satisfies Readonly<Record<string, (id: bigint) => string>>;

/** Ids that no pet has, as far as the run knows: next to known ones, folded onto one, and of every number of digits. */
export function unknownIds(known: readonly bigint[], random: Random): readonly IdValue[] {
  const [id = 1n] = known;
  const sameDouble = (other: bigint) => (Number(other) === Number(id) ? other : id);
  // Every sixth number of digits, other ones with another seed.
  const first = Math.floor(random() * 6);
  const digits = Array.from({ length: 3 }, (_, index): readonly [string, bigint] => {
    const from = 10n ** BigInt(first + 6 * index);
    return [`id of ${first + 6 * index + 1} digits`, from + BigInt(Math.floor(random() * Number(9n * from)))];
  });
  const all: readonly (readonly [string, bigint])[] = [
    // What arithmetic of fewer bits, or without the sign, turns into a known id.
    ['id plus 2^32', id + 2n ** 32n],
    ['id minus 2^32', id - 2n ** 32n],
    ['id plus 2^53', id + 2n ** 53n],
    ['the same double, one above', sameDouble(id + 1n)],
    ['the same double, one below', sameDouble(id - 1n)],
    ['id with its sign bit flipped', BigInt.asIntN(64, id ^ (2n ** 63n))],
    ['id with its sign changed', -id],
    ['id of 2^63 - 1', INT64_MAX],
    ['id of -2^63', INT64_MIN],
    ['id of -1', -1n],
    ['id of 0', 0n],
    ...digits,
  ];
  const others = all.filter(([, value]) => isInt64(value) && !known.includes(value));
  return [...new Map(others.map(([label, value]) => [value, { label, segment: String(value) }])).values()];
}
