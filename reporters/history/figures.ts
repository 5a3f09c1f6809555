import { type Html, html, shown } from '../html/markup.ts';
import type { Run, TargetHistory } from './model.ts';

/** The plot is stretched; lines keep their thickness, and text is outside of it. */
const WIDTH = 300;
const HEIGHT = 90;
const MARGIN = 3;
/** Runs that need a thinner line. */
const MANY = 150;

/** One line in a plot. */
interface Series {
  readonly name: string;
  /** In the order of the runs; undefined if a report does not have it. */
  readonly values: readonly (number | undefined)[];
}

/** Series that share a scale. */
interface Figure {
  readonly title: string;
  readonly unit?: 'ms' | 's';
  readonly series: readonly Series[];
}

export function figuresOf({ runs }: TargetHistory): readonly Figure[] {
  const seriesOf = (name: string, measure: (run: Run) => number | undefined): Series => ({
    name,
    values: runs.map(measure),
  });
  const operations = new Set(runs.flatMap(({ latencies }) => latencies.map(({ operation }) => operation)));
  const statuses = new Set(runs.flatMap(({ population = {} }) => Object.keys(population)));
  const latencyOf = (operation: string, percentile: 'median' | 'p95') => (run: Run) =>
    run.latencies.find((latency) => latency.operation === operation)?.[percentile];
  const figures: readonly Figure[] = [
    ...[...operations].map((operation) => ({
      title: `Latency of ${operation}`,
      unit: 'ms' as const,
      series: [seriesOf('median', latencyOf(operation, 'median')), seriesOf('95%', latencyOf(operation, 'p95'))],
    })),
    {
      title: 'Pets per status',
      series: [...statuses].map((status) => seriesOf(status, (run) => run.population?.[status])),
    },
    { title: 'Duration', unit: 's', series: [seriesOf('', ({ durationMs }) => durationMs / 1000)] },
    { title: 'Requests', series: [seriesOf('', ({ requests }) => requests)] },
    { title: 'Creations', series: [seriesOf('', ({ creations }) => creations)] },
  ];
  return figures.filter(({ series }) => series.length > 0);
}

export function amountOf(value: number | undefined, unit: Figure['unit']): string {
  if (value === undefined) return '–';
  const digits = unit === undefined ? 0 : 1;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })}${unit === undefined ? '' : ` ${unit}`}`;
}

/** Of the runs that have a value. */
export function rangeOf({ values }: Series) {
  const known = values.filter((value) => value !== undefined);
  const sorted = known.toSorted((one, other) => one - other);
  return { least: sorted[0], greatest: sorted.at(-1), last: known.at(-1) };
}

/** Lines over the runs, on one scale from zero, and a dashed one before each run in `breaks`. */
export function plotOf({ title, unit, series }: Figure, runs: readonly Run[], breaks: readonly number[]): Html {
  const amount = (value: number | undefined) => amountOf(value, unit);
  const ranges = series.map(rangeOf);
  const greatest = Math.max(Number.MIN_VALUE, ...ranges.map((range) => range.greatest ?? 0));
  const spoken = ranges.map(({ least, greatest, last }, index) =>
    `${series[index]?.name} ${amount(least)} to ${amount(greatest)}, latest ${amount(last)}.`.trim(),
  );
  const x = (index: number) => (MARGIN + (index / Math.max(1, runs.length - 1)) * (WIDTH - 2 * MARGIN)).toFixed(1);
  const y = (value: number) => (HEIGHT - MARGIN - (value / greatest) * (HEIGHT - 2 * MARGIN)).toFixed(1);
  const rules = [0, greatest / 2, greatest].map((value) => `M0 ${y(value)}H${WIDTH}`).join('');
  return html`<figure class="plot${runs.length > MANY ? ' dense' : ''}">
<figcaption>${shown(title)}${series.length === 1 ? undefined : html`<span class="legend">${series.map(({ name }, index) => html`<span class="line-${index % 3}">${shown(name)}</span>`)}</span>`}</figcaption>
<div><span class="greatest">${amount(greatest)}</span><span class="zero">0</span>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${`${title}. ${spoken.join(' ')}`}">
<path class="rule" d="${rules}" vector-effect="non-scaling-stroke"/>${
    breaks.length === 0
      ? undefined
      : html`<path class="break" d="${breaks.map((index) => `M${x(index - 0.5)} 0V${HEIGHT}`).join('')}" vector-effect="non-scaling-stroke"/>`
  }
${series.map(({ values }, index) => html`<path class="line-${index % 3}" d="${pathOf(values, x, y)}" vector-effect="non-scaling-stroke"/>`)}
</svg></div>
<p class="axis"><span>${dayOf(runs[0])}</span><span>${dayOf(runs.at(-1))}</span></p>
</figure>`;
}

/** Has a gap for a missing value. A single value is a line without length, which round ends make a dot. */
function pathOf(
  values: readonly (number | undefined)[],
  x: (index: number) => string,
  y: (value: number) => string,
): string {
  return values
    .map((value, index) => {
      if (value === undefined) return '';
      return values[index - 1] === undefined ? `M${x(index)} ${y(value)}h0` : `L${x(index)} ${y(value)}`;
    })
    .join('');
}

function dayOf(run: Run | undefined): Html {
  return shown(run?.startedAt.slice(0, 10) ?? '');
}
