const LATEST = 20;
const FEWEST = 10;

/** How many of the latest requests timed out. */
export class Timeouts {
  #latest: boolean[] = [];

  note(isTimeout: boolean): void {
    this.#latest = [...this.#latest, isTimeout].slice(-LATEST);
  }

  /** Numbers for the reader. */
  get counts(): { readonly timeouts: number; readonly of: number } {
    return { timeouts: this.#latest.filter(Boolean).length, of: this.#latest.length };
  }

  /** Most of them, and more than a slow input or two can bring about. */
  get prevail(): boolean {
    const { timeouts, of } = this.counts;
    return timeouts >= FEWEST && timeouts > of / 2;
  }

  forget(): void {
    this.#latest = [];
  }
}
