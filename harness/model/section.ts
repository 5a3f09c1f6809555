/** A section of the specification, and how the suite covers it. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly requires: readonly string[];
  readonly observes: readonly string[];
  /** Statements that cannot be checked from outside. */
  readonly unchecked: readonly { readonly what: string; readonly why: string }[];
}
