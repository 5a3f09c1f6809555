import { type Clock, sleepUntil } from '../basics/clock.ts';
import { Semaphore } from '../basics/semaphore.ts';
import type { Headers } from '../model/wire.ts';

/** How far apart requests are after the first refusal for a limit, and how much farther after each further one. */
const FIRST_MS = 10;
const SLOWER = 1.15;
/** How much closer they come with each answer: refusals that are rare cost little. */
const FASTER = 0.99;

/** How fast requests are sent: at most so many at once, and so far apart. */
export class Pace {
  /** For how long limits have held the run up. */
  waitedMs = 0;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #leastMs: number;
  readonly #slots: Semaphore;
  #distanceMs: number;
  #nextAt: number;
  #turn = Promise.resolve();

  constructor(clock: Clock, signal: AbortSignal, concurrency: number, distanceMs = 0) {
    this.#clock = clock;
    this.#signal = signal;
    this.#slots = new Semaphore(concurrency);
    this.#leastMs = distanceMs;
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

  /** Resolves when the next request may be sent, or when it is its turn and it need not be sent now. */
  turn(isWanted = () => true): Promise<void> {
    if (!this.isLimited) return Promise.resolve();
    this.#turn = this.#turn.then(async () => {
      if (!isWanted()) return;
      await sleepUntil(this.#clock, () => this.#nextAt, this.#signal);
      this.#nextAt = this.#clock.now() + this.#distanceMs;
    });
    return this.#turn;
  }

  /** Waits for a limit. */
  async wait(ms: number): Promise<void> {
    this.waitedMs += ms;
    await this.#clock.sleep(ms, this.#signal);
  }

  /** A limit has refused a request. */
  slowDown(): void {
    this.#distanceMs = Math.max(FIRST_MS, SLOWER * this.#distanceMs);
    this.#nextAt = this.#clock.now() + this.#distanceMs;
  }

  /** A request was answered. */
  speedUp(): void {
    this.#distanceMs = Math.max(this.#leastMs, FASTER * this.#distanceMs);
  }
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
