import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaceLongStrings } from '../../../harness/json/json-bytes.ts';

const LONGEST = 20;
const replaced = (json: string) => replaceLongStrings(Buffer.from(json), LONGEST, () => 'long').toString();

test.each([
  ['["short"]', '["short"]'],
  [`["${'x'.repeat(LONGEST - 1)}"]`, `["${'x'.repeat(LONGEST - 1)}"]`],
  [`["${'x'.repeat(30)}","b","${'y'.repeat(30)}"]`, '["long","b","long"]'],
  [`{"${'k'.repeat(30)}":{"a":"${'🐈'.repeat(9)}"}}`, '{"long":{"a":"long"}}'],
  ['', ''],
  ['[1,2]', '[1,2]'],
])('%s', (json, expected) => {
  expect(replaced(json)).toBe(expected);
});

test.each([
  ['an escape', `["${'x'.repeat(30)}\\n"]`],
  ['an invalid escape', `["${'x'.repeat(30)}\\x"]`],
  ['a control character', `["${'x'.repeat(30)}\n"]`],
  ['no end', `["${'x'.repeat(30)}`],
])('a string with %s is left for the parser', (_what, json) => {
  expect(replaced(json)).toBe(json);
});

test('every other value stays the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const shorten = (inner: unknown) => (typeof inner === 'string' && isLong(inner) ? 'long' : inner);
      const json = JSON.stringify({ value });
      expect(JSON.parse(replaced(json))).toEqual(JSON.parse(json, (_key, inner) => renamed(shorten(inner))));
    }),
  );
});

function isLong(text: string): boolean {
  return Buffer.byteLength(text) >= LONGEST && !JSON.stringify(text).includes('\\');
}

function renamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [isLong(name) ? 'long' : name, inner]));
}
