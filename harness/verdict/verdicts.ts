import type { Failure } from '../http/failure.ts';
import { type Recorded, type Reply, recordOf } from '../http/reply.ts';
import { keptText } from '../report/cut-body.ts';
import type { Counterexample, Facts, Frequency } from '../report/model.ts';
import { type Reason, sentenceOf } from './reasons.ts';

/* A check throws one of these classes to end itself. Any other exception is a bug in the suite. */

/** One input, or one response, that shows a violation. */
export interface FailingCase {
  /** The request in readable form. */
  readonly input: string;
  readonly expected: string;
  readonly actual: string;
  readonly reply?: Recorded;
}

export interface ViolationDetails {
  readonly counterexample?: Counterexample;
  readonly cases?: readonly FailingCase[];
  readonly frequency?: Frequency;
  /** The same request also succeeded. */
  readonly intermittent?: boolean;
  readonly facts?: Facts;
  /** The first reply is the cause, and the last one only shows it. */
  readonly hasCause?: boolean;
  /** Only a special case of the requirement fails, so what depends on it can still be decided. */
  readonly partial?: boolean;
}

export class Violation extends Error {
  readonly expected: string;
  readonly actual: string;
  readonly replies: readonly Recorded[];
  readonly details: ViolationDetails;

  constructor(expected: string, actual: string, replies: readonly Recorded[], details: ViolationDetails = {}) {
    const [kept, keptActual] = [keptText(expected), keptText(actual)];
    super(`expected ${kept}; actual ${keptActual}`);
    this.expected = kept;
    this.actual = keptActual;
    this.replies = replies.map(proofOf);
    this.details = details;
  }
}

/** Something is missing that reads may show later: it is polled until the consistency window is over. */
export class NotYet extends Error {
  readonly violation: Violation;

  constructor(expected: string, actual: string, replies: readonly Recorded[], details: ViolationDetails = {}) {
    super(keptText(actual));
    this.violation = new Violation(expected, actual, replies, details);
  }
}

export class Inconclusive extends Error {
  readonly reason: Reason;
  readonly replies: readonly Recorded[];

  constructor(reason: Reason, replies: readonly Recorded[] = []) {
    super(sentenceOf(reason));
    this.reason = reason;
    this.replies = replies.map(proofOf);
  }
}

/** No client can decide it on this target, however often it tries. */
export class Unobservable extends Inconclusive {}

/** The user's settings rule it out. */
export class Skipped extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(sentenceOf(reason));
    this.reason = reason;
  }
}

/** A request got no HTTP response. A control request decides later whether that is the server's fault. */
export class Unanswered extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(reply.exchange.failure?.message ?? 'no response');
    this.reply = reply;
  }

  get failure(): Failure {
    return (this.reply.exchange.failure ?? { kind: 'unreachable', message: 'no response' }) as Failure;
  }
}

/** Resolves with the value, or with the reason why there is none. */
export async function attempt<T>(value: Promise<T>): Promise<T | Unanswered | Inconclusive> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof Unanswered || error instanceof Inconclusive) return error;
    throw error;
  }
}

/** The record of an exchange that a result rests on. */
export function proofOf(reply: Recorded): Recorded {
  reply.body.proves = true;
  return recordOf(reply);
}
