import type { Target } from './request.ts';

/** What the specification knows about a run besides its record. */
export interface Scope extends Target {
  /** Part of every name that the run creates. */
  readonly runId: string;
  /** How long a read may lag behind a write: `--consistency-window`, 2 s unless the user says otherwise. */
  readonly windowMs: number;
  /** The day on which the answers are checked, YYYY-MM-DD. */
  readonly now: string;
  /** Pets of earlier runs by id, with the name that they were given. */
  readonly earlier?: ReadonlyMap<string, string | undefined>;
  /** Pets that the user named. */
  readonly knownIds?: readonly string[];
  /** The record is traffic of other clients, who may have changed what they created. */
  readonly isForeign?: boolean;
}
