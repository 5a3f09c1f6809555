import type { Reply } from './http/reply.ts';
import type { Counterexample } from './report/model.ts';

/** What a check throws to end itself. Any other exception is a fault of the suite, never of the server. */

/** The server did what the requirement forbids. */
export class Violation extends Error {
  readonly expected: string;
  readonly actual: string;
  readonly replies: readonly Reply[];
  readonly counterexample: Counterexample | undefined;

  constructor(expected: string, actual: string, replies: readonly Reply[], counterexample?: Counterexample) {
    super(`expected ${expected}; actual ${actual}`);
    this.expected = expected;
    this.actual = actual;
    this.replies = replies;
    this.counterexample = counterexample;
  }
}

/** The suite tried and could not decide. The message is the reason, in a sentence. */
export class Inconclusive extends Error {
  readonly replies: readonly Reply[];

  constructor(reason: string, replies: readonly Reply[] = []) {
    super(reason);
    this.replies = replies;
  }
}

/** The user's settings rule it out. The message is the reason, in a sentence. */
export class Skipped extends Error {}

/** A request got no HTTP response. Whether that is the server's doing is decided later, against a control. */
export class Unanswered extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(reply.exchange.failure?.message ?? 'no response');
    this.reply = reply;
  }
}
