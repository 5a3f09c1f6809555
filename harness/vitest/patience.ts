import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../settings/settings.ts';

/** No check is silent for longer than a few of its own limits; beyond, the suite itself hangs. */
const LIMITS = 5;

/** Waits for a run as long as it gives signs of life. */
export class Patience {
  readonly #limitMs: number;
  #lastSign = performance.now();

  constructor({ timeoutMs, maxWaitMs, consistencyWindowMs }: Settings) {
    this.#limitMs = LIMITS * (timeoutMs + maxWaitMs + consistencyWindowMs);
  }

  noteSign(): void {
    this.#lastSign = performance.now();
  }

  /** Resolves with what is wrong where the run hangs. */
  async waitFor(run: Promise<void>): Promise<string | undefined> {
    const hangs = await Promise.race([run, this.#untilItHangs()]);
    return hangs ? `no sign of life for ${this.#limitMs / 1000} s` : undefined;
  }

  async #untilItHangs(): Promise<true> {
    while (performance.now() - this.#lastSign <= this.#limitMs) await sleep(1_000, undefined, { ref: false });
    return true;
  }
}
