import { PROOF_ENDS } from '../http/recorded-body.ts';
import type { Recorded } from '../http/reply.ts';
import type { Check, Finding } from '../run/check.ts';
import { type Reason, sentenceOf } from '../verdict/reasons.ts';
import { type FailingCase, Inconclusive, Skipped, Unobservable, Violation } from '../verdict/verdicts.ts';
import { type CurlOptions, curlOf } from './curl.ts';
import { cutInTheMiddle } from './cut-body.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type Exchange, type Outcome, type Result, type Row, rowOf } from './model.ts';

export interface ResultOptions extends CurlOptions {
  readonly durationMs: number;
  /** Without it, long bodies are cut. */
  readonly wholeBodies?: WholeBodies;
}

/** In bytes: a report is copied several times in memory. */
const ALL_WHOLE = 16 * 1024 * 1024;

export class WholeBodies {
  #left = ALL_WHOLE;

  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** In characters: the whole body is in the exchange. */
const LONGEST_SENTENCE = 400;
const MOST_CASES = 20;

type Verdict = Omit<Result, keyof Row | 'durationMs'>;

export function resultOf(check: Check, end: unknown, options: ResultOptions): Result {
  return { ...rowOf(check), ...verdictOf(check, end, options), durationMs: options.durationMs };
}

function verdictOf(check: Check, end: unknown, options: ResultOptions): Verdict {
  const short = (text: string) => shortened(text, options);
  if (end instanceof Violation) {
    if (check.level !== 'INFO') return violated(check, end, options);
    return undecided({ kind: 'observation-failed', detail: short(end.message) }, end.replies, options);
  }
  const clean = <T>(data: T) => redactedData(data, options);
  if (end instanceof Skipped) return { outcome: 'skipped', reason: short(end.message), why: clean(end.reason) };
  if (end instanceof Inconclusive) {
    const result = { ...undecided(clean(end.reason), end.replies, options), reason: short(end.message) };
    return end instanceof Unobservable ? { ...result, outcome: 'unobservable' } : result;
  }
  if (end instanceof Error) {
    return undecided({ kind: 'suite-bug', detail: options.redactor.sentence(end.stack ?? end.message) }, [], options);
  }
  const { remark, covered, data } = (end ?? {}) as Finding;
  const outcome: Outcome = check.level === 'INFO' ? 'observed' : 'pass';
  return {
    outcome,
    ...(remark !== undefined && { reason: short(remark) }),
    ...(covered && { covered }),
    ...(data && { data: clean(data) }),
  };
}

/** Any text in the data may quote a server. */
function redactedData<T>(data: T, options: ResultOptions): T {
  if (typeof data === 'string') return options.redactor.sentence(data, options.origin) as T;
  if (Array.isArray(data)) return data.map((item) => redactedData(item, options)) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, redactedData(value, options)])) as T;
}

function undecided(reason: Reason, replies: readonly Recorded[], options: ResultOptions): Verdict {
  const exchanges = exchangesOf(replies, options);
  return {
    outcome: 'inconclusive',
    reason: sentenceOf(reason),
    why: reason,
    ...(exchanges.length > 0 && { exchanges }),
  };
}

function violated(check: Check, { expected, actual, replies, details }: Violation, options: ResultOptions): Verdict {
  const { redactor } = options;
  const short = (text: string) => shortened(text, options);
  const decisive = replies.at(-1);
  const { counterexample, cases = [], frequency, facts, intermittent, partial } = details;
  const cause = details.hasCause ? replies[0] : decisive;
  return {
    outcome: check.level === 'SHOULD' ? 'warn' : 'fail',
    expected: short(expected),
    actual: short(actual),
    exchanges: exchangesOf(replies, options),
    // An intermittent failure shows on another request each time.
    fingerprint: fingerprintOf(check.id, expected, actual, intermittent ? undefined : cause?.exchange),
    ...(decisive && { curl: curlOf(decisive.request, options, decisive.carrier) }),
    ...(counterexample && { counterexample: { ...counterexample, value: redactor.own(counterexample.value) } }),
    ...(cases.length > 0 && { cases: casesOf(cases, short, options) }),
    ...(frequency && { frequency }),
    ...(facts && { facts: redactedData(facts, options) }),
    ...(intermittent && { intermittent }),
    ...(partial && { partial }),
  };
}

function shortened(text: string, { redactor, origin }: ResultOptions): string {
  return cutInTheMiddle(redactor.sentence(text, origin), LONGEST_SENTENCE);
}

function casesOf(
  cases: readonly FailingCase[],
  short: (text: string) => string,
  options: ResultOptions,
): NonNullable<Result['cases']> {
  const listed = cases.slice(0, MOST_CASES).map(({ input, expected, actual, reply }) => ({
    input: short(input),
    expected: short(expected),
    actual: short(actual),
    ...(reply && { curl: curlOf(reply.request, options, reply.carrier), exchange: reply.exchange.number }),
  }));
  return { total: cases.length, listed };
}

export function isSuiteBug({ why }: Result): boolean {
  return why?.kind === 'suite-bug';
}

function exchangesOf(replies: readonly Recorded[], { wholeBodies }: ResultOptions): readonly Exchange[] {
  return replies.map(({ exchange, body }) => {
    const { request, response, ...rest } = exchange;
    const isWhole = body.whole !== undefined && wholeBodies?.take(body.whole.length);
    return {
      ...rest,
      request: request.body === undefined ? request : { ...request, body: cutInTheMiddle(request.body, PROOF_ENDS) },
      ...(response && { response: isWhole ? { ...response, ...body.shown(Number.POSITIVE_INFINITY) } : response }),
    };
  });
}
