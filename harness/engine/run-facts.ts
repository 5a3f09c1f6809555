import type { Ask } from '../http/transport.ts';
import type { ArchivedFacts } from '../model/report.ts';
import type { WireRequest } from '../model/wire.ts';
import type { RunSettings } from '../settings/settings.ts';

/** A request of an earlier run that is sent once more. */
export interface Again extends Pick<Ask, 'request' | 'connection'> {
  /** The requirements that it violated. */
  readonly requirements: readonly string[];
  /** It did not fail each time, so that one answer more says little. */
  readonly isIntermittent: boolean;
  /** What was sent before it and belongs to the proof; and the id of what that created, which the request names. */
  readonly cause?: { readonly request: WireRequest; readonly id?: string };
}

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
  /** Requests of an earlier run that failed. */
  readonly again?: readonly Again[];
  /** Texts that give the key away, and what reports show in their place. */
  readonly hidden: readonly (readonly [text: string, shown: string])[];
}

/** Of a run that is about to begin. */
export function factsAtStart(settings: RunSettings, startedAt: number): RunFacts {
  const nothing = { ledger: [], missingIds: [], spent: [], interruptions: [], hidden: [] };
  return { settings, startedAt, durationMs: 0, ...nothing };
}
