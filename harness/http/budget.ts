/** Bounds what cannot be undone: pets stay, and failed log-ins can lock an account. */
export class Budget {
  readonly limit: number;
  readonly #waiting: (() => void)[] = [];
  used = 0;
  #underWay = 0;
  /** A request was not sent because of the limit. */
  isSpent = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  get #left(): number {
    return this.limit - this.used - this.#underWay;
  }

  /** Whether a task under way may use one more: each of its requests counts. */
  get allowsAnother(): boolean {
    return this.#left >= 0;
  }

  /** Whether there is one to use, which is then used. */
  take(): boolean {
    if (this.#left <= 0) this.isSpent = true;
    else this.used += 1;
    return !this.isSpent;
  }

  /** Runs a task that counts in `used` what it uses, at most one at first. Undefined if the budget is spent. */
  async spend<T>(task: () => Promise<T>): Promise<T | undefined> {
    // A request under way may be refused and give its share back.
    while (this.#left <= 0 && this.#underWay > 0) await new Promise<void>((resume) => this.#waiting.push(resume));
    if (this.#left <= 0) this.isSpent = true;
    if (this.isSpent) return undefined;
    this.#underWay += 1;
    try {
      return await task();
    } finally {
      this.#underWay -= 1;
      for (const resume of this.#waiting.splice(0)) resume();
    }
  }
}
