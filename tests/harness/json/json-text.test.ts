import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonText } from '../../../harness/json/json-text.ts';
import { reporters } from '../../../reporters/index.ts';
import { hostileReport } from '../../reporters/hostile.ts';

const LONE_SURROGATE_ESCAPE = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;
const INVISIBLE = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

describe('JSON for files', () => {
  test('means what JSON.stringify means, where that is text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 2), (value, indent) => {
        expect(JSON.parse(jsonText(value, indent))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test.each([
    ['\ud800', '"\\\\ud800"'],
    ['a\udc00b', '"a\\\\udc00b"'],
    ['\\\ud800', '"\\\\\\\\ud800"'],
    ['\ud83d\ude00', '"\ud83d\ude00"'],
    ['\\ud800', '"\\\\ud800"'],
  ])('has no escape of half a character: %j', (value, expected) => {
    expect(jsonText(value)).toBe(expected);
    expect(JSON.parse(jsonText(value))).not.toMatch(/\p{Surrogate}/u);
  });

  test.each(['\u001b[2J', '\u007f', '\u009b31m', '\u202e', '\u2066', '\u2028', '\ufeff', '\u{e0041}', '\uffff'])(
    'has no character that a terminal obeys: %j',
    (value) => {
      expect(jsonText(`a${value}b`)).not.toMatch(INVISIBLE);
      expect(JSON.parse(jsonText(`a${value}b`))).toBe(`a${value}b`);
    },
  );
});

test.each(['json', 'har'])('%s can be read by strict parsers, whatever a server says', (name) => {
  const text = reporters.get(name)?.(hostileReport, { colour: false, width: 100 }) ?? '';
  expect(text).not.toBe('');
  expect(text).not.toMatch(LONE_SURROGATE_ESCAPE);
  expect(text).not.toMatch(/\p{Surrogate}/u);
  expect(text).not.toMatch(INVISIBLE);
});
