import type { Clock } from '../basics/clock.ts';
import { Semaphore } from '../basics/semaphore.ts';

const PAUSE_MS = 20;

/**
 * What is on its way. A request that gets no answer may only have suffered from others: few workers were busy, or the
 * process was stopped by another request. So it is repeated alone: the others are held until it has been answered, and
 * it waits until none of them is on its way any more.
 */
export class Traffic {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #oneByOne = new Semaphore(1);
  #underWay = 0;
  #isHeld = false;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Resolves while nothing has to be alone. */
  async waitForOthers(): Promise<void> {
    while (this.#isHeld && !this.#signal.aborted) await this.#clock.sleep(PAUSE_MS, this.#signal);
  }

  async count<T>(sending: Promise<T>): Promise<T> {
    this.#underWay += 1;
    return sending.finally(() => {
      this.#underWay -= 1;
    });
  }

  /** Runs one task after the other. */
  inTurn<T>(task: () => Promise<T>): Promise<T> {
    return this.#oneByOne.use(task);
  }

  alone<T>(task: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      this.#isHeld = true;
      try {
        while (this.#underWay > 0 && !this.#signal.aborted) await this.#clock.sleep(PAUSE_MS, this.#signal);
        return await task();
      } finally {
        this.#isHeld = false;
      }
    });
  }
}
