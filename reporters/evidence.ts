import { groupBy } from '../harness/report/group-by.ts';
import {
  type CaseReport,
  type Exchange,
  type Frequency,
  isEachTime,
  type Repeated,
  type Report,
  type Result,
} from '../harness/report/model.ts';
import { replayCommand } from './replay-command.ts';
import { count, oneLine } from './text.ts';

/** One line of a finding, for all formats. Text is prose; code and commands are shown as they are. */
export interface Field {
  readonly label: string;
  readonly text: string;
  readonly kind?: 'code' | 'command';
  /** For readers who want everything. */
  readonly isDetail?: boolean;
  /** What limits it. */
  readonly note?: string | undefined;
}

export function fieldsOf(result: Result, report: Report): readonly Field[] {
  const { usually, reason, counterexample, violations, section, curl } = result;
  const notices = report.gate?.notices.filter(({ id }) => id === result.id) ?? [];
  const isCurl = result.reproduces !== 'replay';
  const deciding = result.exchanges?.at(-1);
  const fingerprints = violations?.map(({ fingerprint }) => fingerprint).join(', ');
  const looks = looksOf(result, report);
  const found = counterexample && `seed ${counterexample.seed}, path ${counterexample.path}`;
  const fields: readonly (Omit<Field, 'text'> & { readonly text: string | undefined })[] = [
    ...(looks.length > 0 ? looks : [{ label: 'Usually', text: usually && oneLine(usually) }]),
    { label: 'Reason', text: reason },
    ...clausesOf(result).map(([label, clause]) => ({ label, text: asSentence(clause) })),
    ...notices.map(({ sentence }) => ({ label: 'Notice', text: sentence })),
    { label: 'Exchange', text: deciding && exchangeText(deciding), kind: 'code', isDetail: true },
    { label: 'Fails with', text: counterexample?.value, kind: 'code', isDetail: true },
    { label: 'Found with', text: found, isDetail: true },
    isCurl
      ? { label: 'Reproduce', text: curl, kind: 'command', note: repeatNote({ ...result, ...result.frequency }) }
      : { label: 'Reproduce', text: 'only replay shows this' },
    { label: 'Replay', text: replayCommand(result, report), kind: 'command' },
    { label: 'Trace', text: deciding?.trace, kind: 'command' },
    { label: 'Section', text: section, isDetail: true },
    { label: 'Fingerprint', text: fingerprints, kind: 'command', isDetail: true },
  ];
  return fields.flatMap((field) => (field.text === undefined ? [] : [{ ...field, text: field.text }]));
}

/** Known faults that explain the failure: one of several that fit equally well, and then a further one if it takes two. */
function looksOf({ id }: Result, { looksLike = [] }: Report): readonly Field[] {
  const sets = looksLike.filter(({ explains }) => explains.includes(id));
  return sets.flatMap(({ faults }, set) =>
    faults.map(({ name, story }, at) => ({
      label: at > 0 ? 'or' : set > 0 ? 'and' : 'Looks like',
      text: `${story} (${name})`,
    })),
  );
}

/** How often and how it was seen. */
export function clausesOf(result: Result): readonly (readonly [label: string, clause: string])[] {
  const deciding = result.exchanges?.at(-1);
  const clauses = [
    ['Frequency', frequencyClause(result)],
    ['Connection', deciding && connectionClause(deciding)],
    ['Sent', deciding && piecesClause(deciding)],
  ] as const;
  return clauses.flatMap(([label, clause]) => (clause === undefined ? [] : [[label, clause] as const]));
}

function asSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

/** "intermittent: in 3 of 41 pages; not seen again in 3 repeats" */
function frequencyClause({ frequency, intermittent }: Result): string | undefined {
  const share = frequency && shareClause(frequency);
  return intermittent ? `intermittent: ${share ?? 'it does not fail each time'}` : share;
}

function shareClause({ failed, of, unit, repeated }: Frequency): string {
  const share = `in ${failed.toLocaleString('en')} of ${count(of, unit.replace(/s$/, ''))}`;
  if (repeated === undefined || repeated.times === 0) return share;
  const isOnceMore = repeated.times === 1 && isEachTime(repeated);
  return isOnceMore ? share : `${share}; ${repeatsInWords(repeated)}`;
}

/** "seen again in 1 of 4" */
function repeatsInWords(repeated: Repeated): string {
  const { times, failed } = repeated;
  if (failed === 0) return `not seen again in ${count(times, 'repeat')}`;
  return isEachTime(repeated) && times > 1
    ? `seen again in all ${times} repeats`
    : `seen again in ${failed} of ${times}`;
}

/** What a reader of a command should know; nothing where the same request fails each time. */
export function repeatNote({ repeated, intermittent }: Pick<Result, 'intermittent'> & Pick<CaseReport, 'repeated'>) {
  if (repeated === undefined || repeated.times === 0) return 'sent only once';
  return isEachTime(repeated) && !intermittent ? undefined : repeatsInWords(repeated);
}

/** "GET /v1/pets?limit=100 → 200", without the host, which is that of the target. */
export function exchangeLine({ request, response, failure }: Exchange): string {
  const answer = response ? String(response.status) : `no response: ${failure?.message ?? 'unknown failure'}`;
  return oneLine(`${request.method} ${request.url.replace(/^https?:\/\/[^/]+/i, '')} → ${answer}`);
}

/** With the bodies, for formats that show only the exchange that decided. */
function exchangeText(exchange: Exchange): string {
  const bodies = [exchange.request.body, exchange.response?.body].filter((body) => body);
  return [`${exchangeLine(exchange)} (${remarksOn(exchange)})`, ...bodies].join('\n').trimEnd();
}

/** "12 ms, on a new connection" */
export function remarksOn(exchange: Exchange): string {
  const pieces = piecesClause(exchange);
  const remarks = [
    `${Math.round(exchange.durationMs)} ms`,
    connectionClause(exchange),
    pieces && `body sent ${pieces}`,
    exchange.label && `not checked: ${exchange.label}`,
    exchange.trace && `trace ${exchange.trace}`,
  ];
  return remarks.filter((remark) => remark !== undefined).join(', ');
}

/** Some defects show only on a new connection, or only on a reused one. */
function connectionClause({ connection, after }: Exchange): string | undefined {
  if (after !== undefined) return `right after exchange ${after}, on the same connection`;
  if (connection === undefined) return undefined;
  return connection === 'new' ? 'on a new connection' : 'on a connection that had just carried the right key';
}

function piecesClause({ cutAt, request }: Exchange): string | undefined {
  if (cutAt === undefined) return undefined;
  return `in two pieces, cut after byte ${cutAt} of ${Buffer.byteLength(request.body ?? '')}`;
}

/** Failing inputs with one and the same answer. */
export interface CaseGroup {
  readonly inputs: readonly string[];
  /** " → status 500 (expected status 404)", without the parts that equal those of the whole result. */
  readonly answer: string;
  readonly cases: readonly CaseReport[];
}

/** The largest group first. */
export function caseGroupsOf(result: Result): readonly CaseGroup[] {
  const groups = groupBy(result.cases?.listed ?? [], ({ expected, actual }) => JSON.stringify([expected, actual]));
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
  const { total, listed } = result.cases ?? { total: 0, listed: [] };
  const number = (value: number) => value.toLocaleString('en');
  const shown = (inputs: readonly string[]) => {
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
