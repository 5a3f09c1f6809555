import { Inconclusive } from '../verdict/verdicts.ts';

/** Ends a run before it is done: because somebody interrupts it, or because its time is up. */
export class Stop {
  readonly #controller = new AbortController();
  readonly #interrupt: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #onInterrupt = () => this.#end(new Inconclusive({ kind: 'interrupted' }));
  #reason: Inconclusive | undefined;

  /** What earlier rounds of the same run took is counted too. */
  constructor(interrupt: AbortSignal, maxDurationMs: number, spentMs = 0) {
    this.#interrupt = interrupt;
    const outOfTime = new Inconclusive({ kind: 'out-of-time', maxDurationMs });
    this.#timer = setTimeout(() => this.#end(outOfTime), Math.max(0, maxDurationMs - spentMs));
    this.#timer.unref();
    if (interrupt.aborted) this.#onInterrupt();
    else interrupt.addEventListener('abort', this.#onInterrupt, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the run has to end; undefined while it may go on. */
  get reason(): Inconclusive | undefined {
    return this.#reason;
  }

  get isOutOfTime(): boolean {
    return this.#reason?.reason.kind === 'out-of-time';
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#interrupt.removeEventListener('abort', this.#onInterrupt);
  }

  #end(reason: Inconclusive): void {
    this.#reason ??= reason;
    this.#controller.abort();
  }
}
