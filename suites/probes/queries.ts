import type { Value } from './covering.ts';

/** A percent-encoded value of a query parameter. */
export interface QueryValue extends Value {
  readonly query: string;
}

const limit = (label: string, query: string): QueryValue => ({ label: `limit ${label}`, query });

/**
 * Not an integer from 1 to 100. Where a loose parser reads a number, most are above 100, so that a limit that was
 * dropped or folded shows.
 */
export const ODD_LIMITS: readonly QueryValue[] = [
  limit('abc', 'abc'),
  limit('0', '0'),
  limit('101', '101'),
  limit('of 2^31', '2147483648'),
  limit('of 2^32 + 50', '4294967346'),
  limit('of 2^32 + 150', '4294967446'),
  limit('of 2^63 - 1', '9223372036854775807'),
  limit('of 2^64 + 150', '18446744073709551766'),
  limit('of 2^8 + 150', '406'),
  limit('-1', '-1'),
  limit('Infinity', 'Infinity'),
  limit('in full-width digits', '%EF%BC%95%EF%BC%90%EF%BC%90'),
  limit('empty', ''),
  limit('with invalid UTF-8', '500%FF'),
  limit('twice, the larger last', '1&limit=500'),
  limit('twice, the larger first', '500&limit=1'),
  limit('with text behind the number', '500abc'),
  limit('in hexadecimal', '0x1F4'),
  limit('as a comma list', '500,10'),
  limit('with an exponent', '5e2'),
  limit('with a plus sign', '%2B500'),
  limit('of 500.0', '500.0'),
  limit('of 30 digits', '123456789012345678901234567890'),
];

const status = (label: string, query: string): QueryValue => ({ label: `status ${label}`, query });

/** Not a PetStatus, though a loose comparison matches one. */
export const OTHER_STATUSES: readonly QueryValue[] = [
  status('unknown', 'unknown'),
  status('in upper case', 'AVAILABLE'),
  status('capitalised', 'Sold'),
  status('all', 'all'),
  status('with invalid UTF-8', 'sold%FF'),
  status('as a regular expression', '.*'),
  status('as a broken regular expression', 'sold%28'),
  status('cut short', 'avail'),
  status('as an SQL pattern', 'a%25'),
  status('with an SQL wildcard', 'sol_'),
  status('as a comma list', 'available,sold'),
  status('0', '0'),
  status('as a glob', 's*'),
  status('in double quotes', '%22available%22'),
  status('with an accent', 'avail%C3%A1ble'),
  status('null', 'null'),
  status('the name of a built-in function', 'constructor'),
];

/** Where off-by-one mistakes, caps, defaults and rounding show. */
export const EXACT_LIMITS: readonly number[] = [2, 20, 21, 30, 50, 99];
