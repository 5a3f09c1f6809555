import {
  type CaseReport,
  type Exchange,
  type Frequency,
  OPERATIONS,
  type Report,
  type Result,
} from '../harness/report/model.ts';
import { count } from './text.ts';

/** What the fields of a result say, in words: the one place for all formats, so that none has to read a sentence. */

/** One thing to know about a violation besides what was expected and what was seen. */
export interface Evidence {
  readonly label: string;
  /** Part of a longer line; see `asSentence`. */
  readonly clause: string;
}

export function evidenceOf(result: Result): readonly Evidence[] {
  const evidence: readonly (readonly [label: string, clause: string | undefined])[] = [
    ['Frequency', frequencyClause(result)],
    ['Connection', connectionClause(result.exchanges?.at(-1))],
    ['Scope', result.partial && 'only a special case fails; what depends on it was checked all the same'],
  ];
  return evidence.flatMap(([label, clause]) => (clause === undefined ? [] : [{ label, clause }]));
}

export function asSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

/** "intermittent: in 3 of 41 pages; not seen again in 3 repeats" */
function frequencyClause({ frequency, intermittent }: Result): string | undefined {
  const often = frequency && shareClause(frequency);
  if (!intermittent) return often;
  return `intermittent: ${often ?? 'it does not fail each time'}`;
}

function shareClause({ failed, of, unit, repeated }: Frequency): string {
  const share = `in ${failed.toLocaleString('en')} of ${count(of, SINGULAR[unit])}`;
  return repeated === undefined || repeated.times === 0 ? share : `${share}; ${repeatClause(repeated)}`;
}

const SINGULAR: Readonly<Record<Frequency['unit'], string>> = {
  inputs: 'input',
  responses: 'response',
  pages: 'page',
};

function repeatClause({ times, failed }: NonNullable<Frequency['repeated']>): string {
  if (times === 1) return failed === 0 ? 'not seen again when repeated' : 'seen again when repeated';
  if (failed === 0) return `not seen again in ${count(times, 'repeat')}`;
  return `seen again in ${failed === times ? 'all' : `${failed} of`} ${count(times, 'repeat')}`;
}

/** Where the request had a connection of its own: some defects show on one kind only. */
export function connectionClause(exchange: Exchange | undefined): string | undefined {
  return exchange?.connection && CONNECTIONS[exchange.connection];
}

const CONNECTIONS: Readonly<Record<NonNullable<Exchange['connection']>, string>> = {
  fresh: 'on a new connection',
  reused: 'on a connection that had just carried the right key',
};

/** At most so many failing cases, and how to say that there are others. */
export interface ShownCases {
  readonly cases: readonly CaseReport[];
  readonly others?: string;
}

/** None where the smallest failing input, which is shown anyway, is the only one. */
export function casesOf({ cases, counterexample }: Result, most = Number.POSITIVE_INFINITY): ShownCases {
  if (cases === undefined || (cases.total === 1 && counterexample !== undefined)) return { cases: [] };
  const shown = cases.listed.slice(0, most);
  const left = cases.total - shown.length;
  const number = (value: number) => value.toLocaleString('en');
  return { cases: shown, ...(left > 0 && { others: `and ${number(left)} more, ${number(cases.total)} in all` }) };
}

/** "name 42 → status 500 (expected status 404)" in one line, without what is the same for the whole result. */
export function caseLine({ input, expected, actual }: CaseReport, result: Result): string {
  const seen = actual === result.actual ? '' : ` → ${actual}`;
  const allowed = expected === result.expected ? '' : ` (expected ${expected})`;
  return `${input}${seen}${allowed}`.replaceAll('\n', '\\n');
}

/** What a pass rests on, where not every operation could be checked. */
export function coverageSentence({ outcome, covered = [] }: Result): string | undefined {
  const isPartOfThem = covered.length > 0 && covered.length < OPERATIONS.length;
  return outcome === 'pass' && isPartOfThem ? `Checked: ${covered.join(', ')}.` : undefined;
}

export function interruptionsInWords({ interruptions = [] }: Report['run']): string | undefined {
  if (interruptions.length === 0) return undefined;
  const seconds = interruptions.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  return `${count(interruptions.length, 'interruption')} by something in front of the service, ${seconds.toFixed(1)} s`;
}
