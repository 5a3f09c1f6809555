import { describe, expect, test } from 'vitest';
import { applyGate } from '../../../harness/gate/gate.ts';
import type { Report, Result } from '../../../harness/report/model.ts';
import { combineRounds } from '../../../harness/report/rounds.ts';
import { reportOf, resultOf } from '../../reporters/samples.ts';

const ID = 'list.complete';
const PASS: Partial<Result> = {};
const FAIL: Partial<Result> = { outcome: 'fail', expected: 'a', actual: 'b', fingerprint: 'f00000000000' };
const OPEN: Partial<Result> = { outcome: 'inconclusive', reason: 'Every page was full.' };
const SKIPPED: Partial<Result> = { outcome: 'skipped', reason: 'Left out.' };

function round(ends: Partial<Result>, changes: Partial<Report> = {}): Report {
  return reportOf([resultOf('list.ok'), resultOf(ID, ends)], changes);
}

function combined(ends: readonly Partial<Result>[], strict = false): { report: Report; row: Result | undefined } {
  const [first = PASS, ...rest] = ends;
  const report = combineRounds([round(first), ...rest.map((end) => round(end))], { strict });
  return { report, row: report.results[1] };
}

describe('what ends the same each time ends so', () => {
  test.each([
    [PASS, 0],
    [FAIL, 1],
    [OPEN, 4],
  ])('%j', (end, exitCode) => {
    const { report, row } = combined([end, end, end]);
    expect(row).toEqual(resultOf(ID, end));
    expect(report.exitCode).toBe(exitCode);
  });
});

describe('what does not is unsteady and never a pass', () => {
  test.each([
    [[FAIL, PASS, FAIL, PASS, PASS], 'Failed 2 of 5.', 1],
    [[PASS, FAIL], 'Failed 1 of 2.', 1],
    [[PASS, OPEN, PASS], 'Not decided 1 of 3. Every page was full.', 4],
    [[OPEN, FAIL, PASS], 'Failed 1 of 3, not decided 1 of 3.', 1],
    [[PASS, SKIPPED], 'Skipped 1 of 2.', 4],
  ])('%#: %s', (ends, reason, exitCode) => {
    const { report, row } = combined(ends);
    expect(row).toMatchObject({ outcome: 'unsteady', reason, rounds: ends.map(({ outcome = 'pass' }) => outcome) });
    expect(report.exitCode).toBe(exitCode);
    expect(report.verdict).toBe(exitCode === 1 ? 'violating' : 'incomplete');
  });

  test('and shows the violation', () => {
    expect(combined([PASS, OPEN, FAIL]).row).toMatchObject({ expected: 'a', actual: 'b', fingerprint: 'f00000000000' });
  });

  test('also a SHOULD, which fails a strict run', () => {
    const ends = [PASS, { ...FAIL, outcome: 'warn' as const }].map((end) => ({ ...end, level: 'SHOULD' as const }));
    expect(combined(ends)).toMatchObject({
      report: { exitCode: 0 },
      row: { outcome: 'unsteady', reason: 'Failed 1 of 2.' },
    });
    expect(combined(ends, true).report.exitCode).toBe(1);
  });

  test('but for an observation, which has nothing to pass', () => {
    const info = { level: 'INFO' as const };
    const { report, row } = combined([
      { ...info, outcome: 'inconclusive' },
      { ...info, outcome: 'observed', reason: 'by id' },
    ]);
    expect([row?.outcome, report.exitCode]).toEqual(['observed', 0]);
    expect(report.observations).toEqual([{ id: ID, statement: `What ${ID} says.`, value: 'by id' }]);
  });
});

test('other violations of the same requirement are not covered by the waiver of one', () => {
  const other = { ...FAIL, fingerprint: 'f11111111111' };
  const waivers = [{ id: ID, reason: 'r', owner: 'o', until: '2026-12-31', fingerprint: 'f00000000000' }];
  const exitCodeOf = (...ends: readonly Partial<Result>[]) =>
    applyGate(combined(ends).report, { waivers }, { today: '2026-11-15', strict: false }).exitCode;
  expect(exitCodeOf(FAIL, FAIL)).toBe(0);
  expect(exitCodeOf(FAIL, PASS)).toBe(0);
  expect(exitCodeOf(FAIL, other)).toBe(1);
  expect(exitCodeOf(FAIL, PASS, other)).toBe(1);
  expect(combined([other, FAIL]).row?.fingerprint).toBe('f00000000000+f11111111111');
});

describe('a round that does not come to its end', () => {
  const interrupted = (end: Partial<Result>) =>
    round(end, { verdict: 'incomplete', exitCode: 130, diagnosis: 'The run was interrupted.' });
  const untested = reportOf([], { verdict: 'untested', exitCode: 3, diagnosis: 'Nothing listens.' });

  test('makes nothing unsteady by what it did not get to, and lets nothing pass', () => {
    const report = combineRounds([round(PASS), interrupted(OPEN)], { strict: false });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 130, diagnosis: 'The run was interrupted.' });
    expect(report.results[1]?.outcome).toBe('pass');
  });

  test('still counts for what it found', () => {
    const report = combineRounds([round(PASS), interrupted(FAIL)], { strict: false });
    expect(report).toMatchObject({ verdict: 'violating', exitCode: 130 });
    expect(report.results[1]).toMatchObject({ outcome: 'unsteady', reason: 'Failed 1 of 2.' });
  });

  test('keeps what the rounds before it found, where the target went away', () => {
    const report = combineRounds([round(FAIL), untested], { strict: false });
    expect(report).toMatchObject({ verdict: 'violating', exitCode: 3, diagnosis: 'Nothing listens.' });
    expect(report.results[1]?.outcome).toBe('fail');
    expect(combineRounds([round(PASS), untested], { strict: false })).toMatchObject({
      verdict: 'incomplete',
      exitCode: 3,
    });
  });
});

test('amounts are summed up, and every pet is kept', () => {
  const { run } = round(PASS);
  const made = { id: '2', name: 'conformance-b2-minimal', requirement: 'preflight' };
  const second = round(PASS, { run: { ...run, id: 'b2', durationMs: 9, requests: 8, creations: 1, created: [made] } });
  const combinedRun = combineRounds([round(PASS), second], { strict: false }).run;
  expect(combinedRun).toEqual({
    ...run,
    durationMs: run.durationMs + 9,
    requests: run.requests + 8,
    creations: 2,
    created: [...run.created, made],
  });
});
