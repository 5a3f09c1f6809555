import { Parser } from 'tap-parser';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { renderTap } from '../../reporters/tap.ts';
import { HOSTILE, hostileReport } from './hostile.ts';
import { fullReport, reportOf, resultOf } from './samples.ts';

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
  expect(points.map(({ name }) => name)).toEqual(fullReport.results.map(({ id }) => id));
  expect(points.map(({ ok }) => ok)).toEqual([true, false, true, false, false, true, true, true, true]);
  expect(points[4]).toMatchObject({ todo: 'a warning: it is a SHOULD' });
  expect(points[5]).toMatchObject({ skip: 'Not decided: Every page was full.' });
  expect(points[7]).toMatchObject({ skip: 'Only named categories are sent.' });
  expect(points[1]?.diag).toMatchObject({
    message: 'expected 200 with 100 animals; actual 200 with 1 animal',
    level: 'MUST',
    counterexample: 'limit=100',
    replay: 'petstore-conformance --only list.limit.maximum --seed 42',
  });
  expect(bailouts).toEqual(['The run was interrupted.']);
  expect(extras).toEqual([]);
});

describe('tap of', () => {
  test('a passing run passes', () => {
    const { end } = parsed(reportOf([resultOf('auth.accepted'), resultOf('list.ok')]));
    expect(end).toMatchObject({ ok: true, count: 2, pass: 2, fail: 0, failures: [] });
  });

  test('a run with nothing but a warning passes too, unless it is strict', () => {
    const report = reportOf([resultOf('auth.first', { level: 'SHOULD', outcome: 'warn' })]);
    const strict = { ...report, run: { ...report.run, settings: { strict: true } } };
    expect(parsed(report).end).toMatchObject({ ok: true });
    expect(parsed(strict).end).toMatchObject({ ok: false });
  });

  test('hostile content has no point, diagnostic or bailout of the content', () => {
    const { points, bailouts, extras } = parsed(hostileReport);
    expect(points.map(({ name }) => name)).toEqual(hostileReport.results.map(({ id }) => id));
    expect(bailouts).toHaveLength(1);
    expect(extras).toEqual([]);
    expect(points[0]?.diag?.actual).toContain('forged');
    expect(points[0]?.diag?.actual?.split('\n')).toHaveLength(HOSTILE.split('\n').length);
  });
});
