import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs tasks one after the other with a minimum pause between them. The first waits too: the run before this one may
 * have ended just now.
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

  /** The pause before the next task starts at the end of this one. */
  turn<T>(task: () => Promise<T>): Promise<T> {
    if (this.#intervalMs === 0) return task();
    const done = this.#before.then(async () => {
      await sleepUntil(() => this.#nextAt, this.#interrupt);
      try {
        return await task();
      } finally {
        this.#nextAt = performance.now() + this.#intervalMs;
      }
    });
    this.#before = done.catch(() => undefined);
    return done;
  }
}

/** A timer may fire a little early, and the time may be moved while we wait. */
export async function sleepUntil(time: () => number, interrupt: AbortSignal): Promise<void> {
  for (let wait = time() - performance.now(); wait > 0 && !interrupt.aborted; wait = time() - performance.now()) {
    await sleep(wait, undefined, { signal: interrupt }).catch(() => undefined);
  }
}
