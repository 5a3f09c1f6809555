import type { ArchivedFacts } from '../model/report.ts';
import type { RunSettings } from '../settings/settings.ts';

/** What is known about a run besides its record: from its settings on, and more when it is over. */
export interface RunFacts extends Omit<ArchivedFacts, 'keyLength'> {
  readonly settings: RunSettings;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** For how long a rate limit held it up. */
  readonly waitedMs?: number;
  /** What the user should know about the files that the run reads. */
  readonly warnings?: readonly string[];
  /** Texts that give the key away, and what reports show in their place. */
  readonly hidden: readonly (readonly [text: string, shown: string])[];
}

/** Of a run that is about to begin. */
export function factsAtStart(settings: RunSettings, startedAt: number): RunFacts {
  const nothing = { ledger: [], missingIds: [], spent: [], interruptions: [], hidden: [] };
  return { settings, startedAt, durationMs: 0, ...nothing };
}
