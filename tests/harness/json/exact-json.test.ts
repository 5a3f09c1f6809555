import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  INT64_MAX,
  INT64_MIN,
  isInt64,
  isInteger,
  isObject,
  type JsonValue,
  parseJson,
  toJson,
} from '../../../harness/json/exact-json.ts';

const isSafe = (value: bigint) => BigInt(Number(value)) === value && Number.isSafeInteger(Number(value));

describe('integers', () => {
  test.each([
    ['9223372036854775807', INT64_MAX],
    ['-9223372036854775808', INT64_MIN],
    ['9223372036854775808', 2n ** 63n],
    ['9007199254740993', 9007199254740993n],
    ['92233720368547.75807e5', INT64_MAX],
    ['9.223372036854775807E+18', INT64_MAX],
    ['9223372036854775807000e-3', INT64_MAX],
    ['9007199254740993.0', 9007199254740993n],
    ['1e30', 10n ** 30n],
  ])('%s keeps every digit', (text, value) => {
    expect(parseJson(text)).toBe(value);
    expect(parseJson(`{"id": [${text}, "x"]}`)).toEqual({ id: [value, 'x'] });
  });

  test.each([
    ['1.0', 1],
    ['1e0', 1],
    ['-0', -0],
    ['10e-1', 1],
    ['0e999', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740991.000', Number.MAX_SAFE_INTEGER],
  ])('%s stays a number, where a double holds it', (text, value) => {
    expect(parseJson(text)).toBe(value);
  });

  test.each(['1.5', '-0.1', '1e-1', '12345678901234.5e-1', '1e999', '-1e999'])('%s is not an integer', (text) => {
    expect(parseJson(text)).toBe(Number(text));
    expect(isInteger(parseJson(text))).toBe(false);
  });

  test.each(['9007199254740993.5', '123456789012345678e-1', '1.00000000000000000001', '1e-400', '-1e-500'])(
    '%s is not an integer, though the nearest double is one',
    (text) => {
      expect(isInteger(parseJson(text))).toBe(false);
      expect(toJson({ id: parseJson(text) })).toBe(`{"id":${text}}`);
    },
  );

  test('are exactly those that BigInt reads in the same text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
        const read = parseJson(` [${value}] `);
        expect(read).toEqual([isSafe(value) ? Number(value) : value]);
      }),
    );
  });

  test('are the same whichever way they are written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }), fc.integer({ min: 1, max: 15 }), (value, places) => {
        const digits = value.toString();
        const moved = `${digits.slice(0, -places)}.${digits.slice(-places)}e${places}`;
        expect(parseJson(moved)).toBe(value);
        expect(parseJson(`-${digits}${'0'.repeat(places)}E-${places}`)).toBe(-value);
      }),
    );
  });
});

describe('text', () => {
  test.each([
    '"9007199254740993"',
    String.raw`"a \" 9007199254740993 \\"`,
    String.raw`"\\\" 12345678901234567890 \u0031e5"`,
    '"\u2028 9007199254740993 \ud83d\ude00"',
    '{"9007199254740993": "1e5"}',
  ])('%s is what JSON.parse reads', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
    expect(parseJson(`[${text}, 9007199254740993]`)).toEqual([JSON.parse(text), 9007199254740993n]);
  });

  test('that is not JSON is refused, and any other taken, as by JSON.parse', () => {
    const fragment = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '1', '9007199254740993', 'e', '.', '-');
    const near = fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(near, fc.json()), (text) => {
        expect(isReadBy(parseJson, text)).toBe(isReadBy(JSON.parse, text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('objects', () => {
  test('keep the last of two fields of one name, as JSON.parse does', () => {
    expect(parseJson('{"id": 9007199254740993, "id": 9007199254740995}')).toEqual({ id: 9007199254740995n });
  });

  test('take __proto__ for a name like any other', () => {
    const value = parseJson('{"__proto__": {"id": 9007199254740993}, "constructor": 1}');
    expect(isObject(value) && Object.entries(value)).toEqual([
      ['__proto__', { id: 9007199254740993n }],
      ['constructor', 1],
    ]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(toJson(value)).toBe('{"__proto__":{"id":9007199254740993},"constructor":1}');
  });

  test('may stand deep inside one another', () => {
    const depth = 1000;
    const text = `${'{"a":['.repeat(depth)}9007199254740993${']}'.repeat(depth)}`;
    expect(toJson(parseJson(text))).toBe(text);
  });

  test('nested at any depth keep their digits, and so do those beside them', () => {
    const depth = 200_000;
    const deep = `${'['.repeat(depth)}9007199254740993${']'.repeat(depth)}`;
    const value = parseJson(`{"deep":${deep},"id":9007199254740995}`);
    if (!isObject(value)) throw new Error('not an object');
    expect(value.id).toBe(9007199254740995n);
    let inner = value.deep;
    while (Array.isArray(inner)) [inner] = inner;
    expect(inner).toBe(9007199254740993n);
    expect(toJson(value)).toMatch(/deep/);
  });

  test('are reported from arrays and null', () => {
    expect([{}, [], null, 'text', 1n].map(isObject)).toEqual([true, false, false, false, false]);
  });
});

describe('writing and reading', () => {
  const leaf = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).filter((value) => !isSafe(value)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
    fc.string({ unit: 'binary' }),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }).map((value) => `"${value}\\`),
  );
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('tree')),
      fc.dictionary(fc.string(), tie('tree'), { noNullPrototype: true }),
    ),
  }));

  test('give back every value', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2), (value, indent) => {
        expect(isDeepStrictEqual(parseJson(toJson(value, indent)), value)).toBe(true);
      }),
    );
  });

  test('write a BigInt as digits, also between other fields', () => {
    expect(toJson({ id: INT64_MIN, tags: [INT64_MAX, 1, 'int'] })).toBe(
      '{"id":-9223372036854775808,"tags":[9223372036854775807,1,"int"]}',
    );
  });
});

test('int64 ends at 2^63 - 1 and at -2^63', () => {
  expect([INT64_MIN, INT64_MAX, 0, -1, 1n].every(isInt64)).toBe(true);
  expect([INT64_MIN - 1n, INT64_MAX + 1n, 1.5, 2 ** 63, Number.NaN, '1', null, true].some(isInt64)).toBe(false);
});

function isReadBy(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}
