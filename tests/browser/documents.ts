import type { Report } from '../../harness/model/report.ts';
import { compareAll, comparisonForms } from '../../reporters/compare.ts';
import { coverageForms, coverageOf } from '../../reporters/coverage.ts';
import { historyForms } from '../../reporters/history/index.ts';
import { HistoryBuilder } from '../../reporters/history/model.ts';
import { valuesFor } from '../../suites/inputs/values.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { sections } from '../../suites/requirements/sections.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';

const options = { colour: false, width: 100 };

/** The report of a night: create.int64 fails for a while and again at the end, and list.complete now and then. */
function nightOf(day: number, baseUrl = 'http://127.0.0.1:4010/v1'): Report {
  const fails = new Set<string>();
  if (day > 290 || (day > 200 && day < 260)) fails.add('create.int64');
  if (day % 40 === 39) fails.add('list.complete');
  const results = catalogue.map((row) =>
    resultOf(row.id, { ...row, outcome: fails.has(row.id) ? 'fail' : row.level === 'INFO' ? 'observed' : 'pass' }),
  );
  const value = `by id, ${day < 210 ? 'a' : 'de'}scending`;
  const report = reportOf(results, { observations: [{ id: 'observed.order', statement: 'Order', value }] });
  const startedAt = new Date(Date.UTC(2024, 0, 1 + day, 2)).toISOString();
  return { ...report, target: { baseUrl }, run: { ...report.run, id: `night${day}`, startedAt } };
}

export function historyOf(days: readonly number[]): string {
  const builder = new HistoryBuilder();
  for (const day of days) builder.add({ label: `nightly/${day}.json`, report: nightOf(day) });
  return historyForms.get('html')?.(builder.build(), options) ?? '';
}

export const daysFrom = (first: number, number: number) => Array.from({ length: number }, (_, index) => first + index);
const entrants = [0, 210].map((day) => ({ label: `${day}.json`, report: nightOf(day) }));
const elsewhere = { label: 'other.json', report: nightOf(230, 'http://pets.example/v1') };
/** Every page that is made of tables. */
export const pages = {
  history: historyOf(daysFrom(185, 30)),
  compare: comparisonForms.get('html')?.(compareAll(entrants as never), options) ?? '',
  scoreboard: comparisonForms.get('html')?.(compareAll([...entrants, elsewhere] as never), options) ?? '',
  coverage: coverageForms.get('html')?.(coverageOf(sections, catalogue, valuesFor), options) ?? '',
};
