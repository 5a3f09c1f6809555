import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject, parseJson } from '../../harness/exact-json.ts';
import { hasSize, holdsEvery, idsOf, keepsFields, showsOnly } from '../../suites/pages.ts';
import { replyOf } from './replies.ts';

const rex = { id: 9007199254740993n, name: 'Rex', categoryId: 1 };
const mia = { id: 2, name: 'Mia', categoryId: 1, status: 'sold' } as const;
const page = replyOf();

function animalsIn(text: string): readonly JsonObject[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const both = animalsIn(`[
  {"id": 9007199254740993, "name": "Rex", "categoryId": 1.0},
  {"id": 2, "name": "Mia", "categoryId": 1, "status": "sold", "colour": "black"}
]`);

describe('every known animal', () => {
  test('is on the page, told by its exact id', () => {
    holdsEvery([rex, mia], both, page);
    expect(() => holdsEvery([{ ...rex, id: 9007199254740992n }], both, page)).toThrow(
      'expected the animal {"id":9007199254740992,"name":"Rex","categoryId":1} in the list; actual a short page of 2 without it',
    );
  });

  test('has the fields it was created with, where it is on the page', () => {
    keepsFields([rex, mia, { id: 3, name: 'absent', categoryId: 1 }], both, page);
    expect(() => keepsFields([{ ...mia, name: 'mia' }], both, page)).toThrow(
      'expected animal 2 with name "mia"; actual name "Mia"',
    );
    expect(() => keepsFields([{ ...rex, status: 'sold' }], both, page)).toThrow('actual status absent');
    const { status: _status, ...without } = mia;
    expect(() => keepsFields([without], both, page)).toThrow('with status absent; actual status "sold"');
  });
});

test('a filtered page shows exactly one status, and no animal without one', () => {
  showsOnly('sold', both.slice(1), page);
  showsOnly('sold', [], page);
  expect(() => showsOnly('sold', both, page)).toThrow('actual animal 9007199254740993 with status absent');
  expect(() => showsOnly('SOLD', both.slice(1), page)).toThrow('only animals of status SOLD');
});

test('a page has its size, both ends included', () => {
  hasSize(both, 2, 2, page);
  hasSize(both, 0, 2, page);
  hasSize(both, 2, 9, page);
  expect(() => hasSize(both, 3, 9, page)).toThrow('expected 3 to 9 animals; actual 2 animals');
  expect(() => hasSize(both, 1, 1, page)).toThrow('expected exactly 1 animal; actual 2 animals');
});

test('identifiers are read from whatever list there is', () => {
  expect(idsOf(replyOf({ body: '[{"id": 9007199254740993}, {"id": 2}, 7, {}]' }))).toEqual([
    '9007199254740993',
    '2',
    'null',
  ]);
  expect(['', '{}', 'x'].map((body) => idsOf(replyOf({ body })))).toEqual([[], [], []]);
});
