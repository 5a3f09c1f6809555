import { LOOKS } from '../effective-outcome.ts';
import { visible } from '../escape-controls.ts';
import { htmlText, markdownText } from '../markdown-text.ts';
import type { Cell, Column, Document, Table } from './index.ts';

export function renderDocumentMarkdown({ title, sentence, tables }: Document): string {
  const heading = [
    `## ${markdownText(visible(title))}`,
    ...(sentence === undefined ? [] : [markdownText(visible(sentence))]),
  ];
  return `${[...heading, ...tables.map(tableOf)].join('\n\n')}\n`;
}

/** HTML, so that bars and backticks of a server do no harm. */
function tableOf({ title, columns, rows, number = rows.length, note }: Table): string {
  const head = columns.map((column) => `<th>${htmlText(column.title)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell, index) => cellOf(cell, columns[index])).join('')}</tr>`);
  return [
    `### ${markdownText(visible(title))} (${number})`,
    '',
    '<table>',
    `<tr>${head}</tr>`,
    ...body,
    '</table>',
    ...(note === undefined ? [] : ['', markdownText(visible(note))]),
  ].join('\n');
}

function cellOf({ text, marks }: Cell, { isLong, isProse }: Partial<Column> = {}): string {
  if (marks !== undefined) {
    return `<td><code>${marks.map((mark) => (mark === null ? '&#160;' : LOOKS[mark].mark)).join('')}</code></td>`;
  }
  const shown = htmlText(visible(text));
  return isLong && !isProse && shown !== '' ? `<td><code>${shown}</code></td>` : `<td>${shown}</td>`;
}
