import { type Cell, type Document, IDENTIFIER, sparkline, type Table } from '../document/model.ts';
import { marksOf, outcomeOf, section, tableOf } from './elements.ts';
import { type Html, html, shown } from './markup.ts';
import { pageOf } from './page.ts';

export function renderDocumentHtml({ title, effective, sentence, tables }: Document): string {
  const sections = tables.map((table, index) => {
    const number = table.number ?? table.rows.length;
    return section(`table-${index + 1}`, table.title, number, documentTable(table));
  });
  return pageOf({ heading: title, effective, sentence, main: sections });
}

export function documentTable({ title, columns, rows, note, runs = [] }: Table): Html {
  const table = tableOf({
    title,
    columns: columns.map((column) => column.title),
    rows: rows.map((cells) => cells.map((cell) => cellOf(cell, runs))),
  });
  return html`${table}${note && html`<p class="quiet">${shown(note)}</p>`}`;
}

function cellOf({ text, effective, marked, marks, series }: Cell, runs: readonly string[]): Html | undefined {
  if (marks !== undefined) return marksOf(marks, runs);
  if (series !== undefined) return html`<span class="marks">${sparkline(series)}</span>`;
  if (effective !== undefined) return outcomeOf(effective);
  if (marked !== undefined) return markedText(marked);
  if (text === '') return undefined;
  // Ordinary words are not broken; a server may send words of any length.
  const look = /\S{33}/.test(text) ? 'text' : 'text whole';
  return IDENTIFIER.test(text)
    ? html`<code class="${look}">${shown(text)}</code>`
    : html`<span class="${look}">${shown(text)}</span>`;
}

export function markedText(parts: NonNullable<Cell['marked']>): Html {
  const content = parts.map(({ text, differs }) => (differs ? html`<mark>${shown(text)}</mark>` : shown(text)));
  return html`<span class="text">${content}</span>`;
}
