import type { Check } from '../check.ts';
import type { Reply } from '../http/reply.ts';
import type { Redactor } from '../secrets/redact.ts';
import { Inconclusive, Skipped, Violation } from '../verdicts.ts';
import { curlOf } from './curl.ts';
import { cutInTheMiddle, withShortBodies } from './cut-body.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type Outcome, type Result, rowOf } from './model.ts';

export interface ResultOptions {
  readonly durationMs: number;
  readonly redactor: Redactor;
  readonly origin: string;
  readonly curlNetwork: readonly string[];
}

/** The whole body is in the exchange; what is told of it is to be taken in at a glance. */
const LONGEST_SENTENCE = 400;

/** One row of the report, from the way in which a check ended. */
export function resultOf(check: Check, end: unknown, options: ResultOptions): Result {
  return { ...rowOf(check), ...verdictOf(check, end, options), durationMs: options.durationMs };
}

type Verdict = Pick<
  Result,
  'outcome' | 'reason' | 'expected' | 'actual' | 'exchanges' | 'curl' | 'counterexample' | 'fingerprint'
>;

function verdictOf(check: Check, end: unknown, { redactor, origin, curlNetwork }: ResultOptions): Verdict {
  const told = (text: string) => cutInTheMiddle(redactor.text(text), LONGEST_SENTENCE);
  if (end instanceof Violation && check.level === 'INFO') {
    return { outcome: 'inconclusive', reason: told(end.message), exchanges: exchangesOf(end.replies) };
  }
  if (end instanceof Violation) {
    const decisive = end.replies.at(-1);
    return {
      outcome: check.level === 'SHOULD' ? 'warn' : 'fail',
      expected: told(end.expected),
      actual: told(end.actual),
      exchanges: exchangesOf(end.replies),
      fingerprint: fingerprintOf(check.id, end.expected, end.actual, decisive?.exchange),
      ...(decisive && { curl: curlOf(decisive.request, origin, redactor, curlNetwork) }),
      ...(end.counterexample && {
        counterexample: { ...end.counterexample, value: redactor.text(end.counterexample.value) },
      }),
    };
  }
  if (end instanceof Skipped) return { outcome: 'skipped', reason: told(end.message) };
  if (end instanceof Inconclusive) {
    const exchanges = exchangesOf(end.replies);
    return { outcome: 'inconclusive', reason: told(end.message), ...(exchanges.length > 0 && { exchanges }) };
  }
  if (end instanceof Error) {
    return { outcome: 'inconclusive', reason: redactor.text(`${SUITE_FAULT}: ${end.stack ?? end.message}`) };
  }
  const outcome: Outcome = check.level === 'INFO' ? 'observed' : 'pass';
  return typeof end === 'string' ? { outcome, reason: told(end) } : { outcome };
}

/** How the reason starts where the suite itself is at fault. */
export const SUITE_FAULT = 'Fault of the suite';

export function isSuiteFault(result: Result): boolean {
  return result.reason?.startsWith(SUITE_FAULT) === true;
}

function exchangesOf(replies: readonly Reply[]) {
  return replies.map((reply) => withShortBodies(reply.exchange));
}
