import type { Observation, Result } from '../../harness/report/model.ts';
import type { Grouping } from '../../harness/report/section.ts';
import { countInWords, countsOf, effectiveOutcomeOf } from '../effective-outcome.ts';
import type { ResultGroup } from '../group.ts';
import { type Latency, latenciesIn } from '../latency.ts';
import { headCells } from './elements.ts';
import { type Html, html, shown } from './markup.ts';

const BAR_WIDTH = 1000;
const BAR_GAP = 4;
const NARROWEST_PART = 6;
const SQUARE = 9;
const STEP = 12;
/** The plot is stretched to its column; lines keep their thickness. */
const PLOT_WIDTH = 100;
const PLOT_HEIGHT = 16;

export function countsBar(results: readonly Result[]): Html {
  const counts = countsOf(results);
  const spare = BAR_WIDTH - counts.length * NARROWEST_PART - (counts.length - 1) * BAR_GAP;
  let x = 0;
  const parts = counts.map(([effective, number]) => {
    const width = NARROWEST_PART + (spare * number) / results.length;
    const part = html`<rect class="fill-${effective}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="12" vector-effect="non-scaling-stroke"/>`;
    x += width + BAR_GAP;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 12" preserveAspectRatio="none" role="img" aria-label="Outcomes: ${counts.map(countInWords).join(', ')}">${parts}</svg>`;
}

export function groupsPicture(groups: readonly ResultGroup[], grouping: Grouping): Html {
  return html`<dl class="areas by-${grouping}">${groups.map(
    ({ title, results }) =>
      html`<dt>${title}</dt><dd>${squares(results)}<span>${countsOf(results).map(countInWords).join(', ')}</span></dd>`,
  )}</dl>`;
}

export function squares(results: readonly Result[]): Html {
  const width = results.length * STEP;
  return html`<svg width="${width}" height="${SQUARE}" viewBox="0 0 ${width} ${SQUARE}" aria-hidden="true">${results.map(
    (result, index) =>
      html`<rect class="fill-${effectiveOutcomeOf(result)}" x="${index * STEP}" width="${SQUARE}" height="${SQUARE}" rx="1.5"/>`,
  )}</svg>`;
}

/** A dot at the median, a thick line to the 95th percentile and a thin one to the 99th, on one scale from zero. */
export function latencyPlot(observations: readonly Observation[]): Html | undefined {
  const latencies = latenciesIn(observations);
  if (latencies.length === 0) return undefined;
  const greatest = Math.max(Number.MIN_VALUE, ...latencies.map(({ p99 }) => p99));
  return html`<table class="latency">
<caption>Latency by operation, in milliseconds</caption>
<thead><tr><th scope="col">Operation</th><td></td>${headCells('Median', '95%', '99%')}</tr></thead>
<tbody>${latencies.map(
    (latency) => html`
<tr><th scope="row">${shown(latency.operation)}</th><td>${plotOf(latency, greatest)}</td>${[latency.median, latency.p95, latency.p99].map((ms) => html`<td>${ms}</td>`)}</tr>`,
  )}</tbody>
</table>`;
}

function plotOf({ median, p95, p99 }: Latency, greatest: number): Html {
  const line = (part: string, from: number, to: number) =>
    html`<path class="${part}" d="M${x(from, greatest)} ${PLOT_HEIGHT / 2}H${x(to, greatest)}" vector-effect="non-scaling-stroke"/>`;
  return html`<svg viewBox="0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
${line('scale', 0, greatest)}${line('tail', p95, p99)}${line('range', median, p95)}${line('median', median, median)}
</svg>`;
}

/** Keeps clear of both ends, which would cut off half of a dot. */
function x(ms: number, greatest: number): string {
  return (2 + (ms / greatest) * (PLOT_WIDTH - 4)).toFixed(2);
}
