import { groupBy } from '../harness/basics/group-by.ts';
import type { Report } from '../harness/model/report.ts';
import {
  countsInWords,
  type EffectiveOutcome,
  effectiveOutcomeOf,
  requirementsIn,
  verdictOutcome,
} from './effective-outcome.ts';

/** What the runs of one or several servers show together. */
export interface History {
  readonly servers: readonly ServerHistory[];
  /** Why, a sentence for each file. */
  readonly leftOut: readonly string[];
}

export interface ServerHistory {
  readonly baseUrl: string;
  /** In the order of time. */
  readonly runs: readonly RunSummary[];
  readonly latest: RunSummary;
}

/** A report without what only matters for its own run, so that a thousand of them fit into memory. */
export interface RunSummary {
  readonly label: string;
  readonly baseUrl: string;
  readonly startedAt: string;
  readonly verdict: Report['verdict'];
  /** Of the run as a whole. */
  readonly effective: EffectiveOutcome;
  /** "70 passed, 2 failed" */
  readonly counts: string;
  /** By requirement. */
  readonly outcomes: ReadonlyMap<string, EffectiveOutcome>;
}

/** Takes one report at a time, in any order. */
export class HistoryBuilder {
  readonly #runs: RunSummary[] = [];
  readonly #labels = new Map<string, string>();
  readonly #leftOut: string[] = [];

  /** With the name that its reader knows it by. */
  add(label: string, report: Report): void {
    const run = JSON.stringify([report.run.id, report.run.startedAt, report.target.baseUrl]);
    const twin = this.#labels.get(run);
    if (twin !== undefined) {
      this.leaveOut(`${label} is the same run as ${twin}.`);
      return;
    }
    this.#labels.set(run, label);
    this.#runs.push(summaryOf(label, report));
  }

  leaveOut(why: string): void {
    this.#leftOut.push(why);
  }

  get isEmpty(): boolean {
    return this.#runs.length === 0;
  }

  build(): History {
    const timeOf = ({ startedAt }: RunSummary) => Date.parse(startedAt) || 0;
    const inTime = this.#runs.toSorted((one, other) => timeOf(one) - timeOf(other));
    const servers = [...groupBy(inTime, ({ baseUrl }) => baseUrl)].map(([baseUrl, runs]) => {
      return { baseUrl, runs, latest: runs.at(-1) ?? runs[0] };
    });
    return { servers, leftOut: this.#leftOut };
  }
}

function summaryOf(label: string, report: Report): RunSummary {
  const { target, run, verdict, results } = report;
  return {
    label,
    baseUrl: target.baseUrl,
    startedAt: run.startedAt,
    verdict,
    effective: verdictOutcome(report),
    counts: countsInWords(results),
    outcomes: new Map(requirementsIn(results).map((result) => [result.id, effectiveOutcomeOf(result)])),
  };
}
