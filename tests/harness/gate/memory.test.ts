import { describe, expect, test } from 'vitest';
import { applyGate } from '../../../harness/gate/gate.ts';
import { nextBaseline } from '../../../harness/gate/memory.ts';
import type { Report, Result } from '../../../harness/model/report.ts';
import { failureOf, reportOf, resultOf } from '../../reporters/samples.ts';

const ID = 'errors.no-5xx';
const OPTIONS = { today: '2026-11-15', strict: false };

/** `.` passes, `~` fails now and then, `x` fails each time, `?` is undecided, `-` is a run that did not finish. */
function nightOf(mark: string, forgetAfter = 3): Report {
  const fingerprint = mark === '~' ? 'f0-intermittent' : 'f1';
  const violations = [failureOf({ fingerprint })];
  const changes: Partial<Result> =
    mark === '~' || mark === 'x' ? { outcome: 'fail', violations } : mark === '?' ? { outcome: 'inconclusive' } : {};
  const isViolating = changes.outcome === 'fail';
  const report = reportOf([resultOf('list.ok'), resultOf(ID, changes)], {
    ...(isViolating && { verdict: 'violating', exitCode: 1 }),
    ...(mark === '-' && { verdict: 'incomplete', exitCode: 4, diagnosis: 'It was stopped.' }),
  });
  return { ...report, run: { ...report.run, settings: { forgetAfter } } };
}

type Keep = (report: Report, before: Report | undefined) => Report | undefined;

/** The exit codes of these nights, each with the baseline that the one before it left. */
function exitCodesOf(marks: string, keep: Keep): readonly number[] {
  let baseline: Report | undefined;
  return [...marks].map((mark) => {
    const report = applyGate(nightOf(mark), baseline ? { baseline } : {}, OPTIONS);
    baseline = keep(report, baseline);
    return report.exitCode;
  });
}

const lastNight: Keep = (report) => report;

describe.each([
  ['the last night', lastNight],
  ['the last good night', nextBaseline],
])('with %s as the baseline, a failure that comes and goes', (_which, keep) => {
  test.each([
    ['..~.~~.~', [0, 0, 1, 0, 0, 0, 0, 0]],
    ['.~..~', [0, 1, 0, 0, 0]],
    // Three runs without it, and the next one is new.
    ['.~...~', [0, 1, 0, 0, 0, 1]],
    // What nothing was decided about does not count.
    ['.~.?.~', [0, 1, 0, 4, 0, 0]],
    ['.~x', [0, 1, 1]],
  ])('fails the first night and no other: %s', (marks, expected) => {
    expect(exitCodesOf(marks, keep)).toEqual(expected);
  });
});

test('a failure that shows each time fails every night until the last good one is like it', () => {
  expect(exitCodesOf('.xxx.x', nextBaseline)).toEqual([0, 1, 1, 1, 0, 1]);
  expect(exitCodesOf('.xxx.x', lastNight)).toEqual([0, 1, 0, 0, 0, 1]);
});

test('the first night is a baseline whatever it shows, and a night that did not finish never is', () => {
  expect(exitCodesOf('xxx.x', nextBaseline)).toEqual([1, 0, 0, 0, 1]);
  expect(nextBaseline(nightOf('-'), undefined)).toBeUndefined();
  const good = nightOf('.');
  expect(nextBaseline(nightOf('-'), good)).toBe(good);
});

test('what is remembered is no fix, and what is forgotten is said', () => {
  const noticesOf = (marks: string) => {
    let baseline: Report | undefined;
    for (const mark of marks) baseline = applyGate(nightOf(mark), baseline ? { baseline } : {}, OPTIONS);
    return baseline?.gate?.notices.map(({ sentence }) => sentence);
  };
  expect(noticesOf('~..')).toEqual([]);
  expect(noticesOf('~...')).toEqual([`${ID} failed now and then, and has not for 3 runs: it is no longer known.`]);
});

test('a failure on a value that the baseline did not send is not called a change of the server', () => {
  const violations = [failureOf({ fingerprint: 'f1', inputs: ['name/emoji'] })];
  const sent = (report: Report, values?: readonly string[]) => ({
    ...report,
    run: { ...report.run, ...(values && { values }) },
  });
  const now = reportOf([resultOf(ID, { outcome: 'fail', violations })], { verdict: 'violating', exitCode: 1 });
  const failing = sent(now, ['name/emoji']);
  const baselineWith = (values?: readonly string[]) => sent(reportOf([resultOf(ID)]), values);
  const gated = (values?: readonly string[]) => applyGate(failing, { baseline: baselineWith(values) }, OPTIONS);
  expect(gated(['limit/above'])).toMatchObject({
    exitCode: 1,
    gate: { notices: [{ kind: 'newly-sent', sentence: `${ID} fails on name/emoji, which was not sent then.` }] },
  });
  expect(gated(['name/emoji']).gate?.notices).toMatchObject([{ kind: 'worse' }]);
  // What a list is asked for is no value that is sent.
  expect(applyGate(now, { baseline: baselineWith(['limit/above']) }, OPTIONS).gate?.notices).toMatchObject([
    { kind: 'worse' },
  ]);
  // The report of an older version does not say what it sent.
  expect(gated().gate?.notices).toMatchObject([{ kind: 'worse' }]);
});
