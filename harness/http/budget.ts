/** Bounds what cannot be undone: pets stay, and failed log-ins can lock an account. */
export class Budget {
  readonly limit: number;
  readonly #waiting: (() => void)[] = [];
  /** Used, or maybe used: nobody knows what became of some requests. */
  used = 0;
  #reserved = 0;
  /** A request was not sent because of the limit. */
  isSpent = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether there is one to use, which is then used. */
  take(): boolean {
    if (this.left <= 0) this.isSpent = true;
    else this.used += 1;
    return !this.isSpent;
  }

  /** What was taken was not used after all. */
  giveBack(): void {
    this.used -= 1;
  }

  /** One to be used; undefined if the budget is spent. */
  async reserve(): Promise<Reservation | undefined> {
    // A request under way may be refused and give its reservation back.
    while (this.left <= 0 && this.#reserved > 0) await new Promise<void>((resume) => this.#waiting.push(resume));
    this.isSpent ||= !this.hold();
    return this.isSpent ? undefined : new Reservation(this);
  }

  get left(): number {
    return this.limit - this.used - this.#reserved;
  }

  /** Sets one aside, if there is one left. */
  hold(): boolean {
    if (this.left <= 0) return false;
    this.#reserved += 1;
    return true;
  }

  /** Ends what `hold` began. */
  release(used: number): void {
    this.#reserved -= 1;
    this.used += used;
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

/** What one request may use of a budget. It is set aside before the request is sent, whatever the answer will be. */
export class Reservation {
  readonly #budget: Budget;
  #isHeld = true;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Whether the request may be sent once more. Nothing is used by one that was refused. */
  renew(): boolean {
    if (this.#isHeld) return true;
    this.#isHeld = this.#budget.hold();
    return this.#isHeld;
  }

  /** The request used so many, or may have. */
  spend(count: number): void {
    if (this.#isHeld) this.#budget.release(count);
    else this.#budget.used += count;
    this.#isHeld = false;
  }

  end(): void {
    if (this.#isHeld) this.#budget.release(0);
    this.#isHeld = false;
  }
}

/** Whether a request may be sent once more: a creation may have been carried out, and each guess may lock an account. */
export function mayRepeat(
  { reservation, hasKey }: { readonly reservation?: Reservation | undefined; readonly hasKey: boolean },
  badCredentials: Budget,
): boolean {
  return reservation?.renew() !== false && (hasKey || badCredentials.take());
}
