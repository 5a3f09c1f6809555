import type { Report } from '../../harness/report/model.ts';
import {
  type EffectiveOutcome,
  undecidedIn,
  verdictOutcome,
  violationsIn,
  warningsIn,
  withEffectiveOutcome,
} from '../effective-outcome.ts';
import { resultGroupsOf } from '../group.ts';
import type { RenderOptions } from '../index.ts';
import { forecastOf, interruptionsInWords } from '../run-words.ts';
import { count } from '../text.ts';
import { noticesOf, verdictHeading, verdictMeaning } from '../verdict.ts';
import { anchorOf, headCells } from './elements.ts';
import { findings } from './findings.ts';
import { FIRST_RUN, liveStyles, toolbar } from './live.ts';
import { liveScript } from './live-script.ts';
import { type Content, type Html, html, shown } from './markup.ts';
import { momentOf, type Page, pageOf } from './page.ts';
import { countsBar, groupsPicture } from './pictures.ts';
import { requirements } from './requirements.ts';
import { script } from './script.ts';
import { byReason, causes, drift, notices, observations } from './sections.ts';

/** One page that needs no network, no server, and for reading not even its script. */
export function renderHtml(report: Report, options: Specified = {}): string {
  return pageOf({ ...contentOf(report, options), script });
}

/** The same page, which follows each run. There is no report before the first run has ended. */
export function renderLivePage(report: Report | undefined, options: Specified = {}): string {
  return pageOf({
    ...(report ? contentOf(report, options) : FIRST_RUN),
    script: script + liveScript,
    live: { toolbar: toolbar(), styles: liveStyles },
  });
}

type Specified = Pick<RenderOptions, 'specification'>;

function contentOf(report: Report, { specification }: Specified): Page {
  const { exitCode, diagnosis, warnings = [], target, run, results, suite } = report;
  const interruptions = interruptionsInWords(run);
  return {
    title: `${verdictHeading(report)}: ${target.baseUrl}`,
    suite,
    heading: verdictHeading(report),
    effective: verdictOutcome(report),
    sentence: verdictMeaning(report),
    notes: [...(diagnosis === undefined ? [] : [diagnosis]), ...warnings].map(
      (note) => html`<p class="diagnosis">${shown(note)}</p>\n`,
    ),
    facts: [
      ['Target', html`<code>${shown(target.baseUrl)}</code>`],
      ['Started', momentOf(run.startedAt)],
      ['Took', `${(run.durationMs / 1000).toFixed(1)} s`],
      ['Sent', `${count(run.requests, 'request')}, ${count(run.creations, 'creation')}`],
      ...(interruptions === undefined ? [] : [['Interruptions', interruptions] as const]),
      ['Seed', String(run.seed)],
      ['Exit code', String(exitCode)],
    ],
    ...(results.length > 0 && { summary: countsPanel(report, specification) }),
    main: [...sectionsOf(report), requirements(report, specification)],
    footer: footer(report),
  };
}

/** What is wrong first, then what is unknown, then the rest. */
function sectionsOf(report: Report): readonly Content[] {
  const { results } = report;
  return [
    causes(report),
    findings('failures', 'Violations', violationsIn(results), report),
    findings('warnings', 'Warnings', warningsIn(results), report),
    notices(report),
    byReason('undecided', 'Not decided', undecidedIn(results)),
    byReason('unobservable', 'Unobservable on this target', withEffectiveOutcome(results, 'unobservable')),
    findings('waived', 'Waived', withEffectiveOutcome(results, 'waived'), report),
    findings('known', 'Known from the baseline', withEffectiveOutcome(results, 'known'), report),
    byReason('skipped', 'Skipped', withEffectiveOutcome(results, 'skipped')),
    drift(report),
    observations(report),
  ];
}

function countsPanel(report: Report, specification: RenderOptions['specification']): Html {
  const { results } = report;
  const failing = noticesOf(report).filter(({ fails }) => fails).length;
  return html`<div class="counts">
${countsBar(results)}
<nav aria-label="Outcomes"><ul>${TILES.map(([effective, label, section]) => {
    const found = withEffectiveOutcome(results, effective);
    return tile(found.length, effective, label, section ?? anchorOf(found[0]?.id ?? ''));
  })}${tile(failing, 'fail', failing === 1 ? 'notice fails the run' : 'notices fail the run', 'gate')}</ul></nav>
${groupsPicture(resultGroupsOf(results, {}), 'area')}${
  specification && groupsPicture(resultGroupsOf(results, { groupBy: 'section', specification }), 'section')
}
</div>`;
}

function tile(number: number, effective: EffectiveOutcome, label: string, place: string): Html | undefined {
  if (number === 0) return undefined;
  return html`<li><a href="#${place}"><strong class="${effective}">${number}</strong> <span>${label}</span></a></li>`;
}

/** Each links to its section; unsteady requirements do not have one, so theirs links to the first of them. */
const TILES: readonly (readonly [effective: EffectiveOutcome, label: string, section?: string])[] = [
  ['fail', 'failed', 'failures'],
  ['unsteady', 'unsteady'],
  ['warn', 'with a warning', 'warnings'],
  ['inconclusive', 'not decided', 'undecided'],
  ['unobservable', 'unobservable', 'unobservable'],
  ['waived', 'waived', 'waived'],
  ['known', 'known', 'known'],
  ['skipped', 'skipped', 'skipped'],
  ['observed', 'observed', 'observations'],
  ['pass', 'passed', 'all'],
];

function footer(report: Report): Html {
  const { suite, run } = report;
  return html`<footer class="quiet">
<p>Run ${shown(run.id)} of ${suite.name} ${suite.version}.</p>
<details><summary>Settings of this run</summary><dl>${Object.entries(run.settings).map(
    ([name, value]) => html`<dt>${name}</dt><dd>${String(value) || 'none'}</dd>`,
  )}</dl></details>
${occupancy(report)}
${ledger(report)}
</footer>`;
}

function occupancy(report: Report): Html | undefined {
  const { population } = report.run;
  if (population === undefined) return undefined;
  const forecast = forecastOf(report);
  const rows = population.statuses.map(
    ({ status, pets, isFull, added }) =>
      html`<tr><td>${shown(status)}</td><td>${pets}${isFull ? ' or more' : ''}</td><td>${added}</td></tr>\n`,
  );
  const after = forecast === undefined ? undefined : html`<p>${forecast}</p>`;
  return foldedTable('Pets on the target', ['Status', 'Pets', 'Added by this run'], rows, after);
}

function ledger({ run: { created } }: Report): Html | undefined {
  if (created.length === 0) return undefined;
  const rows = created.map(
    ({ id, name, requirement }) =>
      html`<tr><td><code>${shown(id ?? 'not reported')}</code></td><td>${shown(name ?? 'not reported')}</td><td><code>${shown(requirement)}</code></td></tr>\n`,
  );
  const summary = `${count(created.length, 'pet')} that this run left on the target`;
  return foldedTable(summary, ['Identifier', 'Name', 'Created for'], rows);
}

function foldedTable(summary: string, titles: readonly string[], rows: readonly Html[], after?: Content): Html {
  return html`<details class="ledger"><summary>${summary}</summary>
<table>
<thead><tr>${headCells(...titles)}</tr></thead>
<tbody>
${rows}</tbody>
</table>${after}</details>`;
}
