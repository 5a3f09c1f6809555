import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenStrings } from '../../../harness/json/json-bytes.ts';

const LONGEST = 40;
const shortened = (json: string) =>
  shortenStrings(Buffer.from(json), LONGEST, (start, end) => `${start.slice(0, 1)}…${end.slice(-1)}`).toString();

const long = (unit: string) => `first${unit.repeat(40)}last`;

test.each([
  ['["short"]', '["short"]'],
  [`["${'x'.repeat(LONGEST - 1)}"]`, `["${'x'.repeat(LONGEST - 1)}"]`],
  [`["${long('x')}","b","${long('🐈')}"]`, '["f…t","b","f…t"]'],
  [`{"${long('k')}":{"a":"${long('\\n')}"}}`, '{"f…t":{"a":"f…t"}}'],
  [`["\\n${long('\\"')}\\\\"]`, '["\\n…\\\\"]'],
  ['', ''],
  ['[1,2]', '[1,2]'],
])('%s', (json, expected) => {
  expect(shortened(json)).toBe(expected);
});

test.each([
  ['an invalid escape', `["${long('x')}\\x"]`],
  ['a control character', `["${long('x')}\n"]`],
  ['no end', `["${long('x')}`],
])('a string with %s is left for the parser', (_what, json) => {
  expect(shortened(json)).toBe(json);
});

test('only long strings change, wherever they are', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = JSON.stringify([value, long('é')]);
      expect(JSON.parse(shortened(json))).toEqual(changed(JSON.parse(json)));
    }),
  );
});

function changed(value: unknown): unknown {
  if (typeof value === 'string') return changedText(value);
  if (Array.isArray(value)) return value.map(changed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [changedText(name), changed(inner)]));
}

function changedText(text: string): string {
  const length = Buffer.byteLength(JSON.stringify(text)) - 1;
  return length > LONGEST ? `${text.slice(0, 1)}…${text.slice(-1)}` : text;
}
