/**
 * Ends an exchange after so much time, or when the run is interrupted. The timer holds on to everything that it needs:
 * `AbortSignal.any([AbortSignal.timeout(…)])` may be garbage-collected before it fires.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #interrupt: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #onInterrupt = () => this.#controller.abort();
  #isOver = false;

  constructor(timeoutMs: number, interrupt: AbortSignal) {
    this.#interrupt = interrupt;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, timeoutMs);
    if (interrupt.aborted) this.#controller.abort();
    else interrupt.addEventListener('abort', this.#onInterrupt, { once: true });
  }

  /** Whether the time is up. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves or rejects as the task does, and rejects at the deadline even if the task does not notice it. */
  async bound<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = this.#controller;
    const end = new Promise<never>((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([task(signal), end]);
    } finally {
      clearTimeout(this.#timer);
      this.#interrupt.removeEventListener('abort', this.#onInterrupt);
    }
  }
}
