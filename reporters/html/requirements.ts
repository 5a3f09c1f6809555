import { LEVELS, OPERATIONS, type Report, type Result } from '../../harness/report/model.ts';
import { coverageSentence } from '../evidence.ts';
import { isExcused, STANDING_ORDER, STANDING_WORDS, standingOf } from '../standing.ts';
import { markOf } from './mark.ts';
import { type Html, html, shown } from './markup.ts';
import { anchorOf, section } from './section.ts';

/** Every requirement with its outcome, and the filter over them. */
export function requirements({ results }: Report): Html | undefined {
  return section(
    'all',
    'All requirements',
    results.length,
    html`${filterForm()}
<table class="requirements" id="requirements" role="table">
<caption class="unheard">Every requirement and its outcome</caption>
<thead role="rowgroup"><tr role="row">${HEADINGS.map((heading) => html`<th scope="col" role="columnheader">${heading}</th>`)}</tr></thead>
<tbody role="rowgroup">
${results.map(row)}</tbody>
</table>`,
  );
}

const HEADINGS = ['Outcome', 'Requirement', 'Level', 'Operation', 'Time'];

/** The roles are spelled out because a phone shows rows as blocks, which takes them away in some browsers. */
function row(result: Result): Html {
  const { level, operation, statement, durationMs } = result;
  const standing = standingOf(result);
  const coverage = coverageSentence(result);
  const excused = isExcused(result) ? html`<div class="quiet">${STANDING_WORDS[result.outcome]}</div>` : undefined;
  return html`<tr role="row" data-level="${level}" data-outcome="${standing}" data-operation="${operation}">
<td role="cell" class="${standing}">${markOf(standing)} ${STANDING_WORDS[standing]}${excused}</td>
<th scope="row" role="rowheader">${nameOf(result)}<div>${shown(statement)}</div><div class="quiet">${shown(result.section)}</div>${coverage === undefined ? undefined : html`<div class="quiet">${coverage}</div>`}</th>
<td role="cell">${level}</td><td role="cell">${operation}</td><td role="cell" class="time">${Math.round(durationMs).toLocaleString('en')} ms</td></tr>
`;
}

/** A passed row has no details elsewhere; every other row links to them. */
function nameOf({ id, outcome }: Result): Html {
  const name = html`<code>${shown(id)}</code>`;
  return outcome === 'pass' ? name : html`<a href="#${anchorOf(id)}">${name}</a>`;
}

function filterForm(): Html {
  return html`<form class="filter scripted-only" id="filter" role="search" aria-label="Filter of the requirements" autocomplete="off">
${choice(
  'outcome',
  'Outcome',
  STANDING_ORDER.map((standing) => [standing, STANDING_WORDS[standing]]),
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

function choice(name: string, label: string, options: readonly (readonly [value: string, words: string])[]): Html {
  return html`<div><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}"><option value="">any</option>${options.map(
    ([value, words]) => html`<option value="${value}">${words}</option>`,
  )}</select></div>`;
}
