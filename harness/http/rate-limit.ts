import { type Clock, sleepUntil } from '../clock.ts';
import type { Exchange } from '../record/exchange.ts';
import type { Reason } from '../report/reasons.ts';
import type { Headers } from './wire.ts';

const FIRST_BACKOFF_MS = 250;

/**
 * A service that limits requests (429, or 503 with Retry-After) is left alone for as long as it asks for, or for a time
 * that doubles where it does not say. The pause applies to every request, since the limit does. A request that would
 * wait for longer than `--max-wait` in total ends the run.
 */
export class RateLimit {
  readonly #clock: Clock;
  readonly #maxWaitMs: number;
  #resumeAt = 0;

  constructor(clock: Clock, maxWaitMs: number) {
    this.#clock = clock;
    this.#maxWaitMs = maxWaitMs;
  }

  get isOver(): boolean {
    return this.#resumeAt <= this.#clock.now();
  }

  async waitOut(signal: AbortSignal): Promise<void> {
    await sleepUntil(this.#clock, () => this.#resumeAt, signal);
  }

  /** For one request: holds everybody up after each of its answers, until its patience is over. */
  patience(): (exchange: Exchange) => Reason | undefined {
    const [clock, maxWaitMs] = [this.#clock, this.#maxWaitMs];
    let giveUpAt: number | undefined;
    let backoff = FIRST_BACKOFF_MS;
    return ({ status, headers }) => {
      const waitMs = waitAskedFor(headers, clock.now()) || backoff;
      backoff *= 2;
      giveUpAt ??= clock.now() + maxWaitMs;
      if (clock.now() + waitMs > giveUpAt) return { kind: 'rate-limited', status, waitMs, maxWaitMs };
      this.#resumeAt = Math.max(this.#resumeAt, clock.now() + waitMs);
      return undefined;
    };
  }
}

/** Gives turns to requests, with a minimum pause between them. The first waits too: another run may have ended just now. */
export function turnEvery(intervalMs: number, clock: Clock, signal: AbortSignal): () => Promise<void> {
  let nextAt = clock.now() + intervalMs;
  let turn = Promise.resolve();
  return () => {
    if (intervalMs === 0) return turn;
    turn = turn.then(async () => {
      await sleepUntil(clock, () => nextAt, signal);
      nextAt = clock.now() + intervalMs;
    });
    return turn;
  };
}

/** Retry-After in milliseconds: seconds, or a date. */
export function waitAskedFor(headers: Headers, now: number): number {
  const textOf = (header: string) => headers.find(([name]) => name.toLowerCase() === header)?.[1].trim() ?? '';
  const value = textOf('retry-after');
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = /^\w+,? .*\d\d:\d\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  // By the clock of the service, which need not be ours.
  return Number.isNaN(date) ? 0 : Math.max(0, date - (Date.parse(textOf('date')) || now));
}
