import { LEVELS, type Observation, OPERATIONS, type Report, type Result } from '../../harness/report/model.ts';
import type { Section, Unchecked } from '../../harness/report/section.ts';
import { effectiveOutcomeOf, isExcused, LOOKS, OUTCOME_ORDER } from '../effective-outcome.ts';
import { coverageSentence } from '../evidence.ts';
import { markOf, nameOf, section } from './elements.ts';
import { type Content, type Html, html, shown } from './markup.ts';
import { squares } from './pictures.ts';

export function requirements(report: Report, specification?: readonly Section[]): Html | undefined {
  const { results } = report;
  return section(
    'all',
    'All requirements',
    results.length,
    html`${filterForm(specification !== undefined)}
<table class="requirements" id="requirements" role="table">
<caption class="unheard">Every requirement and its outcome</caption>
<thead role="rowgroup"><tr role="row">${HEADINGS.map((heading) => html`<th scope="col" role="columnheader">${heading}</th>`)}</tr></thead>
<tbody role="rowgroup">
${results.map(row)}</tbody>
</table>
${specification && specificationMap(report, specification)}`,
  );
}

const HEADINGS = ['Outcome', 'Requirement', 'Level', 'Operation', 'Time'];

/** The roles are explicit because rows are blocks on a phone, which removes the roles in some browsers. */
function row(result: Result): Html {
  const { id, outcome, level, operation, statement, durationMs } = result;
  const effective = effectiveOutcomeOf(result);
  const coverage = coverageSentence(result);
  const excused = isExcused(result) ? html`<div class="quiet">${LOOKS[outcome].word}</div>` : undefined;
  return html`<tr role="row" data-level="${level}" data-outcome="${effective}" data-operation="${operation}">
<td role="cell" class="${effective}">${markOf(effective)} ${LOOKS[effective].word}${excused}</td>
<th scope="row" role="rowheader">${nameOf(id, outcome !== 'pass')}<div>${shown(statement)}</div><div class="quiet">${shown(result.section)}</div>${coverage === undefined ? undefined : html`<div class="quiet">${coverage}</div>`}</th>
<td role="cell">${level}</td><td role="cell">${operation}</td><td role="cell" class="time">${Math.round(durationMs).toLocaleString('en')} ms</td></tr>
`;
}

function filterForm(hasSections: boolean): Html {
  const outcomes = OUTCOME_ORDER.map((effective): Option => [effective, LOOKS[effective].word]);
  const asOption = (word: string): Option => [word, word];
  return html`<form class="filter scripted-only" id="filter" role="search" aria-label="Filter of the requirements" autocomplete="off">
${hasSections ? choice('view', 'View', [['section', 'by section']], 'table') : undefined}
${choice('outcome', 'Outcome', outcomes)}
${choice('level', 'Level', LEVELS.map(asOption))}
${choice('operation', 'Operation', OPERATIONS.map(asOption))}
<div class="text"><label for="filter-text">Text</label><input type="search" id="filter-text" name="text" spellcheck="false"></div>
<button type="button" id="clear">Clear</button>
<output aria-live="polite"></output>
</form>`;
}

type Option = readonly [value: string, words: string];

function choice(name: string, label: string, options: readonly Option[], none = 'any'): Html {
  return html`<div><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}"><option value="">${none}</option>${options.map(
    ([value, words]) => html`<option value="${value}">${words}</option>`,
  )}</select></div>`;
}

function specificationMap({ results, observations }: Report, specification: readonly Section[]): Html {
  const resultOf = new Map(results.map((result) => [result.id, result]));
  const observationOf = new Map(observations.map((observation) => [observation.id, observation]));
  return html`<div class="map" id="map">${specification.map(({ id, title, requires, observes, unchecked }) => {
    const required = requires.flatMap((name) => resultOf.get(name) ?? []);
    const observed = observes.flatMap((name) => observationOf.get(name) ?? []);
    return html`<section aria-labelledby="section-${id}"><h3 id="section-${id}">${shown(title)}${squares(required)}</h3>
${list('Required', required.map(requiredItem))}${list('Observed, as the section is silent', observed.map(observedItem))}${list('Cannot be checked from outside', unchecked.map(uncheckedItem))}</section>
`;
  })}</div>`;
}

function list(title: string, items: readonly Content[]): Html | undefined {
  return items.length === 0 ? undefined : html`<h4>${title}</h4><ul>${items}</ul>\n`;
}

function requiredItem(result: Result): Html {
  const { id, level, operation, outcome, statement } = result;
  const effective = effectiveOutcomeOf(result);
  return html`<li data-level="${level}" data-outcome="${effective}" data-operation="${operation}">${markOf(effective)}<div><span class="${effective}">${LOOKS[effective].word}</span> ${nameOf(id, outcome !== 'pass')} <span class="quiet">${shown(statement)}</span></div></li>`;
}

function observedItem({ id, value }: Observation): Html {
  return html`<li data-level="INFO" data-outcome="observed">${markOf('observed')}<div>${nameOf(id, true)} ${shown(value)}</div></li>`;
}

function uncheckedItem({ what, why }: Unchecked): Html {
  return html`<li>${markOf('skipped')}<div>${what}. <span class="quiet">${why}</span></div></li>`;
}
