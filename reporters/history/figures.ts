import type { Run, TargetHistory } from './model.ts';

/** A number of each run, as a line in a plot. */
export interface Series {
  readonly name: string;
  /** In the order of the runs; undefined where a report does not have it. */
  readonly values: readonly (number | undefined)[];
}

/** What is drawn together, because it has one scale. */
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
  const operations = distinct(runs.flatMap(({ latencies }) => latencies.map(({ operation }) => operation)));
  const statuses = distinct(runs.flatMap(({ population = {} }) => Object.keys(population)));
  const latencyOf = (operation: string, percentile: 'median' | 'p95') => (run: Run) =>
    run.latencies.find((latency) => latency.operation === operation)?.[percentile];
  const figures: readonly Figure[] = [
    ...operations.map((operation) => ({
      title: `Latency of ${operation}`,
      unit: 'ms' as const,
      series: [seriesOf('median', latencyOf(operation, 'median')), seriesOf('95%', latencyOf(operation, 'p95'))],
    })),
    { title: 'Pets per status', series: statuses.map((status) => seriesOf(status, (run) => run.population?.[status])) },
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

/** The least, the greatest and the latest, of those there are. */
export function rangeOf({ values }: Series): {
  readonly least?: number;
  readonly greatest?: number;
  readonly last?: number;
} {
  const there = values.filter((value) => value !== undefined);
  const last = there.at(-1);
  if (last === undefined) return {};
  return { least: there.reduce((a, b) => Math.min(a, b)), greatest: there.reduce((a, b) => Math.max(a, b)), last };
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
