import { describe, expect, it } from 'vitest';
import {
  otherCaseKeys,
  outOfRangeCategories,
  wrongCategories,
  wrongNames,
} from '../../../suites/inputs/wrong-values.ts';
import { conformingServer, expectError, expectUniqueLabels, MARK } from './reference.ts';

describe('wrong values', () => {
  it.each([wrongNames, wrongCategories, outOfRangeCategories, otherCaseKeys])('have labels of their own', (...table) =>
    expectUniqueLabels(table),
  );

  it.each([...wrongNames, ...wrongCategories, ...outOfRangeCategories])('$label: JSON', ({ json }) => {
    expect(() => JSON.parse(json)).not.toThrow();
  });

  it.each(wrongNames)('name: $label is not text', ({ json }) => expect(typeof JSON.parse(json)).not.toBe('string'));

  it.each(otherCaseKeys)('$label: lacks a required key', ({ write }) => {
    const keys = Object.keys(JSON.parse(write(MARK, 7n)));
    expect(keys.includes('name') && keys.includes('categoryId')).toBe(false);
    expect(write(MARK, 7n)).toContain(MARK);
  });

  it('are refused by a conforming server', async () => {
    await using server = await conformingServer();
    const before = server.pets();
    const bodies = [
      ...wrongNames.map(({ json }) => `{"name":${json},"categoryId":1}`),
      ...[...wrongCategories, ...outOfRangeCategories].map(({ json }) => `{"name":"${MARK}","categoryId":${json}}`),
      ...otherCaseKeys.map(({ write }) => write(MARK, 1n)),
    ];
    for (const body of bodies) expectError(await server.create(body), 400);
    expect(server.pets()).toBe(before);
  });
});
