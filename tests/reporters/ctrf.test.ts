import { validate } from 'ctrf';
import { expect, test } from 'vitest';
import { renderCtrf } from '../../reporters/ctrf.ts';
import { hostileReport } from './hostile.ts';
import { fullReport, intermittent, reportOf, unsteady, waived } from './samples.ts';

test.each([
  ['one of everything', fullReport],
  ['no results', reportOf([])],
  ['hostile content', hostileReport],
])('ctrf is valid with %s', (_case, report) => {
  expect(validate(JSON.parse(renderCtrf(report)))).toMatchObject({ valid: true, errors: [] });
});

test('ctrf counts what it lists, and has our words for what it has none for', () => {
  const { results } = JSON.parse(renderCtrf(fullReport));
  expect(results.summary).toMatchObject({
    tests: 17,
    passed: 2,
    failed: 6,
    skipped: 1,
    pending: 0,
    other: 8,
    flaky: 2,
  });
  expect(results.summary.stop - results.summary.start).toBe(fullReport.run.durationMs);
  const statuses = results.tests.map(({ status, rawStatus }: Record<string, string>) => `${status} ${rawStatus}`);
  expect(statuses).toEqual([
    'failed violating',
    'failed expired',
    'passed pass',
    'failed fail',
    'passed pass',
    'failed fail',
    'other warn',
    'other inconclusive',
    'other inconclusive',
    'skipped skipped',
    'other observed',
    'other waived',
    'other known',
    'failed unsteady',
    'other waived',
    'other unsteady',
    'failed fail',
  ]);
});

test('ctrf reports what excuses a violation, what is unsteady, and what the gate says', () => {
  const { results } = JSON.parse(renderCtrf(fullReport));
  const named = (id: string) => results.tests.find(({ name }: { name: string }) => name === id);
  expect(named(waived.id)).toMatchObject({
    message:
      'Waived until 2026-12-31 by the pets team: It goes with the new store. expected every id once; actual id 7 twice',
    extra: { outcome: 'fail', excuse: waived.excuse, fingerprint: 'aaaabbbbcccc' },
  });
  expect(named(unsteady.id)).toMatchObject({ flaky: true, extra: { rounds: unsteady.rounds } });
  expect(named('create.large')).not.toHaveProperty('flaky');
  expect(named('auth.accepted (expired)')).toMatchObject({
    suite: ['gate'],
    message: expect.stringContaining('ended on 2026-11-01'),
  });
  expect(results.extra.gate).toEqual(fullReport.gate);
});

test.each([
  ['a leap second', { startedAt: '2016-12-31T23:59:60Z', durationMs: 5 }, 5],
  ['a run of centuries', { durationMs: 1e300 }, 0],
])('%s in a report from elsewhere does not break it', (_what, changes, stop) => {
  const report = { ...fullReport, run: { ...fullReport.run, ...changes } };
  expect(JSON.parse(renderCtrf(report)).results.summary.stop).toBe(stop);
});

test('ctrf has the evidence of a violation, and what a pass covers', () => {
  const { results } = JSON.parse(renderCtrf(fullReport));
  const named = (id: string) => results.tests.find(({ name }: { name: string }) => name === id);
  expect(named(intermittent.id)).toMatchObject({
    flaky: true,
    message: expect.stringContaining(
      '; intermittent: in 3 of 41 responses; not seen again in 3 repeats; on a connection',
    ),
    trace: expect.stringContaining('and 8 more, 14 in all'),
    extra: { cases: intermittent.cases, frequency: intermittent.frequency },
  });
  expect(named('auth.accepted')).toMatchObject({ message: 'Checked: listPets, createPet.' });
  expect(results.extra.interruptions).toEqual(fullReport.run.interruptions);
});
