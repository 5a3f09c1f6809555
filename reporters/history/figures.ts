import type { Run, TargetHistory } from './model.ts';

/** One line in a plot. */
export interface Series {
  readonly name: string;
  /** In the order of the runs; undefined if a report does not have it. */
  readonly values: readonly (number | undefined)[];
}

/** Series that share a scale. */
export interface Figure {
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
