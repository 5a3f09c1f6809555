import { expect, test } from 'vitest';
import { unofferedCoding } from '../../suites/reading/coding.ts';

test.each([
  ['gzip', 'gzip, compress, deflate, br', undefined],
  ['GZIP', 'gzip', undefined],
  ['x-gzip', 'gzip', undefined],
  ['br', '*', undefined],
  ['zstd', undefined, undefined],
  ['identity', 'identity', undefined],
  [undefined, 'identity', undefined],
  ['', 'identity', undefined],
  ['deflate', 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3', undefined],
  ['gzip', 'identity', 'gzip'],
  ['br', 'gzip, deflate', 'br'],
  ['gzip, br', 'gzip', 'br'],
  ['gzip', 'gzip;q=0, br', 'gzip'],
  ['utf-8', 'gzip', 'utf-8'],
])('a body in %s where %s was offered', (coding, offered, expected) => {
  const request = offered === undefined ? [] : [['accept-encoding', offered] as const];
  const response = coding === undefined ? [] : [['Content-Encoding', coding] as const];
  expect(unofferedCoding(request, response)).toBe(expected);
});
