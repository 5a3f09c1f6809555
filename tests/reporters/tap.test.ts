import { Parser } from 'tap-parser';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { renderTap } from '../../reporters/tap.ts';
import { HOSTILE, hostileReport } from './hostile.ts';
import { fullReport, known, reportOf, resultOf, waived } from './samples.ts';

interface Point {
  readonly ok: boolean;
  readonly name: string;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly diag?: Readonly<Record<string, string>>;
}

function parsed(report: Report) {
  const events = Parser.parse(renderTap(report), { strict: true }) as [string, unknown][];
  const all = <T>(kind: string) => events.filter(([name]) => name === kind).map(([, value]) => value as T);
  return {
    points: all<Point>('assert'),
    bailouts: all<string>('bailout'),
    extras: all<string>('extra'),
    end: all<object>('complete')[0],
  };
}

test('tap has a point for each requirement', () => {
  const { points, bailouts, extras } = parsed(fullReport);
  expect(points.slice(0, -1).map(({ name }) => name)).toEqual(fullReport.results.map(({ id }) => id));
  expect(points.flatMap(({ ok, name }) => (ok ? [] : [name]))).toEqual([
    'list.limit.maximum',
    'create.echo',
    'auth.challenge',
    'list.unique',
    'auth.first',
    'create.minimal',
    'create.wrong-type',
    'gate: auth.accepted (expired)',
  ]);
  expect(points[4]).toMatchObject({ todo: 'a warning: it is a SHOULD' });
  expect(points[5]).toMatchObject({ skip: 'Not decided: Every page was full.' });
  expect(points[7]).toMatchObject({ skip: 'Only named categories are sent.' });
  expect(points[1]?.diag).toMatchObject({
    message: 'expected 200 with 100 pets; actual 200 with 1 pet',
    level: 'MUST',
    counterexample: 'limit=100',
    replay: 'petstore-conformance --base-url http://127.0.0.1:4010/v1 --only list.limit.maximum --seed 42',
  });
  expect(bailouts).toEqual(['The run was interrupted.']);
  expect(extras).toEqual([]);
});

test('tap marks what is excused as allowed to fail, and lets a waiver that no longer fits fail', () => {
  const { points } = parsed(fullReport);
  const named = (id: string) => points.find(({ name }) => name === id);
  expect(named('list.unique')).toMatchObject({
    todo: 'Waived until 2026-12-31 by the pets team: It goes with the new store.',
    diag: { fingerprint: 'aaaabbbbcccc' },
  });
  expect(named('auth.first')).toMatchObject({
    todo: 'Known: It is no worse than in the baseline of 2026-11-01, where it failed.',
  });
  expect(named('list.agrees')).toMatchObject({
    skip: 'Waived: What is waived leaves it open: list.unique. It needs list.unique.',
  });
  expect(named('create.minimal')?.todo).toBeFalsy();
  expect(named('create.minimal')?.diag).toMatchObject({
    message: 'failed 2 of 5; expected status 201; actual status 503',
    rounds: 'failed, passed, failed, passed, passed',
  });
  expect(points[1]?.diag).toMatchObject({
    notice: 'list.limit.maximum fails differently than its waiver (ops) expects.',
  });
  expect(points.at(-1)?.diag).toMatchObject({ message: expect.stringContaining('ended on 2026-11-01') });
});

describe('tap of', () => {
  test('a passing run passes', () => {
    const { end } = parsed(reportOf([resultOf('auth.accepted'), resultOf('list.ok')]));
    expect(end).toMatchObject({ ok: true, count: 2, pass: 2, fail: 0, failures: [] });
  });

  test('a run that only a waiver fails has a plan for that too', () => {
    const notice = { kind: 'expired', id: 'list.ok', sentence: 'The waiver ended.', fails: true } as const;
    const { end } = parsed(reportOf([resultOf('list.ok')], { gate: { notices: [notice], drifted: [] } }));
    expect(end).toMatchObject({ ok: false, count: 2, pass: 1, fail: 1, plan: { start: 1, end: 2 } });
  });

  test('a run with nothing but excused violations passes too', () => {
    const { end } = parsed(reportOf([waived, known]));
    expect(end).toMatchObject({ ok: true, count: 2, todo: 2 });
  });

  test('a run with nothing but a warning passes too, unless it is strict', () => {
    const report = reportOf([resultOf('auth.first', { level: 'SHOULD', outcome: 'warn' })]);
    const strict = { ...report, run: { ...report.run, settings: { strict: true } } };
    expect(parsed(report).end).toMatchObject({ ok: true });
    expect(parsed(strict).end).toMatchObject({ ok: false });
  });

  test('hostile content has no point, diagnostic or bailout of the content', () => {
    const { points, bailouts, extras } = parsed(hostileReport);
    expect(points.slice(0, -1).map(({ name }) => name)).toEqual(hostileReport.results.map(({ id }) => id));
    expect(bailouts).toHaveLength(1);
    expect(extras).toEqual([]);
    expect(points[0]?.diag?.actual).toContain('forged');
    expect(points[0]?.diag?.actual?.split('\n')).toHaveLength(HOSTILE.split('\n').length);
  });
});

test('tap has the evidence of a violation, every listed case, and what a pass covers', () => {
  const { points } = parsed(fullReport);
  const diagOf = (id: string) => points.find(({ name }) => name === id)?.diag;
  expect(diagOf('create.wrong-type')).toMatchObject({
    frequency: 'Intermittent: in 3 of 41 responses; not seen again in 3 repeats.',
    connection: 'On a connection that had just carried the right key.',
    scope: 'Only a special case fails; what depends on it was checked all the same.',
    cases: expect.stringMatching(/^name 42\n(.*\n){5}and 8 more, 14 in all$/),
  });
  expect(diagOf('auth.accepted')).toEqual({ message: 'Checked: listPets, createPet.' });
  expect(renderTap(fullReport)).toContain('\n# 2 interruptions by something in front of the service, 3.1 s\n');
});
