import type { Observation } from '../harness/report/model.ts';

const LATENCY = 'observed.latency';

/** In milliseconds, at three percentiles. */
export interface Latency {
  readonly operation: string;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

/** Only what can be drawn: a report may come from anywhere. */
export function latenciesIn(observations: readonly Pick<Observation, 'id' | 'data'>[]): readonly Latency[] {
  return observations.flatMap(({ id, data }) => {
    const latencies: unknown = id === LATENCY ? data?.latencies : undefined;
    return Array.isArray(latencies) ? latencies.filter(isLatency) : [];
  });
}

function isLatency(value: unknown): value is Latency {
  const { operation, median, p95, p99 } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const areNumbers = [median, p95, p99].every((time) => typeof time === 'number' && Number.isFinite(time) && time >= 0);
  return typeof operation === 'string' && areNumbers && Number(median) <= Number(p95) && Number(p95) <= Number(p99);
}
