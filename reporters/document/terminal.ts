import { LOOKS, markOf, type Paint, paintOf } from '../effective-outcome.ts';
import { visible } from '../escape-controls.ts';
import type { RenderOptions } from '../options.ts';
import { indent, labelled, lengthOf, longest, oneLine, paragraphs, wrap } from '../text.ts';
import { type Cell, type Document, MAX_RUNS, sparkline, type Table } from './model.ts';

const MIN_WIDTH = 50;
const MAX_WIDTH = 120;

export function renderDocumentTerminal(document: Document, { colour, width: given }: RenderOptions): string {
  const { title, sentence = '', tables } = document;
  const paint = paintOf(colour);
  const width = Math.min(Math.max(given, MIN_WIDTH), MAX_WIDTH);
  const heading = [paint.strong(shown(title)), ...indent(wrap(shown(sentence), width - 2), 2)];
  return paragraphs([heading, ...tables.map((table) => tableLines(table, paint, width))]);
}

/** Short cells in columns; below them the long ones, each beside its title. */
export function tableLines({ title, columns, rows, number, note = '' }: Table, paint: Paint, width: number) {
  const isShort = (_: unknown, index: number) => !columns[index]?.isLong;
  const head = columns.map((column) => ({ text: column.title }));
  const widths = head.map((_, index) => longest([head, ...rows].map((cells) => textOf(cells[index]))) + 2);
  const across = (cells: readonly Cell[]) =>
    cells
      .map((cell, index) => paintedCell(cell, widths[index] ?? 0, paint))
      .filter(isShort)
      .join('')
      .trimEnd();
  const below = (cells: readonly Cell[]) => {
    const texts = cells.map((cell, index) => [columns[index]?.title ?? '', textOf(cell)] as const);
    const long = texts.filter(([, text], index) => !isShort(text, index) && text !== '');
    return indent(labelled(long, width - 4), 2);
  };
  return [
    `${paint.strong(shown(title))} ${paint.quiet(`(${number ?? rows.length})`)}`,
    // Indented, so that no name can start a line and look like a verdict.
    ...indent([paint.quiet(across(head)), ...rows.flatMap((cells) => [across(cells), ...below(cells)])], 2),
    ...(note === '' ? [] : indent(wrap(shown(note), width - 2), 2)),
  ];
}

/** Padded outside of the colour, so that the end of a line can be trimmed. */
function paintedCell(cell: Cell, width: number, paint: Paint): string {
  const marks = cell.marks?.slice(-MAX_RUNS).map((mark) => (mark === null ? ' ' : markOf(mark, paint)));
  if (marks) return marks.join('');
  if (cell.series) return sparkline(cell.series.slice(-MAX_RUNS));
  const text = textOf(cell);
  const painted = cell.effective === undefined ? text : paint[LOOKS[cell.effective].tone](text);
  return painted + ' '.repeat(Math.max(0, width - lengthOf(text)));
}

/** What is new is in brackets. */
function textOf({ text, marked }: Cell = { text: '' }): string {
  return shown(marked?.map((part) => (part.differs ? `[${part.text}]` : part.text)).join('') ?? text);
}

function shown(text: string): string {
  return oneLine(visible(text));
}
