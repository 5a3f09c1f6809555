import { describe, expect, test } from 'vitest';
import type { Outcome, Report } from '../../harness/report/model.ts';
import { occupancyOf } from '../../harness/report/occupancy.ts';
import { figuresOf } from '../../reporters/history/figures.ts';
import { historyForms } from '../../reporters/history/index.ts';
import { type History, HistoryBuilder } from '../../reporters/history/model.ts';
import { hostileReport } from './hostile.ts';
import { reportOf, resultOf, waived } from './samples.ts';

const MARKS: Readonly<Record<string, Outcome>> = { '.': 'pass', x: 'fail', '?': 'inconclusive', '-': 'skipped' };

/** One report for each day. Of a requirement, a letter for each run, and a blank where the report lacks it. */
function reportsOf(requirements: Readonly<Record<string, string>>): readonly Report[] {
  const number = Math.max(...Object.values(requirements).map((marks) => marks.length));
  return Array.from({ length: number }, (_, day) => {
    const results = Object.entries(requirements).flatMap(([id, marks]) => {
      const outcome = MARKS[marks[day] ?? ' '];
      return outcome === undefined
        ? []
        : [resultOf(id, { outcome, ...(outcome === 'fail' && { actual: `day ${day}` }) })];
    });
    return onDay(reportOf(results), day);
  });
}

function onDay(report: Report, day: number): Report {
  const startedAt = new Date(Date.UTC(2026, 0, 1 + day, 2)).toISOString();
  return { ...report, run: { ...report.run, id: `run${day}`, startedAt } };
}

function historyOf(reports: readonly Report[]): History {
  const builder = new HistoryBuilder();
  for (const report of reports) builder.add({ label: `${report.run.id}.json`, report });
  return builder.build();
}

function trackOf(marks: string) {
  const track = historyOf(reportsOf({ 'list.ok': marks })).targets[0]?.requirements[0];
  if (track === undefined) throw new Error('one requirement');
  return track;
}

function shown(name: string, history: History): string {
  return historyForms.get(name)?.(history, { colour: false, width: 100 }) ?? '';
}

test.each([
  ['..xx', { since: 2, lastGood: 1, effective: 'fail', finding: 'actual day 3' }],
  ['xx', { since: 0, effective: 'fail' }],
  // What is between the two is the range that a bisect needs, whatever could not be decided there.
  ['.?-xx?', { since: 3, lastGood: 0, effective: 'fail' }],
  ['x.x', { since: 2, lastGood: 1 }],
  ['xx.', undefined],
  ['.?', undefined],
])('%s fails since', (marks, failing) => {
  const track = trackOf(marks);
  if (failing === undefined) expect(track.failing).toBeUndefined();
  else expect(track.failing).toMatchObject(failing);
  expect('lastGood' in (track.failing ?? {})).toBe(failing !== undefined && 'lastGood' in failing);
});

test.each([
  ['.x.x', 3, 2, 4],
  ['.xx?-x.', 2, 3, 5],
  ['....', 0, 0, 4],
])('%s turns %i times and fails in %i of %i', (marks, turns, failed, decided) => {
  expect(trackOf(marks)).toMatchObject({ turns, failed, decided });
});

test('a run changes what differs from the last run that says something about it', () => {
  const history = historyOf(reportsOf({ a: '.x-x.', b: '.? ..', c: '.....' }));
  const changes = history.targets[0]?.runs.map((run) => run.changes.map(({ id, kind }) => `${kind} ${id}`));
  expect(changes).toEqual([[], ['broke a', 'not decided b'], [], ['decided b'], ['fixed a']]);
  expect(trackOf('..x').spans).toEqual([
    { effective: 'pass', runs: 2 },
    { effective: 'fail', runs: 1 },
  ]);
});

test('reports come in any order, of several targets, and one of them twice', () => {
  const [first, second, third] = reportsOf({ a: '.xx' });
  if (!first || !second || !third) throw new Error('three reports');
  const elsewhere = { ...second, target: { baseUrl: 'http://127.0.0.1:1/v1' } };
  const history = historyOf([third, elsewhere, first, first, second]);
  expect(history.targets.map(({ baseUrl, runs }) => [baseUrl, runs.map(({ label }) => label)])).toEqual([
    ['http://127.0.0.1:4010/v1', ['run0.json', 'run1.json', 'run2.json']],
    ['http://127.0.0.1:1/v1', ['run1.json']],
  ]);
  expect(history.leftOut).toEqual([{ label: 'run0.json', why: 'It is the same run as run0.json.' }]);
  expect(shown('terminal', history)).toContain('Failing now: http://127.0.0.1:1/v1 (1)');
});

test('what drifted, another version of the suite and what is waived are shown with their day', () => {
  const [first, second] = reportsOf({ a: '..' });
  if (!first || !second) throw new Error('two reports');
  const observed = (value: string) => ({ observations: [{ id: 'observed.order', statement: 'Order', value }] });
  const history = historyOf([
    { ...first, ...observed('by id') },
    {
      ...second,
      ...observed('by name'),
      suite: { ...second.suite, version: '0.2.0' },
      results: [...second.results, waived],
    },
  ]);
  const text = shown('terminal', history);
  expect(text).toMatch(/^Nothing fails now, 1 excused\n2 runs of .*, 2026-01-01 to 2026-01-02\.\n/);
  expect(text).toContain('2026-01-02 02:00  run1.json  conforming  0.1.0 → 0.2.0');
  expect(text).toMatch(/observed\.order\n +Before +by id\n +After +by name/);
  expect(text).toMatch(
    /list\.unique +MUST +waived +1 of 1 runs\n +Since +2026-01-02 02:00 run1\.json\n +Last good run +never/,
  );
});

test('numbers that always differ are not a drift', () => {
  const observed = (value: string) => ({ id: 'observed.latency', statement: 'L', value, data: { compared: 'fast' } });
  const reports = reportsOf({ a: '..' }).map((report, day) => ({ ...report, observations: [observed(`${day} ms`)] }));
  expect(historyOf(reports).targets[0]?.runs.map(({ drifts }) => drifts)).toEqual([[], []]);
});

describe('figures', () => {
  const latency = { operation: 'getPet', median: 1, p95: 2, p99: 3 };
  const [first, second] = reportsOf({ a: '..' });
  if (!first || !second) throw new Error('two reports');
  const observations = [{ id: 'observed.latency', statement: 'L', value: '', data: { latencies: [latency] } }];
  const run = {
    ...first.run,
    population: occupancyOf(
      [
        { status: 'available', pets: 3, added: 1 },
        { status: 'sold', pets: 1, added: 1 },
      ],
      100,
    ),
  };
  const [target] = historyOf([{ ...first, run, observations }, second]).targets;

  test('are there as far as the reports have them', () => {
    if (target === undefined) throw new Error('one target');
    expect(figuresOf(target)).toEqual([
      {
        title: 'Latency of getPet',
        unit: 'ms',
        series: [
          { name: 'median', values: [1, undefined] },
          { name: '95%', values: [2, undefined] },
        ],
      },
      {
        title: 'Pets per status',
        series: [
          { name: 'available', values: [3, undefined] },
          { name: 'sold', values: [1, undefined] },
        ],
      },
      { title: 'Duration', unit: 's', series: [{ name: '', values: [3.421, 3.421] }] },
      { title: 'Requests', series: [{ name: '', values: [1412, 1412] }] },
      { title: 'Creations', series: [{ name: '', values: [1, 1] }] },
    ]);
  });
});

test('the terminal shows the latest runs only, and says so', () => {
  const text = shown('terminal', historyOf(reportsOf({ a: '.x'.repeat(40), b: '.'.repeat(80) })));
  expect(text).toContain('The latest 60 of 80 runs');
  expect(text).toMatch(/^a +(✓✗){30}$/m);
  expect(text).toContain('1 other requirement did not change.');
  expect(text).toContain('Runs that changed something (79)');
  expect(text).toContain('and 59 earlier ones; json and html have them all.');
});

test('hostile content is text in every form', () => {
  const history = historyOf([
    onDay(reportOf(hostileReport.results.map(({ id }) => resultOf(id))), 0),
    { ...onDay(hostileReport, 1), target: { baseUrl: 'http://127.0.0.1:4010/v1' } },
  ]);
  expect(shown('terminal', history)).not.toMatch(/[^\P{C}\n]/u);
  const tags = new Set([...shown('markdown', history).matchAll(/<\/?([^>]*)>/g)].map(([, tag]) => tag));
  expect([...tags].sort()).toEqual(['code', 'table', 'td', 'th', 'tr']);
  expect(shown('html', history).match(/<(script|img|failure)/g)).toEqual(['<script']);
});
