import { LIMIT } from '../reading/document.ts';
import { rare, type Table, tableOf, type Value } from './value.ts';

/** A percent-encoded value of a query parameter. */
export interface QueryValue extends Value {
  readonly query: string;
}

const limit = (id: string, label: string, query: string): QueryValue => ({ id, label: `limit ${label}`, query });
const number = (id: string, label: string, value: bigint) => limit(id, label, String(value));
const observed = (value: QueryValue): QueryValue => ({ ...value, observes: 'observed.limits' });

/**
 * Not an integer from 1 to 100, the most common first. Where a loose parser reads a number, most are above 100, so that
 * a limit that was dropped or folded shows.
 */
export const ODD_LIMITS: Table<QueryValue> = tableOf('limit', [
  observed(limit('abc', 'abc', 'abc')),
  observed(number('zero', '0', 0n)),
  observed(number('above', '101', 101n)),
  number('thousand', '1000', 1000n),
  number('two-to-31', '2^31', 2n ** 31n),
  number('folds-32-to-50', '2^32 + 50', 2n ** 32n + 50n),
  number('folds-32-to-150', '2^32 + 150', 2n ** 32n + 150n),
  number('int64-maximum', '2^63 - 1', 2n ** 63n - 1n),
  number('two-to-63', '2^63', 2n ** 63n),
  number('folds-64-to-50', '2^64 + 50', 2n ** 64n + 50n),
  number('folds-64-to-150', '2^64 + 150', 2n ** 64n + 150n),
  number('folds-8-to-150', '2^8 + 150', 2n ** 8n + 150n),
  number('minus-one', '-1', -1n),
  number('int64-minimum', '-2^63', -(2n ** 63n)),
  limit('infinity', 'Infinity', 'Infinity'),
  limit('full-width', 'in full-width digits', '%EF%BC%95%EF%BC%90%EF%BC%90'),
  limit('superscript', 'in superscript digits', '%E2%81%B5%E2%81%B0%E2%81%B0'),
  limit('arabic', 'in Arabic digits', '%D9%A5%D9%A0%D9%A0'),
  limit('circled', 'in circled digits', '%E2%91%A4'),
  limit('empty', 'empty', ''),
  limit('invalid-utf-8', 'with invalid UTF-8', '500%FF'),
  limit('larger-last', 'twice, the larger last', '1&limit=500'),
  limit('larger-first', 'twice, the larger first', '500&limit=1'),
  // Parsers that make a list of limit[] find that it is a text already.
  limit('text-and-list', 'as a text and as a list', 'abc&limit%5B%5D=abc'),
  limit('text-behind', 'with text behind the number', '500abc'),
  limit('hexadecimal', 'in hexadecimal', '0x1F4'),
  limit('comma-list', 'as a comma list', '500,10'),
  limit('exponent', 'with an exponent', '5e2'),
  limit('plus-sign', 'with a plus sign', '%2B500'),
  limit('decimal', '500.0', '500.0'),
  limit('fraction', '1.5', '1.5'),
  limit('rounds-up', '100.6, which rounds up', '100.6'),
  limit('rounds-up-to-one', '0.6, which rounds up', '0.6'),
  limit('thirty-digits', 'of 30 digits', '123456789012345678901234567890'),
  rare(limit('devanagari', 'in Devanagari digits', '%E0%A5%AB%E0%A5%A6%E0%A5%A6')),
  rare(limit('roman', 'in Roman numerals', 'D')),
  rare(limit('nan', 'NaN', 'NaN')),
  rare(limit('null', 'null', 'null')),
  rare(limit('true', 'true', 'true')),
  rare(limit('brackets', 'in brackets', '%5B500%5D')),
  rare(limit('minus-zero', '-0', '-0')),
  rare(limit('octal', 'in octal', '0o764')),
  rare(limit('separators', 'with separators', '5_00')),
  rare(limit('nines', '100.99999999999999999', '100.99999999999999999')),
  rare(number('two-to-32', '2^32', 2n ** 32n)),
  rare(number('two-to-64', '2^64', 2n ** 64n)),
  rare(number('below-32-bits', '-2^31 - 1', -(2n ** 31n) - 1n)),
  rare(number('folds-to-150', '-2^32 + 150', -(2n ** 32n) + 150n)),
]);

interface ExactLimit extends Value {
  readonly limit: number;
}

/** Every number from 1 to 100. */
export const EXACT_LIMITS: Table<ExactLimit> = tableOf(
  'exact-limit',
  Array.from({ length: LIMIT.maximum }, (_, at): ExactLimit => {
    return { id: String(at + 1), label: `limit ${at + 1}`, limit: at + 1 };
  }),
);

const filter = (id: string, label: string, query: string): QueryValue => ({ id, label: `status ${label}`, query });

/** Not a PetStatus, though a loose comparison matches one. */
export const OTHER_STATUSES: Table<QueryValue> = tableOf('filter', [
  filter('unknown', 'unknown', 'unknown'),
  filter('upper-case', 'AVAILABLE', 'AVAILABLE'),
  filter('capitalised', 'capitalised', 'Sold'),
  filter('all', 'all', 'all'),
  filter('invalid-utf-8', 'with invalid UTF-8', 'sold%FF'),
  filter('regular-expression', 'as a regular expression', '.*'),
  filter('broken-regular-expression', 'as a broken regular expression', 'sold%28'),
  filter('cut', 'cut short', 'avail'),
  filter('sql-pattern', 'as an SQL pattern', 'a%25'),
  filter('sql-wildcard', 'with an SQL wildcard', 'sol_'),
  filter('comma-list', 'as a comma list', 'available,sold'),
  filter('zero', '0', '0'),
  filter('glob', 'as a glob', 's*'),
  filter('in-quotes', 'in double quotes', '%22available%22'),
  filter('accent', 'with an accent', 'avail%C3%A1ble'),
  filter('null', 'null', 'null'),
  filter('built-in', 'the name of a built-in function', 'constructor'),
  rare(filter('full-width', 'in full-width letters', '%EF%BD%93%EF%BD%8F%EF%BD%8C%EF%BD%84')),
  rare(filter('longer', 'with more letters', 'availablex')),
  rare(filter('true', 'true', 'true')),
  rare(filter('undefined', 'undefined', 'undefined')),
  rare(filter('negated', 'negated', '!sold')),
  rare(filter('sql', 'as SQL', '%27%20OR%201%3D1--')),
  rare(filter('in-brackets', 'in brackets', '%5B%22sold%22%5D')),
]);

interface OrderValue extends Value {
  readonly isReversed: boolean;
}

/** Two parameters come in either order. */
export const ORDERS: Table<OrderValue> = tableOf(
  'order',
  [
    { id: 'as-usual', label: 'in the usual order', isReversed: false },
    { id: 'reversed', label: 'parameters in the other order', isReversed: true },
  ],
  'as-usual',
);

interface BesideValue extends Value {
  readonly isAlone: boolean;
}

/** A parameter is alone, or another one is beside it. */
export const BESIDES: Table<BesideValue> = tableOf(
  'company',
  [
    { id: 'alone', label: 'alone', isAlone: true },
    { id: 'both', label: 'with the other parameter', isAlone: false },
  ],
  'alone',
);
