import { describe, expect, test } from 'vitest';
import { faults } from '../../reference/faults/index.ts';
import { matches, remedyRowOf, remedyRows } from '../../reference/remedies/index.ts';

const names = faults.map(({ name }) => name);
const rowOf = new Map(names.map((name) => [name, remedyRowOf(name)]));

describe('every fault has typical code and a fix', () => {
  test('in the first row that has its name', () => {
    expect(names.filter((name) => rowOf.get(name) === undefined)).toEqual([]);
  });

  test('and no row is for whatever is left', () => {
    const patterns = remedyRows.flatMap(([row]) => row.split(/\s+/));
    expect(patterns.filter((pattern) => matches('a-fault-that-nobody-has-thought-of', pattern))).toEqual([]);
  });

  test('and every name and pattern in the rows is that of a fault which no earlier row has', () => {
    const unused = remedyRows.flatMap((row) =>
      row[0].split(/\s+/).filter((pattern) => !names.some((name) => rowOf.get(name) === row && matches(name, pattern))),
    );
    expect(unused).toEqual([]);
  });

  test('each in one sentence of reasonable length', () => {
    const isSentence = (text: string, length: number) => /^[A-Za-z\d-].*\.$/.test(text) && text.length <= length;
    const texts = remedyRows.flatMap(([, , code, fix]) => [code, fix]);
    expect(texts.filter((text) => !isSentence(text, 260))).toEqual([]);
    const common = remedyRows.map(([, text]) => text);
    expect(common.filter((text) => !isSentence(text, 100))).toEqual([]);
  });
});
