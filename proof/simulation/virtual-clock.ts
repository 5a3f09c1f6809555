import type { Clock } from '../../harness/basics/clock.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

const START = Date.parse('2026-11-16T00:00:00Z');
/** Turns of the event loop without a timer before a run is taken for stuck. */
const PATIENCE = 10_000;

/** Time that passes only when everybody waits, and then at once. */
export class VirtualClock implements Clock {
  #now: number;
  /** Few at a time, the earliest last; timers of one instant fire in the order in which they were set. */
  readonly #timers: Timer[] = [];

  constructor(start = START) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const fire = () => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      const timer: Timer = { at: this.#now + Math.max(0, ms), fire };
      // Nobody waits for it any more, so time need not pass for it.
      const cancel = () => {
        const place = this.#timers.indexOf(timer);
        if (place >= 0) this.#timers.splice(place, 1);
        fire();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const next = this.#timers.findIndex(({ at }) => at <= timer.at);
      this.#timers.splice(next < 0 ? this.#timers.length : next, 0, timer);
    });
  }

  /** Runs a task to its end, however long it sleeps. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    let isDone = false;
    const result = task().finally(() => {
      isDone = true;
    });
    result.catch(() => undefined);
    for (let idle = 0; !isDone; ) {
      // All promises that can be settled are settled before the next tick. Others wait for the event loop.
      await new Promise(this.#timers.length > 0 ? process.nextTick : setImmediate);
      if (isDone) break;
      const timer = this.#timers.pop();
      idle = timer ? 0 : idle + 1;
      if (idle > PATIENCE) throw new Error('The simulation is stuck: nothing waits for time, and nothing ends.');
      if (!timer) continue;
      this.#now = Math.max(this.#now, timer.at);
      timer.fire();
      while ((this.#timers.at(-1)?.at ?? Number.POSITIVE_INFINITY) <= this.#now) this.#timers.pop()?.fire();
    }
    return result;
  }
}
