import { isViolated } from '../report/conclusion.ts';
import type { Report, Result } from '../report/model.ts';

/** What is known from an earlier run about how a requirement was seen to fail. */
export interface Replay {
  /** The requirements whose requests showed it. */
  readonly sentBy: readonly string[];
  /** The smallest generated input that showed it. */
  readonly input?: { readonly path: string; readonly value: string };
  /** Inputs of a table that showed it. */
  readonly cases: readonly string[];
}

/** By the identifier of the requirement. */
export type Replays = ReadonlyMap<string, Replay>;

/** The violations in a report, as a run with another mark in its names would meet them. */
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

/** A report may come from anywhere, and a place that is far away would take forever to walk to. */
const PATH = /^\d{1,4}(:\d{1,3}){0,100}$/;
