import { type EffectiveOutcome, LOOKS } from '../effective-outcome.ts';
import { type Span, spansOf } from '../group.ts';
import { type Content, type Html, html, shown } from '../html/markup.ts';
import { count } from '../text.ts';

/** Equal neighbours share a cell, so that a thousand columns need few cells. */
interface Matrix {
  readonly id: string;
  readonly label: string;
  readonly columns: readonly MatrixColumn[];
  /** Above the rows, such as the month. */
  readonly heads: readonly MatrixHead[];
  readonly rows: readonly MatrixRow[];
}

export interface MatrixColumn {
  readonly when: string;
  /** To the description of the column; absent if nothing changed. */
  readonly link?: string;
  readonly title: string;
}

interface MatrixHead {
  readonly label: string;
  readonly spans: readonly Span<string>[];
}

interface MatrixRow {
  readonly head: Content;
  readonly isSteady: boolean;
  readonly spans: readonly Span<EffectiveOutcome | null>[];
}

/** In pixels, beside the first column of a wide page. */
const ROOM = 840;
const WIDEST = 28;
const WIDE = 18;
const READABLE = 9;
/** Width of a character in the rows above the matrix. */
const CHARACTER = 7;

/** Columns without a change shrink down to a line, and rows without one are hidden, until the reader asks for them. */
export function matrixOf({ id, label, columns, heads, rows }: Matrix): Html {
  const widths = widthsOf(columns);
  const steady = rows.filter(({ isSteady }) => isSteady).length;
  const isCompact = widths.some((width) => width < READABLE);
  return html`<div class="toggles">
${steady === 0 ? undefined : toggle(`${id}-steady`, 'show-steady', `Show ${count(steady, 'requirement')} that did not change`, steady === rows.length)}
${isCompact ? toggle(`${id}-wide`, 'show-wide', 'Give every run the same room', false) : undefined}
</div>
<div class="scroll matrix" role="region" aria-label="${label}" tabindex="0">
<table>
<colgroup><col class="names">${widths.map((width) => html`<col width="${width}">`)}</colgroup>
<thead>
${heads.map((head) => headOf(head, widths))}<tr><th scope="row">changed</th>${changeCells(columns)}</tr>
</thead>
<tbody>
${rows.map((row) => rowOf(row, columns, widths))}</tbody>
</table>
</div>`;
}

function toggle(id: string, name: string, label: string, isOn: boolean): Html {
  return html`<label><input type="checkbox" class="${name}" id="${id}"${isOn ? html` checked` : undefined}> ${label}</label>`;
}

function widthsOf(columns: readonly MatrixColumn[]): readonly number[] {
  const even = Math.floor(ROOM / columns.length);
  if (even >= READABLE) return columns.map(() => Math.min(even, WIDEST));
  const changed = columns.filter(({ link }) => link !== undefined).length;
  const left = Math.floor((ROOM - changed * WIDE) / Math.max(1, columns.length - changed));
  return columns.map(({ link }) => (link === undefined ? Math.max(1, Math.min(left, READABLE)) : WIDE));
}

/** The script moves between them by arrow keys: a thousand stops of the Tab key would help nobody. */
function changeCells(columns: readonly MatrixColumn[]): Html {
  const spans = spansOf(columns, ({ link }) => link);
  let index = 0;
  return html`${spans.map(({ key: link, length }) => {
    const title = columns[index]?.title;
    index += length;
    return link === undefined
      ? html`<td colspan="${length}"></td>`
      : html`<td><a href="#${link}" tabindex="-1" title="${title}"><span aria-hidden="true">▾</span><span class="unheard">${title}</span></a></td>`;
  })}`;
}

function headOf({ label, spans }: MatrixHead, widths: readonly number[]): Html {
  const cells = placed(spans, widths).map(
    ({ key: text, length: runs, width }) =>
      html`<td colspan="${runs}" title="${text}">${width < text.length * CHARACTER ? undefined : html`<span>${shown(text)}</span>`}</td>`,
  );
  return html`<tr><th scope="row">${label}</th>${cells}</tr>\n`;
}

function rowOf(
  { head, isSteady, spans }: MatrixRow,
  columns: readonly MatrixColumn[],
  widths: readonly number[],
): Html {
  const cells = placed(spans, widths).map(({ key: effective, length: runs, from, width }) => {
    const words = effective === null ? 'not in the report' : LOOKS[effective].word;
    const until = runs > 1 ? ` to ${columns[from + runs - 1]?.when}` : '';
    const title = `${words} in ${count(runs, 'run')}, ${columns[from]?.when}${until}`;
    const thin = width < READABLE ? ' thin' : '';
    return html`<td class="in-${effective ?? 'no-report'}${thin}" colspan="${runs}" title="${title}"><span>${effective === null ? '' : LOOKS[effective].mark}</span></td>`;
  });
  return html`<tr${isSteady ? html` class="steady"` : undefined}><th scope="row">${head}</th>${cells}</tr>\n`;
}

function placed<Key>(spans: readonly Span<Key>[], widths: readonly number[]) {
  let end = 0;
  return spans.map((span) => {
    const from = end;
    end += span.length;
    return { ...span, from, width: widths.slice(from, end).reduce((sum, width) => sum + width, 0) };
  });
}
