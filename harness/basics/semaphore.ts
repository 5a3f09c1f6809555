/** Bounds how many tasks run at once. Urgent ones go first; among equals, first come, first served. */
export class Semaphore {
  #free: number;
  readonly #urgent: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  async use<T>(task: () => Promise<T>, isUrgent = false): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resume) => (isUrgent ? this.#urgent : this.#waiting).push(resume));
    try {
      return await task();
    } finally {
      const next = this.#urgent.shift() ?? this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
