import { setTimeout as sleep } from 'node:timers/promises';

/** Lets things happen one after the other, with at least so much time from one to the next. */
export class Pace {
  readonly #intervalMs: number;
  readonly #interrupt: AbortSignal;
  #nextAt = 0;

  constructor(intervalMs: number, interrupt: AbortSignal) {
    this.#intervalMs = intervalMs;
    this.#interrupt = interrupt;
  }

  async turn(): Promise<void> {
    if (this.#intervalMs === 0) return;
    const now = performance.now();
    const mine = Math.max(now, this.#nextAt);
    this.#nextAt = mine + this.#intervalMs;
    if (mine > now) await sleep(mine - now, undefined, { signal: this.#interrupt }).catch(() => undefined);
  }
}
