import { type Clock, sleepUntil } from '../basics/clock.ts';
import { Semaphore } from '../basics/semaphore.ts';
import type { Headers } from '../model/wire.ts';

/** The first distance after a refusal for a limit. */
const FIRST_MS = 10;
/** By how much the distance grows with one more such refusal: at least, and at most. */
const STRETCH = { least: 1.2, most: 2 };
/** Two refusals come alike if as many requests were answered before each, give or take so many of them. */
const ALIKE = 1 / 3;
/** Fewer may be chance. */
const FEW = 3;

/** What was answered between two refusals. */
interface Stretch {
  readonly answered: number;
  readonly ms: number;
}

/**
 * How fast requests are sent: at most so many at once, and so far apart. A refusal for a limit slows the rest of the run
 * down, to what was answered in the time before it: only one operation, as long as no other is refused.
 */
export class Pace {
  /** For how long limits have held the run up. */
  waitedMs = 0;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #givenMs: number;
  readonly #slots: Semaphore;
  #distanceMs: number;
  #nextAt: number;
  #turn = Promise.resolve();
  /** The operations that were refused. */
  #limited: ReadonlySet<string> = new Set();
  #before: Stretch | undefined;
  #isInVain = false;

  constructor(clock: Clock, signal: AbortSignal, concurrency: number, distanceMs = 0) {
    this.#clock = clock;
    this.#signal = signal;
    this.#slots = new Semaphore(concurrency);
    this.#givenMs = distanceMs;
    this.#distanceMs = distanceMs;
    // The first waits too: another run may have ended just now.
    this.#nextAt = clock.now() + distanceMs;
  }

  get isLimited(): boolean {
    return this.#distanceMs > 0;
  }

  /** Runs as many tasks at once as the pace allows. Urgent ones go first; among equals, first come, first served. */
  use<T>(task: () => Promise<T>, isUrgent = false): Promise<T> {
    return this.#slots.use(task, isUrgent);
  }

  /** Resolves when the next request of an operation may be sent, or when it is its turn and it need not be sent now. */
  turn(operation?: string, isWanted = () => true): Promise<void> {
    if (!this.isLimited || (this.#isOfOne && !this.#limited.has(operation ?? ''))) return Promise.resolve();
    this.#turn = this.#turn.then(async () => {
      if (!isWanted()) return;
      await sleepUntil(this.#clock, () => this.#nextAt, this.#signal);
      this.#nextAt = this.#clock.now() + this.#distanceMs;
    });
    return this.#turn;
  }

  get #isOfOne(): boolean {
    return this.#limited.size === 1 && this.#givenMs === 0;
  }

  /** Waits for a limit. */
  async wait(ms: number): Promise<void> {
    if (ms <= 0) return;
    this.waitedMs += ms;
    await this.#clock.sleep(ms, this.#signal);
  }

  /**
   * A limit has refused one of these operations, after so many that were answered. If it does so after as many
   * as before, although they were further apart, then pace is not what it is about.
   */
  slowDown(stretch: Stretch, limited: ReadonlySet<string>): void {
    const before = this.#before;
    this.#before = stretch;
    this.#limited = limited;
    if (before && isAlike(stretch, before) && stretch.ms > STRETCH.least * before.ms) {
      this.#isInVain = true;
      this.#distanceMs = this.#givenMs;
    }
    if (this.#isInVain) return;
    this.#slots.halve();
    const measured = stretch.ms / Math.max(1, stretch.answered);
    const least = Math.max(FIRST_MS, STRETCH.least * this.#distanceMs);
    const most = STRETCH.most * Math.max(FIRST_MS, this.#distanceMs);
    const distanceMs = Math.min(Math.max(measured, least), most);
    this.#nextAt = Math.max(this.#nextAt, this.#clock.now()) + distanceMs - this.#distanceMs;
    this.#distanceMs = distanceMs;
  }
}

function isAlike(one: Stretch, other: Stretch): boolean {
  return one.answered >= FEW && Math.abs(one.answered - other.answered) <= ALIKE * other.answered;
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
