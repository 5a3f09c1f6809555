import { describe, expect, test } from 'vitest';
import { nights, ORDERS, quietNights } from '../../proof/nights.ts';

describe('a server that keeps every pet, with ledger and baseline', () => {
  test.each([
    ['oldest first', 60],
    ['newest first', 20],
    ['random order', 20],
  ] as const)('%s: each of %i nights ends with 0, and none is worse than the last', async (order, count) => {
    expect(await quietNights(count, ORDERS[order])).toEqual([]);
  });
});

/** Pets accepted although they are invalid, bodies sent before, pages that fill up, ids that grow. */
const FAULTS = [
  'bad-status-stored',
  'status-not-stored',
  'second-identical-create-crashes',
  'every-second-wrong-type-accepted',
];

test.each(FAULTS)('%s is known on the second night, and fixed on the third', async (fault) => {
  const faults = (night: number) => (night < 3 ? [fault] : []);
  const series: { exitCode: number; kinds: readonly string[] }[] = [];
  for await (const { exitCode, gate } of nights({ count: 3, faults, strict: true })) {
    series.push({ exitCode, kinds: gate?.notices.map(({ kind }) => kind) ?? [] });
  }
  expect(series.map(({ exitCode }) => exitCode)).toEqual([1, 0, 0]);
  expect(series[1]?.kinds).not.toContain('worse');
  expect(series[2]?.kinds).toContain('fixed');
});
