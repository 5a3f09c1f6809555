import { describe, expect, test } from 'vitest';
import type { Outcome, Report, Result } from '../../harness/model/report.ts';
import { compareAll, comparisonForms } from '../../reporters/compare.ts';
import { coverageForms, coverageOf } from '../../reporters/coverage.ts';
import { historyForms } from '../../reporters/history/index.ts';
import { type History, HistoryBuilder } from '../../reporters/history/model.ts';
import { valuesFor } from '../../suites/inputs/values.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { sections } from '../../suites/requirements/sections.ts';
import { reportOf, resultOf, waived } from './samples.ts';

const options = { colour: false, width: 100 };
const MARKS: Readonly<Record<string, Outcome>> = { '.': 'pass', x: 'fail', '?': 'inconclusive', '-': 'skipped' };

/** One report for each day. Of a requirement, a letter for each run, and a blank where the report lacks it. */
function reportsOf(requirements: Readonly<Record<string, string>>): readonly [Report, Report, ...Report[]] {
  const number = Math.max(...Object.values(requirements).map((marks) => marks.length));
  const reports = Array.from({ length: number }, (_, day) => {
    const results = Object.entries(requirements).flatMap(([id, marks]) => {
      const outcome = MARKS[marks[day] ?? ' '];
      return outcome ? [resultOf(id, { outcome, ...(outcome === 'fail' && { actual: `day ${day}` }) })] : [];
    });
    const report = reportOf(results);
    const startedAt = new Date(Date.UTC(2026, 0, 1 + day, 2)).toISOString();
    return { ...report, run: { ...report.run, id: `run${day}`, startedAt } };
  });
  return reports as unknown as [Report, Report];
}

function historyOf(reports: readonly Report[]): History {
  const builder = new HistoryBuilder();
  for (const report of reports) builder.add({ label: `${report.run.id}.json`, report });
  return builder.build();
}

function shown(reports: readonly Report[], format = 'terminal'): string {
  return historyForms.get(format)?.(historyOf(reports), options) ?? '';
}

const observed = (value: string, data: Record<string, unknown> = {}) => ({
  observations: [{ id: 'observed.latency', statement: 'Order', value, data }],
});

describe('history', () => {
  test.each([
    ['..xx', 1, 2, 4, { since: 2, lastGood: 1, effective: 'fail', finding: 'actual day 3' }],
    ['xx', 0, 2, 2, { since: 0, effective: 'fail', finding: 'actual day 1' }],
    // What is between the two is the range that a bisect needs, whatever could not be decided there.
    ['.?-xx?', 1, 2, 3, { since: 3, lastGood: 0, effective: 'fail', finding: 'actual day 4' }],
    ['x.x', 2, 2, 3, { since: 2, lastGood: 1, effective: 'fail', finding: 'actual day 2' }],
    ['xx.', 1, 2, 3, undefined],
    ['.?', 0, 0, 1, undefined],
  ])('%s turns %i times and fails in %i of %i, since', (marks, turns, failed, decided, failing) => {
    const track = historyOf(reportsOf({ 'list.ok': marks })).targets[0]?.requirements[0];
    expect(track).toMatchObject({ turns, failed, decided });
    expect(track?.failing).toEqual(failing);
  });

  test('a run changes what differs from the last run that says something about it', () => {
    const history = historyOf(reportsOf({ a: '.x-x.', b: '.? ..', c: '.....' }));
    const changes = history.targets[0]?.runs.map((run) => run.changes.map(({ id, kind }) => `${kind} ${id}`));
    expect(changes).toEqual([[], ['broke a', 'inconclusive b'], [], ['decided b'], ['fixed a']]);
  });

  test('reports come in any order, of several targets, and one of them twice', () => {
    const [first, second] = reportsOf({ a: '.x' });
    const elsewhere = { ...second, target: { baseUrl: 'http://127.0.0.1:1/v1' } };
    const history = historyOf([second, elsewhere, first, first]);
    expect(history.targets.map(({ baseUrl, runs }) => [baseUrl, ...runs.map(({ label }) => label)])).toEqual([
      ['http://127.0.0.1:4010/v1', 'run0.json', 'run1.json'],
      ['http://127.0.0.1:1/v1', 'run1.json'],
    ]);
    expect(history.leftOut).toEqual([{ label: 'run0.json', why: 'It is the same run as run0.json.' }]);
  });

  test('shows what fails, since when, what changed and what drifted', () => {
    const [first, second] = reportsOf({ a: '..', 'list.ok': '.x' });
    const population = { page: 100, statuses: [{ status: 'sold', pets: 3, isFull: false, added: 1 }] };
    const latencies = [{ operation: 'getPet', median: 1.26, p95: 2 }, null];
    const later = {
      ...second,
      ...observed('by id, descending', { latencies }),
      run: { ...second.run, population },
      suite: { ...second.suite, version: '0.2.0' },
      results: [...second.results, waived],
    };
    const text = shown([{ ...first, ...observed('by id, ascending') }, later]);
    for (const part of [
      '2 requirements fail now (1 MUST, 1 waived or known)\n  2 runs of http://127.0.0.1:4010/v1, 2026-01-01 to 2026-01-02.\n',
      '  list.ok      MUST   fail    1 of 2 runs\n    Found first    2026-01-02 02:00 run1.json\n    Since          2026-01-02 02:00 run1.json\n    Last good run  2026',
      '  list.unique  MUST   waived  1 of 1 run\n    Found first    2026-01-02 02:00 run1.json\n    Since          2026-01-02 02:00 run1.json\n    Last good run  never',
      '  list.ok      1 time   ✓✗\n  list.unique  0 times   ○\n  1 other requirement did not change. ✗ failed, ○ waived, ✓ passed, blank: not in the report\n',
      'run1.json  conforming  0.1.0 → 0.2.0\n    Changed  broke list.ok; drifted observed.latency; another version of',
      '    Before  by id, [ascending]\n    After   by id, [descending]\n',
      '  getPet, median  1.3 ms  1.3 ms    1.3 ms  ·█\n',
      '  Pets, sold      3       3         3       ·█\n  Duration        3.4 s   3.4 s     3.4 s   ██\n',
    ])
      expect(text).toContain(part);
    expect(shown([first, second], 'markdown')).toContain('| `list.ok` | 1 time | `✓✗` |');
  });

  test('one story is one row, with what else it violates', () => {
    const [first] = reportsOf({ a: '.' });
    const results = [
      resultOf('list.ok', { outcome: 'fail', actual: 'x' }),
      resultOf('list.unique', { outcome: 'fail', actual: 'y' }),
    ];
    const partOf = (id: string) => ({ id, fingerprint: '' });
    const cause = { from: 'record', text: 'Lists are broken.' } as const;
    const story = { headline: partOf('list.ok'), others: [partOf('list.unique')], shares: {}, cause };
    const text = shown([{ ...first, results, stories: [story] }]);
    expect(text).toContain('2 requirements fail now (2 MUST)');
    expect(text).toMatch(/Failing now \(1\)\n.*\n {2}list\.ok +MUST +fail +1 of 1 run\n/);
    expect(text).toContain('Found          Lists are broken. actual x\n');
    expect(text).toContain('Also violates  list.unique\n');
    expect(text).not.toMatch(/^ {2}list\.unique +MUST/m);
  });

  test('a story is the same over the nights if its headline is: found first, and failing since', () => {
    const nights = reportsOf({ a: 'xxxxx' });
    const failing = (...fingerprints: readonly string[]) =>
      fingerprints.length === 0
        ? resultOf('a')
        : resultOf('a', {
            outcome: 'fail',
            violations: fingerprints.map((fingerprint) => ({ fingerprint, answer: 500, count: 1, exchange: 1 })),
          });
    const skipped = resultOf('a', { outcome: 'skipped' });
    const results = [failing('f1'), failing('f2'), failing('f1', 'f2'), failing('f1'), skipped];
    const history = historyOf(nights.map((report, night) => ({ ...report, results: [results[night] as Result] })));
    expect(history.targets[0]?.stories).toMatchObject([
      { id: 'a', fingerprint: 'f2', first: 1, lastGood: 3, failed: 2, decided: 4 },
      { id: 'a', fingerprint: 'f1', first: 0, since: 2, lastGood: 1, failed: 3, decided: 4 },
    ]);
    expect(history.targets[0]?.stories[0]).not.toHaveProperty('since');
  });

  test('numbers that always differ are not a drift', () => {
    const [first, second] = reportsOf({ a: '..' });
    const [one, other] = ['1 ms', '2 ms'].map((value) => observed(value, { compared: 1 }));
    expect(
      shown([
        { ...first, ...one },
        { ...second, ...other },
      ]),
    ).not.toContain('drifted');
  });

  test('of many runs a line of text has the latest, and html all', () => {
    const reports = reportsOf({ a: '.x'.repeat(40), b: '.'.repeat(80) });
    const text = shown(reports);
    expect(text).toMatch(/^ {2}a +79 times +(✓✗){30}$/m);
    expect(text).toContain('1 other requirement did not change. Terminal and markdown show the latest 60 runs.');
    expect(text).toMatch(/Runs that changed something \(79\)[\s\S]*and 49 earlier ones; json has them all\./);
    expect(shown(reports, 'html').match(/class="on-fail"/g)).toHaveLength(40);
  });
});

describe('compare', () => {
  const compared = (...reports: readonly Report[]) =>
    compareAll(reports.map((report, index) => ({ label: `${index + 1}.json`, report })) as never);
  const text = (...reports: readonly Report[]) => comparisonForms.get('terminal')?.(compared(...reports), options);

  test.each([
    ['same', '..', '??', '--'],
    ['regressed', '.x', '?x', '-x', ' x'],
    ['fixed', 'x.'],
    ['still fails', 'xx'],
    ['no longer checked', '.?', '.-', 'x?', 'x-'],
    ['newly checked', '?.', '-.', ' .'],
    ['varied', '?-', '-?', '.x.'],
  ])('%s', (change, ...pairs) => {
    for (const pair of pairs) expect(compared(...reportsOf({ a: pair })).requirements).toMatchObject([{ change }]);
  });

  test('only what differs between the runs of one target is shown', () => {
    const [first, second] = reportsOf({ 'list.ok': '.x', 'list.unique': 'xx', 'get.ok': '..' });
    const two = text({ ...first, ...observed('by id') }, { ...second, ...observed('by name') });
    expect(two).toMatch(/^1 regressed\n {2}2 runs of http.*: 1 of 3 requirements changed, 2 did not/);
    for (const part of [
      '  Before  2 of 3       0 of 0         conforming  2026-01-01 02:00  1.json  http://127.0.0.1:4010/v1\n',
      'What changed (1)\n  Requirement  Level  Before  After\n  list.ok      MUST   pass    fail\n    Change  regressed\n',
      'Still failing (1)\n  Requirement  Level  Before  After\n  list.unique  MUST   fail    fail\n',
      '    Before  by [id]\n    After   by [name]\n',
    ])
      expect(two).toContain(part);
    const runs = text(...reportsOf({ 'list.ok': '.x.x', 'get.ok': '....' }));
    expect(runs).toMatch(/^1 regressed\n {2}4 runs of http.*: 1 of 2 requirements changed, 1 did not\./);
    expect(runs).toMatch(/list\.ok +MUST +pass +fail +pass +fail\n +Change +regressed\n/);
    expect(runs).not.toContain('get.ok');
  });

  test('what regressed and is waived does not count', () => {
    const subject = compared(reportOf([resultOf(waived.id)]), reportOf([waived]));
    expect(subject).toMatchObject({ regressed: [], requirements: [{ change: 'regressed, but waived' }] });
  });

  test('different targets are side by side', () => {
    const reports = reportsOf({ 'list.ok': '.x ', 'get.ok': '..-', 'a.same': '...' });
    const targets = reports.map((report, at) => ({ ...report, target: { baseUrl: `http://127.0.0.1:${at}/v1` } }));
    expect(text(...targets)).toMatch(
      /^3 targets side by side\n {2}They differ in 2 of 3 requirements and agree in 1\.\n\nWhat differs \(2\)\n[\s\S]*list\.ok +MUST +pass +fail +absent\n[\s\S]*\n {2}3 +1 of 1 .*conforming \(1 of 2\)/,
    );
    expect(text(...targets)).not.toContain('a.same');
    expect(compared(...targets)).toMatchObject({ kind: 'scoreboard', regressed: [] });
  });

  test('two addresses are one service that moved, and what changed comes first', () => {
    const [first, second] = reportsOf({ 'list.ok': '.x', 'get.ok': '..', 'a.same': '..' });
    const moved = { ...second, target: { baseUrl: 'http://127.0.0.1:1/v1' } };
    expect(compared(first, moved)).toMatchObject({ kind: 'comparison', regressed: ['list.ok'] });
    expect(text(first, moved)?.replace(/\s+/g, ' ')).toMatch(
      /^1 regressed The same service at two addresses, first http:\/\/127\.0\.0\.1:4010\/v1, then http:\/\/127\.0\.0\.1:1\/v1: 1 of 3 requirements changed, 2 did not\. See history for every run\. What changed \(1\)/,
    );
    expect(text(first, moved)).not.toContain('a.same');
  });

  test('what is known or waived is not left out of the share', () => {
    const [first, second] = reportsOf({ 'get.ok': '..' });
    const shares = text(first, { ...second, results: [...second.results, waived] });
    expect(shares).toMatch(/^ {2}After +1 of 2 /m);
  });
});

test('coverage is one table of requirement, level, section and how it is checked', () => {
  const markdown = coverageForms.get('markdown')?.(coverageOf(sections, catalogue, valuesFor), options) ?? '';
  const [title, , sentence, , heading, , head, , ...rest] = markdown.trimEnd().split('\n');
  const rows = rest.slice(0, rest.indexOf(''));
  expect(heading).toMatch(/^### Statements/);
  expect(title).toBe('## Coverage of the specification');
  expect(sentence).toMatch(/^\d+ MUST, \d+ SHOULD and \d+ observations \(INFO\), then \d+ statements/);
  expect(head).toBe('| Requirement | Level | Section | Checked how |');
  for (const { id } of catalogue) expect(rows.filter((row) => row.startsWith(`| \`${id}\` |`))).toHaveLength(1);
  expect(rows.length).toBe(catalogue.length + sections.flatMap(({ unchecked }) => unchecked).length);
  expect(new Set(rows.map((row) => row.replace(/\\./g, '').split('|').length))).toEqual(new Set([6]));
});
