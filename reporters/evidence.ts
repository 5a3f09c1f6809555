import { groupBy } from '../harness/basics/group-by.ts';
import {
  type CaseReport,
  type Frequency,
  isEachTime,
  type Repeated,
  type Report,
  type ReportedStory,
  type Result,
  type ShownExample,
  type ShownExchange,
  type ViolationGroup,
} from '../harness/model/report.ts';
import { effectiveOutcomeOf, isExcused } from './effective-outcome.ts';
import { replayCommand } from './replay-command.ts';
import type { Finding } from './stories.ts';
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

/** Where a finding is given, with what may be its cause and what else is violated. */
export function fieldsOf(result: Result, report: Report, finding?: Finding): readonly Field[] {
  const { reason, counterexample, section, curl } = result;
  const cause = finding?.story.cause;
  const notices = report.gate?.notices.filter(({ id }) => id === result.id) ?? [];
  const isCurl = result.reproduces !== 'replay';
  const deciding = result.exchanges?.at(-1);
  const found = counterexample && `seed ${counterexample.seed}, path ${counterexample.path}`;
  const fields: readonly (Omit<Field, 'text'> & { readonly text: string | undefined })[] = [
    ...(cause ? [causeField(cause)] : []),
    { label: 'Also violates', text: alsoViolated(result, finding).join(', ') || undefined },
    { label: 'Reason', text: reason },
    ...clausesOf(result).map(([label, clause]) => ({ label, text: asSentence(clause) })),
    ...notices.map(({ sentence }) => ({ label: 'Notice', text: sentence })),
    { label: 'Exchange', text: deciding && exchangeText(deciding), kind: 'code', isDetail: true },
    { label: 'Fails with', text: counterexample?.value, kind: 'code', isDetail: true },
    { label: 'Found with', text: found, isDetail: true },
    isCurl
      ? { label: 'Reproduce', text: curl, kind: 'command', note: repeatNote(result) }
      : { label: 'Reproduce', text: 'only replay shows this' },
    { label: 'Replay', text: replayCommand(result, report), kind: 'command' },
    { label: 'Server log', text: result.serverLog?.join('\n'), kind: 'log' },
    { label: 'Section', text: section, isDetail: true },
  ];
  return fields.flatMap((field) => (field.text === undefined ? [] : [{ ...field, text: field.text }]));
}

function causeField({ from, text }: NonNullable<ReportedStory['cause']>): Field {
  return { label: from === 'record' ? 'Cause' : 'Usually', text: oneLine(text) };
}

/** What happened before, the request with its right answer, and what shows that it was right: a line each. */
export function exampleText({ given, request, answer, later }: ShownExample): string {
  return [given, `${request} → ${answer}`, later].filter((line) => line !== undefined).join('\n');
}

/** The other requirements of the story; "list.ok (waived)" where it does not fail the run. */
export function alsoViolated({ id }: Result, finding: Finding | undefined): readonly string[] {
  const others = finding ? [finding.lead, ...finding.others].filter((other) => other.id !== id) : [];
  return others.map((other) => (isExcused(other) ? `${other.id} (${effectiveOutcomeOf(other)})` : other.id));
}

/** How often and how it was seen. */
export function clausesOf(result: Result): readonly (readonly [label: string, clause: string])[] {
  const deciding = result.exchanges?.at(-1);
  const isOnlyThere = deciding?.connection !== undefined && deciding.connection === result.facts?.connection;
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
  const { frequency } = result;
  const share = frequency && shareClause(frequency);
  return isUnsteady(result) ? `intermittent: ${share ?? 'it does not fail each time'}` : share;
}

/** What no repeat shows may as well depend on what was stored then. */
export function isUnsteady({ intermittent, frequency }: Result): boolean {
  return intermittent === true && frequency?.repeated?.failed !== 0;
}

function shareClause({ failed, of, unit, repeated }: Frequency): string {
  const share = `in ${failed.toLocaleString('en')} of ${count(of, unit.replace(/s$/, ''))}`;
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
  const { repeated, failed = 1 } = result.frequency ?? {};
  // What was seen several times is not said to be sent once: others like it were sent.
  if (repeated === undefined || repeated.times === 0) return failed > 1 ? undefined : 'sent only once';
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

/** Failing inputs with one and the same answer. */
interface CaseGroup {
  readonly inputs: readonly string[];
  /** " → status 500 (expected status 404)", without the parts that equal those of the whole result. */
  readonly answer: string;
  readonly cases: readonly CaseReport[];
}

/** The cases of all violations, those with the shortest words first; `total` counts those not listed too. */
export function casesOf({ violations = [] }: Result): NonNullable<ViolationGroup['cases']> {
  const sizeOf = ({ listed: [first] }: NonNullable<ViolationGroup['cases']>) => first?.input.length ?? 0;
  const all = violations.flatMap(({ cases }) => cases ?? []).toSorted((one, other) => sizeOf(one) - sizeOf(other));
  return {
    total: all.reduce((sum, { total }) => sum + total, 0),
    listed: all.flatMap(({ listed }) => listed),
  };
}

/** The largest group first. */
export function caseGroupsOf(result: Result): readonly CaseGroup[] {
  const groups = groupBy(casesOf(result).listed, ({ expected, actual }) => JSON.stringify([expected, actual]));
  return [...groups.values()]
    .map((cases) => {
      const [{ expected, actual }] = cases;
      const seen = actual === result.actual ? '' : ` → ${actual}`;
      const allowed = expected === result.expected ? '' : ` (expected ${expected})`;
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
