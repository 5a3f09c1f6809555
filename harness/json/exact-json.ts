import { createHash } from 'node:crypto';

/*
 * JSON without losing digits: integers beyond 2^53 become BigInt. JSON.parse decides what is well-formed; only number
 * tokens that it would change take the longer way.
 *
 * lossless-json 4 was measured against it, with its parser for BigInt: on a list of 100 pets it takes 4 times as long, and
 * 1.3 times where a third of the numbers is beyond 2^53. It runs out of stack on deep nesting, refuses duplicate keys,
 * and rounds 9007199254740993e0 and 9007199254740993.5.
 */

export type JsonValue = null | boolean | number | bigint | Fraction | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A number that is not an integer although the nearest double is one, such as 9007199254740993.5. */
export class Fraction {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

const MAY_LOSE_DIGITS = /\d[\d.]{15}|\d[eE]/;
/** As much as possible without a number that may lose digits, or else such a number. */
const OTHER_OR_NUMBER = /(?:"[^"\\]*(?:\\.[^"\\]*)*"|[^"\d-]+|-?\d{1,15}(?![\d.eE])){1,500}|-?\d[\d.eE+-]*/g;
const NUMBER_PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const LARGEST_EXPONENT = 400;

/** No text from outside can start with it. */
const MARK = `number:${crypto.randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}([^"]+)"`, 'g');

export function parseJson(text: string): JsonValue {
  // Marks could make text well-formed that is not.
  const value = JSON.parse(text);
  if (!MAY_LOSE_DIGITS.test(text)) return value;
  const marked = text.replace(OTHER_OR_NUMBER, (token) => {
    if (!MAY_LOSE_DIGITS.test(token) || !NUMBER_PARTS.test(token)) return token;
    const exact = integerOf(token);
    const isChanged = exact === undefined ? Number.isInteger(Number(token)) : !Number.isSafeInteger(Number(exact));
    return isChanged ? `"${MARK}${exact ?? token}"` : token;
  });
  return withNumbers(JSON.parse(marked));
}

/** Undefined if it is not JSON. */
export function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Without recursion, as a body may be nested more deeply than the stack. */
function withNumbers(value: unknown): JsonValue {
  const root = { value };
  const pending: object[] = [root];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const key in holder) {
      const inner = (holder as Record<string, unknown>)[key];
      if (typeof inner === 'object' && inner !== null) pending.push(inner);
      if (typeof inner !== 'string' || !inner.startsWith(MARK)) continue;
      const number = inner.slice(MARK.length);
      const value = /^-?\d+$/.test(number) ? BigInt(number) : new Fraction(number);
      // An assignment would not set a field named __proto__.
      Object.defineProperty(holder, key, { value });
    }
  }
  return root.value as JsonValue;
}

export function toJson(value: unknown, indent?: number): string {
  const mark = (_key: string, inner: unknown) => {
    if (inner instanceof Fraction) return `${MARK}${inner.text}`;
    return typeof inner === 'bigint' ? `${MARK}${inner}` : inner;
  };
  try {
    return JSON.stringify(value, mark, indent).replaceAll(MARKED, '$1');
  } catch (error) {
    // JSON.stringify runs out of stack where JSON.parse does not.
    if (!(error instanceof RangeError)) throw error;
    return '"(nested too deeply to be shown)"';
  }
}

const LONGEST_IDENTITY = 1_000;

/** Distinguishes identifiers, valid or not. */
export function identityOf(value: unknown): string {
  if (isInteger(value)) return String(value);
  if (typeof value === 'object' && value !== null && !(value instanceof Fraction)) return 'no identifier';
  const text = toJson(value ?? null);
  // A hostile body may have megabytes in place of a number.
  return text.length <= LONGEST_IDENTITY ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

export function isInteger(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

export function isInt64(value: unknown): value is number | bigint {
  return isInteger(value) && BigInt(value) >= INT64_MIN && BigInt(value) <= INT64_MAX;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Fraction);
}

/** The integer that a JSON number token denotes; undefined for fractions. */
function integerOf(token: string): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = NUMBER_PARTS.exec(token) ?? [];
  const exponent = Number(exponentText);
  const digits = whole + fraction;
  // Far beyond any integer type, and a BigInt of megabytes takes seconds.
  if (digits.length > LARGEST_EXPONENT) return undefined;
  if (/^0*$/.test(digits)) return 0n;
  if (Math.abs(exponent) > LARGEST_EXPONENT) return undefined;
  const scale = exponent - fraction.length;
  if (scale >= 0) return BigInt(`${sign}${digits}${'0'.repeat(scale)}`);
  const cut = Math.max(digits.length + scale, 0);
  if (/[1-9]/.test(digits.slice(cut))) return undefined;
  return BigInt(`${sign}${digits.slice(0, cut) || '0'}`);
}
