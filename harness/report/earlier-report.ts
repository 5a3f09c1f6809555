import type { Exchange, Notice, Report, Result } from './model.ts';

/** The words of version 0.2, which the schema of a report still accepts. */
interface EarlierExchange extends Omit<Exchange, 'probe' | 'offsetMs' | 'connection'> {
  readonly probe?: string;
  readonly offsetMs?: number;
  readonly requirement?: string;
  readonly connection?: 'new' | 'fresh' | 'reused';
}

interface EarlierResult extends Omit<Result, 'outcome' | 'exchanges'> {
  readonly outcome: Result['outcome'] | 'unsteady';
  readonly rounds?: readonly string[];
  readonly partial?: true;
  readonly exchanges?: readonly EarlierExchange[];
}

const NOTICE_KINDS: Readonly<Record<string, Notice['kind']>> = {
  mended: 'fixed',
  'no-longer-judged': 'no-longer-checked',
};

/** A report of an earlier version in the words of this one. */
export function upgraded(report: Report): Report {
  const start = Date.parse(report.run.startedAt);
  return {
    ...report,
    results: report.results.map((result) => withExchanges(upgradedResult(result), start)),
    observations: report.observations.map((observation) => withExchanges(observation, start)),
    ...(report.gate && {
      gate: {
        ...report.gate,
        notices: report.gate.notices.map((notice) => ({ ...notice, kind: NOTICE_KINDS[notice.kind] ?? notice.kind })),
      },
    }),
  };
}

/** A result that varied between rounds is a failure if one of them failed, and inconclusive otherwise. */
function upgradedResult(earlier: EarlierResult): Result {
  const { rounds = [], partial, outcome, ...rest } = earlier;
  const result = rest as Omit<Result, 'outcome'>;
  if (outcome !== 'unsteady') return partial ? { ...result, outcome } : (earlier as Result);
  if (!rounds.includes('fail') && !rounds.includes('warn')) return { ...result, outcome: 'inconclusive' };
  return { ...result, outcome: rounds.includes('fail') ? 'fail' : 'warn', intermittent: true };
}

function withExchanges<T extends { readonly exchanges?: readonly Exchange[] }>(found: T, start: number): T {
  if (found.exchanges === undefined) return found;
  return { ...found, exchanges: found.exchanges.map((exchange) => upgradedExchange(exchange, start)) };
}

function upgradedExchange(earlier: EarlierExchange, start: number): Exchange {
  if (earlier.probe !== undefined) return earlier as Exchange;
  const { requirement: probe = '', connection, ...rest } = earlier;
  const offsetMs = rest.offsetMs ?? (Date.parse(rest.startedAt) - start || 0);
  return {
    ...rest,
    probe,
    offsetMs,
    ...(connection && { connection: connection === 'fresh' ? 'new' : connection }),
  };
}
