import type { Drift, Level, Outcome, Report, Verdict } from '../../harness/report/model.ts';
import { type Subset, subsetOf } from '../subset.ts';

/** A report and the name that its reader knows it by. */
export interface Entrant {
  readonly label: string;
  readonly report: Report;
}

/** An entrant without its results. */
export interface Party {
  readonly label: string;
  readonly baseUrl: string;
  readonly verdict: Verdict;
  /** Absent where the verdict rests on every requirement. */
  readonly subset?: Subset;
  readonly startedAt: string;
  readonly suiteVersion: string;
}

/** An outcome that one of the reports lacks is absent. */
export interface Change {
  readonly id: string;
  readonly level: Level;
  readonly statement: string;
  readonly before?: Outcome;
  readonly after?: Outcome;
  /** What was found the second time: the violation, or why nothing was decided. */
  readonly finding?: string;
}

/** What changed from one report to another. */
export interface Comparison {
  readonly kind: 'comparison';
  readonly before: Party;
  readonly after: Party;
  readonly regressed: readonly Change[];
  /** Regressed, and waived. */
  readonly waived: readonly Change[];
  readonly mended: readonly Change[];
  readonly newlyJudged: readonly Change[];
  readonly noLongerJudged: readonly Change[];
  readonly stillViolated: readonly Change[];
  readonly drifted: readonly Drift[];
}

export interface Score extends Party {
  /** Requirements that hold, and those that were decided, by level. */
  readonly must: { readonly held: number; readonly decided: number };
  readonly should: { readonly held: number; readonly decided: number };
}

/** Several implementations side by side. */
export interface Scoreboard {
  readonly kind: 'scoreboard';
  readonly scores: readonly Score[];
  readonly rows: readonly {
    readonly id: string;
    readonly level: Level;
    readonly area: string;
    readonly statement: string;
    /** In the order of the scores; null where a report lacks the requirement. */
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
