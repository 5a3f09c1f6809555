/**
 * Ends a task after a time, or when it is interrupted. The timer references everything that it needs:
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

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time ended the task, and not an interruption. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Time that an exchange waits on our side is not the server's: it counts again when the task says so. */
  async paused<T>(task: (resume: () => void) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#startedAt;
    return task(() => {
      if (!this.signal.aborted) this.#timer = this.#start();
    });
  }

  #start(): NodeJS.Timeout {
    this.#startedAt = performance.now();
    return setTimeout(() => {
      this.#isOver = !this.signal.aborted;
      this.#controller.abort();
    }, this.#leftMs);
  }

  /** Rejects at the deadline even if the task does not notice it. */
  async bound<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = this;
    const end = new Promise<never>((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([task(signal), end]);
    } finally {
      this.release();
    }
  }

  /** A process that has nothing else to do need not wait for the time. */
  unref(): this {
    this.#timer.unref();
    return this;
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#interrupt.removeEventListener('abort', this.#onInterrupt);
  }
}
