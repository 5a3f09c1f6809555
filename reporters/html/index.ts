import type { Report, Result } from '../../harness/report/model.ts';
import { minuteOf } from '../document/model.ts';
import {
  countInWords,
  countsOf,
  effectiveOutcomeOf,
  isUnselected,
  LOOKS,
  requirementsIn,
  verdictOutcome,
} from '../effective-outcome.ts';
import { caveatOf } from '../evidence.ts';
import { resultGroupsOf } from '../group.ts';
import { type RenderOptions, stored } from '../options.ts';
import { outlineOf, overviewOf, type Part } from '../outline.ts';
import { summaryLines, warningsOf } from '../run-words.ts';
import { count } from '../text.ts';
import { findingInShort, verdictHeading, verdictMeaning } from '../verdict.ts';
import { documentTable } from './document.ts';
import { anchorOf, markOf, marksOf, outcomeOf, section, tableOf } from './elements.ts';
import { groupOf, wordsOf } from './finding.ts';
import { type Content, type Html, html, preformatted, shown } from './markup.ts';
import { type Page, pageOf } from './page.ts';

type Options = Pick<RenderOptions, 'groupBy' | 'specification' | 'file'>;

/** One page that needs no network, no server, and for reading not even its script. */
export function renderHtml(report: Report, options: Options = {}): string {
  return pageOf(contentOf(stored(report, options), options));
}

/**
 * The same page, which follows a run: on the event `changed` of its server it fetches itself again. The status says how
 * far the run is. There may be no report yet.
 */
export function renderLivePage(report?: Report, options: Options & { readonly status?: string } = {}): string {
  const { status = '' } = options;
  if (report !== undefined) return pageOf({ ...contentOf(stored(report, options), options), status });
  const sentence = 'The report appears here as soon as something is decided.';
  return pageOf({ effective: 'skipped', heading: 'The first run is under way', sentence, main: [], status });
}

function contentOf(report: Report, options: Options): Page {
  const { exitCode, diagnosis, target, run, suite } = report;
  const parts = outlineOf(report);
  return {
    title: `${verdictHeading(report)}: ${target.baseUrl}`,
    suite,
    heading: verdictHeading(report),
    effective: verdictOutcome(report),
    sentence: verdictMeaning(report),
    notes: [...(diagnosis === undefined ? [] : [diagnosis]), ...warningsOf(report)],
    facts: [
      ['Target', target.baseUrl],
      ['Started', `${minuteOf(run.startedAt)} UTC`],
      ['Took', `${(run.durationMs / 1000).toFixed(1)} s`],
      ['Sent', `${count(run.requests, 'request')}, ${count(run.creations, 'creation')}`],
      ['Seed', String(run.seed)],
      ['Exit code', String(exitCode)],
    ],
    ...(report.results.length > 0 && {
      summary: [filterForm(), overviewPanel(report), countsPanel(report, parts, options)],
    }),
    main: [...parts.map((part) => partOf(part, report)), requirements(report)],
    footer: footerOf(report),
  };
}

/** It filters the overview, the findings and the table. */
function filterForm(): Html {
  return html`<form id="filter" role="search" autocomplete="off">
<label>Filter <input type="search" name="filter" spellcheck="false" placeholder="failed MUST list"></label>
<output aria-live="polite"></output>
</form>
`;
}

/** In characters: about a line of a wide window. */
const OVERVIEW_WIDTH = 110;

/** What is wrong, in a line each, before any detail. */
function overviewPanel(report: Report): Html | undefined {
  const overview = overviewOf(report);
  if (overview.length === 0) return undefined;
  const link = ({ id }: Result) => html`<a href="#${anchorOf(id)}"><strong>${shown(id)}</strong></a>`;
  const lineOf = (result: Result) =>
    html`<li ${wordsOf(result)}>${markOf(result.outcome)} <span class="unheard">${LOOKS[result.outcome].word}: </span>${link(result)}
<span class="text">${shown(findingInShort(result, OVERVIEW_WIDTH))}</span></li>\n`;
  const items = overview.map(({ cause, failed, open }) => {
    const openLinks = open.map((result, at) => [at === 0 ? '' : ', ', link(result)]);
    const consequences =
      open.length === 0
        ? undefined
        : html`<p class="consequences quiet">${markOf('inconclusive')} not decided because of it: ${openLinks}</p>\n`;
    const lines = html`<ul>${failed.map(lineOf)}</ul>${consequences}`;
    return html`<li>${cause && html`<p class="text">${markOf('fail')} ${shown(cause)}</p>\n`}${lines}</li>\n`;
  });
  return html`<section class="card" aria-labelledby="overview-title">
<h2 id="overview-title">What is wrong</h2>
<ul class="overview">${items}</ul>
</section>
`;
}

function countsPanel(report: Report, parts: readonly Part[], options: Options): Html {
  const { results } = report;
  const tiles = countsOf(results).map(([effective, number]) => {
    const place = parts.some(({ id }) => id === effective) ? effective : 'all';
    const word = LOOKS[effective].word;
    return html`<li><a href="#${place}"><strong class="${effective}">${number}</strong> ${word}</a></li>`;
  });
  const groups = resultGroupsOf(results, options).map((group) => {
    const counts = countsOf(group.results).map(countInWords).join(', ');
    return html`<dt>${shown(group.title)}</dt><dd>${marksOf(group.results.map(effectiveOutcomeOf))} ${counts}</dd>\n`;
  });
  return html`<div class="card">
<nav aria-label="Outcomes"><ul>${tiles}</ul></nav>
<dl class="areas">${groups}</dl>
</div>`;
}

function partOf({ id, title, number, groups, inFull, table }: Part, report: Report): Html | undefined {
  const content = table ? documentTable(table) : groups.map((group) => groupOf(group, report, inFull));
  return section(id, title, number, content);
}

function requirements(report: Report): Html | undefined {
  const all = requirementsIn(report.results);
  const listed = all.filter((result) => !isUnselected(result));
  const table = tableOf({
    title: 'Requirements',
    columns: ['Requirement', 'Outcome', 'Level', 'Operation', 'Section'],
    rows: listed.map((result) => requirementCells(result, report)),
    attributes: listed.map((result) => wordsOf(result)),
  });
  const others = all.length - listed.length;
  const note = others > 0 ? html`<p class="quiet">${count(others, 'requirement')} not selected.</p>` : undefined;
  return section('all', 'Requirements', all.length, [table, note]);
}

function requirementCells(result: Result, report: Report): readonly Content[] {
  const { id, outcome, level, operation = '', statement } = result;
  const effective = effectiveOutcomeOf(result);
  const caveat = caveatOf(result, report);
  const name = html`<code>${shown(id)}</code>`;
  return [
    html`${outcome === 'pass' ? name : html`<a href="#${anchorOf(id)}">${name}</a>`}
<div>${shown(statement)}</div>${caveat && html`<div class="text quiet">${shown(caveat)}</div>`}`,
    [outcomeOf(effective), effective === outcome ? undefined : ` (${LOOKS[outcome].word})`],
    level,
    shown(operation),
    html`<small class="quiet">${shown(result.section)}</small>`,
  ];
}

function footerOf(report: Report): Content {
  const { run } = report;
  const { settings, created } = run;
  const pets = created.map(({ id = 'unknown', name = 'unknown', requirement }) => `${id}  ${name}  ${requirement}`);
  const folded = (id: string, title: string, text: string) =>
    html`<details id="${id}"><summary>${title}</summary>${preformatted(shown(text))}</details>\n`;
  return [
    html`<p class="text">${shown([`Run ${run.id}`, ...summaryLines(report)].join('\n'))}</p>\n`,
    folded('settings', 'Settings of this run', JSON.stringify(settings, undefined, 2)),
    folded('created', `${count(created.length, 'pet')} that this run left on the target`, pets.join('\n')),
  ];
}
