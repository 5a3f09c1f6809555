import { type CaseReport, type Exchange, type Frequency, OPERATIONS, type Result } from '../harness/report/model.ts';
import { count } from './text.ts';

/** Puts the fields of a result into words, for all formats. */

export function evidenceOf(result: Result) {
  const evidence = [
    { label: 'Frequency', clause: frequencyClause(result) },
    { label: 'Connection', clause: connectionClause(result.exchanges?.at(-1)) },
    {
      label: 'Scope',
      clause: result.partial && 'only a special case fails; what depends on it was checked all the same',
    },
  ];
  return evidence.flatMap(({ label, clause }) => (clause === undefined ? [] : [{ label, clause }]));
}

export function asSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

/** "intermittent: in 3 of 41 pages; not seen again in 3 repeats" */
function frequencyClause({ frequency, intermittent }: Result): string | undefined {
  const share = frequency && shareClause(frequency);
  return intermittent ? `intermittent: ${share ?? 'it does not fail each time'}` : share;
}

function shareClause({ failed, of, unit, repeated }: Frequency): string {
  const share = `in ${failed.toLocaleString('en')} of ${count(of, unit.replace(/s$/, ''))}`;
  return repeated === undefined || repeated.times === 0 ? share : `${share}; ${repeatClause(repeated)}`;
}

function repeatClause({ times, failed }: NonNullable<Frequency['repeated']>): string {
  if (times === 1) return failed === 0 ? 'not seen again when repeated' : 'seen again when repeated';
  if (failed === 0) return `not seen again in ${count(times, 'repeat')}`;
  return `seen again in ${failed === times ? 'all' : `${failed} of`} ${count(times, 'repeat')}`;
}

/** Without the host, which is that of the target. */
export function requestLine({ request }: Exchange): string {
  return `${request.method} ${request.url.replace(/^https?:\/\/[^/]+/i, '')}`;
}

export function answerOf({ response, failure }: Exchange): string {
  return response ? String(response.status) : `no response: ${failure?.message ?? 'unknown failure'}`;
}

/** Some defects show only on a new connection, or only on a reused one. */
export function connectionClause(exchange: Exchange | undefined): string | undefined {
  return exchange?.connection && CONNECTIONS[exchange.connection];
}

const CONNECTIONS: Readonly<Record<NonNullable<Exchange['connection']>, string>> = {
  fresh: 'on a new connection',
  reused: 'on a connection that had just carried the right key',
};

/** Empty if the smallest failing input, which is shown anyway, is the only one. */
export function casesOf(
  { cases, counterexample }: Result,
  most = Number.POSITIVE_INFINITY,
): { readonly cases: readonly CaseReport[]; readonly others?: string } {
  if (cases === undefined || (cases.total === 1 && counterexample !== undefined)) return { cases: [] };
  const shown = cases.listed.slice(0, most);
  const left = cases.total - shown.length;
  const number = (value: number) => value.toLocaleString('en');
  return { cases: shown, ...(left > 0 && { others: `and ${number(left)} more, ${number(cases.total)} in all` }) };
}

/** "name 42 → status 500 (expected status 404)", without the parts that equal those of the whole result. */
export function caseLine({ input, expected, actual }: CaseReport, result: Result): string {
  const seen = actual === result.actual ? '' : ` → ${actual}`;
  const allowed = expected === result.expected ? '' : ` (expected ${expected})`;
  return `${input}${seen}${allowed}`.replaceAll('\n', '\\n');
}

export function caseLines(result: Result, most?: number): readonly string[] {
  const { cases, others } = casesOf(result, most);
  return [...cases.map((one) => caseLine(one, result)), ...(others === undefined ? [] : [others])];
}

/** Present for a pass that not every operation contributed to. */
export function coverageSentence({ outcome, covered = [] }: Result): string | undefined {
  const isPartOfThem = covered.length > 0 && covered.length < OPERATIONS.length;
  return outcome === 'pass' && isPartOfThem ? `Checked: ${covered.join(', ')}.` : undefined;
}
