import { describe, expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { checkReference, idsWith } from '../support.ts';

const idsAt = (level: string) =>
  catalogue
    .filter((requirement) => requirement.level === level)
    .map(({ id }) => id)
    .sort();

describe('the reference server conforms, whatever exists there already', () => {
  test.each([0, 15, 100, 101, 5_000])('%i pets', async (pets) => {
    const report = await checkReference({ pets }, { consistencyWindowMs: 2_000 });
    expect({
      verdict: report.verdict,
      exitCode: report.exitCode,
      notPassed: report.results
        .filter(({ outcome }) => outcome !== 'pass' && outcome !== 'observed')
        .map(({ id, outcome, reason, actual }) => ({ id, outcome, reason, actual })),
    }).toEqual({ verdict: 'conforming', exitCode: 0, notPassed: [] });
    expect(idsWith(report, 'pass', 'MUST')).toEqual(idsAt('MUST'));
    expect(idsWith(report, 'observed')).toEqual(idsAt('INFO'));
    expect(report.run.requests).toBeLessThanOrEqual(520);
    expect(report.run.creations).toBeLessThanOrEqual(130);
  });
});
