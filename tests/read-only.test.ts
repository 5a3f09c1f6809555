import { describe, expect, test } from 'vitest';
import { idsWith, judgeReference } from './support.ts';

describe('a read-only run', () => {
  test.each([5, 100, 5_000])('decides what needs no creation on a target with %i animals', async (animals) => {
    const report = await judgeReference({ animals }, { readOnly: true });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0, run: { creations: 0 } });
    expect(idsWith(report, 'inconclusive')).toEqual([]);
    expect(idsWith(report, 'pass').length).toBeGreaterThan(40);
    for (const { outcome, reason } of report.results) if (outcome === 'skipped') expect(reason).toMatch(/^Read-only: /);
  });

  test('calls an empty target incomplete: nothing seen is no pass', async () => {
    const report = await judgeReference({ animals: 0 }, { readOnly: true });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4, run: { creations: 0 } });
  });

  test('still tells a violation that shows without creating anything', async () => {
    const report = await judgeReference({ animals: 200, faults: ['capped-at-eighty'] }, { readOnly: true });
    expect(report.exitCode).toBe(1);
    expect(idsWith(report, 'fail')).toContain('list.limit.maximum');
  });
});
