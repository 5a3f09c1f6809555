import { groupBy } from '../harness/basics/group-by.ts';
import {
  type CaseReport,
  isEachTime,
  type Repeated,
  type Report,
  type ReportedFailure,
  type Result,
  type ShownExample,
  type ShownExchange,
} from '../harness/model/report.ts';
import { replayCommand } from './replay-command.ts';
import { count, oneLine } from './text.ts';

/** One line of a finding, for all formats. Text is prose; code and commands are shown as they are. */
export interface Field {
  readonly label: string;
  readonly text: string;
  readonly kind?: 'code' | 'command' | 'log';
  /** For readers who want everything. */
  readonly isDetail?: boolean;
  /** What limits it. */
  readonly note?: string | undefined;
}

/** The failure to read first: that of the first case, which the exchanges show. */
export function firstOf({ violations: [first] = [] }: Result): Partial<ReportedFailure> {
  return first ?? {};
}

/** What is known about a finding besides what was expected and seen, or why there is none. */
export function fieldsOf(result: Result, report: Report): readonly Field[] {
  const { reason, section } = result;
  const { cause, exchanges, serverLog } = firstOf(result);
  const notices = report.gate?.notices.filter(({ id }) => id === result.id) ?? [];
  const deciding = exchanges?.at(-1);
  const curl = curlIn(result);
  const fields: readonly (Omit<Field, 'text'> & { readonly text: string | undefined })[] = [
    ...notices.map(({ sentence }) => ({ label: 'Notice', text: sentence })),
    { label: cause?.from === 'usual' ? 'Usually' : 'Cause', text: cause && oneLine(cause.text) },
    { label: 'Reason', text: reason },
    ...clausesOf(result).map(([label, clause]) => ({ label, text: asSentence(clause) })),
    { label: 'Exchange', text: deciding && exchangeText(deciding), kind: 'code', isDetail: true },
    curl === undefined
      ? { label: 'Reproduce', text: deciding && 'send it with replay' }
      : { label: 'Reproduce', text: curl, kind: 'command', note: repeatNote(result) },
    { label: 'Replay', text: replayCommand(result, report), kind: 'command' },
    { label: 'Server log', text: serverLog?.join('\n'), kind: 'log' },
    { label: 'Section', text: section, isDetail: true },
  ];
  return fields.flatMap((field) => (field.text === undefined ? [] : [{ ...field, text: field.text }]));
}

/** The command that shows the finding; undefined if only a replay does. */
export function curlIn(result: Result): string | undefined {
  return firstOf(result).cases?.listed[0]?.curl;
}

/** What happened before, the request with its right answer, and what shows that it was right: a line each. */
export function exampleText({ given, request, answer, later }: ShownExample): string {
  return [given, `${request} → ${answer}`, later].filter((line) => line !== undefined).join('\n');
}

/** How often and how it was seen. */
export function clausesOf(result: Result): readonly (readonly [label: string, clause: string])[] {
  const { exchanges, facts } = firstOf(result);
  const deciding = exchanges?.at(-1);
  const isOnlyThere = deciding?.connection !== undefined && deciding.connection === facts?.connection;
  const clauses = [
    ['Frequency', frequencyClause(result)],
    ['Connection', isOnlyThere ? connectionClause(deciding) : undefined],
    ['Sent', deciding && piecesClause(deciding)],
  ] as const;
  return clauses.flatMap(([label, clause]) => (clause === undefined ? [] : [[label, clause] as const]));
}

function asSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

/** "intermittent: in 3 of 41 pages; seen again in 1 of 4 repeats" */
function frequencyClause(result: Result): string | undefined {
  const share = shareClause(result);
  return isUnsteady(result) ? `intermittent: ${share ?? 'it does not fail each time'}` : share;
}

/** What no repeat shows may as well depend on what was stored then. */
export function isUnsteady(result: Result): boolean {
  return firstOf(result).intermittent === true && repeatedOf(result)?.failed !== 0;
}

function repeatedOf(result: Result): Repeated | undefined {
  return firstOf(result).cases?.listed[0]?.repeated;
}

/** Of all its failures. */
function failedIn({ violations = [] }: Result): number {
  return violations.reduce((sum, { frequency }) => sum + frequency.failed, 0);
}

function shareClause(result: Result): string | undefined {
  const { frequency } = firstOf(result);
  if (frequency === undefined) return undefined;
  const { of, unit } = frequency;
  const repeated = repeatedOf(result);
  const share = `in ${Math.min(failedIn(result), of).toLocaleString('en')} of ${count(of, unit.replace(/s$/, ''))}`;
  if (repeated === undefined || repeated.times === 0) return share;
  const isOnceMore = repeated.times === 1 && isEachTime(repeated);
  return isOnceMore ? share : `${share}; ${repeatsInWords(repeated)}`;
}

/** "seen again in 1 of 4 repeats" */
function repeatsInWords(repeated: Repeated): string {
  const { times, failed } = repeated;
  const repeats = count(times, 'repeat');
  if (failed === 0) return `not seen again in ${repeats}: it is rare, or depends on what was stored then`;
  if (!isEachTime(repeated)) return `seen again in ${failed} of ${repeats}`;
  return times < 3 ? `seen again in ${times === 1 ? 'the repeat' : 'both repeats'}` : `seen again in all ${repeats}`;
}

/** What a reader of the command should know; nothing where the same request fails each time. */
function repeatNote(result: Result): string | undefined {
  const repeated = repeatedOf(result);
  // What was seen several times is not said to be sent once: others like it were sent.
  if (repeated === undefined || repeated.times === 0) return failedIn(result) > 1 ? undefined : 'sent only once';
  return caseNote({ repeated });
}

/** The same for the command of one case. */
export function caseNote({ repeated }: Pick<CaseReport, 'repeated'>): string | undefined {
  return repeated === undefined || isEachTime(repeated) ? undefined : repeatsInWords(repeated);
}

/** "GET /v1/pets?limit=100 → 200", without the host, which is that of the target. */
export function exchangeLine({ request, response, failure }: ShownExchange): string {
  const answer = response ? String(response.status) : `no response: ${failure?.message ?? 'unknown failure'}`;
  return oneLine(`${request.method} ${request.url.replace(/^https?:\/\/[^/]+/i, '')} → ${answer}`);
}

/** With the bodies, for formats that show only the exchange that decided. */
function exchangeText(exchange: ShownExchange): string {
  const bodies = [exchange.request.body, exchange.response?.body].filter((body) => body);
  return [`${exchangeLine(exchange)} (${remarksOn(exchange)})`, ...bodies].join('\n').trimEnd();
}

/** "12 ms, on a new connection" */
export function remarksOn(exchange: ShownExchange): string {
  const pieces = piecesClause(exchange);
  const remarks = [
    `${Math.round(exchange.durationMs)} ms`,
    connectionClause(exchange),
    pieces && `body sent ${pieces}`,
    exchange.label && `not checked: ${exchange.label}`,
  ];
  return remarks.filter((remark) => remark !== undefined).join(', ');
}

/** Some defects show only on a new connection, or only on a reused one. */
function connectionClause({ connection, after }: ShownExchange): string | undefined {
  if (after !== undefined) return `right after exchange ${after}, on the same connection`;
  if (connection === undefined) return undefined;
  return connection === 'new' ? 'on a new connection' : 'on a connection that had just carried the right key';
}

function piecesClause({ cutAt, request }: ShownExchange): string | undefined {
  if (cutAt === undefined) return undefined;
  return `in two pieces, cut after byte ${cutAt} of ${Buffer.byteLength(request.body ?? '')}`;
}

/** A case with what was expected and seen, also where its failure says it. */
type ShownCase = CaseReport & Pick<ReportedFailure, 'expected' | 'actual'>;

/** Failing inputs with one and the same answer. */
interface CaseGroup {
  readonly inputs: readonly string[];
  /** " → status 500 (expected status 404)", without the parts that equal those of the whole result. */
  readonly answer: string;
  readonly cases: readonly ShownCase[];
}

/** The cases of all its failures, those with the shortest words first; `total` counts those not listed too. */
export function casesOf({ violations = [] }: Result): {
  readonly total: number;
  readonly listed: readonly ShownCase[];
} {
  const sizeOf = ({ cases }: ReportedFailure) => cases.listed[0]?.input.length ?? 0;
  const sorted = violations.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  return {
    total: violations.reduce((sum, { cases }) => sum + cases.total, 0),
    listed: sorted.flatMap(({ expected, actual, cases }) => cases.listed.map((one) => ({ expected, actual, ...one }))),
  };
}

/** The largest group first. */
export function caseGroupsOf(result: Result): readonly CaseGroup[] {
  const first = firstOf(result);
  const groups = groupBy(casesOf(result).listed, ({ expected, actual }) => JSON.stringify([expected, actual]));
  return [...groups.values()]
    .map((cases) => {
      const [{ expected, actual }] = cases;
      const seen = actual === first.actual ? '' : ` → ${actual}`;
      const allowed = expected === first.expected ? '' : ` (expected ${expected})`;
      const inputs = cases.map(({ input }) => input.replaceAll('\n', '\\n'));
      return { inputs, answer: `${seen}${allowed}`.replaceAll('\n', '\\n'), cases };
    })
    .toSorted((one, other) => other.cases.length - one.cases.length);
}

/** "name 42; name true and 3 more → status 500": a line for each answer, then what has no room and is not listed. */
export function caseLines(
  result: Result,
  mostInputs: number,
  mostAnswers = Number.POSITIVE_INFINITY,
): readonly string[] {
  const { total, listed } = casesOf(result);
  const number = (value: number) => value.toLocaleString('en');
  // Stories share an input across operations.
  const shown = (all: readonly string[]) => {
    const inputs = [...new Set(all)];
    const more = inputs.length - mostInputs;
    return `${inputs.slice(0, mostInputs).join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
  };
  const groups = caseGroupsOf(result);
  const others = groups.slice(mostAnswers).flatMap(({ inputs }) => inputs);
  const unlisted = total - listed.length;
  return [
    ...groups.slice(0, mostAnswers).map(({ inputs, answer }) => `${shown(inputs)}${answer}`),
    ...(others.length > 0 ? [`with other answers: ${shown(others)}`] : []),
    ...(unlisted > 0 ? [`and ${number(unlisted)} more, ${number(total)} in all`] : []),
  ];
}

/** What a pass does not cover. */
export function caveatOf({ outcome, reason, covered = [] }: Result, { results }: Report): string | undefined {
  if (outcome !== 'pass') return undefined;
  const operations = results.flatMap(({ operation }) => operation ?? []);
  const isPartOfThem = covered.length > 0 && operations.some((operation) => !covered.includes(operation));
  const checked = isPartOfThem ? `Checked: ${covered.join(', ')}.` : undefined;
  return reason === undefined ? checked : [reason, ...(checked === undefined ? [] : [checked])].join(' ');
}
