import { LOOKS } from '../effective-outcome.ts';
import { visible } from '../escape-controls.ts';
import type { RenderOptions } from '../index.ts';
import { markOf, type Paint, paintOf } from '../terminal-paint.ts';
import { beside, indent, lengthOf, longest, paragraphs, wrap } from '../text.ts';
import type { Cell, Document, Table } from './index.ts';

const NARROWEST = 50;
const WIDEST = 120;

export function renderDocumentTerminal(
  { title, sentence, tables }: Document,
  { colour, width: given }: RenderOptions,
): string {
  const paint = paintOf(colour);
  const width = Math.min(Math.max(given, NARROWEST), WIDEST);
  const heading = [
    ...wrap(oneLine(title), width).map(paint.strong),
    ...(sentence === undefined ? [] : wrap(oneLine(sentence), width)),
  ];
  return paragraphs([heading, ...tables.map((table) => tableLines(table, paint, width))]);
}

/** Short cells in columns; below them the long ones, each beside its title. */
function tableLines(table: Table, paint: Paint, width: number): readonly string[] {
  const short = table.columns.flatMap(({ isLong }, index) => (isLong ? [] : [index]));
  const titles = table.columns.map(({ title }) => title);
  const textAt = (cells: readonly Cell[], index: number) => oneLine(cells[index]?.text ?? '');
  const widths = short.map((index) =>
    longest([
      titles[index] ?? '',
      ...table.rows.map((cells) => (cells[index]?.marks === undefined ? textAt(cells, index) : '')),
    ]),
  );
  const across = (cells: readonly (Cell | undefined)[]) =>
    cells
      .map((cell, place) => paintedCell(cell, (widths[place] ?? 0) + 2, paint))
      .join('')
      .trimEnd();
  const labelWidth = longest(titles.filter((_, index) => !short.includes(index))) + 2;
  const longLines = (cells: readonly Cell[]) =>
    titles.flatMap((title, index) => {
      const text = short.includes(index) ? '' : textAt(cells, index);
      return text === '' ? [] : beside(title, labelWidth, wrap(text, width - labelWidth - 2), paint.quiet);
    });
  const heads = across(short.map((index) => ({ text: titles[index] ?? '' })));
  return [
    `${paint.strong(oneLine(table.title))} ${paint.quiet(`(${table.number ?? table.rows.length})`)}`,
    ...(heads === '' ? [] : [paint.quiet(heads)]),
    ...table.rows.flatMap((cells) => [across(short.map((index) => cells[index])), ...indent(longLines(cells), 2)]),
    ...(table.note === undefined ? [] : wrap(oneLine(table.note), width).map(paint.quiet)),
  ];
}

/** Padded outside of the colour, so that the end of a line can be trimmed. */
function paintedCell(cell: Cell | undefined, width: number, paint: Paint): string {
  if (cell?.marks !== undefined) return cell.marks.map((mark) => (mark === null ? ' ' : markOf(mark, paint))).join('');
  const text = oneLine(cell?.text ?? '');
  const painted = cell?.effective === undefined ? text : paint[LOOKS[cell.effective].tone](text);
  return painted + ' '.repeat(Math.max(0, width - lengthOf(text)));
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ');
}
