import type { Observation } from '../../harness/report/model.ts';
import { type Html, html } from './markup.ts';

const LATENCY = 'observed.latency';
/** The plot is stretched to its column; lines keep their thickness. */
const WIDTH = 100;
const HEIGHT = 16;

/** In milliseconds, at three percentiles. */
export interface Latency {
  readonly operation: string;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

/** Reads "listPets: median 11.2 ms, 95% 25.2 ms, 99% 27.6 ms; …"; what does not read so is left out. */
export function latenciesIn(value: string): readonly Latency[] {
  const pattern = /(\w+): median ([\d.]+) ms, 95% ([\d.]+) ms, 99% ([\d.]+) ms/g;
  return [...value.matchAll(pattern)]
    .map(([, operation = '', ...times]) => {
      const [median = NaN, p95 = NaN, p99 = NaN] = times.map(Number);
      return { operation, median, p95, p99 };
    })
    .filter(({ median, p95, p99 }) => median <= p95 && p95 <= p99);
}

/** A dot at the median, a thick line to the 95th percentile and a thin one to the 99th, on one scale from zero. */
export function latencyPlot(observations: readonly Observation[]): Html | undefined {
  const latencies = latenciesIn(observations.find(({ id }) => id === LATENCY)?.value ?? '');
  if (latencies.length === 0) return undefined;
  const greatest = Math.max(Number.MIN_VALUE, ...latencies.map(({ p99 }) => p99));
  return html`<table class="latency">
<caption>Latency by operation, in milliseconds</caption>
<thead><tr><th scope="col">Operation</th><td></td>${['Median', '95%', '99%'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${latencies.map(
    (latency) => html`
<tr><th scope="row">${latency.operation}</th><td>${plotOf(latency, greatest)}</td>${[latency.median, latency.p95, latency.p99].map((ms) => html`<td>${ms}</td>`)}</tr>`,
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
