import { describe, expect, test } from 'vitest';
import { coveragePage } from '../../bench/coverage-page.ts';
import type { Outcome, Report, ReportedFailure, Result } from '../../harness/model/report.ts';
import { type History, HistoryBuilder } from '../../reporters/history.ts';
import { historySentence, renderHistory } from '../../reporters/html/history.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { uncheckedStatements } from '../../suites/requirements/places.ts';
import { failing, failureOf, reportOf, resultOf, waived } from './samples.ts';

/** Of a requirement in one night; `~` is a failure that comes and goes. */
const MARKS: Readonly<Record<string, Outcome>> = {
  '.': 'pass',
  x: 'fail',
  '~': 'fail',
  '?': 'inconclusive',
  '-': 'skipped',
};

/** One report for each night. Of a requirement, a letter for each run, and a blank where the report lacks it. */
function reportsOf(requirements: Readonly<Record<string, string>>): readonly [Report, Report, ...Report[]] {
  const number = Math.max(...Object.values(requirements).map((marks) => marks.length));
  const reports = Array.from({ length: number }, (_, day) => {
    const results = Object.entries(requirements).flatMap(([id, marks]) => resultWith(id, marks[day] ?? ' ', day));
    const report = reportOf(results);
    const startedAt = new Date(Date.UTC(2026, 0, 1 + day, 2)).toISOString();
    return { ...report, run: { ...report.run, id: `run${day}`, startedAt } };
  });
  return reports as unknown as [Report, Report];
}

function resultWith(id: string, mark: string, day: number): readonly Result[] {
  const outcome = MARKS[mark];
  if (outcome === undefined) return [];
  if (outcome !== 'fail') return [resultOf(id, { outcome })];
  return [failingWith(id, [mark === '~' ? 'f0-intermittent' : 'f0'], { actual: `day ${day}` })];
}

function failingWith(id: string, fingerprints: readonly string[], changes: Partial<ReportedFailure> = {}): Result {
  const violations = fingerprints.map((fingerprint, at) => {
    const isIntermittent = fingerprint.endsWith('-intermittent') && { intermittent: true as const };
    return failureOf({ fingerprint, place: at + 7, story: at + 7, ...isIntermittent, ...changes });
  });
  return resultOf(id, { outcome: 'fail', violations });
}

function historyOf(reports: readonly Report[]): History {
  const builder = new HistoryBuilder();
  for (const report of reports) builder.add(`${report.run.id}.json`, report);
  return builder.build();
}

/** The text of the page, with the marks of runs as they are. */
function textOf(reports: readonly Report[]): string {
  const page = renderHistory(historyOf(reports));
  const main = page.slice(page.indexOf('<h1>'), page.indexOf('<footer>'));
  return main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

describe('history', () => {
  test.each([
    ['..xx', { first: 2, lastWithout: 1, last: 3, shown: 2, decided: 4, isThere: true }],
    ['xx', { first: 0, lastWithout: undefined, last: 1, shown: 2, decided: 2, isThere: true }],
    // What is between the two is the range that a bisect needs, whatever could not be decided there.
    ['.?-xx?', { first: 3, lastWithout: 0, last: 4, shown: 2, decided: 3, isThere: true }],
    ['x.x', { first: 0, lastWithout: 1, last: 2, shown: 2, decided: 3, isThere: true }],
    ['xx.', { first: 0, lastWithout: 2, last: 1, shown: 2, decided: 3, isThere: false }],
    ['.~..', { first: 1, lastWithout: 3, last: 1, shown: 1, decided: 4, isThere: true }],
  ])('a failure in %s', (marks, expected) => {
    const reports = reportsOf({ 'list.ok': marks });
    const [track] = historyOf(reports).servers[0]?.stories ?? [];
    const nightOf = (run: { readonly label: string } | undefined) => run && Number(/\d+/.exec(run.label)?.[0]);
    expect({
      ...track,
      story: undefined,
      ...{ first: nightOf(track?.first), lastWithout: nightOf(track?.lastWithout), last: nightOf(track?.last) },
    }).toEqual({ story: undefined, ...expected });
  });

  test('nothing fails in runs that passed or decided nothing', () => {
    expect(historySentence(historyOf(reportsOf({ a: '.?' })))).toBe(
      'Nothing fails now, in 2 runs of http://127.0.0.1:4010/v1.',
    );
  });

  test('a run changes what differs from the last run that says something about it', () => {
    const text = textOf(reportsOf({ a: '.x-x.', b: '.? ..', c: '.....' }));
    const changes = text.slice(text.indexOf('Runs that changed something'));
    expect(changes.match(/[ab]: \w+ to \w+/g)).toEqual([
      'a: fail to pass',
      'b: inconclusive to pass',
      'a: pass to fail',
      'b: pass to inconclusive',
    ]);
  });

  test('reports come in any order, of several servers, and one of them twice', () => {
    const [first, second] = reportsOf({ a: '.x' });
    const elsewhere = { ...second, target: { baseUrl: 'http://127.0.0.1:1/v1' } };
    const history = historyOf([second, elsewhere, first, first]);
    expect(history.servers.map(({ baseUrl, runs }) => [baseUrl, ...runs.map(({ label }) => label)])).toEqual([
      ['http://127.0.0.1:4010/v1', 'run0.json', 'run1.json'],
      ['http://127.0.0.1:1/v1', 'run1.json'],
    ]);
    expect(history.leftOut).toEqual([{ label: 'run0.json', why: 'It is the same run as run0.json.' }]);
    const text = textOf([second, elsewhere, first]);
    expect(text).toContain('2 failures now (2 MUST)');
    expect(text).toContain('3 runs of 2 servers, 2026-01-01 to 2026-01-02.');
    expect(text).toContain(
      'Server Latest verdict Failures now Runs Latest run http://127.0.0.1:4010/v1 conforming 1 2',
    );
  });

  test('the page shows what fails, since when, and what changed', () => {
    const [first, second] = reportsOf({ a: '..', 'list.ok': '.x' });
    const later = {
      ...second,
      suite: { ...second.suite, version: '0.2.0' },
      results: [...second.results, waived],
    };
    const text = textOf([first, later]);
    for (const part of [
      '2 failures now (1 MUST, 1 waived or known)',
      '2 runs of http://127.0.0.1:4010/v1, 2026-01-01 to 2026-01-02.',
      'list.ok MUST ✗ failed 1 of 2 runs 2026-01-02 02:00 run1.json 2026-01-01 02:00 run0.json 2026-01-02 02:00 run1.json expected what is right; actual day 1',
      'list.unique MUST ○ waived 1 of 1 run 2026-01-02 02:00 run1.json none 2026-01-02 02:00 run1.json',
      'list.ok ✓ ✗ list.unique · ○ 1 other requirement did not change. ✗ failed, ○ waived, ✓ passed, · not in the report',
      '2026-01-02 02:00 run1.json conforming 0.2.0 list.ok: pass to fail; suite 0.1.0 to 0.2.0',
    ])
      expect(text).toContain(part);
  });

  test('a failure that comes and goes has a mark, and is there until somebody fixes it', () => {
    const text = textOf(reportsOf({ 'list.ok': '.~..' }));
    expect(text).toContain('list.ok MUST ✗ failed , now and then 1 of 4 runs');
    expect(text).toContain('list.ok ✓ ~ ✓✓ 0 other requirements did not change. ✓ passed, ~ failed now and then');
  });

  test('one story is one row, with what else it violates, and no guess at its cause', () => {
    const [first] = reportsOf({ a: '.' });
    const results = [
      failing('list.ok', { actual: 'x', place: 7, story: 7, cause: { from: 'usual', text: 'Lists are broken.' } }),
      failing('list.unique', { actual: 'y', place: 8, story: 7 }),
    ];
    const text = textOf([{ ...first, results }]);
    expect(text).toContain('1 failure now (1 MUST)');
    expect(text).toMatch(
      /Failing now 1 .*list\.ok MUST ✗ failed 1 of 1 run .* actual x; .* also violates list\.unique/,
    );
    expect(text).not.toContain('Lists are broken');
  });

  test('a story is the same over the nights if its headline is', () => {
    const nights = reportsOf({ a: 'xxxxx' });
    const all = [['f1'], ['f2'], ['f1', 'f2'], ['f1']].map((fingerprints) => failingWith('a', fingerprints));
    const results = [...all, resultOf('a', { outcome: 'skipped' })];
    const history = historyOf(nights.map((report, night) => ({ ...report, results: [results[night] as Result] })));
    const found = history.servers[0]?.stories.map(({ story, shown, decided, isThere }) => {
      return [story.fingerprint, shown, decided, isThere];
    });
    expect(found).toEqual([
      ['f1', 3, 4, true],
      ['f2', 2, 4, false],
    ]);
  });

  test('of many runs the page has every mark, and the latest changes', () => {
    const page = renderHistory(historyOf(reportsOf({ a: '.x'.repeat(40), b: '.'.repeat(80) })));
    expect(page.match(/class="on-fail"/g)).toHaveLength(40);
    expect(page).toContain('1 other requirement did not change.');
    expect(page).toContain('and 49 earlier ones.');
  });
});

test('coverage is one table of requirement, level, section and how it is checked', () => {
  const markdown = coveragePage();
  const [title, , sentence, , heading, , head, , ...rest] = markdown.trimEnd().split('\n');
  const rows = rest.slice(0, rest.indexOf(''));
  expect(heading).toMatch(/^### Statements/);
  expect(title).toBe('## Coverage of the specification');
  expect(sentence).toMatch(/^\d+ MUST, \d+ SHOULD and \d+ observations \(INFO\), then \d+ statements/);
  expect(head).toBe('| Requirement | Level | Section | Checked how |');
  for (const { id } of catalogue) expect(rows.filter((row) => row.startsWith(`| \`${id}\` |`))).toHaveLength(1);
  expect(rows.length).toBe(catalogue.length + uncheckedStatements().length);
  expect(new Set(rows.map((row) => row.replace(/\\./g, '').split('|').length))).toEqual(new Set([6]));
});
