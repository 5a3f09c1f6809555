import { groupBy } from '../../harness/basics/group-by.ts';
import { type EffectiveOutcome, OUTCOME_ORDER } from '../effective-outcome.ts';
import type { History, RunSummary, ServerHistory } from '../history.ts';
import { count, minuteOf } from '../text.ts';
import { legendOf, marksElement, section, tableElement } from './elements.ts';
import { type Html, html, shown } from './markup.ts';
import { pageDocument } from './page.ts';

/** One page: a row for each requirement with a column for each run, and the counts of each run. */
export function renderHistory(history: History): string {
  const { servers, leftOut } = history;
  const [effective = 'pass'] = servers.map(({ latest }) => latest.effective).toSorted(worstFirst);
  return pageDocument({
    effective,
    heading: headingOf(servers),
    sentence: `${runsOf(history)}, ${daysOf(servers.flatMap(({ runs }) => runs))}.`,
    notes: leftOut,
    main: [requirementsSection(servers), runsSection(servers)],
  });
}

/** "Latest run: violating, in 3 runs of http://…" */
export function historySentence(history: History): string {
  return `${headingOf(history.servers)}, in ${runsOf(history)}.`;
}

const rankOf = (effective: EffectiveOutcome) => OUTCOME_ORDER.indexOf(effective);
const worstFirst = (one: EffectiveOutcome, other: EffectiveOutcome) => rankOf(one) - rankOf(other);

/** "Latest run: violating", or "Latest runs: 1 conforming, 2 violating" */
function headingOf(servers: readonly ServerHistory[]): string {
  const verdicts = servers.map(({ latest }) => latest.verdict);
  if (verdicts.length === 1) return `Latest run: ${verdicts[0]}`;
  const numbers = [...groupBy(verdicts, (verdict) => verdict)].map(([verdict, { length }]) => `${length} ${verdict}`);
  return `Latest runs: ${numbers.join(', ')}`;
}

/** "30 runs of http://…", or "60 runs of 2 servers" */
function runsOf({ servers }: History): string {
  const runs = servers.reduce((sum, server) => sum + server.runs.length, 0);
  const whose = servers.length === 1 ? servers[0]?.baseUrl : count(servers.length, 'server');
  return `${count(runs, 'run')} of ${whose}`;
}

/** "2026-01-01 to 2026-01-30" */
function daysOf(runs: readonly RunSummary[]): string {
  const days = runs.map(({ startedAt }) => startedAt.slice(0, 10)).toSorted();
  return [...new Set([days[0], days.at(-1)])].join(' to ');
}

/** What is wrong in a latest run comes first; servers are side by side. */
function requirementsSection(servers: readonly ServerHistory[]): Html | undefined {
  const ids = [...new Set(servers.flatMap(({ runs }) => runs.flatMap(({ outcomes }) => [...outcomes.keys()])))];
  const outcomesFor = (id: string) => servers.map(({ runs }) => runs.map(({ outcomes }) => outcomes.get(id) ?? null));
  const rankNow = (id: string) => Math.min(...servers.map(({ latest }) => rankOf(latest.outcomes.get(id) ?? 'pass')));
  const sorted = ids.toSorted((one, other) => rankNow(one) - rankNow(other));
  const times = servers.map(({ runs }) => runs.map(({ startedAt }) => minuteOf(startedAt)));
  const title = 'Requirements by run';
  const table = tableElement({
    title,
    columns: ['Requirement', ...servers.map(({ baseUrl }) => (servers.length > 1 ? baseUrl : 'Runs'))],
    rows: sorted.map((id) => [
      html`<code>${shown(id)}</code>`,
      ...outcomesFor(id).map((outcomes, at) => marksElement(outcomes, times[at])),
    ]),
  });
  const legend = html`<p class="quiet">${legendOf(ids.flatMap(outcomesFor).flat())}</p>`;
  return section('requirements', title, ids.length, [table, legend]);
}

/** The latest one first. */
function runsSection(servers: readonly ServerHistory[]): Html | undefined {
  const runs = servers.flatMap((server) => server.runs.toReversed());
  const isOfSeveral = servers.length > 1;
  const table = tableElement({
    title: 'Runs',
    columns: ['Run', ...(isOfSeveral ? ['Server'] : []), 'Verdict', 'Counts'],
    rows: runs.map(({ startedAt, label, baseUrl, verdict, counts, outcomes }) => [
      html`${shown(minuteOf(startedAt))}<div class="quiet text">${shown(label)}</div>`,
      ...(isOfSeveral ? [shown(baseUrl)] : []),
      verdict,
      [html`<div>${counts}</div>`, marksElement([...outcomes.values()].toSorted(worstFirst))],
    ]),
  });
  return section('runs', 'Runs', runs.length, table);
}
