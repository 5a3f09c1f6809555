import type { Clock } from '../basics/clock.ts';
import type { Reason } from '../model/reasons.ts';
import type { RunSettings } from '../settings/settings.ts';

/** In milliseconds: how long a run that ends waits for what is under way. */
const LAST_ANSWERS_MS = 2_000;

/** When a run ends, and why: by a signal, when its time is over, or for a reason that shows on the way. */
export class RunEnd {
  /** Nothing more is sent. */
  readonly signal: AbortSignal;
  readonly #ending = new AbortController();
  readonly #cutOff = new AbortController();
  readonly #settled = new AbortController();
  #reason: Reason | undefined;

  constructor(clock: Clock, { maxDurationMs, timeoutMs }: RunSettings, signal: AbortSignal | undefined) {
    this.signal = AbortSignal.any([this.#ending.signal, ...(signal ? [signal] : [])]);
    const waitForLast = async () => {
      await clock.sleep(Math.min(LAST_ANSWERS_MS, timeoutMs), this.#settled.signal);
      this.#cutOff.abort();
    };
    this.signal.addEventListener('abort', () => void waitForLast(), { once: true });
    void clock.sleep(maxDurationMs, this.#ending.signal).then(() => {
      if (!this.#ending.signal.aborted) this.stop({ kind: 'out-of-time', maxDurationMs });
    });
  }

  /** Nobody waits for an answer any more. */
  get cutOff(): AbortSignal {
    return this.#cutOff.signal;
  }

  /** The first one counts; undefined for a run that came to its end. */
  get reason(): Reason | undefined {
    return this.#reason;
  }

  stop(reason: Reason): void {
    this.#reason ??= reason;
    this.#ending.abort();
  }

  /** All was sent: waits for what is under way. */
  async after(settled: () => Promise<void>): Promise<void> {
    this.#ending.abort();
    await settled();
    this.#settled.abort();
  }
}
