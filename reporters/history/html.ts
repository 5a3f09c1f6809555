import { tableOf } from '../document/html.ts';
import { minuteOf, type Table } from '../document/index.ts';
import { type EffectiveOutcome, LOOKS, VERDICT_OUTCOMES } from '../effective-outcome.ts';
import { type Span, spansOf } from '../group.ts';
import { section } from '../html/elements.ts';
import { type Content, type Html, html, shown } from '../html/markup.ts';
import { pageOf } from '../html/page.ts';
import { script } from '../html/script.ts';
import { count } from '../text.ts';
import {
  changesInWords,
  changesTable,
  driftTable,
  failingTable,
  flappingTable,
  headlineOf,
  leftOutTable,
} from './document.ts';
import { figuresOf, plotOf } from './figures.ts';
import { type History, hasChanged, isSteady, type Run, type TargetHistory } from './model.ts';

/** In pixels, beside the first column of a wide page. */
const ROOM = 840;
const WIDEST = 28;
const WIDE = 18;
const READABLE = 9;
/** Width of a character in the rows above the matrix. */
const CHARACTER = 7;
/** More runs leave no room for the day of each. */
const MOST_DAYS = 45;

export function renderHistoryHtml(history: History): string {
  const runs = history.targets.flatMap((target) => target.runs);
  const leftOut = leftOutTable(history.leftOut);
  const { title: heading, ...headline } = headlineOf(history);
  return pageOf({
    ...headline,
    heading,
    facts: [
      ['Runs', runs.length.toLocaleString('en')],
      ['That changed something', runs.filter(hasChanged).length.toLocaleString('en')],
      ['Versions of the suite', [...new Set(runs.map(({ suiteVersion }) => suiteVersion))].join(', ')],
    ],
    main: [history.targets.map(targetOf), section('left-out', leftOut.title, leftOut.rows.length, tableOf(leftOut))],
    script,
  });
}

function targetOf(target: TargetHistory, index: number): Html {
  const id = `target-${index + 1}`;
  const anchors = target.runs.flatMap((run, number) => (hasChanged(run) ? [anchorOf(id, number)] : [])).reverse();
  return html`<section class="target" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><code>${shown(target.baseUrl)}</code> <small>${count(target.runs.length, 'run')}</small></h2>
${part(`${id}-failing`, failingTable(target))}
${part(`${id}-flapping`, flappingTable(target))}
${section(`${id}-matrix`, 'Requirements by run', target.requirements.length, matrixOf(target, id), 3)}
${plotsPart(target, id)}
${part(`${id}-changes`, changesTable(target), anchors)}
${part(`${id}-drift`, driftTable(target))}
</section>
`;
}

function part(id: string, table: Table, anchors: readonly string[] = []): Html | undefined {
  return section(id, table.title, table.rows.length, tableOf(table, anchors), 3);
}

function anchorOf(target: string, run: number): string {
  return `${target}-run-${run + 1}`;
}

/**
 * Equal neighbours share a cell, so that a thousand columns need few cells. Columns without a change shrink down to a
 * line, and rows without one are hidden, until the reader asks for them.
 */
function matrixOf({ runs, requirements }: TargetHistory, id: string): Html {
  const widths = widthsOf(runs);
  const steady = requirements.filter(isSteady).length;
  const isCompact = widths.some((width) => width < READABLE);
  const verdicts = spansOf(runs, ({ verdict }) => VERDICT_OUTCOMES[verdict]);
  const head = (label: string, keyOf: (run: Run) => string) => headOf(label, spansOf(runs, keyOf), widths);
  const hasVersions = runs.some(({ previousVersion }) => previousVersion !== undefined);
  const heads = [
    head('month', ({ startedAt }) => startedAt.slice(0, 7)),
    ...(runs.length <= MOST_DAYS ? [head('day', ({ startedAt }) => startedAt.slice(8, 10))] : []),
    ...(hasVersions ? [head('suite', ({ suiteVersion }) => suiteVersion)] : []),
  ];
  const rows = requirements.map((track) => {
    const spans = track.spans.map(({ effective, runs }) => ({ key: effective, length: runs }));
    const hidden = isSteady(track) ? html` class="steady"` : undefined;
    return html`<tr${hidden}><th scope="row"><code title="${track.statement}">${shown(track.id)}</code></th>${outcomeCells(spans, runs, widths)}</tr>\n`;
  });
  return html`<div class="toggles">
${steady === 0 ? undefined : toggle(`${id}-matrix-steady`, 'show-steady', `Show ${count(steady, 'requirement')} that did not change`)}
${isCompact ? toggle(`${id}-matrix-wide`, 'show-wide', 'Give every run the same room') : undefined}
</div>
<div class="scroll matrix" role="region" aria-label="Requirements by run" tabindex="0">
<table>
<colgroup><col class="names">${widths.map((width) => html`<col width="${width}">`)}</colgroup>
<thead>
${heads}<tr><th scope="row">changed</th>${changeCells(runs, id)}</tr>
</thead>
<tbody>
<tr><th scope="row">verdict</th>${outcomeCells(verdicts, runs, widths)}</tr>
${rows}</tbody>
</table>
</div>`;
}

function toggle(id: string, name: string, label: string): Html {
  return html`<label><input type="checkbox" class="${name}" id="${id}"> ${label}</label>`;
}

function widthsOf(runs: readonly Run[]): readonly number[] {
  const even = Math.floor(ROOM / runs.length);
  if (even >= READABLE) return runs.map(() => Math.min(even, WIDEST));
  const changed = runs.filter(hasChanged).length;
  const left = Math.floor((ROOM - changed * WIDE) / Math.max(1, runs.length - changed));
  return runs.map((run) => (hasChanged(run) ? WIDE : Math.max(1, Math.min(left, READABLE))));
}

/** The script moves between them by arrow keys: a thousand stops of the Tab key would help nobody. */
function changeCells(runs: readonly Run[], id: string): Content {
  return spansOf(runs, (run) => (hasChanged(run) ? run : undefined)).map(({ key: run, length }) => {
    if (run === undefined) return html`<td colspan="${length}"></td>`;
    const title = `${minuteOf(run.startedAt)}: ${changesInWords(run)}`;
    return html`<td><a href="#${anchorOf(id, runs.indexOf(run))}" tabindex="-1" title="${title}"><span aria-hidden="true">▾</span><span class="unheard">${title}</span></a></td>`;
  });
}

function headOf(label: string, spans: readonly Span<string>[], widths: readonly number[]): Html {
  const cells = placed(spans, widths).map(
    ({ key: text, length, width }) =>
      html`<td colspan="${length}" title="${text}">${width < text.length * CHARACTER ? undefined : html`<span>${shown(text)}</span>`}</td>`,
  );
  return html`<tr><th scope="row">${label}</th>${cells}</tr>\n`;
}

function outcomeCells(
  spans: readonly Span<EffectiveOutcome | null>[],
  runs: readonly Run[],
  widths: readonly number[],
): Content {
  const whenOf = (index: number) => minuteOf(runs[index]?.startedAt ?? '');
  return placed(spans, widths).map(({ key: effective, length, from, width }) => {
    const words = effective === null ? 'not in the report' : LOOKS[effective].word;
    const until = length > 1 ? ` to ${whenOf(from + length - 1)}` : '';
    const title = `${words} in ${count(length, 'run')}, ${whenOf(from)}${until}`;
    const thin = width < READABLE ? ' thin' : '';
    return html`<td class="in-${effective ?? 'no-report'}${thin}" colspan="${length}" title="${title}"><span>${effective === null ? '' : LOOKS[effective].mark}</span></td>`;
  });
}

function placed<Key>(spans: readonly Span<Key>[], widths: readonly number[]) {
  let end = 0;
  return spans.map((span) => {
    const from = end;
    end += span.length;
    return { ...span, from, width: widths.slice(from, end).reduce((sum, width) => sum + width, 0) };
  });
}

function plotsPart(target: TargetHistory, id: string): Html | undefined {
  const { runs } = target;
  const figures = figuresOf(target);
  const breaks = runs.flatMap(({ previousVersion }, number) => (previousVersion === undefined ? [] : [number]));
  const plots = figures.map((figure) => plotOf(figure, runs, breaks));
  const legend =
    breaks.length === 0 ? undefined : html`<p class="quiet">A dashed line is another version of the suite.</p>`;
  const content = html`<div class="plots">${plots}</div>${legend}`;
  return section(`${id}-figures`, 'Figures over time', figures.length, content, 3);
}
