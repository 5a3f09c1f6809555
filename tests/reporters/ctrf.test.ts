import { validate } from 'ctrf';
import { expect, test } from 'vitest';
import { renderCtrf } from '../../reporters/ctrf.ts';
import { hostileReport } from './hostile.ts';
import { fullReport, reportOf } from './samples.ts';

test.each([
  ['one of everything', fullReport],
  ['no results', reportOf([])],
  ['hostile content', hostileReport],
])('ctrf is valid with %s', (_case, report) => {
  expect(validate(JSON.parse(renderCtrf(report)))).toMatchObject({ valid: true, errors: [] });
});

test('ctrf counts what it lists, and tells in our words what it has none for', () => {
  const { results } = JSON.parse(renderCtrf(fullReport));
  expect(results.summary).toMatchObject({ tests: 10, passed: 2, failed: 3, skipped: 1, pending: 0, other: 4 });
  expect(results.summary.stop - results.summary.start).toBe(fullReport.run.durationMs);
  const statuses = results.tests.map(({ status, rawStatus }: Record<string, string>) => `${status} ${rawStatus}`);
  expect(statuses).toEqual([
    'failed violating',
    'passed pass',
    'failed fail',
    'passed pass',
    'failed fail',
    'other warn',
    'other inconclusive',
    'other inconclusive',
    'skipped skipped',
    'other observed',
  ]);
});
