/** What the specification knows about a run besides its record. */
export interface Scope {
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly apiKey: string;
  /** The categories that the user named, as decimal text. */
  readonly categories?: readonly string[];
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
}
