import { type Clock, sleepUntil } from '../basics/clock.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Reason } from '../model/reasons.ts';
import type { Headers } from '../model/wire.ts';

const FIRST_BACKOFF_MS = 250;

/** Rounds of controls that are answered, before a request is refused for its input. */
const ROUNDS = 3;
/** The same where that has happened before. */
const LATER_ROUNDS = 2;
/** Times that a request is turned away before controls are sent, where there is a limit. */
const PATIENT = 3;
/** Requests that were refused for their input, before the next ones are taken for it sooner. */
const BLAMED = 2;

/**
 * A service that limits requests (429, or 503 with Retry-After) is left alone for as long as it asks for, or for a time
 * that doubles where it does not say. The pause applies to every request, since the limit does. A request that would
 * wait for longer than `--max-wait` in total ends the run.
 *
 * One request that is turned away each time while controls are answered is refused for its input. A limit that lets
 * another request through meanwhile, after it has turned it away, is a limit: then nobody's input is the cause.
 */
export class RateLimit {
  readonly #clock: Clock;
  readonly #maxWaitMs: number;
  #resumeAt = 0;
  #waitedMs = 0;
  #passedAt = Number.NEGATIVE_INFINITY;
  #blamed = 0;

  constructor(clock: Clock, maxWaitMs: number) {
    this.#clock = clock;
    this.#maxWaitMs = maxWaitMs;
  }

  get isOver(): boolean {
    return this.#resumeAt <= this.#clock.now();
  }

  /** For how long everybody was held up altogether. */
  get waitedMs(): number {
    return Math.round(this.#waitedMs);
  }

  /** Whether a few requests were refused for their input already. */
  get isUsual(): boolean {
    return this.#blamed >= BLAMED;
  }

  async waitOut(signal: AbortSignal): Promise<void> {
    await sleepUntil(this.#clock, () => this.#resumeAt, signal);
  }

  /** For one request, whose answers are given one after the other. */
  patience(): Patience {
    return new Patience(this, this.#clock, this.#maxWaitMs);
  }

  hold(waitMs: number): void {
    const [now, until] = [this.#clock.now(), this.#clock.now() + waitMs];
    this.#waitedMs += Math.max(0, until - Math.max(now, this.#resumeAt));
    this.#resumeAt = Math.max(this.#resumeAt, until);
  }

  notePassed(): void {
    this.#passedAt = this.#clock.now();
  }

  /** Rounds of controls that have to be answered. */
  get rounds(): number {
    return this.isUsual ? LATER_ROUNDS : ROUNDS;
  }

  /** Whether a request that was first turned away then, and still is, is the cause. */
  blames(since: number): boolean {
    const isBlamed = !this.hasPassed(since);
    if (isBlamed) this.#blamed += 1;
    return isBlamed;
  }

  /** Whether it lets requests through that it has turned away, also since then. */
  hasPassed(since = Number.NEGATIVE_INFINITY): boolean {
    return this.#passedAt > since;
  }

  /** Whether the answers of a request, so many since then, call for controls, which add to the load. */
  isSuspicious(times: number, since: number): boolean {
    if (this.hasPassed(since)) return false;
    return times > (this.hasPassed() ? PATIENT : 1) || this.#blamed > 0;
  }
}

/** How long one request waits. */
export class Patience {
  readonly #limit: RateLimit;
  readonly #clock: Clock;
  readonly #maxWaitMs: number;
  #since: number | undefined;
  #backoff = FIRST_BACKOFF_MS;
  #times = 0;
  #rounds = 0;

  constructor(limit: RateLimit, clock: Clock, maxWaitMs: number) {
    this.#limit = limit;
    this.#clock = clock;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Whether controls have to show that the service turns everybody away. */
  isSuspicious({ headers }: Exchange): boolean {
    this.#since ??= this.#clock.now();
    this.#times += 1;
    return (
      this.#limit.isSuspicious(this.#times, this.#since) || this.#isTooLong(waitAskedFor(headers, this.#clock.now()))
    );
  }

  /** If all controls are answered once more, the input is the cause. */
  get isLastRound(): boolean {
    return this.#rounds + 1 >= this.#limit.rounds;
  }

  /** All controls were answered once more. Whether the input is the cause. */
  blames(): boolean {
    const { isLastRound } = this;
    this.#rounds += 1;
    return isLastRound && this.#limit.blames(this.#since ?? 0);
  }

  /** Holds everybody up, unless it takes too long. A pause that nobody asked for ends when no more may be waited. */
  wait({ status, headers }: Exchange): Reason | undefined {
    this.#rounds = 0;
    this.#since ??= this.#clock.now();
    const leftMs = this.#since + this.#maxWaitMs - this.#clock.now();
    const askedMs = waitAskedFor(headers, this.#clock.now());
    if (leftMs <= 0 || askedMs > leftMs)
      return { kind: 'rate-limited', status, waitMs: askedMs, maxWaitMs: this.#maxWaitMs };
    this.#limit.hold(askedMs || Math.min(this.#nextBackoff(), leftMs));
    return undefined;
  }

  /** Others are answered: only this request waits. */
  async waitAlone(signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(this.#nextBackoff(), signal);
  }

  #nextBackoff(): number {
    const backoff = this.#backoff;
    this.#backoff *= 2;
    return backoff;
  }

  notePassed(): void {
    if (this.#times > 0) this.#limit.notePassed();
  }

  #isTooLong(waitMs: number): boolean {
    return this.#clock.now() + waitMs > (this.#since ?? this.#clock.now()) + this.#maxWaitMs;
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
