import { isViolated } from '../harness/report/conclusion.ts';
import { groupBy } from '../harness/report/group-by.ts';
import type { Cause, Exchange, Result } from '../harness/report/model.ts';

type Response = NonNullable<Exchange['response']>;

/** The cause in a sentence; undefined if the failure has another one. */
type CauseOf = (
  response: Response,
  exchange: Exchange,
  result: Result,
  failed: readonly Result[],
) => string | undefined;

/** In this order: a failure that one explains is not shown to the next. */
const CAUSES: readonly (readonly [ids: RegExp, causeOf: CauseOf])[] = [
  [/^auth\.(missing|invalid-key|wrong-scheme|malformed|header-only)\b/, openTo],
  [/^(errors\.shape|body)\./, foreignError],
  [/./, ({ status }) => (status >= 500 ? `The service fails on some input with ${status}.` : undefined)],
  [/^auth\.(missing|invalid-key|wrong-scheme|malformed)\b/, refusedWith('Bad credentials', 401)],
  [/^create\.(missing-field|wrong-type|out-of-range|bad-status|bad-body|invalid)$/, refusedWith('Invalid bodies', 400)],
  [/^list\.(limit|status\.with-limit)/, wrongSize],
  [/^errors\.shape\./, () => 'Error bodies are not Errors.'],
  [/^errors\.status-matches\./, () => 'The status in Error bodies is not the HTTP status.'],
];

/** Requests that lack the key, or a part of it. */
const WITHOUT_KEY = /^auth\.(missing|invalid-key|malformed)\b/;

function openTo(response: Response, { operation }: Exchange, _result: Result, failed: readonly Result[]) {
  if (!isSuccess(response)) return undefined;
  const isOpen = ({ id, exchanges = [] }: Result) => {
    const { response: given, operation: asked } = exchanges.at(-1) ?? {};
    return WITHOUT_KEY.test(id) && asked === operation && given !== undefined && isSuccess(given);
  };
  return failed.some(isOpen)
    ? `${operation} can be used without the right credential.`
    : `${operation} accepts the right key in another form than Authorization: Bearer.`;
}

function isSuccess({ status }: Response): boolean {
  return status < 300;
}

function wrongSize(_response: Response, _exchange: Exchange, { facts }: Result): string | undefined {
  const size = facts?.pageSize;
  return size === undefined ? undefined : `Pages of ${size} pets are sent where the limit asks for another number.`;
}

/** An error page of a framework or a gateway breaks every requirement on bodies at once. */
function foreignError({ status, headers }: Response): string | undefined {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].split(';')[0];
  if (status < 400 || /json/i.test(type ?? '')) return undefined;
  return `Errors are sent ${type ? `as ${type}` : 'without a content type'}, not as a JSON Error.`;
}

function refusedWith(what: string, documented: number): CauseOf {
  return ({ status }) =>
    status >= 400 && status < 500 && status !== documented
      ? `${what} are refused with ${status}, not with ${documented}.`
      : undefined;
}

/** One defect often breaks several requirements. A cause is reported if it explains at least two of them. */
export function causesOf(results: readonly Result[]): readonly Cause[] {
  let unexplained = results.filter(isViolated);
  return CAUSES.flatMap(([ids, causeOf]) => {
    const groups = groupBy(unexplained, (result) => {
      const exchange = result.exchanges?.at(-1);
      return exchange?.response && ids.test(result.id)
        ? causeOf(exchange.response, exchange, result, unexplained)
        : undefined;
    });
    const found = [...groups].filter(([cause, rows]) => cause !== undefined && rows.length > 1);
    unexplained = unexplained.filter((result) => !found.some(([, rows]) => rows.includes(result)));
    return found.map(([cause = '', rows]) => ({ cause, explains: rows.map(({ id }) => id) }));
  });
}
