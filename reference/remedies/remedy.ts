/** How a defect usually gets into the code of a server, and how to remove it. */
export interface Remedy {
  readonly code: string;
  readonly fix: string;
}

/** Names of faults, in which an asterisk stands for any text; then the typical code and the fix, in one sentence each. */
export type RemedyRow = readonly [names: string, code: string, fix: string];
