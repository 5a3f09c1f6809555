import type { Decided, Suite } from '../engine/suite.ts';
import type { Exchange } from '../record/exchange.ts';
import { isViolated } from './conclusion.ts';
import { curlOf } from './curl.ts';
import { cutInTheMiddle } from './cut-text.ts';
import { type Result, rowOf } from './model.ts';
import { sentenceOf } from './reasons.ts';
import { type Showing, shownExchange } from './shown-exchange.ts';

/** In characters: the whole body is in the exchange. */
const LONGEST_SENTENCE = 400;
const CASES = 20;

/** A row of the report. Whatever a server said is redacted and shortened. */
export function resultOf(row: Suite['rows'][number], decided: Decided, showing: Showing): Result {
  const { outcome, remark, why, covered, data, proof = [], violations, links, restsOn } = decided;
  const exchanges = proof.flatMap((number) => showing.exchange(number) ?? []);
  const reason = remark ?? (why && sentenceOf(why));
  return {
    ...rowOf(row),
    outcome,
    ...(reason !== undefined && { reason: shortened(reason, showing) }),
    ...(why && { why: redactedData(why, showing) }),
    ...(covered && { covered }),
    ...(violations && { violations: redactedData(violations, showing) }),
    ...(links && { links }),
    ...(restsOn && { restsOn }),
    ...(data && { data: redactedData(data, showing) }),
    ...(isViolated(decided) && violation(decided, exchanges, showing)),
    ...(isViolated(decided) && row.usualCause && { usually: row.usualCause }),
    durationMs: Math.round(exchanges.reduce((sum, { sentAt, answeredAt }) => sum + answeredAt - sentAt, 0)),
  };
}

function violation(decided: Decided, exchanges: readonly Exchange[], showing: Showing): Partial<Result> {
  const { expected = '', actual = '', cases = [], isIntermittent, frequency, counterexample, facts } = decided;
  const short = (text: string) => shortened(text, showing);
  const shown = exchanges.map((exchange) => shownExchange(exchange, showing));
  const isRepeatable = frequency?.repeated ? frequency.repeated.failed > 0 : !isIntermittent;
  const curls = exchanges.map((exchange) => curlFor(exchange, isRepeatable, showing));
  const listed = cases.slice(0, CASES).map((one) => {
    const exchange = showing.exchange(one.exchange);
    const texts = { input: short(one.input), expected: short(one.expected), actual: short(one.actual) };
    const values = one.values.map((value) => showing.redactor.own(value));
    const command = exchange && curlFor(exchange, one.repeated?.failed !== 0, showing);
    return {
      ...texts,
      values,
      ...(command?.reproduces === 'curl' && { curl: command.curl }),
      ...(one.repeated && { repeated: one.repeated }),
      ...(exchange && { exchange: one.exchange }),
    };
  });
  return {
    expected: short(expected),
    actual: short(actual),
    exchanges: shown,
    ...curls.at(-1),
    ...(decided.hasCause && { ...curls[0], curl: curls.map(({ curl }) => curl).join(' && ') }),
    ...(counterexample && { counterexample: { ...counterexample, value: showing.redactor.own(counterexample.value) } }),
    ...(cases.length > 0 && { cases: { total: cases.length, listed } }),
    ...(frequency && { frequency }),
    ...(facts && { facts: redactedData(facts, showing) }),
    ...(isIntermittent && { intermittent: true as const }),
  };
}

/** curl cannot cut a body, nor choose what a pooled connection carried before, nor repeat a race; no shell passes NUL on. */
function curlFor(exchange: Exchange, isRepeatable: boolean, showing: Showing) {
  const { request, after } = exchange;
  const carrier = after === undefined ? undefined : showing.exchange(after)?.request;
  const isExact = request.cutAt === undefined && isRepeatable && !request.body?.includes('\0');
  return { curl: curlOf(request, showing, carrier), reproduces: isExact ? ('curl' as const) : ('replay' as const) };
}

function shortened(text: string, { redactor, origin }: Showing): string {
  return cutInTheMiddle(text, LONGEST_SENTENCE, (part) => redactor.sentence(part, origin));
}

/** Any text in the data may quote a server. */
export function redactedData<T>(data: T, { redactor, origin }: Showing): T {
  const redact = (_name: string, value: unknown) =>
    typeof value === 'string' ? redactor.sentence(value, origin) : value;
  return JSON.parse(JSON.stringify(data), redact);
}
