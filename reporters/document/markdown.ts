import { LOOKS } from '../effective-outcome.ts';
import { visible } from '../escape-controls.ts';
import { codeSpan, inlineText, markdownText } from '../markdown-text.ts';
import { type Cell, type Document, IDENTIFIER, MAX_RUNS, sparkline, type Table } from './model.ts';

export function renderDocumentMarkdown({ title, sentence, tables }: Document): string {
  const heading = [`## ${shown(title)}`, ...(sentence === undefined ? [] : [shown(sentence)])];
  const blocks = tables.flatMap((table) => [
    ...(tables.length === 1 ? [] : [`### ${shown(table.title)} (${table.number ?? table.rows.length})`]),
    tableBlock(table),
  ]);
  return `${[...heading, ...blocks].join('\n\n')}\n`;
}

export function tableBlock({ columns, rows, note }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => shown(title))),
    line(columns.map(() => '---')),
    ...rows.map((cells) => line(cells.map(cellText))),
    ...(note === undefined ? [] : ['', shown(note)]),
  ].join('\n');
}

function cellText({ text, marks, marked, series }: Cell): string {
  const glyphs = marks?.slice(-MAX_RUNS).map((mark) => (mark === null ? '-' : LOOKS[mark].mark));
  if (glyphs !== undefined) return codeSpan(glyphs.join(''));
  if (series !== undefined) return sparkline(series.slice(-MAX_RUNS));
  if (marked === undefined || !marked.some(({ differs }) => differs))
    return IDENTIFIER.test(text) ? codeSpan(text) : shown(text);
  const parts = marked.map((part) => ({ ...part, text: inlineText(visible(part.text)) }));
  return parts.map((part) => (part.differs ? `<b>${part.text}</b>` : part.text)).join('');
}

function shown(text: string): string {
  return markdownText(visible(text));
}
