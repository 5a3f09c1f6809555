import { SUITE_NAME, SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { tableOf } from '../document/html.ts';
import { minuteOf, type Table } from '../document/index.ts';
import { VERDICT_OUTCOMES } from '../effective-outcome.ts';
import { spansOf } from '../group.ts';
import { section } from '../html/elements.ts';
import { type Html, html, shown } from '../html/markup.ts';
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
import { figuresOf } from './figures.ts';
import { type MatrixColumn, matrixOf } from './matrix.ts';
import { type History, hasChanged, isSteady, type Run, type TargetHistory } from './model.ts';
import { plotOf } from './plot.ts';

/** More runs leave no room for the day of each. */
const MOST_DAYS = 45;

export function renderHistoryHtml(history: History): string {
  const { title, effective, sentence } = headlineOf(history);
  const runs = history.targets.flatMap((target) => target.runs);
  const leftOut = leftOutTable(history.leftOut);
  return pageOf({
    suite: { name: SUITE_NAME, version: SUITE_VERSION },
    heading: title,
    effective,
    sentence,
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
${matrixPart(target, id)}
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

function matrixPart({ runs, requirements }: TargetHistory, id: string): Html | undefined {
  const columnOf = (run: Run, number: number): MatrixColumn => ({
    when: minuteOf(run.startedAt),
    title: `${minuteOf(run.startedAt)}: ${changesInWords(run)}`,
    ...(hasChanged(run) && { link: anchorOf(id, number) }),
  });
  const head = (label: string, keyOf: (run: Run) => string) => ({ label, spans: spansOf(runs, keyOf) });
  const versions = head('suite', ({ suiteVersion }) => suiteVersion);
  const matrix = matrixOf({
    id: `${id}-matrix`,
    label: 'Requirements by run',
    columns: runs.map(columnOf),
    heads: [
      head('month', ({ startedAt }) => startedAt.slice(0, 7)),
      ...(runs.length <= MOST_DAYS ? [head('day', ({ startedAt }) => startedAt.slice(8, 10))] : []),
      ...(versions.spans.length > 1 ? [versions] : []),
    ],
    rows: [
      { head: 'verdict', isSteady: false, spans: spansOf(runs, ({ verdict }) => VERDICT_OUTCOMES[verdict]) },
      ...requirements.map((track) => ({
        head: html`<code title="${track.statement}">${shown(track.id)}</code>`,
        isSteady: isSteady(track),
        spans: track.spans.map((span) => ({ key: span.effective, length: span.runs })),
      })),
    ],
  });
  return section(`${id}-matrix`, 'Requirements by run', requirements.length, matrix, 3);
}

function plotsPart(target: TargetHistory, id: string): Html | undefined {
  const { runs } = target;
  const figures = figuresOf(target);
  const breaks = runs.flatMap(({ previousVersion }, number) => (previousVersion === undefined ? [] : [number]));
  const plots = figures.map((figure) => plotOf(figure, runs, breaks));
  return section(
    `${id}-figures`,
    'Figures over time',
    figures.length,
    html`<div class="plots">${plots}</div>${
      breaks.length === 0 ? undefined : html`<p class="quiet">A dashed line is another version of the suite.</p>`
    }`,
    3,
  );
}
