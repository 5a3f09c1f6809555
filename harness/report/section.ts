/** A section of the specification, and what the suite makes of it. */
export interface Section {
  readonly id: string;
  /** Its heading, after those that it is below. */
  readonly title: string;
  /** Ids of the requirements that follow from it. */
  readonly requires: readonly string[];
  /** Ids of the observations of what it leaves open. */
  readonly observes: readonly string[];
  readonly unchecked: readonly Unchecked[];
}

/** What the section says, or leaves open, and nobody can check from outside. */
export interface Unchecked {
  readonly what: string;
  readonly why: string;
}

/** What the results of a report can be grouped by. */
export const GROUPINGS = ['area', 'section'] as const;
export type Grouping = (typeof GROUPINGS)[number];
