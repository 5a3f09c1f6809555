import { describe, expect, it } from 'vitest';
import { badStatuses, statusNearMisses } from '../../../suites/inputs/statuses.ts';
import { expectEncoded } from './encoded-text.ts';
import { conformingServer, expectClientError, expectError, expectUniqueLabels, MARK } from './reference.ts';

const STATUSES = ['available', 'pending', 'sold'];

describe('status filter', () => {
  it('has labels and values of its own', () => {
    expectUniqueLabels(statusNearMisses);
    expect(new Set(statusNearMisses.map(({ query }) => query)).size).toBe(statusNearMisses.length);
  });

  it.each(statusNearMisses)('$label: one encoded value that is not a status', ({ query, utf8 = true }) => {
    expectEncoded(query, utf8);
    expect(query).not.toMatch(/&|^$/);
    if (utf8) expect(STATUSES).not.toContain(decodeURIComponent(query));
  });

  it('comes near every status', () => {
    for (const stem of ['avail', 'pend', 'old']) {
      expect(statusNearMisses.some(({ query }) => query.toLowerCase().includes(stem))).toBe(true);
    }
  });

  it('shows no pet on a conforming server', async () => {
    await using server = await conformingServer();
    for (const status of STATUSES) expect((await server.list(`status=${status}`)).status).toBe(200);
    for (const { query } of statusNearMisses) expectClientError(await server.list(`status=${query}`));
  });
});

describe('status of a new pet', () => {
  it('has labels of its own', () => expectUniqueLabels(badStatuses));

  it.each(badStatuses)('$label: not a status', ({ value }) => {
    expect(STATUSES).not.toContain(value);
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  it('is refused by a conforming server', async () => {
    await using server = await conformingServer();
    for (const { value } of badStatuses) {
      expectError(await server.create(JSON.stringify({ name: MARK, categoryId: 1, status: value })), 400);
    }
    expect((await server.create(JSON.stringify({ name: MARK, categoryId: 1, status: 'sold' }))).status).toBe(201);
  });
});
