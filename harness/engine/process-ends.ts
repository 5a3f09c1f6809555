import type { Exchange } from '../model/exchange.ts';
import type { Crash } from '../server/server.ts';

/** In milliseconds: the end of a program is noticed so much later than that of its connections. */
export const NOTICED_LATE_MS = 1_000;

/**
 * The record, with each end of the program at one exchange that was under way: the one that also ended it alone, where
 * there is one. Without any, it is the last one that was answered.
 */
export function withProcessEnds(
  record: readonly Exchange[],
  crashes: readonly Crash[],
  startedAt: number,
): readonly Exchange[] {
  const times = crashes.map(({ at }) => at - startedAt);
  const ends = crashes.map(({ at: _at, ...end }, index) => {
    const [from = Number.NEGATIVE_INFINITY, at = 0] = [times[index - 1], times[index]];
    return { ...end, underWay: underWayAt(at, Math.max(from, at - NOTICED_LATE_MS), record) };
  });
  ends.sort((one, other) => one.underWay.length - other.underWay.length);
  const found = new Map<number, NonNullable<Exchange['processEnd']>>();
  const accused = new Set<string>();
  for (const { underWay, ...end } of ends) {
    const free = underWay.filter(({ number }) => !found.has(number));
    const culprit = free.find((exchange) => accused.has(keyOf(exchange))) ?? free[0];
    if (!culprit) continue;
    accused.add(keyOf(culprit));
    const beside = underWay.filter((other) => other !== culprit).map(({ number }) => number);
    found.set(culprit.number, { ...end, beside });
  }
  if (found.size === 0) return record;
  return record.map((exchange) => {
    const processEnd = found.get(exchange.number);
    return processEnd ? { ...exchange, processEnd } : exchange;
  });
}

function underWayAt(at: number, from: number, record: readonly Exchange[]): readonly Exchange[] {
  const begun = record.filter(({ sentAt }) => sentAt <= at);
  const isCutOff = ({ answeredAt, failure, unreadable }: Exchange) =>
    answeredAt > from && (unreadable ?? failure)?.kind === 'reset';
  const cutOff = begun.filter(isCutOff);
  return cutOff.length > 0 ? cutOff : lastOf(begun.length > 0 ? begun : record);
}

function lastOf(exchanges: readonly Exchange[]): readonly Exchange[] {
  const last = exchanges.toSorted((one, other) => one.answeredAt - other.answeredAt).at(-1);
  return last ? [last] : [];
}

function keyOf({ request: { method, path, headers, body } }: Exchange): string {
  return JSON.stringify([method, path, headers, body]);
}
