import { openBecauseOf } from '../harness/report/conclusion.ts';
import type { Cause, Exchange, Result } from '../harness/report/model.ts';
import { groupBy } from './specification/world.ts';

type Response = NonNullable<Exchange['response']>;

interface Row {
  readonly ids: RegExp;
  /** The cause in a sentence; undefined if the failure has another one. */
  readonly causeOf: (response: Response, exchange: Exchange, result: Result) => string | undefined;
}

/** In this order: a failure that one explains is not shown to the next. */
const CAUSES: readonly Row[] = [
  {
    ids: /^auth\./,
    causeOf: ({ status }, { operation }) =>
      status < 300 ? `${operation} can be used without the right credential.` : undefined,
  },
  { ids: /^(errors\.shape|body)\./, causeOf: foreignError },
  {
    ids: /./,
    causeOf: ({ status }) => (status >= 500 ? `The service fails on some input with ${status}.` : undefined),
  },
  { ids: /^auth\.(missing|invalid-key|wrong-scheme|malformed)\b/, causeOf: refusedWith('Bad credentials', 401) },
  {
    ids: /^create\.(missing-field|wrong-type|out-of-range|bad-status|bad-body|invalid)$/,
    causeOf: refusedWith('Invalid bodies', 400),
  },
  {
    ids: /^list\.(limit|status\.with-limit)/,
    causeOf: (_response, _exchange, { facts }) =>
      facts?.pageSize === undefined ? undefined : `Pages have ${facts.pageSize} pets where another number is right.`,
  },
  { ids: /^errors\.shape\./, causeOf: () => 'Error bodies are not Errors.' },
  { ids: /^errors\.status-matches\./, causeOf: () => 'The status in Error bodies is not the HTTP status.' },
];

/** An error page of a framework or a gateway breaks every requirement on bodies at once. */
function foreignError({ status, headers }: Response): string | undefined {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].split(';')[0];
  if (status < 400 || /json/i.test(type ?? '')) return undefined;
  return `Errors are sent ${type ? `as ${type}` : 'without a content type'}, not as a JSON Error.`;
}

function refusedWith(what: string, documented: number): Row['causeOf'] {
  return ({ status }) =>
    status >= 400 && status < 500 && status !== documented
      ? `${what} are refused with ${status}, not with ${documented}.`
      : undefined;
}

/** One defect often breaks several requirements. A cause is reported if it explains at least two of them. */
export function causesOf(results: readonly Result[]): readonly Cause[] {
  let unexplained = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  return CAUSES.flatMap(({ ids, causeOf }) => {
    const groups = groupBy(unexplained, (result) => {
      const exchange = result.exchanges?.at(-1);
      return exchange?.response && ids.test(result.id) ? causeOf(exchange.response, exchange, result) : undefined;
    });
    const found = [...groups].filter(([cause, rows]) => cause !== undefined && rows.length > 1);
    unexplained = unexplained.filter((result) => !found.some(([, rows]) => rows.includes(result)));
    return found.map(([cause = '', rows]) => {
      const explains = rows.map(({ id }) => id);
      return { cause, explains, leavesOpen: openBecauseOf(explains, results) };
    });
  });
}
