/**
 * Ends an exchange after so much time, or when the run is interrupted. The timer holds on to everything that it needs:
 * `AbortSignal.any([AbortSignal.timeout(…)])` may be garbage-collected before it fires.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #interrupt: AbortSignal;
  #timer: NodeJS.Timeout;
  #leftMs: number;
  #startedAt = performance.now();
  readonly #onInterrupt = () => this.#controller.abort();
  #isOver = false;

  constructor(timeoutMs: number, interrupt: AbortSignal) {
    this.#interrupt = interrupt;
    this.#leftMs = timeoutMs;
    this.#timer = this.#start();
    if (interrupt.aborted) this.#controller.abort();
    else interrupt.addEventListener('abort', this.#onInterrupt, { once: true });
  }

  /** Whether the time is up. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the time is up, or the run is interrupted. */
  get isEnded(): boolean {
    return this.#controller.signal.aborted;
  }

  /** What the exchange waits for on our side is not the server's time: it counts again when the task says so. */
  async paused<T>(task: (resume: () => void) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#startedAt;
    return task(() => {
      if (!this.isEnded) this.#timer = this.#start();
    });
  }

  #start(): NodeJS.Timeout {
    this.#startedAt = performance.now();
    return setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, this.#leftMs);
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
