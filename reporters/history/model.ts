import type { Drift, Level } from '../../harness/report/model.ts';
import type { Party } from '../compare/model.ts';
import type { EffectiveOutcome } from '../effective-outcome.ts';
import type { Latency } from '../latency.ts';

/** What many reports say together. */
export interface History {
  readonly kind: 'history';
  /** One for each base URL. */
  readonly targets: readonly TargetHistory[];
  readonly leftOut: readonly LeftOut[];
}

/** A file that takes no part, and why. */
export interface LeftOut {
  readonly label: string;
  readonly why: string;
}

export interface TargetHistory {
  readonly baseUrl: string;
  /** Oldest first. */
  readonly runs: readonly Run[];
  readonly requirements: readonly Track[];
}

/** What a history keeps of a report, besides its results. */
export interface Figures extends Omit<Party, 'baseUrl'> {
  readonly durationMs: number;
  readonly requests: number;
  readonly creations: number;
  /** Pets per status, where the report has them. */
  readonly population?: Readonly<Record<string, number>>;
  readonly latencies: readonly Latency[];
}

export interface Run extends Figures {
  readonly changes: readonly Change[];
  readonly drifts: readonly Drift[];
  /** The version of the suite before this run, where it was another one. */
  readonly previousVersion?: string;
}

export interface Change {
  readonly id: string;
  readonly before: EffectiveOutcome;
  readonly after: EffectiveOutcome;
  readonly kind: 'broke' | 'fixed' | 'not decided' | 'decided' | 'differs';
}

/** One requirement over all runs of a target. */
export interface Track {
  readonly id: string;
  readonly level: Level;
  readonly area: string;
  readonly statement: string;
  /** Runs in a row with the same effective; null where the reports lack the requirement. Together as many as there are runs. */
  readonly spans: readonly Span[];
  /** How often it went from pass to fail or back. */
  readonly turns: number;
  /** Runs in which it failed, out of those that decided it. */
  readonly failed: number;
  readonly decided: number;
  /** Present where the last run that decided it saw it fail. */
  readonly failing?: Failing;
}

export interface Span {
  readonly effective: EffectiveOutcome | null;
  readonly runs: number;
}

/** The range that a bisect needs, as indexes of runs. */
export interface Failing {
  readonly effective: EffectiveOutcome;
  readonly since: number;
  /** Absent where it never passed. */
  readonly lastGood?: number;
  /** What the latest of these runs found. */
  readonly finding: string;
}

/** From here on, going back and forth is a property of the requirement and not an event. */
const FEWEST_TURNS = 3;

export function isFlapping({ turns }: Track): boolean {
  return turns >= FEWEST_TURNS;
}

/** Has been the same in every run that has it, and was not seen to fail. */
export function isSteady({ spans, failing }: Track): boolean {
  return failing === undefined && new Set(spans.map(({ effective }) => effective).filter(isKnown)).size <= 1;
}

function isKnown(effective: EffectiveOutcome | null): boolean {
  return effective !== null && effective !== 'skipped';
}

export function hasChanged({ changes, drifts, previousVersion }: Run): boolean {
  return changes.length > 0 || drifts.length > 0 || previousVersion !== undefined;
}
