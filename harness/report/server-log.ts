import { defined, unlessEmpty } from '../basics/defined.ts';
import { groupBy } from '../basics/group-by.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Report, ReportedFailure } from '../model/report.ts';
import type { Redactor } from '../secrets/redact.ts';

/** A line of the server, and when it arrived, in milliseconds since the epoch. */
interface Line {
  readonly at: number;
  readonly text: string;
}

/** How many lines a failure shows. */
const LINES = 20;

/**
 * Adds to each failure what the server printed between its request and the next one. Other requests may print as well,
 * so only a request that was alone is looked at: each that fails is repeated alone. The lines decide nothing.
 */
export function withServerLog(
  report: Report,
  record: readonly Exchange[],
  lines: readonly Line[],
  redactor: Redactor,
): Report {
  if (lines.length === 0) return report;
  const startedAt = Date.parse(report.run.startedAt);
  const bySending = record.toSorted((one, other) => one.sentAt - other.sentAt);
  const alike = groupBy(bySending, keyOf);
  const byNumber = new Map(record.map((exchange) => [exchange.number, exchange]));
  const linesOf = ({ exchanges = [] }: ReportedFailure): readonly string[] => {
    const deciding = byNumber.get(exchanges.at(-1)?.number ?? 0);
    const same = deciding ? (alike.get(keyOf(deciding)) ?? []) : [];
    for (const exchange of same.filter(({ status }) => status === deciding?.status)) {
      const until = aloneUntil(exchange, bySending);
      const from = exchange.sentAt;
      const printed = lines.filter(({ at }) => at - startedAt >= from && until !== undefined && at - startedAt < until);
      if (printed.length > 0) return printed.slice(-LINES).map(({ text }) => redactor.text(text));
    }
    return [];
  };
  const results = report.results.map(({ violations, ...result }) => {
    const printed = violations?.map((failure) =>
      defined({ ...failure, serverLog: failure.serverLog ?? unlessEmpty(linesOf(failure)) }),
    );
    return defined({ ...result, violations: printed });
  });
  return { ...report, results };
}

function keyOf({ request: { method, path, headers, body } }: Exchange): string {
  return JSON.stringify([method, path, headers, body]);
}

/** When the next request was sent that the service answered, if no other one was under way. */
function aloneUntil(exchange: Exchange, bySending: readonly Exchange[]): number | undefined {
  const others = bySending.filter((other) => other !== exchange && other.status > 0);
  const isBeside = ({ sentAt, answeredAt }: Exchange) => sentAt < exchange.answeredAt && answeredAt > exchange.sentAt;
  if (others.some(isBeside)) return undefined;
  return others.find(({ sentAt }) => sentAt >= exchange.answeredAt)?.sentAt ?? Number.POSITIVE_INFINITY;
}
