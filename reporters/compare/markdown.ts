import { htmlText, markdownText } from '../markdown-text.ts';
import { visible } from '../visible.ts';
import { type Cell, documentOf, type Table } from './document.ts';
import type { Comparison, Scoreboard } from './model.ts';

export function renderComparisonMarkdown(subject: Comparison | Scoreboard): string {
  const { title, tables } = documentOf(subject);
  return `${[`## ${markdownText(title)}`, ...tables.map(tableOf)].join('\n\n')}\n`;
}

/** In HTML, where a bar or a backtick that a server sent has no meaning. */
function tableOf({ title, columns, rows }: Table): string {
  const head = columns.map((column) => `<th>${htmlText(column.title)}</th>`).join('');
  const body = rows.map(
    (cells) => `<tr>${cells.map((cell, index) => cellOf(cell, columns[index]?.isLong)).join('')}</tr>`,
  );
  return [`### ${title} (${rows.length})`, '', '<table>', `<tr>${head}</tr>`, ...body, '</table>'].join('\n');
}

function cellOf({ text }: Cell, isLong = false): string {
  const shown = htmlText(visible(text));
  return isLong && shown !== '' ? `<td><code>${shown}</code></td>` : `<td>${shown}</td>`;
}
