import type { Report } from '../../harness/model/report.ts';
import { HistoryBuilder } from '../../reporters/history.ts';
import { renderHistory } from '../../reporters/html/history.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';

/** The report of a night: create.int64 fails for a while and again at the end, and list.complete now and then. */
function nightOf(day: number, baseUrl = 'http://127.0.0.1:4010/v1'): Report {
  const fails = new Set<string>();
  if (day > 290 || (day > 200 && day < 260)) fails.add('create.int64');
  if (day % 40 === 39) fails.add('list.complete');
  const results = catalogue.map((row) =>
    resultOf(row.id, { ...row, outcome: fails.has(row.id) ? 'fail' : row.level === 'INFO' ? 'observed' : 'pass' }),
  );
  const report = reportOf(results);
  const startedAt = new Date(Date.UTC(2024, 0, 1 + day, 2)).toISOString();
  return { ...report, target: { baseUrl }, run: { ...report.run, id: `night${day}`, startedAt } };
}

export function historyOf(days: readonly number[], servers?: readonly string[]): string {
  const builder = new HistoryBuilder();
  for (const server of servers ?? [undefined])
    for (const day of days) builder.add(`nightly/${day}.json`, nightOf(day, server));
  return renderHistory(builder.build());
}

export const daysFrom = (first: number, number: number) => Array.from({ length: number }, (_, index) => first + index);
export const pages = {
  'nights of one server': historyOf(daysFrom(185, 30)),
  'three servers side by side': historyOf(
    [0, 230],
    ['a', 'b', 'c'].map((name) => `http://${name}.example/v1`),
  ),
};
