import { type Clock, sleepUntil } from '../clock.ts';

/** Gives turns with a minimum pause between them. The first waits too: another run may have ended just now. */
export class RateLimiter {
  readonly #intervalMs: number;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #nextAt: number;
  #before: Promise<unknown> = Promise.resolve();

  constructor(intervalMs: number, clock: Clock, signal: AbortSignal) {
    this.#intervalMs = intervalMs;
    this.#clock = clock;
    this.#signal = signal;
    this.#nextAt = clock.now() + intervalMs;
  }

  async turn(): Promise<void> {
    if (this.#intervalMs === 0) return;
    const turn = this.#before.then(async () => {
      await sleepUntil(this.#clock, () => this.#nextAt, this.#signal);
      this.#nextAt = this.#clock.now() + this.#intervalMs;
    });
    this.#before = turn;
    await turn;
  }
}
