import type { Drift, Level, Outcome, Report, Verdict } from '../../harness/report/model.ts';
import { type Subset, subsetOf } from '../subset.ts';

/** A report and the name that its reader knows it by. */
export interface Entrant {
  readonly label: string;
  readonly report: Report;
}

export interface Party {
  readonly label: string;
  readonly baseUrl: string;
  readonly verdict: Verdict;
  /** Absent if every requirement was selected. */
  readonly subset?: Subset;
  readonly startedAt: string;
  readonly suiteVersion: string;
}

export interface Change {
  readonly id: string;
  readonly level: Level;
  readonly statement: string;
  readonly before?: Outcome;
  readonly after?: Outcome;
  /** Of the later report: the violation, or why nothing was decided. */
  readonly finding?: string;
}

export interface Comparison {
  readonly kind: 'comparison';
  readonly before: Party;
  readonly after: Party;
  readonly regressed: readonly Change[];
  readonly waived: readonly Change[];
  readonly mended: readonly Change[];
  readonly newlyJudged: readonly Change[];
  readonly noLongerJudged: readonly Change[];
  readonly stillViolated: readonly Change[];
  readonly drifted: readonly Drift[];
}

/** How many requirements of a level passed, of those that were decided. */
interface Tally {
  readonly held: number;
  readonly decided: number;
}

export interface Score extends Party {
  readonly must: Tally;
  readonly should: Tally;
}

export interface Scoreboard {
  readonly kind: 'scoreboard';
  readonly scores: readonly Score[];
  readonly rows: readonly {
    readonly id: string;
    readonly level: Level;
    readonly area: string;
    readonly statement: string;
    /** In the order of the scores; null if a report lacks the requirement. */
    readonly outcomes: readonly (Outcome | null)[];
  }[];
}

export function partyOf({ label, report }: Entrant): Party {
  const { target, verdict, run, suite } = report;
  const subset = subsetOf(report);
  return {
    label,
    baseUrl: target.baseUrl,
    verdict,
    ...(subset && { subset }),
    startedAt: run.startedAt,
    suiteVersion: suite.version,
  };
}
