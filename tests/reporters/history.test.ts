import { describe, expect, test } from 'vitest';
import { coveragePage } from '../../bench/coverage-page.ts';
import type { Report, Result } from '../../harness/model/report.ts';
import { type History, HistoryBuilder } from '../../reporters/history.ts';
import { historySentence, renderHistory } from '../../reporters/html/history.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { uncheckedStatements } from '../../suites/requirements/places.ts';
import { reportOf, resultOf } from './samples.ts';

/** Of a requirement in one night. */
const MARKS: Readonly<Record<string, Partial<Result>>> = {
  '.': { outcome: 'pass' },
  x: { outcome: 'fail' },
  '?': { outcome: 'inconclusive' },
  o: { outcome: 'fail', excuse: { by: 'waiver', reason: 'later', owner: 'the pets team', until: '2026-12-31' } },
};

/** One report for each night. Of a requirement, a letter for each run, and a blank where the report lacks it. */
function reportsOf(requirements: Readonly<Record<string, string>>): readonly [Report, Report, ...Report[]] {
  const number = Math.max(...Object.values(requirements).map((marks) => marks.length));
  const reports = Array.from({ length: number }, (_, day) => {
    const results = Object.entries(requirements).flatMap(([id, marks]) => {
      const changes = MARKS[marks[day] ?? ' '];
      return changes === undefined ? [] : [resultOf(id, changes)];
    });
    const fails = results.some(({ outcome, excuse }) => outcome === 'fail' && excuse === undefined);
    const report = reportOf(results, fails ? { verdict: 'violating', exitCode: 1 } : {});
    const startedAt = new Date(Date.UTC(2026, 0, 1 + day, 2)).toISOString();
    return { ...report, run: { ...report.run, id: `run${day}`, startedAt } };
  });
  return reports as unknown as [Report, Report];
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
  test('is a row for each requirement, what fails now first, and the counts of each run', () => {
    const text = textOf(reportsOf({ a: '...', 'list.ok': '.xx', 'list.unique': '  o', b: '?. ' }));
    for (const part of [
      '✗ Latest run: violating 3 runs of http://127.0.0.1:4010/v1, 2026-01-01 to 2026-01-03.',
      'list.ok ✓ ✗✗ list.unique ·· ○ a ✓✓✓ b ? ✓ · ✗ failed, ? inconclusive, ○ waived, ✓ passed, · not in the report',
      '2026-01-03 02:00 run2.json violating 1 passed, 1 failed, 1 waived ✗ ○ ✓',
      '2026-01-02 02:00 run1.json violating 2 passed, 1 failed ✗ ✓✓',
      '2026-01-01 02:00 run0.json conforming 2 passed, 1 inconclusive ? ✓✓',
    ])
      expect(text).toContain(part);
  });

  test('takes reports in any order, of several servers, and one of them twice', () => {
    const [first, second] = reportsOf({ a: 'x.' });
    const elsewhere = { ...first, target: { baseUrl: 'http://127.0.0.1:1/v1' } };
    const history = historyOf([second, elsewhere, first, first]);
    expect(history.servers.map(({ baseUrl, runs }) => [baseUrl, ...runs.map(({ label }) => label)])).toEqual([
      ['http://127.0.0.1:1/v1', 'run0.json'],
      ['http://127.0.0.1:4010/v1', 'run0.json', 'run1.json'],
    ]);
    expect(history.leftOut).toEqual(['run0.json is the same run as run0.json.']);
    expect(historySentence(history)).toBe('Latest runs: 1 violating, 1 conforming, in 3 runs of 2 servers.');
    const text = textOf([elsewhere, second, first]);
    expect(text).toContain('✗ Latest runs: 1 violating, 1 conforming');
    expect(text).toContain('Requirement http://127.0.0.1:1/v1 http://127.0.0.1:4010/v1 a ✗ ✗ ✓');
    expect(text).toContain('2026-01-01 02:00 run0.json http://127.0.0.1:1/v1 violating 0 passed, 1 failed ✗');
  });

  test('shows every run of many', () => {
    const page = renderHistory(historyOf(reportsOf({ a: '.x'.repeat(40), b: '.'.repeat(80) })));
    expect(page.match(/class="on-fail"/g)).toHaveLength(40 + 40);
    expect(page.match(/run\d+\.json/g)).toHaveLength(80);
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
