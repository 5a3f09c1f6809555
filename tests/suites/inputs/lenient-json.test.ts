import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../reference/json/parse.ts';
import { lenientBodies } from '../../../suites/inputs/bad-bodies.ts';
import { conformingServer, expectError, expectUniqueLabels, MARK } from './reference.ts';

describe('lenient JSON', () => {
  it('has at most 40 entries with labels of their own', () => {
    expect(lenientBodies.length).toBeLessThanOrEqual(40);
    expectUniqueLabels(lenientBodies);
  });

  it.each(lenientBodies)('$label: neither parser reads it', ({ write }) => {
    for (const categoryId of [1n, 42n, -7n, 2n ** 63n - 1n]) {
      expect(() => JSON.parse(write(MARK, categoryId))).toThrow(SyntaxError);
      expect(() => parseJson(write(MARK, categoryId))).toThrow(SyntaxError);
    }
  });

  it.each(lenientBodies)('$label: has nothing that is not checked', ({ write }) => {
    const body = write(MARK, 1n);
    expect(body).not.toMatch(/\ufeff|\p{Cs}/u);
    expect(body).toContain(MARK);
  });

  it('is refused by a conforming server', async () => {
    await using server = await conformingServer();
    const before = server.pets();
    for (const { write } of lenientBodies) expectError(await server.create(write(MARK, 1n)), 400);
    expect(server.pets()).toBe(before);
  });
});
