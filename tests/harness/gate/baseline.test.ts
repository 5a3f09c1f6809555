import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../harness/basics/usage-error.ts';
import { checkedBaseline } from '../../../harness/gate/apply-baseline.ts';
import { applyGate } from '../../../harness/gate/gate.ts';
import type { Outcome, Report, Result } from '../../../harness/model/report.ts';
import { failureOf, reportOf, resultOf } from '../../reporters/samples.ts';

const ID = 'list.complete';

/** How it ended, as a result. */
type End = 'pass' | 'fail' | 'undecided' | 'skipped' | 'now and then';

const failing = (...fingerprints: readonly string[]): Partial<Result> => ({
  outcome: 'fail',
  violations: fingerprints.map((fingerprint) => failureOf({ fingerprint, inputs: [`limit/${fingerprint}`] })),
});

const ENDS: Readonly<Record<End, Partial<Result>>> = {
  pass: {},
  fail: failing('f0'),
  undecided: { outcome: 'inconclusive', reason: 'Every page was full.' },
  skipped: { outcome: 'skipped', reason: 'Left out.' },
  'now and then': failing('f0-intermittent'),
};

function reportWith(ends: Partial<Result>, changes: Partial<Report> = {}): Report {
  return reportOf([resultOf('list.ok'), resultOf(ID, ends)], changes);
}

function measured(before: Partial<Result> | undefined, after: Partial<Result>, strict = false): Report {
  const baseline = before ? reportWith(before) : reportOf([resultOf('list.ok')]);
  return applyGate(reportWith(after), { baseline }, { today: '2026-11-15', strict });
}

const noticesOf = ({ gate }: Report) => gate?.notices.map(({ kind, fails }) => (fails ? `${kind}, fails` : kind));

describe('fails on what is worse and on nothing else', () => {
  const rows: readonly [before: End, after: End, exitCode: number, notices: readonly string[]][] = [
    ['pass', 'pass', 0, []],
    ['pass', 'fail', 1, ['worse, fails']],
    ['pass', 'undecided', 4, ['worse, fails']],
    ['pass', 'now and then', 1, ['worse, fails']],
    ['pass', 'skipped', 0, ['no-longer-checked']],
    ['fail', 'fail', 0, []],
    ['fail', 'pass', 0, ['fixed']],
    ['fail', 'undecided', 0, []],
    ['fail', 'now and then', 1, ['worse, fails']],
    ['fail', 'skipped', 0, ['no-longer-checked']],
    ['undecided', 'fail', 1, ['worse, fails']],
    ['undecided', 'undecided', 4, []],
    ['undecided', 'now and then', 1, ['worse, fails']],
    ['undecided', 'pass', 0, ['fixed']],
    ['now and then', 'fail', 1, ['worse, fails']],
    ['now and then', 'now and then', 0, []],
    ['now and then', 'pass', 0, []],
    ['skipped', 'fail', 1, ['worse, fails']],
    ['skipped', 'undecided', 4, ['worse, fails']],
    ['skipped', 'pass', 0, []],
    ['skipped', 'skipped', 0, []],
  ];
  test.each(rows)('%s before, %s now', (before, after, exitCode, notices) => {
    const report = measured(ENDS[before], ENDS[after]);
    expect(report.exitCode).toBe(exitCode);
    expect(report.verdict).toBe(exitCode === 0 ? 'conforming' : exitCode === 1 ? 'violating' : 'incomplete');
    expect(noticesOf(report)).toEqual(notices);
    const isExcused = report.results[1]?.excuse !== undefined;
    expect(isExcused).toBe(exitCode === 0 && !['pass', 'skipped'].includes(after));
  });

  test('what the baseline does not know', () => {
    expect(measured(undefined, ENDS.fail)).toMatchObject({
      exitCode: 1,
      gate: { notices: [{ sentence: `Worse than the baseline of 2026-11-15: ${ID} did not exist then.` }] },
    });
    expect(measured(undefined, ENDS.pass).gate?.notices).toEqual([]);
  });
});

test('what is known says since when, and that it was the same only where it was', () => {
  const reasonOf = (before: End, after: End) => measured(ENDS[before], ENDS[after]).results[1]?.excuse;
  expect(reasonOf('fail', 'fail')).toEqual({
    by: 'baseline',
    reason: 'It failed in the baseline of 2026-11-15 too.',
  });
  expect(reasonOf('fail', 'undecided')?.reason).toBe('It failed in the baseline of 2026-11-15.');
});

test('an input that did not fail in the baseline is worse, also where the requirement failed', () => {
  const other = measured(failing('f0'), failing('f0', 'f1'));
  expect(other).toMatchObject({ verdict: 'violating', exitCode: 1 });
  expect(other.gate?.notices).toEqual([
    {
      kind: 'worse',
      id: ID,
      sentence: `Worse than the baseline of 2026-11-15: ${ID} failed then, but not on limit/f1.`,
      fails: true,
    },
  ]);
  expect(measured(failing('f0', 'f1'), failing('f1')).exitCode).toBe(0);
});

test('what is different about the baseline is said', () => {
  const baseline = reportWith(ENDS.fail);
  const other = { ...baseline, run: { ...baseline.run, seed: 1 }, target: { baseUrl: 'http://old.test/v1' } };
  const report = applyGate(reportWith(ENDS.fail), { baseline: other }, { today: '2026-11-15', strict: false });
  expect(report.exitCode).toBe(0);
  expect(report.gate?.notices).toMatchObject([{ kind: 'not-comparable', fails: false }]);
  expect(report.gate?.notices[0]?.sentence).toMatch(/address http:\/\/old\.test\/v1 .*seed 1 \(now \d+\)/);
});

test('settings of the baseline that differ are named by their flags, and a later day is not one of them', () => {
  const withSettings = (settings: Report['run']['settings']) => {
    const report = reportWith(ENDS.pass);
    return { ...report, run: { ...report.run, settings: { ...report.run.settings, ...settings } } };
  };
  const noticeOf = (before: Report['run']['settings'], now: Report['run']['settings']) =>
    applyGate(withSettings(now), { baseline: withSettings(before) }, { today: '2026-11-15', strict: false }).gate
      ?.notices[0]?.sentence;
  const before = { only: [], readOnly: false, runs: 15 };
  expect(noticeOf(before, { only: ['list.*', 'get.*'], readOnly: true, runs: 1 })).toBe(
    'The baseline was made with --only none (now list.*,get.*), --read-only false (now true), --runs 15 (now 1). Failures that it cannot be compared with fail this run.',
  );
  expect(noticeOf({ ...before, now: '2026-11-14' }, { ...before, now: '2026-11-15' })).toBeUndefined();
});

describe('a file is refused as a baseline', () => {
  const refusalOf = (report: Report) => {
    try {
      checkedBaseline(report, 'b.json', report === OTHER ? 'petstore-conformance' : report.suite.name);
    } catch (error) {
      return error instanceof UsageError ? error.message : undefined;
    }
    return 'accepted';
  };
  const OTHER = reportOf([resultOf(ID)], { suite: { name: 'another-suite', version: '1' } });

  test.each([
    ['of a run that did not finish', reportWith(ENDS.pass, { diagnosis: 'Interrupted.' }), 'its run did not finish'],
    ['of another suite', OTHER, 'it is a report of another-suite'],
    ['with a requirement twice', reportOf([resultOf(ID), resultOf(ID)]), 'it lists a requirement twice'],
  ])('%s', (_what, report, why) => expect(refusalOf(report)).toContain(`b.json cannot be a baseline, because ${why}`));

  test('and no other', () => expect(refusalOf(reportWith(ENDS.fail))).toBe('accepted'));
});

describe('a SHOULD', () => {
  const should = (outcome: Outcome): Partial<Result> => ({
    ...(outcome === 'warn' && failing('f0')),
    level: 'SHOULD',
    outcome,
  });

  test('that is worse fails a strict run only', () => {
    const [lenient, strict] = [false, true].map((isStrict) => measured(should('pass'), should('warn'), isStrict));
    expect([lenient?.exitCode, noticesOf(lenient as Report)]).toEqual([0, ['worse']]);
    expect([strict?.exitCode, noticesOf(strict as Report)]).toEqual([1, ['worse, fails']]);
    expect(measured(should('warn'), should('warn'), true).exitCode).toBe(0);
  });

  test('that is no longer decided fails no run, and is not said to', () => {
    const report = measured(should('pass'), should('inconclusive'), true);
    expect([report.exitCode, noticesOf(report)]).toEqual([0, ['worse']]);
  });
});

test('waivers come first: what they excuse is not reported as worse, and one that has ended still fails', () => {
  const waiver = { id: ID, reason: 'r', owner: 'o', until: '2026-11-15' };
  const on = (today: string, before: Partial<Result>) =>
    applyGate(reportWith(ENDS.fail), { waivers: [waiver], baseline: reportWith(before) }, { today, strict: false });
  expect(on('2026-11-15', ENDS.pass)).toMatchObject({ exitCode: 0, gate: { notices: [] } });
  expect(on('2026-11-15', ENDS.fail).results[1]?.excuse?.by).toBe('waiver');
  expect(noticesOf(on('2026-11-16', ENDS.pass))).toEqual(['expired, fails', 'worse, fails']);
  expect(on('2026-11-16', ENDS.pass).exitCode).toBe(1);
  expect(on('2026-11-16', ENDS.fail)).toMatchObject({ verdict: 'conforming', exitCode: 6 });
});

test('observations that drifted are reported; where the value always differs, they say what is compared', () => {
  const observing = (order: string, latency: string, compared?: string) =>
    reportWith(ENDS.pass, {
      observations: [
        { id: 'observed.order', statement: 'Order', value: order },
        {
          id: 'observed.latency',
          statement: 'Latency',
          value: latency,
          ...(compared !== undefined && { data: { compared } }),
        },
      ],
    });
  const baseline = observing('by id', 'p50 3 ms');
  const after = observing('random', 'p50 9 ms', '');
  const { exitCode, gate } = applyGate(after, { baseline }, { today: '2026-11-15', strict: true });
  expect(exitCode).toBe(0);
  expect(gate?.drifted).toEqual([{ id: 'observed.order', statement: 'Order', before: 'by id', after: 'random' }]);
  const next = applyGate(
    observing('random', 'p50 4 ms', ''),
    { baseline: after },
    { today: '2026-11-15', strict: true },
  );
  expect(next.gate?.drifted).toEqual([]);
  const other = applyGate(
    observing('random', 'p50 4 ms', 'x'),
    { baseline: after },
    { today: '2026-11-15', strict: true },
  );
  expect(other.gate?.drifted).toMatchObject([{ id: 'observed.latency', before: 'p50 9 ms', after: 'p50 4 ms' }]);
});

test('a target that could not be tested is not measured', () => {
  const untested = reportOf([], { verdict: 'untested', exitCode: 3, diagnosis: 'Nothing listens.' });
  expect(applyGate(untested, { baseline: reportWith(ENDS.fail) }, { today: '2026-11-15', strict: false })).toBe(
    untested,
  );
});

test('what the baseline left undecided and this run passed is one line with a count', () => {
  const open = { outcome: 'inconclusive' } as const;
  const baseline = reportOf([
    resultOf('list.ok', open),
    resultOf('list.complete', open),
    resultOf('create.echo', open),
  ]);
  const report = reportOf([resultOf('list.ok'), resultOf('list.complete'), resultOf('create.echo')]);
  expect(applyGate(report, { baseline }, { today: '2026-11-15', strict: false }).gate?.notices).toEqual([
    {
      kind: 'fixed',
      id: '',
      sentence: '3 requirements that the baseline of 2026-11-15 left undecided pass now.',
      fails: false,
    },
  ]);
});
