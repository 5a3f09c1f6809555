import { isViolated } from '../report/conclusion.ts';
import type { Report, Result } from '../report/model.ts';

/** How a requirement failed in an earlier run. */
export interface Replay {
  /** The requirements that sent the failing requests. */
  readonly sentBy: readonly string[];
  /** The smallest failing generated input. */
  readonly input?: { readonly path: string; readonly value: string };
  /** The failing inputs of a table. */
  readonly cases: readonly string[];
}

export type Replays = ReadonlyMap<string, Replay>;

/** The violations in a report, with the run id in their inputs replaced. */
export function replaysOf(report: Report, runId: string): Replays {
  return new Map(
    report.results.filter(isViolated).map((result) => [result.id, replayOf(result, report.run.id, runId)]),
  );
}

function replayOf({ exchanges = [], counterexample, cases }: Result, before: string, now: string): Replay {
  const known = {
    sentBy: exchanges.map(({ requirement }) => requirement),
    cases: cases?.listed.map(({ input }) => input) ?? [],
  };
  if (counterexample === undefined || !PATH.test(counterexample.path)) return known;
  const { path, value } = counterexample;
  return { ...known, input: { path, value: before === '' ? value : value.replaceAll(before, now) } };
}

/** A report may come from anywhere, and a long path would take forever to walk. */
const PATH = /^\d{1,4}(:\d{1,3}){0,100}$/;
