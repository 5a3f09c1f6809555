import type { Decided, DecidedViolation, FailingCase } from '../model/decided.ts';
import { type Exchange, timeOf } from '../model/exchange.ts';
import { sentenceOf } from '../model/reasons.ts';
import { type ReportRow, type Result, rowOf, type ViolationGroup } from '../model/report.ts';
import { advised } from './advice.ts';
import { curlOf } from './curl.ts';
import { cutInTheMiddle } from './cut-text.ts';
import { type Showing, shownExchange } from './shown-exchange.ts';
import { isViolated } from './verdict.ts';

/** In characters: the whole body is in the exchange. */
const LONGEST_SENTENCE = 400;
const CASES = 20;

/** A row of the report. Whatever a server said is shortened, and redacted before that. */
export function resultOf(row: ReportRow, decided: Decided, showing: Showing): Result {
  const { outcome, remark, why, covered, data, proof = [], violations, restsOn } = decided;
  const exchanges = proof.flatMap((number) => showing.exchange(number) ?? []);
  const reason = remark ?? (why && sentenceOf(why));
  return {
    ...rowOf(row),
    outcome,
    ...(reason !== undefined && { reason: shortened(reason, showing) }),
    ...(why && { why }),
    ...(covered && { covered }),
    ...(violations && { violations: violations.map((group) => shownViolation(group, showing)) }),
    ...(restsOn && { restsOn }),
    ...(data && { data }),
    ...(isViolated(decided) && violation(decided, exchanges, showing)),
    durationMs: timeSpentOn(decided, showing),
  };
}

/** On the exchanges that it rests on, each counted once. */
function timeSpentOn({ proof = [], restsOn }: Decided, showing: Showing): number {
  const numbers = new Set([...proof, restsOn?.exchange, restsOn?.control].filter((number) => number !== undefined));
  const exchanges = [...numbers].flatMap((number) => showing.exchange(number) ?? []);
  return timeOf(exchanges.reduce((sum, { sentAt, answeredAt }) => sum + answeredAt - sentAt, 0));
}

function violation(decided: Decided, exchanges: readonly Exchange[], showing: Showing): Partial<Result> {
  const { expected = '', actual = '', isIntermittent, frequency, counterexample, facts } = decided;
  const short = (text: string) => shortened(text, showing);
  const shown = exchanges.map((exchange) => shownExchange(exchange, showing));
  const example = showing.exampleOf(decided.id);
  const isRepeatable = frequency?.repeated ? frequency.repeated.failed > 0 : !isIntermittent;
  const curls = exchanges.map((exchange) => curlFor(exchange, isRepeatable, showing));
  return {
    expected: short(expected),
    actual: short(actual),
    ...(example && { example }),
    exchanges: shown,
    ...curls.at(-1),
    ...(decided.hasCause && { ...curls[0], curl: curls.flatMap(({ curl }) => curl ?? []).join(' && ') }),
    ...(counterexample && { counterexample }),
    ...(frequency && { frequency }),
    ...(facts && { facts }),
    ...(isIntermittent && { intermittent: true as const }),
  };
}

/** One way in which it fails, with the cases that there is room for. */
function shownViolation({ cases = [], ...group }: DecidedViolation, showing: Showing): ViolationGroup {
  const { expected, actual, ...data } = group;
  return {
    ...data,
    ...(expected !== undefined && { expected: shortened(expected, showing) }),
    ...(actual !== undefined && { actual: shortened(actual, showing) }),
    ...(cases.length > 0 && {
      cases: { total: cases.length, listed: cases.slice(0, CASES).map((one) => shownCase(one, showing)) },
    }),
  };
}

function shownCase({ input, expected, actual, values, repeated, exchange: number }: FailingCase, showing: Showing) {
  const exchange = showing.exchange(number);
  const command = exchange && curlFor(exchange, repeated?.failed !== 0, showing);
  return {
    input: shortened(input, showing),
    expected: shortened(expected, showing),
    actual: shortened(actual, showing),
    values,
    ...(command?.reproduces === 'curl' && { curl: command.curl }),
    ...(repeated && { repeated }),
    ...(exchange && { exchange: number }),
  };
}

/** curl cannot choose what a pooled connection carried before, nor repeat a race. */
function curlFor(exchange: Exchange, isRepeatable: boolean, showing: Showing) {
  const { request, after } = exchange;
  const carrier = after === undefined ? undefined : showing.exchange(after)?.request;
  const curl = advised(() => curlOf(request, showing, carrier), undefined);
  if (curl === undefined) return { reproduces: 'replay' as const };
  return { curl, reproduces: isRepeatable ? ('curl' as const) : ('replay' as const) };
}

function shortened(text: string, { redactor, origin }: Showing): string {
  return cutInTheMiddle(text, LONGEST_SENTENCE, (part) => redactor.sentence(part, origin));
}
