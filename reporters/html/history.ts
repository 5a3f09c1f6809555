import type { Level } from '../../harness/model/report.ts';
import { isIntermittent } from '../../harness/report/fingerprint.ts';
import { type EffectiveOutcome, OUTCOME_ORDER } from '../effective-outcome.ts';
import type { History, HistoryMark, RunSummary, ServerHistory, StoryInRun, StoryTrack } from '../history.ts';
import { count, minuteOf } from '../text.ts';
import { legendOf, marksElement, outcomeOf, section, tableElement } from './elements.ts';
import { type Content, type Html, html, shown } from './markup.ts';
import { pageDocument } from './page.ts';

/** More changes than this help nobody: the marks show all runs. */
const MAX_CHANGES = 30;

/** One page: what fails now and since when, every requirement that did not always pass, and the runs that changed something. */
export function renderHistory(history: History): string {
  const { servers } = history;
  const failing = failingNow(servers);
  const stories = failing.map(({ story }) => story);
  const runs = servers.flatMap((server) => server.runs);
  return pageDocument({
    effective: effectiveOf(stories),
    heading: headingOf(stories),
    sentence: `${count(runs.length, 'run')} of ${whose(servers)}, ${daysOf(runs)}.`,
    main: [
      servers.length > 1 ? serversSection(servers) : undefined,
      failingSection(failing, servers),
      marksSection(servers),
      changesSection(servers),
      leftOutSection(history),
    ],
  });
}

/** What the page is headed by: "Nothing fails now, in 3 runs of http://…" */
export function historySentence({ servers }: History): string {
  const stories = failingNow(servers).map(({ story }) => story);
  const runs = servers.flatMap((server) => server.runs);
  return `${headingOf(stories)}, in ${count(runs.length, 'run')} of ${whose(servers)}.`;
}

/** What counts first: failed MUSTs, then SHOULDs, then what is waived or known. */
function failingNow(servers: readonly ServerHistory[]): readonly StoryTrack[] {
  const rankOf = ({ story }: StoryTrack) => OUTCOME_ORDER.indexOf(story.effective);
  const failing = servers.flatMap(({ stories }) => stories.filter(({ isThere }) => isThere));
  return failing.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function effectiveOf(stories: readonly StoryInRun[]): EffectiveOutcome {
  const has = (wanted: EffectiveOutcome) => stories.some(({ effective }) => effective === wanted);
  if (has('fail')) return 'fail';
  return has('warn') ? 'warn' : 'pass';
}

/** "2 failures now (1 MUST, 1 waived or known)" */
function headingOf(stories: readonly StoryInRun[]): string {
  if (stories.length === 0) return 'Nothing fails now';
  const isOpen = ({ effective }: StoryInRun) => effective === 'fail' || effective === 'warn';
  const numberOf = (level: Level) => stories.filter((story) => isOpen(story) && story.level === level).length;
  const numbers: readonly (readonly [number: number, what: string])[] = [
    [numberOf('MUST'), 'MUST'],
    [numberOf('SHOULD'), 'SHOULD'],
    [stories.filter((story) => !isOpen(story)).length, 'waived or known'],
  ];
  const parts = numbers.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return `${count(stories.length, 'failure')} now (${parts.join(', ')})`;
}

function whose(servers: readonly ServerHistory[]): string {
  return servers.length === 1 ? (servers[0]?.baseUrl ?? '') : count(servers.length, 'server');
}

/** "2026-01-01 to 2026-01-30" */
function daysOf(runs: readonly RunSummary[]): string {
  const days = runs.map(({ startedAt }) => startedAt.slice(0, 10)).toSorted();
  return [...new Set([days[0], days.at(-1)])].join(' to ');
}

const nameOf = ({ startedAt, label }: RunSummary) => `${minuteOf(startedAt)} ${label}`;

function serversSection(servers: readonly ServerHistory[]): Html | undefined {
  const rows = servers.map(({ baseUrl, runs, stories }) => {
    const last = runs.at(-1);
    const failing = stories.filter(({ isThere }) => isThere).length;
    const cells = [last?.verdict ?? '', String(failing), String(runs.length), last ? nameOf(last) : ''];
    return [baseUrl, ...cells].map(textCell);
  });
  const columns = ['Server', 'Latest verdict', 'Failures now', 'Runs', 'Latest run'];
  return section('servers', 'Servers', servers.length, tableElement({ title: 'Servers', columns, rows }));
}

function failingSection(failing: readonly StoryTrack[], servers: readonly ServerHistory[]): Html | undefined {
  const isOfSeveral = servers.length > 1;
  const rows = failing.map(({ story, first, last, lastWithout, shown: times, decided }) => [
    html`<code>${shown(story.id)}</code>`,
    ...(isOfSeveral ? [textCell(last.baseUrl)] : []),
    textCell(story.level),
    [outcomeOf(story.effective), isIntermittent(story.fingerprint) ? ', now and then' : undefined],
    textCell(`${times} of ${count(decided, 'run')}`),
    ...[nameOf(first), lastWithout ? nameOf(lastWithout) : 'none', nameOf(last)].map(textCell),
    [textCell(story.finding), alsoCell(story)],
  ]);
  const columns = [
    'Requirement',
    ...(isOfSeveral ? ['Server'] : []),
    ...['Level', 'Now', 'Failed in', 'First failed', 'Last run without it', 'Last failed', 'Expected and actual'],
  ];
  return section('failing', 'Failing now', failing.length, tableElement({ title: 'Failing now', columns, rows }));
}

function alsoCell({ others }: StoryInRun): Html | undefined {
  if (others.length === 0) return undefined;
  return html`<div class="quiet text">also violates ${shown(others.join(', '))}</div>`;
}

/** One row for each requirement that did not have the same outcome in every run, or fails; servers are side by side. */
function marksSection(servers: readonly ServerHistory[]): Html | undefined {
  const ids = [...new Set(servers.flatMap(({ runs }) => runs.flatMap(({ marks }) => [...marks.keys()])))];
  const marksIn = ({ runs }: ServerHistory, id: string) => runs.map(({ marks }) => marks.get(id) ?? null);
  const marksFor = (id: string) => servers.flatMap((server) => marksIn(server, id));
  const moving = ids.filter((id) => !isSteady(marksFor(id)));
  const rows = moving.map((id) => [
    html`<code>${shown(id)}</code>`,
    ...servers.map((server) => {
      const times = server.runs.map(({ startedAt }) => minuteOf(startedAt));
      return marksElement(marksIn(server, id), times);
    }),
  ]);
  const columns = ['Requirement', ...servers.map(({ baseUrl, runs }) => (servers.length > 1 ? baseUrl : daysOf(runs)))];
  const present = moving.flatMap(marksFor);
  const note = `${count(ids.length - moving.length, 'other requirement')} did not change. ${legendOf(present)}`;
  const table = tableElement({ title: 'Requirements by run', columns, rows });
  return section('runs', 'Requirements by run', moving.length, [table, html`<p class="quiet">${note}</p>`]);
}

const FAILING: readonly HistoryMark[] = ['fail', 'warn', 'intermittent', 'waived', 'known'];

function isSteady(marks: readonly (HistoryMark | null)[]): boolean {
  const outcomes = new Set<HistoryMark | null>(marks.filter((mark) => mark !== null && mark !== 'skipped'));
  const isFailing = FAILING.some((mark) => outcomes.has(mark));
  return outcomes.size <= 1 && !isFailing;
}

/** The runs in which a requirement changed, the latest one first. */
function changesSection(servers: readonly ServerHistory[]): Html | undefined {
  const all = servers.flatMap(({ runs }) => runs.map((run, at) => ({ run, words: changesIn(run, runs.slice(0, at)) })));
  const changed = all.filter(({ words }) => words !== '');
  const latest = changed.toSorted((one, other) => (one.run.startedAt < other.run.startedAt ? 1 : -1));
  const rows = latest.slice(0, MAX_CHANGES).map(({ run, words }) => {
    return [minuteOf(run.startedAt), run.label, run.verdict, run.suiteVersion, words].map(textCell);
  });
  const columns = ['When', 'Report', 'Verdict', 'Suite', 'Changed'];
  const title = 'Runs that changed something';
  const more = changed.length - rows.length;
  const note = more > 0 ? html`<p class="quiet">and ${count(more, 'earlier one')}.</p>` : undefined;
  return section('changes', title, changed.length, [tableElement({ title, columns, rows }), note]);
}

/** "list.ok: pass to fail; suite 0.5.0 to 0.6.0" */
function changesIn(run: RunSummary, earlier: readonly RunSummary[]): string {
  const before = earlier.at(-1);
  if (before === undefined) return '';
  const changes = [...run.marks].flatMap(([id, mark]) => {
    // A run that skipped a requirement says nothing about it.
    const was = earlier.findLast(({ marks }) => marks.has(id) && marks.get(id) !== 'skipped')?.marks.get(id);
    const isChanged = was !== undefined && mark !== 'skipped' && mark !== was;
    return isChanged ? [`${id}: ${was} to ${mark}`] : [];
  });
  const { suiteVersion } = before;
  const versions = suiteVersion === run.suiteVersion ? [] : [`suite ${suiteVersion} to ${run.suiteVersion}`];
  return [...changes, ...versions].join('; ');
}

function leftOutSection({ leftOut }: History): Html | undefined {
  const rows = leftOut.map(({ label, why }) => [label, why].map(textCell));
  const title = 'Files left out';
  return section('left-out', title, leftOut.length, tableElement({ title, columns: ['File', 'Why'], rows }));
}

/** Ordinary words are not broken; a server may send words of any length. */
function textCell(text: string): Content {
  const look = /\S{33}/.test(text) ? 'text' : 'text whole';
  return text === '' ? undefined : html`<span class="${look}">${shown(text)}</span>`;
}
