import type { BadBody } from './bad-bodies.ts';

/** The JSON text of a value, since a number in it may be more than a double can represent. */
interface WrongValue {
  readonly label: string;
  readonly json: string;
}

export const wrongNames: readonly WrongValue[] = [
  { label: 'number', json: '42' },
  { label: 'true', json: 'true' },
  { label: 'null', json: 'null' },
  { label: 'empty list', json: '[]' },
  { label: 'list of text', json: '["x"]' },
  { label: 'object', json: '{"name":"x"}' },
];

/** Values that are not an integer. */
export const wrongCategories: readonly WrongValue[] = [
  { label: 'fraction lost in a double', json: '1.0000000000000001' },
  { label: 'fraction that underflows', json: '1e-400' },
  { label: 'fraction beyond 2^53', json: '9007199254740992.5' },
  { label: 'integer as text', json: '"1"' },
  { label: 'true', json: 'true' },
  { label: 'false', json: 'false' },
  { label: 'fraction', json: '1.5' },
  { label: 'negative fraction', json: '-0.5' },
  { label: 'null', json: 'null' },
  { label: 'list of one integer', json: '[1]' },
  { label: 'empty text', json: '""' },
  { label: 'empty list', json: '[]' },
  { label: 'object', json: '{"id":1}' },
];

/** Integers that are not an int64. */
export const outOfRangeCategories: readonly WrongValue[] = [
  { label: '2^63', json: '9223372036854775808' },
  { label: '-2^63 - 1', json: '-9223372036854775809' },
  { label: '2^63 with a point', json: '9223372036854775808.0' },
  { label: '2^63 with an exponent', json: '9.223372036854775808e18' },
  { label: 'overflowing exponent', json: '1e400' },
];

/** Objects without `name` or `categoryId`, although a loose lookup finds both. */
export const otherCaseKeys: readonly BadBody[] = [
  { label: 'keys in upper case', write: withKeys('NAME', 'CATEGORYID') },
  { label: 'keys capitalised', write: withKeys('Name', 'CategoryId') },
  { label: 'categoryId in lower case', write: withKeys('name', 'categoryid') },
  { label: 'NUL after the keys', write: withKeys('name\0', 'categoryId\0') },
  { label: 'space after the keys', write: withKeys('name ', 'categoryId ') },
  { label: 'categoryId in snake case', write: withKeys('name', 'category_id') },
];

function withKeys(nameKey: string, categoryKey: string): BadBody['write'] {
  return (name, categoryId) =>
    `{${JSON.stringify(nameKey)}:${JSON.stringify(name)},${JSON.stringify(categoryKey)}:${categoryId}}`;
}
