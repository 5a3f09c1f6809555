/** Pets cannot be deleted again, so their number is bounded before anything is sent. */
export class WriteBudget {
  readonly limit: number;
  readonly #waiting: (() => void)[] = [];
  #created = 0;
  #underWay = 0;
  /** A request was not sent because of the limit. */
  isSpent = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  get created(): number {
    return this.#created;
  }

  get left(): number {
    return this.limit - this.#created - this.#underWay;
  }

  /** Whether a task under way may create once more: each of its requests counts. */
  get allowsAnother(): boolean {
    return this.left >= 0;
  }

  /** Something was, or may have been, created. */
  note(): void {
    this.#created += 1;
  }

  /** Undefined if the budget is spent. */
  async spend<T>(task: () => Promise<T>): Promise<T | undefined> {
    while (this.left <= 0) {
      if (this.#underWay === 0) {
        this.isSpent = true;
        return undefined;
      }
      // A request under way may be refused and give its share back.
      await new Promise<void>((resume) => this.#waiting.push(resume));
    }
    this.#underWay += 1;
    try {
      return await task();
    } finally {
      this.#underWay -= 1;
      for (const resume of this.#waiting.splice(0)) resume();
    }
  }
}

/** Failed log-ins can lock an account, so their number is bounded. */
export class CredentialBudget {
  readonly limit: number;
  #used = 0;
  isSpent = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  get left(): number {
    return this.limit - this.#used;
  }

  take(): boolean {
    if (this.left <= 0) this.isSpent = true;
    else this.#used += 1;
    return !this.isSpent;
  }
}
