import { INT64_MIN, isInt64 } from '../../harness/json/exact-json.ts';

/** A percent-encoded path segment; `utf8: false` marks escapes that are not UTF-8. */
interface InvalidId {
  readonly label: string;
  readonly path: string;
  readonly utf8?: false;
}

const FULLWIDTH_ZERO = 0xff10;

/** Path segments that are not an int64, but that a loose server reads as `id` or fails on. */
export function invalidIds(id: bigint): readonly InvalidId[] {
  return [
    { label: 'text', path: 'abc' },
    { label: 'id and a space', path: `${id}%20` },
    { label: 'space and the id', path: `%20${id}` },
    { label: 'fullwidth digits', path: inDigitsFrom(FULLWIDTH_ZERO, id) },
    { label: 'id with a fraction', path: `${id}.5` },
    { label: 'digit separator', path: `${id}`.replace(/\d/, '0_$&') },
    { label: 'id followed by text', path: `${id}abc` },
    { label: 'list of ids', path: `${id},${id}` },
    { label: 'invalid UTF-8', path: '%FF', utf8: false },
    { label: 'id plus 2^64', path: `${id + 2n ** 64n}` },
    { label: 'id minus 2^64', path: `${id - 2n ** 64n}` },
    { label: '-2^63 - 1', path: `${INT64_MIN - 1n}` },
    { label: 'name of a built-in function', path: 'constructor' },
  ];
}

/** Other int64 values that arithmetic of fewer bits, or without the sign, turns into `id`. */
export function foldedIds(id: bigint): readonly { readonly label: string; readonly id: bigint }[] {
  const candidates = [
    { label: 'id plus 2^32', id: id + 2n ** 32n },
    { label: 'id minus 2^32', id: id - 2n ** 32n },
    { label: 'id plus 2^53', id: id + 2n ** 53n },
    { label: 'the same double, one above', id: sameDouble(id, id + 1n) },
    { label: 'the same double, one below', id: sameDouble(id, id - 1n) },
    { label: 'the sign bit flipped', id: BigInt.asIntN(64, id ^ (2n ** 63n)) },
    { label: 'the sign changed', id: -id },
  ];
  const others = candidates.filter((candidate) => candidate.id !== id && isInt64(candidate.id));
  return [...new Map(others.map((other) => [other.id, other])).values()];
}

function inDigitsFrom(zero: number, id: bigint): string {
  return encodeURIComponent(`${id}`.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit))));
}

/** `other` where a double cannot distinguish it from `id`, else `id`. */
function sameDouble(id: bigint, other: bigint): bigint {
  return Number(other) === Number(id) ? other : id;
}
