/** What is checked when something wakes the watch. With `rest` the run under way is stopped and nothing else is. */
export type Wake = 'failures-first' | 'everything' | 'rest' | { readonly only: readonly string[] };

/** What comes from outside while checking goes on or nobody does anything. */
export class Alarm {
  #next = new AbortController();
  readonly #over = new AbortController();

  ring(wake: Wake): void {
    this.#next.abort(wake);
  }

  /** To be called when nothing is left that could ring. */
  fallSilent(): void {
    this.#over.abort();
  }

  /** Aborted when nothing is left that could ring. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Aborted by the next ring, with the wake as its reason. What rang before is forgotten. */
  next(): AbortSignal {
    this.#next = new AbortController();
    return this.#next.signal;
  }
}
