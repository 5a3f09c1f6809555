/** How a defect usually gets into the code of a server, and how to remove it. */
export interface Remedy {
  /** What all the faults with this remedy have in common. */
  readonly text: string;
  readonly code: string;
  readonly fix: string;
}

/**
 * Names of faults, in which an asterisk stands for any text; what these have in common, the typical code and the fix, in
 * one sentence each.
 */
export type RemedyRow = readonly [names: string, text: string, code: string, fix: string];
