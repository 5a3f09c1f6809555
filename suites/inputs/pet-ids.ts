import { INT64_MAX, INT64_MIN, isInt64 } from '../../harness/json/exact-json.ts';
import { rare, type Table, tableOf, type Value } from './value.ts';

/** An id, made from that of a pet. */
interface IdValue extends Value {
  /** The path segment, as it is sent; undefined if that pet has no such neighbour. */
  readonly segment: (id: bigint) => string | undefined;
}

const invalid = (id: string, label: string, segment: (id: bigint) => string): IdValue => ({
  id,
  label: `id ${label}`,
  segment,
});

/** An int64 that is not the id of that pet. */
const unknown = (id: string, label: string, make: (id: bigint) => bigint): IdValue => ({
  id,
  label,
  segment: (known) => {
    const other = make(known);
    return isInt64(other) && other !== known ? String(other) : undefined;
  },
});

/** Which arithmetic of fewer bits, or without the sign, turns into the id. */
const folded = (id: string, label: string, by: bigint) => unknown(id, `id ${label}`, (known) => known + by);
/** A neighbour that a double cannot distinguish from the id. */
const sameDouble = (id: string, label: string, by: bigint): IdValue => ({
  ...unknown(id, label, (known) => (Number(known + by) === Number(known) ? known + by : known)),
  where: 'where ids are beyond 2^53',
});
const spelled = (change: (digits: string) => string) => (known: bigint) => {
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(String(known)) ?? [];
  return BigInt(`${sign}${change(digits) || '0'}`);
};
const otherDigit = (digit: string) => (digit === '9' ? '8' : String(Number(digit) + 1));

const TENS = Array.from({ length: 18 }, (_, at) => at + 1);
const TWOS = [8, 10, 16, 20, 24, 31, 32, 33, 40, 48, 53, 62];
const byPowerOfTwo = (power: number) => folded(`plus-two-to-${power}`, `plus 2^${power}`, 2n ** BigInt(power));

/** Ids that no pet has, as far as the run knows. */
const UNKNOWN: readonly IdValue[] = [
  unknown('next', 'id after that of the first pet', (id) => id + 1n),
  unknown('second-next', 'second id after that of the first pet', (id) => id + 2n),
  folded('minus-two-to-32', 'minus 2^32', -(2n ** 32n)),
  sameDouble('same-double-above', 'the same double, one above', 1n),
  sameDouble('same-double-below', 'the same double, one below', -1n),
  unknown('sign-bit', 'id with its sign bit flipped', (id) => BigInt.asIntN(64, id ^ (2n ** 63n))),
  unknown('negated', 'id with its sign changed', (id) => -id),
  unknown('int64-maximum', 'id of 2^63 - 1', () => INT64_MAX),
  unknown('int64-minimum', 'id of -2^63', () => INT64_MIN),
  unknown('minus-one', 'id of -1', () => -1n),
  unknown('zero', 'id of 0', () => 0n),
  // An index by text, or a prefix.
  unknown(
    'digit-behind',
    'id with one more digit',
    spelled((digits) => `${digits}7`),
  ),
  unknown(
    'digit-before',
    'id behind one more digit',
    spelled((digits) => `7${digits}`),
  ),
  unknown(
    'without-last-digit',
    'id without its last digit',
    spelled((digits) => digits.slice(0, -1)),
  ),
  unknown(
    'without-first-digit',
    'id without its first digit',
    spelled((digits) => digits.slice(1)),
  ),
  unknown(
    'other-first-digit',
    'id with another first digit',
    spelled((digits) => `${otherDigit(digits.charAt(0))}${digits.slice(1)}`),
  ),
  // A modulus, and ids of every length.
  ...TENS.map((power) => folded(`plus-ten-to-${power}`, `plus 10^${power}`, 10n ** BigInt(power))),
  ...TWOS.map(byPowerOfTwo),
];

/** Segments that are not ids. */
const INVALID: readonly IdValue[] = [
  invalid('text', 'abc', () => 'abc'),
  invalid('fraction', 'with a fraction', (id) => `${id}.5`),
  invalid('text-behind', 'followed by text', (id) => `${id}abc`),
  invalid('letter-behind', 'followed by L', (id) => `${id}L`),
  invalid('text-before', 'behind text', (id) => `pet-${id}`),
  invalid('invalid-utf-8', 'in invalid UTF-8', () => '%FF'),
  invalid('emoji', 'of an emoji', () => '%F0%9F%90%88'),
  invalid('superscript', 'of a superscript digit', () => '%C2%B2'),
  invalid('plus-two-to-64', 'plus 2^64', (id) => `${id + 2n ** 64n}`),
  invalid('minus-two-to-64', 'minus 2^64', (id) => `${id - 2n ** 64n}`),
  invalid('below-int64', 'of -2^63 - 1', () => `${INT64_MIN - 1n}`),
  invalid('beyond-int64', 'of 2^63', () => `${INT64_MAX + 1n}`),
  invalid('one-digit-too-many', 'with one more digit than an int64 has', (id) => `${`${id}`.padEnd(19, '0')}7`),
  {
    ...invalid('exponent', 'with an exponent', () => ''),
    where: 'where an id ends in 0',
    // What reads 1e1 as a number finds pet 10.
    segment: (id) => (id > 0n && id % 10n === 0n ? `${id / 10n}e1` : undefined),
  },
  invalid('built-in', 'of the name of a built-in function', () => 'constructor'),
  rare(invalid('null', 'null', () => 'null')),
  rare(invalid('undefined', 'undefined', () => 'undefined')),
  rare(invalid('infinity', 'Infinity', () => 'Infinity')),
  rare(invalid('expression', 'of an expression', (id) => `${id}-0`)),
];

export const PET_IDS: Table<IdValue> = tableOf('pet-id', [...UNKNOWN, ...INVALID]);

export const UNKNOWN_IDS: ReadonlySet<string> = new Set(UNKNOWN.map(({ id }) => id));

interface SpelledId extends Value {
  readonly segment: (id: bigint) => string;
}

const spelledId = (id: string, label: string, segment: SpelledId['segment']): SpelledId => ({
  id,
  label,
  observes: 'observed.id-spellings',
  segment,
});

/** Other spellings of an id: what becomes of them is only observed. */
export const SPELLED_IDS: Table<SpelledId> = tableOf('spelled-id', [
  spelledId('decimal', 'id followed by .0', (id) => `${id}.0`),
  spelledId('plus', 'id after a plus sign', (id) => `+${id}`),
  spelledId('leading-zeros', 'id with leading zeros', (id) => String(id).replace(/^-?/, '$&00')),
  spelledId('hexadecimal', 'id in hexadecimal', (id) => `0x${id.toString(16)}`),
  spelledId('escaped', 'id with percent-encoded digits', (id) => String(id).replace(/\d/g, (digit) => `%3${digit}`)),
]);
