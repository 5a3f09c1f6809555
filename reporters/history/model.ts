import type { Drift, Level } from '../../harness/report/model.ts';
import type { Party } from '../compare.ts';
import type { EffectiveOutcome } from '../effective-outcome.ts';
import type { Latency } from '../latency.ts';

export interface History {
  readonly kind: 'history';
  readonly targets: readonly TargetHistory[];
  readonly leftOut: readonly LeftOut[];
}

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

export interface Figures extends Omit<Party, 'baseUrl'> {
  readonly durationMs: number;
  readonly requests: number;
  readonly creations: number;
  /** Pets per status. */
  readonly population?: Readonly<Record<string, number>>;
  readonly latencies: readonly Latency[];
}

export interface Run extends Figures {
  readonly changes: readonly Change[];
  readonly drifts: readonly Drift[];
  /** Present if the run before used another version of the suite. */
  readonly previousVersion?: string;
}

export interface Change {
  readonly id: string;
  readonly before: EffectiveOutcome;
  readonly after: EffectiveOutcome;
  readonly kind: 'broke' | 'fixed' | 'not decided' | 'decided' | 'differs';
}

/** One requirement in all runs of a target. */
export interface Track {
  readonly id: string;
  readonly level: Level;
  readonly area: string;
  readonly statement: string;
  /** Consecutive runs with the same outcome; null if the reports lack the requirement. Covers all runs. */
  readonly spans: readonly Span[];
  /** Changes from pass to fail or back. */
  readonly turns: number;
  /** In runs. */
  readonly failed: number;
  readonly decided: number;
  /** Present if it failed in the last run that decided it. */
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
  /** Absent if it never passed. */
  readonly lastGood?: number;
  /** Of the latest of these runs. */
  readonly finding: string;
}

/** From here on, the changes are a property of the requirement and not events. */
const FEWEST_TURNS = 3;

export function isFlapping({ turns }: Track): boolean {
  return turns >= FEWEST_TURNS;
}

/** The same in every run that has it, and not failing. */
export function isSteady({ spans, failing }: Track): boolean {
  const outcomes = spans.map(({ effective }) => effective).filter((effective) => effective && effective !== 'skipped');
  return failing === undefined && new Set(outcomes).size <= 1;
}

export function hasChanged({ changes, drifts, previousVersion }: Run): boolean {
  return changes.length > 0 || drifts.length > 0 || previousVersion !== undefined;
}
