import { type EffectiveOutcome, OUTCOME_MARKS, OUTCOME_WORDS } from '../effective-outcome.ts';
import { spansOf } from '../group.ts';
import { count } from '../text.ts';
import { type Content, type Html, html, shown } from './markup.ts';

/** Rows of runs of the same thing, so that a thousand columns need few cells. */
export interface Matrix {
  readonly id: string;
  readonly label: string;
  readonly columns: readonly MatrixColumn[];
  /** Above the rows: what holds for whole columns, such as the month. */
  readonly heads: readonly MatrixHead[];
  readonly rows: readonly MatrixRow[];
}

export interface MatrixColumn {
  readonly when: string;
  /** Where the column is described; absent for one in which nothing changed. */
  readonly link?: string;
  readonly title: string;
}

export interface MatrixHead {
  readonly label: string;
  readonly spans: readonly { readonly text: string; readonly runs: number }[];
}

export interface MatrixRow {
  readonly head: Content;
  readonly isSteady: boolean;
  readonly spans: readonly { readonly effective: EffectiveOutcome | null; readonly runs: number }[];
}

/** In pixels: what a wide page has beside the first column. */
const ROOM = 840;
const WIDEST = 28;
const WIDE = 18;
const READABLE = 9;
/** Of a character in the rows above the matrix. */
const CHARACTER = 7;

/**
 * Columns in which nothing changed get as little room as there is, down to a line, and rows in which nothing changed are
 * hidden, until the reader asks for them. Neither needs a script.
 */
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

/** Reached by arrow keys, where there is a script: a thousand stops of the Tab key would help nobody. */
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
    ({ text, runs, width }) =>
      html`<td colspan="${runs}" title="${text}">${width < text.length * CHARACTER ? undefined : html`<span>${shown(text)}</span>`}</td>`,
  );
  return html`<tr><th scope="row">${label}</th>${cells}</tr>\n`;
}

function rowOf(
  { head, isSteady, spans }: MatrixRow,
  columns: readonly MatrixColumn[],
  widths: readonly number[],
): Html {
  const cells = placed(spans, widths).map(({ effective, runs, from, width }) => {
    const words = effective === null ? 'not in the report' : OUTCOME_WORDS[effective];
    const until = runs > 1 ? ` to ${columns[from + runs - 1]?.when}` : '';
    const title = `${words} in ${count(runs, 'run')}, ${columns[from]?.when}${until}`;
    const thin = width < READABLE ? ' thin' : '';
    return html`<td class="in-${effective ?? 'no-report'}${thin}" colspan="${runs}" title="${title}"><span>${effective === null ? '' : OUTCOME_MARKS[effective]}</span></td>`;
  });
  return html`<tr${isSteady ? html` class="steady"` : undefined}><th scope="row">${head}</th>${cells}</tr>\n`;
}

/** Each span with its first column and its width. */
function placed<Span extends { readonly runs: number }>(
  spans: readonly Span[],
  widths: readonly number[],
): readonly (Span & { readonly from: number; readonly width: number })[] {
  let from = 0;
  return spans.map((span) => {
    const place = { from, width: widths.slice(from, from + span.runs).reduce((sum, width) => sum + width, 0) };
    from += span.runs;
    return { ...span, ...place };
  });
}
