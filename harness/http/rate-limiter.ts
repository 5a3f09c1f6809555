import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Lets things happen one after the other, with at least so much time from one to the next. The first waits too: nobody
 * knows how long ago the run before this one ended.
 */
export class RateLimiter {
  readonly #intervalMs: number;
  readonly #interrupt: AbortSignal;
  #nextAt: number;
  #before: Promise<unknown> = Promise.resolve();

  constructor(intervalMs: number, interrupt: AbortSignal) {
    this.#intervalMs = intervalMs;
    this.#interrupt = interrupt;
    this.#nextAt = performance.now() + intervalMs;
  }

  /** Does it when its turn has come; the turn of the next is counted from its end. */
  turn<T>(task: () => Promise<T>): Promise<T> {
    if (this.#intervalMs === 0) return task();
    const done = this.#before.then(async () => {
      await this.#due();
      try {
        return await task();
      } finally {
        this.#nextAt = performance.now() + this.#intervalMs;
      }
    });
    this.#before = done.catch(() => undefined);
    return done;
  }

  /** A timer may fire a little early. */
  async #due(): Promise<void> {
    for (let wait = this.#nextAt - performance.now(); wait > 0; wait = this.#nextAt - performance.now()) {
      await sleep(wait, undefined, { signal: this.#interrupt }).catch(() => undefined);
      if (this.#interrupt.aborted) return;
    }
  }
}
