import { defined, unlessEmpty } from '../basics/defined.ts';
import type { Decision } from '../model/decision.ts';
import { type Exchange, timeOf } from '../model/exchange.ts';
import { sentenceOf } from '../model/reasons.ts';
import { type CaseReport, type ReportRow, type Result, rowOf, type ViolationGroup } from '../model/report.ts';
import { advised } from './advice.ts';
import { curlOf } from './curl.ts';
import { cutInTheMiddle } from './cut-text.ts';
import { type Showing, shownExchange } from './shown-exchange.ts';
import { isViolated } from './verdict.ts';

/** In characters: the whole body is in the exchange. */
const LONGEST_SENTENCE = 400;

/** A row of the report. Whatever a server said is shortened, and redacted before that. */
export function resultOf(row: ReportRow, decision: Decision, showing: Showing): Result {
  const { proof: _proof, hasCause: _hasCause, why, violations, ...decided } = decision;
  const reason = decision.reason ?? (why && sentenceOf(why));
  return defined({
    ...rowOf(row),
    ...shortenedTexts({ ...decided, reason }, showing),
    why,
    violations: violations?.map((group) => shownViolation(group, showing)),
    ...(isViolated(decision) ? proofOf(decision, showing) : {}),
    durationMs: timeSpentOn(decision, showing),
  });
}

/** On the exchanges that it rests on, each counted once. */
function timeSpentOn({ proof = [], restsOn }: Decision, showing: Showing): number {
  const numbers = new Set([...proof, restsOn?.exchange, restsOn?.control].filter((number) => number !== undefined));
  const exchanges = [...numbers].flatMap((number) => showing.exchange(number) ?? []);
  return timeOf(exchanges.reduce((sum, { sentAt, answeredAt }) => sum + answeredAt - sentAt, 0));
}

/** A right answer, the exchanges, and the commands that repeat them. */
function proofOf(decision: Decision, showing: Showing): Partial<Result> {
  const { id, proof = [], hasCause, intermittent, frequency } = decision;
  const exchanges = proof.flatMap((number) => showing.exchange(number) ?? []);
  const isRepeatable = frequency?.repeated ? frequency.repeated.failed > 0 : !intermittent;
  const curls = exchanges.map((exchange) => curlFor(exchange, isRepeatable, showing));
  const whole = { ...curls[0], curl: curls.flatMap(({ curl }) => curl ?? []).join(' && ') };
  return defined({
    example: showing.exampleOf(id),
    exchanges: exchanges.map((exchange) => shownExchange(exchange, showing)),
    serverLog: unlessEmpty(exchanges.at(-1)?.processEnd?.lines ?? []),
    ...(hasCause ? whole : curls.at(-1)),
  });
}

/** One way in which it fails, with the commands that show it. */
function shownViolation({ cases, ...group }: ViolationGroup, showing: Showing): ViolationGroup {
  const listed = cases?.listed.map((one) => shownCase(one, showing)) ?? [];
  return defined({ ...shortenedTexts(group, showing), cases: cases && { ...cases, listed } });
}

function shownCase(failing: CaseReport, showing: Showing): CaseReport {
  const { exchange: number = 0, repeated } = failing;
  const exchange = showing.exchange(number);
  const command = exchange && curlFor(exchange, repeated?.failed !== 0, showing);
  const curl = command?.reproduces === 'curl' ? command.curl : undefined;
  return defined({ ...shortenedTexts(failing, showing), curl });
}

/** curl cannot choose what a pooled connection carried before, nor repeat a race. */
function curlFor(exchange: Exchange, isRepeatable: boolean, showing: Showing) {
  const { request, after } = exchange;
  const carrier = after === undefined ? undefined : showing.exchange(after)?.request;
  const curl = advised(() => curlOf(request, showing, carrier), undefined);
  if (curl === undefined) return { reproduces: 'replay' as const };
  return { curl, reproduces: isRepeatable ? ('curl' as const) : ('replay' as const) };
}

const TEXTS = new Set(['input', 'expected', 'actual', 'reason']);

function shortenedTexts<T extends object>(data: T, { redactor, origin }: Showing): T {
  const shortened = Object.entries(data).map(([name, value]) => {
    if (!TEXTS.has(name) || typeof value !== 'string') return [name, value];
    return [name, cutInTheMiddle(value, LONGEST_SENTENCE, (part) => redactor.sentence(part, origin))];
  });
  return Object.fromEntries(shortened);
}
