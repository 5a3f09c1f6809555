/** Bounds how many tasks run at once. Urgent ones go first; among equals, first come, first served. */
export class Semaphore {
  readonly #size: number;
  #running = 0;
  readonly #urgent: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  async use<T>(task: () => Promise<T>, isUrgent = false): Promise<T> {
    if (this.#running < this.#size) this.#running += 1;
    else await new Promise<void>((resume) => (isUrgent ? this.#urgent : this.#waiting).push(resume));
    try {
      return await task();
    } finally {
      const next = this.#urgent.shift() ?? this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
