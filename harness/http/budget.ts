import { Inconclusive, Unanswered } from '../verdict/verdicts.ts';

/** Pets cannot be deleted again, so their number is bounded before anything is sent. */
export class WriteBudget {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #created = 0;
  #underWay = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get created(): number {
    return this.#created;
  }

  get left(): number {
    return this.#limit - this.#created - this.#underWay;
  }

  async spend<T>(task: () => Promise<T>, didCreate: (value: T) => boolean): Promise<T> {
    while (this.left <= 0) {
      if (this.#underWay === 0) {
        throw new Inconclusive({ kind: 'budget-spent', budget: 'creations', limit: this.#limit });
      }
      // A request under way may be refused and give its share back.
      await new Promise<void>((resume) => this.#waiting.push(resume));
    }
    this.#underWay += 1;
    try {
      const value = await task();
      if (didCreate(value)) this.#created += 1;
      return value;
    } catch (error) {
      // Without an answer the pet may exist, so it counts.
      if (error instanceof Unanswered) this.#created += 1;
      throw error;
    } finally {
      this.#underWay -= 1;
      for (const resume of this.#waiting.splice(0)) resume();
    }
  }
}

/** Failed log-ins can lock an account, so their number is bounded. */
export class CredentialBudget {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(): void {
    if (this.#used >= this.#limit) {
      throw new Inconclusive({ kind: 'budget-spent', budget: 'bad-credentials', limit: this.#limit });
    }
    this.#used += 1;
  }

  /** How many probes one requirement may send, if all get a fair share. */
  share(parts: number): number {
    return Math.floor(this.#limit / parts);
  }
}
