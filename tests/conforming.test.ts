import { describe, expect, test } from 'vitest';
import { idsWith, judgeReference } from './support.ts';

describe('the reference server conforms, whatever it already holds', () => {
  test.each([0, 15, 100, 101, 5_000])('%i animals', async (animals) => {
    const report = await judgeReference({ animals }, { consistencyWindowMs: 2_000 });
    expect({
      verdict: report.verdict,
      exitCode: report.exitCode,
      notPassed: report.results
        .filter(({ outcome }) => outcome !== 'pass' && outcome !== 'observed')
        .map(({ id, outcome, reason, actual }) => ({ id, outcome, reason, actual })),
    }).toEqual({ verdict: 'conforming', exitCode: 0, notPassed: [] });
    expect(idsWith(report, 'pass', 'MUST')).toHaveLength(62);
    expect(idsWith(report, 'observed')).toHaveLength(32);
    expect(report.run.requests).toBeLessThanOrEqual(600);
    expect(report.run.creations).toBeLessThanOrEqual(animals === 5_000 ? 59 : 150);
  });
});
