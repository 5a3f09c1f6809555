import { describe, expect, it } from 'vitest';
import { aboveMaximum, belowMinimum, malformedLimits } from '../../../suites/inputs/limits.ts';
import { expectEncoded } from './encoded-text.ts';
import { conformingServer, expectClientError, expectUniqueLabels } from './reference.ts';

const all = [...malformedLimits, ...aboveMaximum, ...belowMinimum];

describe('limits', () => {
  it('have labels and values of their own', () => {
    expectUniqueLabels(all);
    expect(new Set(all.map(({ query }) => query)).size).toBe(all.length);
  });

  it.each(all)('$label: encoded', ({ query, utf8 = true }) => expectEncoded(query, utf8));

  it.each(malformedLimits)('$label: not an integer', ({ query }) => expect(query).not.toMatch(/^-?\d{1,20}$/));

  it.each(aboveMaximum)('$label: above 100', ({ query }) => expect(BigInt(query)).toBeGreaterThan(100n));

  it.each(belowMinimum)('$label: below 1', ({ query }) => expect(BigInt(query)).toBeLessThan(1n));

  it('are read as more than 100 by loose parsers in at least half of the malformed ones', () => {
    const loose = malformedLimits.filter(({ query }) => /500|5e2|1F4|5_00|%90|%A0|Infinity|1e400/.test(query));
    expect(loose.length * 2).toBeGreaterThan(malformedLimits.length);
  });

  it('are refused by the reference server, which has more pets than a page', async () => {
    await using server = await conformingServer();
    expect(JSON.parse((await server.list('limit=100')).text)).toHaveLength(100);
    for (const { query } of all) expectClientError(await server.list(`limit=${query}`));
  });
});
