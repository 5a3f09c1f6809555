import { type EffectiveOutcome, LOOKS, OUTCOME_ORDER } from '../effective-outcome.ts';
import { spansOf } from '../group.ts';
import { type Content, type Html, html, shown, verbatim } from './markup.ts';

/** A part of the page with an anchor; undefined if there is nothing to show. */
export function section(id: string, title: string, number: number, content: Content): Html | undefined {
  if (number === 0) return undefined;
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${shown(title)} <small>${number.toLocaleString('en')}</small></h2>
${content}
</section>
`;
}

/** The prefix keeps requirements apart from parts of the page; what is escaped would change in an address. */
export function anchorOf(requirement: string): string {
  const plain = requirement.replace(/[^\w.-]/g, (unit) => `~${unit.charCodeAt(0).toString(16)}`);
  return `requirement-${plain}`;
}

/** Hidden from screen readers, because the word is beside it. */
export function markElement(effective: EffectiveOutcome): Html {
  return html`<span class="mark ${effective}" aria-hidden="true">${LOOKS[effective].mark}</span>`;
}

export function outcomeOf(effective: EffectiveOutcome): Html {
  return html`<span class="${effective}">${markElement(effective)} ${LOOKS[effective].word}</span>`;
}

/** What the marks mean, of those that are there. */
export function legendOf(marks: readonly (EffectiveOutcome | null)[]): string {
  const looks = OUTCOME_ORDER.filter((effective) => marks.includes(effective)).map((effective) => LOOKS[effective]);
  const signs = looks.map(({ mark, word }) => `${mark} ${word}`);
  return [...signs, ...(marks.includes(null) ? ['\u00b7 not in the report'] : [])].join(', ');
}

/** One mark for each outcome; neighbours that are equal share a description. */
export function marksElement(marks: readonly (EffectiveOutcome | null)[], names: readonly string[] = []): Html {
  let end = 0;
  const spans = spansOf(marks, (mark) => mark).map(({ key, length }) => {
    const from = end;
    end += length;
    const when = names[from] === undefined ? '' : `, ${[...new Set([names[from], names[end - 1]])].join(' to ')}`;
    const title = `${length} ${key === null ? 'without it' : LOOKS[key].word}${when}`;
    const glyphs = (key === null ? '\u00b7' : LOOKS[key].mark).repeat(length);
    const attributes = html`class="on-${key ?? 'nothing'}" role="img" aria-label="${title}" title="${title}"`;
    return html`<span ${attributes}>${glyphs}</span>`;
  });
  return html`<span class="marks">${spans}</span>`;
}

export function commandOf(command: string, what: string): Html {
  const button = html`<button type="button" data-copy="${verbatim(command)}" aria-label="Copy ${what}">Copy</button>`;
  return html`<div class="command"><pre><code>${shown(command)}</code></pre>${button}</div>`;
}

interface HtmlTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Content[])[];
  /** Of each row. */
  readonly attributes?: readonly Html[];
}

/** On a phone the cells of a row are below each other, which removes the roles in some browsers: they are explicit. */
export function tableElement({ title, columns, rows, attributes = [] }: HtmlTable): Html {
  const head = columns.map((column) => html`<th scope="col" role="columnheader">${shown(column)}</th>`);
  const body = rows.map(([first, ...others], index) => {
    const rest = others.map((cell, at) => html`<td role="cell" data-label="${columns[at + 1] ?? ''}">${cell}</td>`);
    return html`<tr role="row" ${attributes[index]}><th scope="row" role="rowheader">${first}</th>${rest}</tr>\n`;
  });
  return html`<table role="table" aria-label="${title}">
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body}</tbody>
</table>
`;
}
