import { type Html, html, shown } from '../html/markup.ts';
import { pageOf } from '../html/page.ts';
import { type Cell, documentOf, type Table } from './document.ts';
import type { Comparison, Scoreboard } from './model.ts';
import { styles } from './styles.ts';

/** One page that loads nothing, runs nothing, and has no style but its own. */
export function renderComparisonHtml(subject: Comparison | Scoreboard): string {
  const { title, tables } = documentOf(subject);
  const body = html`<main>
<h1>${title}</h1>
${tables.map(tableOf)}
</main>
`;
  return pageOf({ title, styles, body });
}

/** The region takes the focus, so that a wide table can be scrolled by keyboard. */
function tableOf({ title, columns, rows }: Table): Html {
  const head = columns.map((column) => html`<th scope="col">${column.title}</th>`);
  const body = rows.map(
    (cells) => html`<tr>${cells.map((cell, index) => cellOf(cell, index, columns[index]?.isLong))}</tr>\n`,
  );
  return html`<section>
<h2>${title} <span class="quiet">${rows.length}</span></h2>
<div class="scroll" role="region" aria-label="${title}" tabindex="0">
<table>
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody>
</table>
</div>
</section>
`;
}

function cellOf({ text, outcome }: Cell, index: number, isLong = false): Html {
  if (index === 0) return html`<th scope="row">${shown(text)}</th>`;
  const kind = outcome ?? (isLong ? 'long' : undefined);
  return kind === undefined ? html`<td>${shown(text)}</td>` : html`<td class="${kind}">${shown(text)}</td>`;
}
