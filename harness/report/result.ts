import type { Suite } from '../engine/suite.ts';
import type { Exchange } from '../record/exchange.ts';
import { type CurlOptions, curlOf } from './curl.ts';
import { cutInTheMiddle } from './cut-text.ts';
import type { Decided } from './decided.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type Result, rowOf } from './model.ts';
import { sentenceOf } from './reasons.ts';
import { type Showing, shownExchange } from './shown-exchange.ts';

/** In characters: the whole body is in the exchange. */
const LONGEST_SENTENCE = 400;
const CASES = 20;

export interface ResultOptions extends CurlOptions, Showing {
  readonly suite: Pick<Suite, 'alike' | 'operationOf'>;
  readonly exchange: (number: number) => Exchange | undefined;
}

/** A row of the report. Whatever a server said is redacted and shortened. */
export function resultOf(row: Suite['rows'][number], decided: Decided, options: ResultOptions): Result {
  const { outcome, remark, why, covered, data } = decided;
  const redact = (text: string) => options.redactor.sentence(text, options.origin);
  const short = (text: string) => cutInTheMiddle(text, LONGEST_SENTENCE, redact);
  const reason = remark ?? (why && sentenceOf(why));
  return {
    ...rowOf(row),
    outcome,
    ...(reason !== undefined && { reason: short(reason) }),
    ...(why && { why: redactedData(why, options) }),
    ...(covered && { covered }),
    ...(data && { data: redactedData(data, options) }),
    ...((outcome === 'fail' || outcome === 'warn') && violation(row, decided, short, options)),
    durationMs: durationOf(decided, options),
  };
}

function violation(
  { id, usualCause }: Suite['rows'][number],
  decided: Decided,
  short: (text: string) => string,
  options: ResultOptions,
): Partial<Result> {
  const { expected = '', actual = '', proof = [], cases = [], isIntermittent } = decided;
  const { frequency, counterexample, facts } = decided;
  const exchanges = proof.flatMap((number) => options.exchange(number) ?? []);
  const shown = exchanges.map((exchange) => shownExchange(exchange, options));
  const decisive = exchanges.at(-1);
  const cause = decided.hasCause ? shown[0] : shown.at(-1);
  return {
    expected: short(expected),
    actual: short(actual),
    exchanges: shown,
    ...(usualCause && { usually: usualCause }),
    // An intermittent failure shows on another request each time.
    fingerprint: fingerprintOf(id, { expected, actual }, isIntermittent ? undefined : cause, options.suite.alike),
    ...(decisive && curlFor(decisive, isIntermittent, options)),
    ...(counterexample && { counterexample: { ...counterexample, value: options.redactor.own(counterexample.value) } }),
    ...(cases.length > 0 && {
      cases: {
        total: cases.length,
        listed: cases.slice(0, CASES).map((one) => {
          const exchange = options.exchange(one.exchange);
          const texts = { input: short(one.input), expected: short(one.expected), actual: short(one.actual) };
          return {
            ...texts,
            ...(exchange && { curl: curlFor(exchange, false, options).curl, exchange: one.exchange }),
          };
        }),
      },
    }),
    ...(frequency && { frequency }),
    ...(facts && { facts: redactedData(facts, options) }),
    ...(isIntermittent && { intermittent: true as const }),
  };
}

/** curl cannot cut a body, nor choose what a pooled connection carried before, nor repeat a race; no shell passes NUL on. */
function curlFor(exchange: Exchange, isIntermittent: boolean | undefined, options: ResultOptions) {
  const { request, after } = exchange;
  const carrier = after === undefined ? undefined : options.exchange(after)?.request;
  const isExact = request.cutAt === undefined && !isIntermittent && !request.body?.includes('\0');
  return { curl: curlOf(request, options, carrier), reproduces: isExact ? ('curl' as const) : ('replay' as const) };
}

function durationOf({ proof = [] }: Decided, { exchange }: ResultOptions): number {
  const spent = proof.flatMap((number) => exchange(number) ?? []).map(({ sentAt, answeredAt }) => answeredAt - sentAt);
  return Math.round(spent.reduce((sum, ms) => sum + ms, 0));
}

/** Any text in the data may quote a server. */
function redactedData<T>(data: T, options: ResultOptions): T {
  if (typeof data === 'string') return options.redactor.sentence(data, options.origin) as T;
  if (Array.isArray(data)) return data.map((item) => redactedData(item, options)) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, redactedData(value, options)])) as T;
}
