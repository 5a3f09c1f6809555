import type { Observation } from '../../harness/report/model.ts';
import { type Latency, latenciesIn } from '../latency.ts';
import { type Html, html, shown } from './markup.ts';

/** The plot is stretched to its column; lines keep their thickness. */
const WIDTH = 100;
const HEIGHT = 16;

/** A dot at the median, a thick line to the 95th percentile and a thin one to the 99th, on one scale from zero. */
export function latencyPlot(observations: readonly Observation[]): Html | undefined {
  const latencies = latenciesIn(observations);
  if (latencies.length === 0) return undefined;
  const greatest = Math.max(Number.MIN_VALUE, ...latencies.map(({ p99 }) => p99));
  return html`<table class="latency">
<caption>Latency by operation, in milliseconds</caption>
<thead><tr><th scope="col">Operation</th><td></td>${['Median', '95%', '99%'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${latencies.map(
    (latency) => html`
<tr><th scope="row">${shown(latency.operation)}</th><td>${plotOf(latency, greatest)}</td>${[latency.median, latency.p95, latency.p99].map((ms) => html`<td>${ms}</td>`)}</tr>`,
  )}</tbody>
</table>`;
}

function plotOf({ median, p95, p99 }: Latency, greatest: number): Html {
  const line = (part: string, from: number, to: number) =>
    html`<path class="${part}" d="M${x(from, greatest)} ${HEIGHT / 2}H${x(to, greatest)}" vector-effect="non-scaling-stroke"/>`;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
${line('scale', 0, greatest)}${line('tail', p95, p99)}${line('range', median, p95)}${line('median', median, median)}
</svg>`;
}

/** Keeps clear of both ends, where half of a dot would be cut off. */
function x(ms: number, greatest: number): string {
  return (2 + (ms / greatest) * (WIDTH - 4)).toFixed(2);
}
