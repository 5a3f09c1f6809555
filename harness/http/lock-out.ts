import type { Clock } from '../basics/clock.ts';

/**
 * A service may refuse the right key after many wrong ones. A 401 to the right key is therefore sent again: if it is
 * accepted now, the 401 was a mistake of the service; if not, controls show whether the key is refused everywhere. Then
 * everybody waits until it is accepted again. A service that locks the key out time and again is not waited for after
 * `--max-wait` altogether: while it is locked out, every further 401 says the same, and nothing is repeated for it.
 */
export class LockOut {
  readonly #clock: Clock;
  readonly #maxWaitMs: number;
  #waitedMs = 0;
  #isKnown = false;
  /** Until the key is accepted again. */
  #waiting: Promise<void> | undefined;

  constructor(clock: Clock, maxWaitMs: number) {
    this.#clock = clock;
    this.#maxWaitMs = maxWaitMs;
  }

  /** The key is refused everywhere, and nobody waits for it. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  noteSuccess(): void {
    this.#isKnown = false;
  }

  /** Nothing has ever accepted the key. */
  noteRefused(): void {
    this.#isKnown = true;
  }

  /** While others wait for the key. */
  async waitOut(): Promise<void> {
    while (this.#waiting) await this.#waiting;
  }

  /** Whether it was waited for: one request at a time asks whether the key is accepted. */
  async wait(untilAccepted: () => Promise<void>): Promise<boolean> {
    this.#isKnown = this.#waiting === undefined && this.#waitedMs > this.#maxWaitMs;
    if (this.#isKnown) return false;
    const since = this.#clock.now();
    this.#waiting ??= untilAccepted().finally(() => {
      this.#waiting = undefined;
      this.#waitedMs += this.#clock.now() - since;
    });
    await this.#waiting;
    return true;
  }
}
