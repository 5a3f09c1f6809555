import { defined, unlessEmpty } from '../basics/defined.ts';
import type { DecidedFailure, Decision } from '../model/decision.ts';
import { type Exchange, timeOf } from '../model/exchange.ts';
import { sentenceOf } from '../model/reasons.ts';
import { type ReportedFailure, type ReportRow, type Result, rowOf } from '../model/report.ts';
import { advised } from './advice.ts';
import { curlOf } from './curl.ts';
import { cutInTheMiddle } from './cut-text.ts';
import { type Showing, shownExchange } from './shown-exchange.ts';
import { isViolated } from './verdict.ts';

/** In characters: the whole body is in the exchange. */
const LONGEST_SENTENCE = 400;

/** A row of the report. Whatever a server said is shortened, and redacted before that. */
export function resultOf(row: ReportRow, decision: Decision, showing: Showing): Result {
  const { why, violations = [], ...decided } = decision;
  const reason = decision.reason ?? (why && sentenceOf(why));
  const stories = violations.map(({ story }) => story);
  // Of what its story shows already, the number of the exchange is enough.
  const failures = violations.map((failure, at) =>
    shownFailure(failure, stories.indexOf(failure.story) === at, showing),
  );
  return defined({
    ...rowOf(row),
    ...shortenedTexts({ ...decided, reason }, showing),
    why,
    example: isViolated(decision) ? showing.exampleOf(row.id) : undefined,
    violations: unlessEmpty(failures),
    durationMs: timeSpentOn(decision, showing),
  });
}

/** On the exchanges that it rests on, each counted once. */
function timeSpentOn({ violations = [], restsOn }: Decision, showing: Showing): number {
  const proof = violations.flatMap((failure) => failure.proof);
  const numbers = new Set([...proof, restsOn?.exchange, restsOn?.control].filter((number) => number !== undefined));
  const exchanges = exchangesOf([...numbers], showing);
  return timeOf(exchanges.reduce((sum, { sentAt, answeredAt }) => sum + answeredAt - sentAt, 0));
}

/** One way in which a requirement fails, with the exchanges and the commands that show it. */
function shownFailure({ proof, ...failure }: DecidedFailure, isFirst: boolean, showing: Showing): ReportedFailure {
  const { cases, intermittent } = failure;
  const exchanges = exchangesOf(proof, showing);
  const listed = cases.listed.map((one, at) => {
    const own = at === 0 ? exchanges : exchangesOf([one.exchange], showing);
    const isRepeatable = one.repeated ? one.repeated.failed > 0 : !intermittent;
    return defined({ ...shortenedTexts(one, showing), curl: isRepeatable ? curlFor(own, showing) : undefined });
  });
  return defined({
    ...shortenedTexts(failure, showing),
    cases: { ...cases, listed },
    exchanges: isFirst ? exchanges.map((exchange) => shownExchange(exchange, showing)) : undefined,
    serverLog: unlessEmpty(exchanges.at(-1)?.processEnd?.lines ?? []),
  });
}

function exchangesOf(numbers: readonly number[], showing: Showing): readonly Exchange[] {
  return numbers.flatMap((number) => showing.exchange(number) ?? []);
}

/** The commands that send these one after the other. curl cannot choose what a pooled connection carried before. */
function curlFor(exchanges: readonly Exchange[], showing: Showing): string | undefined {
  const commands = exchanges.map(({ request, after }) => {
    const carrier = after === undefined ? undefined : showing.exchange(after)?.request;
    return advised(() => curlOf(request, showing, carrier), undefined);
  });
  return commands.length === 0 || commands.includes(undefined) ? undefined : commands.join(' && ');
}

const TEXTS = new Set(['input', 'expected', 'actual', 'reason']);

function shortenedTexts<T extends object>(data: T, { redactor, origin }: Showing): T {
  const shortened = Object.entries(data).map(([name, value]) => {
    if (!TEXTS.has(name) || typeof value !== 'string') return [name, value];
    return [name, cutInTheMiddle(redactor.sentence(value, origin), LONGEST_SENTENCE)];
  });
  return Object.fromEntries(shortened);
}
