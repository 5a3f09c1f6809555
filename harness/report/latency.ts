import type { Exchange } from '../model/exchange.ts';
import type { Latency } from '../model/report.ts';

/** As Prometheus' client libraries have them, and the default timeout. */
const LIMITS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

/** A histogram for each operation that was answered, in the order of the first answers. */
export function latencyOf(
  record: readonly Exchange[],
  operationOf: (exchange: Exchange) => string | undefined,
): readonly Latency[] {
  const times = new Map<string, number[]>();
  for (const exchange of record) {
    const operation = operationOf(exchange);
    if (operation === undefined || exchange.status === 0) continue;
    const all = times.get(operation) ?? [];
    all.push(exchange.answeredAt - exchange.sentAt);
    times.set(operation, all);
  }
  return [...times].map(([operation, all]) => ({
    operation,
    count: all.length,
    sumMs: Math.round(all.reduce((sum, ms) => sum + ms, 0) * 10) / 10,
    buckets: LIMITS_MS.map((atMostMs) => ({ atMostMs, count: all.filter((ms) => ms <= atMostMs).length })),
  }));
}
