import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../settings/settings.ts';

/** No check is silent for longer than a few of its own limits; after that, the suite itself hangs. */
const LIMITS = 5;
/** More than a whole run sends for each input of a property, and so more than a stage before its first check ends. */
const REQUESTS_PER_RUN = 40;
const FEWEST_REQUESTS = 600;

/** How long a run may go on without any check ending. */
export function silenceLimitMs(settings: Settings): number {
  const { timeoutMs, maxWaitMs, consistencyWindowMs, maxRps, runs, maxBadCredentials, badCredentialPauseMs } = settings;
  const requests = Math.max(FEWEST_REQUESTS, REQUESTS_PER_RUN * runs);
  const allRequests = maxRps === undefined ? 0 : (requests * 1000) / maxRps;
  // With a pause, one bad credential waits for the answer to the one before.
  const badCredentials = badCredentialPauseMs === 0 ? 0 : maxBadCredentials * (badCredentialPauseMs + timeoutMs);
  return LIMITS * (timeoutMs + maxWaitMs + consistencyWindowMs) + allRequests + badCredentials;
}

/** Waits for a run as long as it gives signs of life. */
export class Watchdog {
  readonly #limitMs: number;
  #lastSign = performance.now();

  constructor(settings: Settings) {
    this.#limitMs = silenceLimitMs(settings);
  }

  noteSign(): void {
    this.#lastSign = performance.now();
  }

  /** Resolves with a message if the run hangs. */
  async waitFor(run: Promise<void>): Promise<string | undefined> {
    const untilItHangs = async () => {
      while (performance.now() - this.#lastSign <= this.#limitMs) await sleep(1_000, undefined, { ref: false });
      return `no sign of life for ${this.#limitMs / 1000} s`;
    };
    return Promise.race([run.then(() => undefined), untilItHangs()]);
  }
}
