import { Inconclusive, Unanswered } from '../verdict/verdicts.ts';

/** Nothing that is created can be deleted again, so what may be created is bounded before it is sent. */
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

  /** Runs a request that may create a pet, where `didCreate` says whether it did. */
  async spend<T>(task: () => Promise<T>, didCreate: (value: T) => boolean): Promise<T> {
    while (this.left <= 0) {
      if (this.#underWay === 0) {
        throw new Inconclusive({ kind: 'budget-spent', budget: 'creations', limit: this.#limit });
      }
      // One of those under way may be refused and give its share back.
      await new Promise<void>((resume) => this.#waiting.push(resume));
    }
    this.#underWay += 1;
    try {
      const value = await task();
      if (didCreate(value)) this.#created += 1;
      return value;
    } catch (error) {
      // Without an answer nobody knows, so it counts.
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

  /** How many of the wanted probes one requirement may send, when every one gets a fair share. */
  share(parts: number): number {
    return Math.floor(this.#limit / parts);
  }
}
