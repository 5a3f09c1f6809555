/** Requests that have something in common: an operation, and maybe an input. */
export interface RequestKind {
  readonly operation: string;
  readonly input?: string;
}

/** What follows from an exchange about earlier ones whose answers are doubtful. Without it, they do not count. */
export interface Conclusion {
  /** Numbers of the exchanges. */
  readonly about: readonly number[];
  /**
   * `input`: the request itself is the cause, since it gets the same each time while others are answered. `crash`: the
   * service stopped while answering one of them. `open`: nobody knows, so what they would have shown is undecided.
   */
  readonly cause: 'input' | 'crash' | 'open';
  /** From now on, nothing of this kind is sent any more, as it gets no answer. */
  readonly stops?: RequestKind;
}
