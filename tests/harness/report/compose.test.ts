import { describe, expect, test } from 'vitest';
import { composeReport, type RunEnd } from '../../../harness/report/compose.ts';
import type { Level, Outcome, Result, Row } from '../../../harness/report/model.ts';
import { sentenceOf } from '../../../harness/verdict/reasons.ts';
import { settingsFor, TEST_KEY } from '../../support.ts';

const row = (id: string, level: Level = 'MUST'): Row => ({
  id,
  level,
  area: 'list',
  statement: `What ${id} says.`,
  section: 'Endpoints',
});

const result = (outcome: Outcome, level: Level = 'MUST', changes: Partial<Result> = {}): Result => ({
  ...row(`${level}.${outcome}`, level),
  outcome,
  durationMs: 1,
  ...changes,
});

const bug = { kind: 'suite-bug', detail: 'TypeError: x\n    at y' } as const;
const BUG_IN_ONE_LINE = 'Bug in the suite: TypeError: x';
const fault = (level: Level) => result('inconclusive', level, { reason: sentenceOf(bug), why: bug });

function endWith(results: readonly Result[], changes: Partial<RunEnd> = {}): RunEnd {
  return {
    settings: settingsFor('http://127.0.0.1:9/v1'),
    rows: results,
    results,
    created: [],
    totals: { requests: 3, creations: 1 },
    startedAt: new Date('2030-01-01T00:00:00Z'),
    durationMs: 12,
    ...changes,
  };
}

function conclusionOf(results: readonly Result[], changes: Partial<RunEnd> = {}) {
  const { verdict, exitCode, diagnosis } = composeReport(endWith(results, changes));
  return { verdict, exitCode, diagnosis };
}

const strict = { settings: settingsFor('http://127.0.0.1:9/v1', { strict: true }) };

describe('the verdict and the exit code', () => {
  test.each<[string, readonly Result[], Partial<RunEnd>, string, number]>([
    ['every MUST holds', [result('pass'), result('pass', 'SHOULD')], {}, 'conforming', 0],
    ['a part was left out', [result('pass'), result('skipped')], {}, 'conforming', 0],
    ['a SHOULD is violated', [result('pass'), result('warn', 'SHOULD')], {}, 'conforming', 0],
    ['a SHOULD stayed open', [result('pass'), result('inconclusive', 'SHOULD')], strict, 'conforming', 0],
    ['an observation stayed open', [result('pass'), result('inconclusive', 'INFO')], strict, 'conforming', 0],
    ['only observations were asked for', [result('observed', 'INFO'), result('skipped')], {}, 'conforming', 0],
    ['a MUST failed', [result('pass'), result('fail')], {}, 'violating', 1],
    ['a MUST failed and another stayed open', [result('inconclusive'), result('fail')], {}, 'violating', 1],
    ['a SHOULD is violated, strictly', [result('pass'), result('warn', 'SHOULD')], strict, 'violating', 1],
    ['all holds, strictly', [result('pass'), result('pass', 'SHOULD')], strict, 'conforming', 0],
    ['a MUST stayed open', [result('pass'), result('inconclusive')], {}, 'incomplete', 4],
    ['everything was left out', [result('skipped'), result('skipped', 'SHOULD')], {}, 'incomplete', 4],
    ['nothing was decided', [], {}, 'incomplete', 4],
    ['nothing but an open observation', [result('inconclusive', 'INFO')], {}, 'incomplete', 4],
  ])('where %s', (_when, results, changes, verdict, exitCode) => {
    expect(conclusionOf(results, changes)).toEqual({ verdict, exitCode, diagnosis: undefined });
  });

  test('where the suite has a bug: 5, and the first line of why', () => {
    const reported = { verdict: 'incomplete', exitCode: 5, diagnosis: BUG_IN_ONE_LINE };
    expect(conclusionOf([result('pass'), fault('MUST')])).toEqual(reported);
    expect(conclusionOf([result('pass'), fault('INFO')])).toEqual(reported);
    expect(conclusionOf([result('pass')], { fault: reported.diagnosis })).toEqual(reported);
  });

  test('where the suite has a bug, a violation is still one', () => {
    expect(conclusionOf([result('fail'), fault('MUST')])).toEqual({
      verdict: 'violating',
      exitCode: 1,
      diagnosis: BUG_IN_ONE_LINE,
    });
  });

  test('where the target could not be tested: 3, the reason, and no rows', () => {
    const report = composeReport(endWith([result('fail')], { untested: { diagnosis: 'Nothing listens there.' } }));
    expect(report).toMatchObject({ verdict: 'untested', exitCode: 3, diagnosis: 'Nothing listens there.' });
    expect(report.results).toEqual([]);
  });

  test.each<[readonly Result[], string]>([
    [[result('pass')], 'conforming'],
    [[result('fail')], 'violating'],
    [[result('inconclusive')], 'incomplete'],
    [[fault('MUST')], 'incomplete'],
  ])('where the run was interrupted: 130, with what was decided until then', (results, verdict) => {
    const diagnosis = 'The run was interrupted.';
    expect(conclusionOf(results, { interrupted: true })).toEqual({ verdict, exitCode: 130, diagnosis });
  });
});

describe('interruptions by what is in front of the service', () => {
  const interruption = { startedAt: '2030-01-01T00:00:00.000Z', durationMs: 250, status: 502 };
  const times = (count: number) => ({ interruptions: Array.from({ length: count }, () => interruption) });

  test('up to five are counted and change nothing', () => {
    expect(conclusionOf([result('pass')], times(5))).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    expect(composeReport(endWith([result('pass')], times(5))).run.interruptions).toHaveLength(5);
    expect(composeReport(endWith([result('pass')], times(0))).run).not.toHaveProperty('interruptions');
  });

  test('more than five leave the run incomplete, with one diagnosis', () => {
    expect(conclusionOf([result('pass')], times(6))).toEqual({
      verdict: 'incomplete',
      exitCode: 4,
      diagnosis: expect.stringMatching(/ 6 times \(502\): /),
    });
  });

  test('one that does not end leaves the run incomplete, and a violation still fails it', () => {
    const end = { ...times(1), gaveUp: 'The gateway stayed down.' };
    const diagnosis = 'The gateway stayed down.';
    expect(conclusionOf([result('pass')], end)).toEqual({ verdict: 'incomplete', exitCode: 4, diagnosis });
    expect(conclusionOf([result('fail')], end)).toEqual({ verdict: 'violating', exitCode: 1, diagnosis });
  });
});

describe('the rows', () => {
  const rows = [row('a'), row('b', 'SHOULD'), row('c', 'INFO')];
  const decided = [
    result('observed', 'INFO', { id: 'c', reason: 'by id' }),
    result('pass', 'MUST', { id: 'a', operation: 'listPets' }),
  ];
  const reasonOf = (changes: Partial<RunEnd>) =>
    composeReport(endWith(decided, { rows, ...changes })).results.find(({ id }) => id === 'b')?.reason;

  test('stand in the order of the catalogue, with those that were not decided', () => {
    const report = composeReport(endWith(decided, { rows }));
    expect(report.results.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['a', 'pass'],
      ['b', 'inconclusive'],
      ['c', 'observed'],
    ]);
    expect(report.results[1]).toEqual({
      ...row('b', 'SHOULD'),
      outcome: 'inconclusive',
      reason: 'The run ended before this was decided.',
      why: { kind: 'not-reached' },
      durationMs: 0,
    });
  });

  test('say why they were not decided', () => {
    expect(reasonOf({ interrupted: true })).toBe('The run was interrupted before this was decided.');
    expect(reasonOf({ fault: 'no sign of life' })).toBe('The run ended before this was decided: no sign of life.');
  });

  test('of a MUST that no check got to leave the run incomplete', () => {
    expect(conclusionOf([result('pass')], { rows: [row('MUST.pass'), row('missing')] })).toMatchObject({ exitCode: 4 });
  });

  test('that were observed are reported as observations too', () => {
    expect(composeReport(endWith(decided, { rows })).observations).toEqual([
      { id: 'c', statement: decided[0]?.statement, value: 'by id' },
    ]);
  });
});

test('the report has the settings but neither the key nor where the reports go', () => {
  const settings = settingsFor(`http://127.0.0.1:9/${TEST_KEY}/v1`, { seed: -1 });
  const report = composeReport(endWith([result('pass')], { settings }));
  expect(JSON.stringify(report)).not.toContain(TEST_KEY);
  expect(report.target.baseUrl).toBe('http://127.0.0.1:9/$PETSTORE_API_KEY/v1');
  expect(report.run).toMatchObject({ id: 'testrun', seed: -1, requests: 3, creations: 1, durationMs: 12 });
  expect(report.run.startedAt).toBe('2030-01-01T00:00:00.000Z');
  const reported = Object.keys(report.run.settings);
  expect(reported).toEqual(expect.arrayContaining(['strict', 'readOnly', 'only', 'runs', 'now']));
  expect(reported.filter((name) => ['apiKey', 'baseUrl', 'reporters'].includes(name))).toEqual([]);
});
