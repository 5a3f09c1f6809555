import type { RenderOptions } from '../index.ts';
import { type Paint, paintOf } from '../terminal-paint.ts';
import { beside, indent, longest, pad, wrap } from '../text.ts';
import { visible } from '../visible.ts';
import { type Cell, documentOf, type Table } from './document.ts';
import type { Comparison, Scoreboard } from './model.ts';

const NARROWEST = 50;
const WIDEST = 120;

export function renderComparisonTerminal(subject: Comparison | Scoreboard, options: RenderOptions): string {
  const { title, tables } = documentOf(subject);
  const paint = paintOf(options.colour);
  const width = Math.min(Math.max(options.width, NARROWEST), WIDEST);
  const blocks = tables.map((table) => tableLines(table, paint, width));
  return `${[[paint.strong(title)], ...blocks].map((block) => block.join('\n')).join('\n\n')}\n`;
}

/** Short cells in columns, and below them the long ones, each behind its title. */
function tableLines(table: Table, paint: Paint, width: number): readonly string[] {
  const short = table.columns.flatMap(({ isLong }, index) => (isLong ? [] : [index]));
  const titles = table.columns.map(({ title }) => title);
  const textAt = (cells: readonly Cell[], index: number) => oneLine(cells[index]?.text ?? '');
  const widths = short.map((index) =>
    longest([titles[index] ?? '', ...table.rows.map((cells) => textAt(cells, index))]),
  );
  const across = (texts: readonly string[], paintAt: (index: number) => Paint[keyof Paint]) =>
    texts
      .map((text, place) => paintAt(place)(pad(text, (widths[place] ?? 0) + 2)))
      .join('')
      .trimEnd();
  const labelWidth = longest(titles.filter((_, index) => !short.includes(index))) + 2;
  const longLines = (cells: readonly Cell[]) =>
    titles.flatMap((title, index) => {
      const text = short.includes(index) ? '' : textAt(cells, index);
      return text === '' ? [] : beside(title, labelWidth, wrap(text, width - labelWidth - 2), paint.quiet);
    });
  return [
    `${paint.strong(table.title)} ${paint.quiet(`(${table.rows.length})`)}`,
    across(
      short.map((index) => titles[index] ?? ''),
      () => paint.quiet,
    ),
    ...table.rows.flatMap((cells) => [
      across(
        short.map((index) => textAt(cells, index)),
        (place) => styleOf(cells[short[place] ?? 0], paint),
      ),
      ...indent(longLines(cells), 2),
    ]),
  ];
}

function styleOf(cell: Cell | undefined, paint: Paint): Paint[keyof Paint] {
  switch (cell?.outcome) {
    case 'pass':
      return paint.good;
    case 'fail':
    case 'unsteady':
      return paint.bad;
    case 'warn':
    case 'inconclusive':
    case 'unobservable':
      return paint.caution;
    case 'skipped':
      return paint.quiet;
    default:
      return (text) => text;
  }
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ');
}
