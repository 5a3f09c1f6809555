/** Requests that have something in common: an operation, and maybe an input. */
export interface RequestKind {
  readonly operation: string;
  readonly input?: string;
}

/** What it means that requests got no answer of the service, or were turned away, found out by sending more. */
export interface Conclusion {
  /** Numbers of the exchanges. */
  readonly about: readonly number[];
  /**
   * `input`: the request gets the same each time, while a plain one is answered. `crash`: the service stopped while
   * answering one of them. `interruption`: something in front of the service, or a restart. `locked-out`: the right key
   * got 401, also in plain requests that were accepted before.
   */
  readonly cause: 'input' | 'crash' | 'interruption' | 'locked-out';
  /** From now on, nothing of this kind is sent any more, as it gets no answer. */
  readonly stops?: RequestKind;
}
