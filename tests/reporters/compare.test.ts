import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Outcome, Report } from '../../harness/report/model.ts';
import { compareAll, comparisonForms, differenceOfSets } from '../../reporters/compare.ts';
import { HOSTILE, hostileReport } from './hostile.ts';
import { reportOf, resultOf } from './samples.ts';

const OUTCOMES = ['pass', 'fail', 'inconclusive', 'skipped'] as const;

function reportWith(
  outcomes: Readonly<Record<string, Outcome>>,
  observed: Readonly<Record<string, string>> = {},
): Report {
  const results = Object.entries(outcomes).map(([id, outcome]) => resultOf(id, { outcome, reason: `why ${outcome}` }));
  const observations = Object.entries(observed).map(([id, value]) => ({ id, statement: `What ${id} is`, value }));
  return reportOf(results, { observations });
}

const pairs = OUTCOMES.flatMap((before) => OUTCOMES.map((after) => [`${before}-${after}`, before, after] as const));
const before = { label: 'a.json', report: reportWith(Object.fromEntries(pairs.map(([id, was]) => [id, was]))) };
const after = { label: 'b.json', report: reportWith(Object.fromEntries(pairs.map(([id, , is]) => [id, is]))) };

function shown(name: string, ...reports: readonly [Report, Report, ...(readonly Report[])]): string {
  const [first, second, ...more] = reports.map((report, index) => ({ label: `${index + 1}.json`, report }));
  if (first === undefined || second === undefined) throw new Error('two at least');
  return comparisonForms.get(name)?.(compareAll([first, second, ...more]), { colour: false, width: 90 }) ?? '';
}

test('two reports are reported by what became of each requirement', () => {
  const subject = compareAll([before, after]);
  if (subject.kind !== 'comparison') throw new Error('two reports are a comparison');
  const ids = (changes: readonly { readonly id: string }[]) => changes.map(({ id }) => id);
  expect(ids(subject.regressed)).toEqual(['pass-fail']);
  expect(ids(subject.mended)).toEqual(['fail-pass']);
  expect(ids(subject.stillViolated)).toEqual(['fail-fail']);
  expect(ids(subject.newlyJudged)).toEqual(['inconclusive-pass', 'inconclusive-fail', 'skipped-pass', 'skipped-fail']);
  expect(ids(subject.noLongerJudged)).toEqual([
    'pass-inconclusive',
    'pass-skipped',
    'fail-inconclusive',
    'fail-skipped',
  ]);
  expect(subject.regressed).toEqual([
    {
      id: 'pass-fail',
      level: 'MUST',
      statement: 'What pass-fail says.',
      before: 'pass',
      after: 'fail',
      finding: 'why fail',
    },
  ]);
});

test('what regressed and is waived is reported apart, and fails no comparison', () => {
  const waiver = { by: 'waiver', reason: 'It goes with the new store.', owner: 'pets', until: '2026-12-31' } as const;
  const after = reportOf([resultOf('list.ok', { outcome: 'fail', excuse: waiver })]);
  const subject = compareAll([
    { label: 'a', report: reportOf([resultOf('list.ok')]) },
    { label: 'b', report: after },
  ]);
  expect(subject).toMatchObject({ regressed: [], waived: [{ id: 'list.ok' }] });
  expect(shown('terminal', reportOf([resultOf('list.ok')]), after)).toContain('Regressed, but waived (1)');
});

describe('what is unsteady', () => {
  const pass = reportOf([resultOf('list.ok')]);
  const violated = reportOf([
    resultOf('list.ok', { outcome: 'unsteady', rounds: ['pass', 'fail'], reason: 'Failed 1 of 2.', actual: '500' }),
  ]);
  const open = reportOf([resultOf('list.ok', { outcome: 'unsteady', rounds: ['pass', 'inconclusive'] })]);
  const between = (one: Report, other: Report) =>
    compareAll([
      { label: 'a', report: one },
      { label: 'b', report: other },
    ]);

  test('and was seen violated is so in a comparison', () => {
    expect(between(pass, violated)).toMatchObject({
      regressed: [{ after: 'unsteady', finding: 'failed 1 of 2; actual 500' }],
    });
    expect(between(violated, pass)).toMatchObject({ mended: [{ before: 'unsteady' }] });
    expect(between(violated, violated)).toMatchObject({ stillViolated: [{ id: 'list.ok' }] });
  });

  test('and was never seen violated is not decided', () => {
    expect(between(pass, open)).toMatchObject({ regressed: [], noLongerJudged: [{ after: 'unsteady' }] });
    expect(between(open, pass)).toMatchObject({ mended: [], newlyJudged: [{ before: 'unsteady' }] });
  });

  test('counts as decided and not held on a scoreboard, and exists in red', () => {
    expect(shown('terminal', pass, violated, open)).toMatch(
      /^1 {2}1 of 1 .*\n2 {2}0 of 1 .*\n3 {2}0 of 0 [\s\S]*^list\.ok +MUST +pass +unsteady +unsteady$/m,
    );
    const [first, second] = [pass, violated].map((report) => ({ label: 'x', report }));
    if (!first || !second) throw new Error('two at least');
    const coloured = comparisonForms.get('terminal')?.(compareAll([first, second]), { colour: true, width: 90 });
    expect(coloured).toContain('\u001b[31munsteady');
  });
});

test('observations drift', () => {
  const common = { 'observed.order': 'by id' };
  const staging = { 'observed.limit': 'refused' };
  const production = { 'observed.limit': 'clamped' };
  const subject = compareAll([
    { label: 'staging', report: reportWith({}, { ...common, ...staging }) },
    { label: 'production', report: reportWith({}, { ...common, ...production }) },
  ]);
  expect(subject).toMatchObject({
    drifted: [{ id: 'observed.limit', statement: 'What observed.limit is', before: 'refused', after: 'clamped' }],
  });
});

test('the terminal shows what changed and leaves out what did not', () => {
  const text = shown('terminal', reportWith({ 'list.ok': 'pass' }), reportWith({ 'list.ok': 'fail' }));
  expect(text).toMatchInlineSnapshot(`
    "1 regressed

    Reports (2)
            Verdict     When              Report  Target
    before  conforming  2026-11-15 02:09  1.json  http://127.0.0.1:4010/v1
    after   conforming  2026-11-15 02:09  2.json  http://127.0.0.1:4010/v1

    Regressed (1)
    Requirement  Level  Before  After
    list.ok      MUST   pass    fail
      Found  why fail
    "
  `);
  expect(shown('terminal', before.report, before.report)).toContain('Nothing regressed\n');
});

test('more than two are a scoreboard', () => {
  const three = [
    reportWith({ 'list.ok': 'pass' }),
    reportWith({ 'list.ok': 'fail' }),
    reportWith({ 'get.ok': 'skipped' }),
  ] as const;
  expect(shown('terminal', ...three)).toMatchInlineSnapshot(`
    "3 implementations, 2 requirements

    Implementations (3)
       MUST held  SHOULD held  Verdict     When              Report  Target
    1  1 of 1     0 of 0       conforming  2026-11-15 02:09  1.json  http://127.0.0.1:4010/v1
    2  0 of 1     0 of 0       conforming  2026-11-15 02:09  2.json  http://127.0.0.1:4010/v1
    3  0 of 0     0 of 0       conforming  2026-11-15 02:09  3.json  http://127.0.0.1:4010/v1

    Requirements (2)
    Requirement  Level  1       2       3
    list.ok      MUST   pass    fail    absent
    get.ok       MUST   absent  absent  skipped
    "
  `);
  expect(JSON.parse(shown('json', ...three))).toMatchObject({
    kind: 'scoreboard',
    rows: [
      { id: 'list.ok', outcomes: ['pass', 'fail', null] },
      { id: 'get.ok', outcomes: [null, null, 'skipped'] },
    ],
  });
});

describe('reports with different requirements', () => {
  const entrant = (outcomes: Readonly<Record<string, Outcome>>) => ({ label: 'x', report: reportWith(outcomes) });

  test.each([
    [{ a: 'pass' }, { a: 'fail' }, undefined],
    [{ a: 'pass' }, { a: 'pass', b: 'pass' }, 'differ in 1 requirement (b is not there in one and MUST in the other)'],
  ] as const)('%j and %j', (one, other, difference) => {
    expect(differenceOfSets(entrant(one), entrant(other))).toBe(difference);
  });

  test('or different levels', () => {
    const should = { label: 'x', report: reportOf([resultOf('a', { level: 'SHOULD' })]) };
    expect(differenceOfSets(entrant({ a: 'pass' }), should)).toContain('a is MUST in one and SHOULD in the other');
  });
});

describe('hostile content', () => {
  const quiet = reportOf(
    hostileReport.results.map((result) => resultOf(result.id)),
    { observations: [{ id: 'observed.order', statement: 'Order', value: 'by id' }] },
  );
  const loud = { ...hostileReport, target: { baseUrl: HOSTILE } };

  test('is escaped in the terminal', () => {
    expect(shown('terminal', quiet, loud)).not.toMatch(/[^\P{C}\n]/u);
  });

  test('is text in markdown', () => {
    const text = shown('markdown', quiet, loud);
    const tags = new Set([...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag));
    expect([...tags].sort()).toEqual(
      ['</code>', '</table>', '</td>', '</th>', '</tr>', '<code>', '<table>', '<td>', '<th>', '<tr>'].sort(),
    );
  });

  test('is text in html, whose policy allows its own style and nothing else', () => {
    const page = shown('html', quiet, loud);
    expect(page).not.toMatch(/<(script|img|failure)/);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<[^>]*\b(src|href|style)=(?!"#main")/);
  });
});
