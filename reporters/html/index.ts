import type { Report, Result } from '../../harness/model/report.ts';
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
import { areasIn } from '../group.ts';
import { type RenderOptions, stored } from '../options.ts';
import { count, minuteOf } from '../text.ts';
import { storyInShort } from '../verdict.ts';
import type { ViewPart } from '../view.ts';
import { markElement, marksElement, outcomeOf, section, tableElement } from './elements.ts';
import { type Anchored, anchoredOf, groupOf, storyOf, wordsOf } from './finding.ts';
import { type Content, type Html, html, preformatted, shown } from './markup.ts';
import { type HtmlPage, pageDocument } from './page.ts';

type Options = Pick<RenderOptions, 'file'>;

/** One page that needs no network, no server, and for reading not even its script. */
export function renderHtml(report: Report, options: Options = {}): string {
  return pageDocument(contentOf(stored(report, options)));
}

function contentOf(report: Report): HtmlPage {
  const { exitCode, diagnosis, target, run, suite } = report;
  const view = anchoredOf(report);
  const { verdict, parts } = view;
  return {
    title: `${verdict.heading}: ${target.baseUrl}`,
    suite,
    heading: verdict.heading,
    effective: verdictOutcome(report),
    sentence: verdict.meaning,
    notes: [...(diagnosis === undefined ? [] : [diagnosis]), ...view.warnings],
    facts: [
      ['Target', target.baseUrl],
      ['Started', `${minuteOf(run.startedAt)} UTC`],
      ['Took', `${(run.durationMs / 1000).toFixed(1)} s`],
      ['Sent', `${count(run.requests, 'request')}, ${count(run.creations, 'creation')}`],
      ['Seed', String(run.seed)],
      ['Exit code', String(exitCode)],
    ],
    ...(report.results.length > 0 && {
      summary: [filterForm(), overviewPanel(view), countsPanel(view)],
    }),
    main: [...parts.map((part) => partOf(part, view)), requirements(view)],
    footer: footerOf(view),
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

/** What is wrong, a line for each story, before any detail. */
function overviewPanel({ overview, anchorOf }: Anchored): Html | undefined {
  if (overview.length === 0) return undefined;
  const items = overview.map((story) => {
    const { lead, others } = story;
    const link = html`<a href="#${anchorOf(lead)}"><strong>${shown(lead.id)}</strong></a>`;
    return html`<li ${wordsOf(lead, ...others)}>${markElement(lead.outcome)} <span class="unheard">${LOOKS[lead.outcome].word}: </span>${link}
<span class="text">${shown(storyInShort(story))}</span></li>\n`;
  });
  return html`<section class="card" aria-labelledby="overview-title">
<h2 id="overview-title">What is wrong</h2>
<ul class="overview">${items}</ul>
</section>
`;
}

function countsPanel({ report: { results }, parts }: Anchored): Html {
  const tiles = countsOf(results).map(([effective, number]) => {
    const place = parts.some(({ id }) => id === effective) ? effective : 'all';
    const word = LOOKS[effective].word;
    return html`<li><a href="#${place}"><strong class="${effective}">${number}</strong> ${word}</a></li>`;
  });
  const groups = areasIn(results).map((group) => {
    const counts = countsOf(group.results).map(countInWords).join(', ');
    return html`<dt>${shown(group.title)}</dt><dd>${marksElement(group.results.map(effectiveOutcomeOf))} ${counts}</dd>\n`;
  });
  return html`<div class="card">
<nav aria-label="Outcomes"><ul>${tiles}</ul></nav>
<dl class="areas">${groups}</dl>
</div>`;
}

function partOf({ id, title, number, groups, stories }: ViewPart, view: Anchored): Html | undefined {
  const cards = stories?.map((story) => storyOf(story, view)) ?? groups.map((group) => groupOf(group, view));
  return section(id, title, number, cards);
}

function requirements(view: Anchored): Html | undefined {
  const all = requirementsIn(view.report.results);
  const listed = all.filter((result) => !isUnselected(result));
  const table = tableElement({
    title: 'Requirements',
    columns: ['Requirement', 'Outcome', 'Level', 'Operation', 'Section'],
    rows: listed.map((result) => requirementCells(result, view)),
    attributes: listed.map((result) => wordsOf(result)),
  });
  const others = all.length - listed.length;
  const note = others > 0 ? html`<p class="quiet">${count(others, 'requirement')} not selected.</p>` : undefined;
  return section('all', 'Requirements', all.length, [table, note]);
}

function requirementCells(result: Result, { report, anchorOf }: Anchored): readonly Content[] {
  const { id, outcome, level, operation = '', statement } = result;
  const effective = effectiveOutcomeOf(result);
  const caveat = caveatOf(result, report);
  const name = html`<code>${shown(id)}</code>`;
  return [
    html`${outcome === 'pass' ? name : html`<a href="#${anchorOf(result)}">${name}</a>`}
<div>${shown(statement)}</div>${caveat && html`<div class="text quiet">${shown(caveat)}</div>`}`,
    [outcomeOf(effective), effective === outcome ? undefined : ` (${LOOKS[outcome].word})`],
    level,
    shown(operation),
    html`<small class="quiet">${shown(result.section)}</small>`,
  ];
}

function footerOf({ report: { run }, summary }: Anchored): Content {
  const { settings, created } = run;
  const pets = created.map(({ id = 'unknown', name = 'unknown', requirement }) => `${id}  ${name}  ${requirement}`);
  const folded = (title: string, text: string) =>
    html`<details><summary>${title}</summary>${preformatted(shown(text))}</details>\n`;
  return [
    html`<p class="text">${shown([`Run ${run.id}`, ...summary()].join('\n'))}</p>\n`,
    folded('Settings of this run', JSON.stringify(settings, undefined, 2)),
    folded(`${count(created.length, 'pet')} that this run left on the server`, pets.join('\n')),
  ];
}
