import { LOOKS } from '../effective-outcome.ts';
import { markOf, section } from '../html/elements.ts';
import { type Html, html, shown } from '../html/markup.ts';
import { pageOf } from '../html/page.ts';
import type { Cell, Document, Table } from './index.ts';

export function renderDocumentHtml({ title, effective, sentence, tables }: Document): string {
  return pageOf({
    heading: title,
    effective,
    sentence,
    main: tables.map((table, index) =>
      section(`table-${index + 1}`, table.title, table.number ?? table.rows.length, tableOf(table)),
    ),
  });
}

/** Of a requirement or an observation. */
const IDENTIFIER = /^[a-z][\w-]*(\.[\w-]+)+$/;

/** The region takes the focus, so that a wide table can be scrolled with the keyboard. */
export function tableOf({ title, columns, rows, note }: Table, anchors: readonly string[] = []): Html {
  const head = columns.map((column) => html`<th scope="col">${column.title}</th>`);
  const body = rows.map(
    (cells, row) =>
      html`<tr${anchors[row] === undefined ? undefined : html` id="${anchors[row]}" tabindex="-1"`}>${cells.map((cell, index) => cellOf(cell, index, columns[index]?.isLong))}</tr>\n`,
  );
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0">
<table class="plain">
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody>
</table>
</div>
${note === undefined ? undefined : html`<p class="quiet">${shown(note)}</p>`}`;
}

function cellOf({ text, effective }: Cell, index: number, isLong = false): Html {
  if (index === 0) {
    return html`<th scope="row">${IDENTIFIER.test(text) ? html`<code>${shown(text)}</code>` : shown(text)}</th>`;
  }
  if (isLong) return html`<td class="long">${shown(text)}</td>`;
  if (effective === undefined) return html`<td>${shown(text)}</td>`;
  return html`<td class="${effective}">${markOf(effective)} ${LOOKS[effective].word}</td>`;
}
