import { describe, expect, it } from 'vitest';
import { nonObjectBodies } from '../../../suites/inputs/bad-bodies.ts';
import { conformingServer, expectError, expectUniqueLabels, MARK } from './reference.ts';

describe('bodies that are not an object', () => {
  it('have labels of their own', () => expectUniqueLabels(nonObjectBodies));

  it.each(nonObjectBodies)('$label: JSON of another type, or nothing', ({ write }) => {
    const body = write(MARK, 1n);
    const value: unknown = body.trim() === '' ? null : JSON.parse(body);
    expect(value === null || Array.isArray(value) || typeof value !== 'object').toBe(true);
  });

  it('are refused by a conforming server', async () => {
    await using server = await conformingServer();
    const before = server.pets();
    for (const { write } of nonObjectBodies) expectError(await server.create(write(MARK, 1n)), 400);
    expect(server.pets()).toBe(before);
  });
});
