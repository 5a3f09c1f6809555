import { LEVELS, OPERATIONS, type Report, type Result } from '../../harness/report/model.ts';
import type { Section } from '../../harness/report/section.ts';
import { effectiveOutcomeOf, isExcused, OUTCOME_ORDER, OUTCOME_WORDS } from '../effective-outcome.ts';
import { coverageSentence } from '../evidence.ts';
import { markOf } from './mark.ts';
import { type Html, html, shown } from './markup.ts';
import { section } from './section.ts';
import { nameOf, specificationMap } from './specification.ts';

/** Every requirement with its outcome, and the filter over them. */
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

/** The roles are spelled out because a phone shows rows as blocks, which takes them away in some browsers. */
function row(result: Result): Html {
  const { id, outcome, level, operation, statement, durationMs } = result;
  const effective = effectiveOutcomeOf(result);
  const coverage = coverageSentence(result);
  const excused = isExcused(result) ? html`<div class="quiet">${OUTCOME_WORDS[result.outcome]}</div>` : undefined;
  return html`<tr role="row" data-level="${level}" data-outcome="${effective}" data-operation="${operation}">
<td role="cell" class="${effective}">${markOf(effective)} ${OUTCOME_WORDS[effective]}${excused}</td>
<th scope="row" role="rowheader">${nameOf(id, outcome !== 'pass')}<div>${shown(statement)}</div><div class="quiet">${shown(result.section)}</div>${coverage === undefined ? undefined : html`<div class="quiet">${coverage}</div>`}</th>
<td role="cell">${level}</td><td role="cell">${operation}</td><td role="cell" class="time">${Math.round(durationMs).toLocaleString('en')} ms</td></tr>
`;
}

function filterForm(hasSections: boolean): Html {
  return html`<form class="filter scripted-only" id="filter" role="search" aria-label="Filter of the requirements" autocomplete="off">
${hasSections ? choice('view', 'View', [['section', 'by section']], 'table') : undefined}
${choice(
  'outcome',
  'Outcome',
  OUTCOME_ORDER.map((effective) => [effective, OUTCOME_WORDS[effective]]),
)}
${choice(
  'level',
  'Level',
  LEVELS.map((level) => [level, level]),
)}
${choice(
  'operation',
  'Operation',
  OPERATIONS.map((operation) => [operation, operation]),
)}
<div class="text"><label for="filter-text">Text</label><input type="search" id="filter-text" name="text" spellcheck="false"></div>
<button type="button" id="clear">Clear</button>
<output aria-live="polite"></output>
</form>`;
}

function choice(
  name: string,
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  none = 'any',
): Html {
  return html`<div><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}"><option value="">${none}</option>${options.map(
    ([value, words]) => html`<option value="${value}">${words}</option>`,
  )}</select></div>`;
}
