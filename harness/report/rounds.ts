import { causesOf } from './causes.ts';
import { observationsOf } from './compose.ts';
import { isOpen, isUnobservable, isViolated, type Severity, verdictOf, verdictOfRun } from './conclusion.ts';
import type { Outcome, Report, Result } from './model.ts';
import { mergeOccupancies } from './occupancy.ts';

/** Rounds of the same run as one report. A requirement whose outcome varies is unsteady, and never a pass. */
export function combineRounds(rounds: readonly [Report, ...(readonly Report[])], severity: Severity): Report {
  const [first] = rounds;
  const last = rounds.at(-1) ?? first;
  if (rounds.length === 1) return last;
  const results = first.results.map(({ id }) => {
    // A round that was cut short did not get to some requirements, which does not make them unsteady.
    const isSeen = (result: Result, { diagnosis }: Report) =>
      result.id === id && !(diagnosis !== undefined && isOpen(result));
    return combined(rounds.flatMap((round) => round.results.filter((result) => isSeen(result, round))));
  });
  const verdict = verdictOfRun(verdictOf(results, severity), last);
  const causes = causesOf(results);
  const sum = (amount: (run: Report['run']) => number) => rounds.reduce((total, { run }) => total + amount(run), 0);
  const population = mergeOccupancies(rounds.map(({ run }) => run.population));
  const { causes: _causes, ...rest } = last;
  return {
    ...rest,
    verdict,
    exitCode: exitCodeOf(last, verdict),
    run: {
      ...first.run,
      durationMs: sum((run) => run.durationMs),
      requests: sum((run) => run.requests),
      creations: sum((run) => run.creations),
      ...(population && { population }),
      created: rounds.flatMap(({ run }) => run.created),
    },
    ...(causes.length > 0 && { causes }),
    results,
    observations: observationsOf(results),
  };
}

function combined(rounds: readonly Result[]): Result {
  const seen = rounds.filter((result) => !isUnobservable(result));
  // Rounds fill a target: a later one may no longer see what an earlier one decided.
  const results = seen.length > 0 ? seen : rounds;
  const [first] = results;
  if (first === undefined) throw new Error('A requirement has no result in any round.');
  const outcomes = results.map(({ outcome }) => outcome);
  const isSteady = outcomes.every((outcome) => outcome === first.outcome);
  if (isSteady) return withEveryFingerprint(first, results);
  if (first.level === 'INFO') return results.find(({ outcome }) => outcome === 'observed') ?? first;
  const worst = results.find(isViolated) ?? results.find(isOpen) ?? first;
  const reason = reasonOf(outcomes, worst.reason);
  return withEveryFingerprint({ ...worst, outcome: 'unsteady', rounds: outcomes, reason }, results);
}

/** A waiver of one violation does not cover another one of another round. */
function withEveryFingerprint(result: Result, results: readonly Result[]): Result {
  const fingerprints = [...new Set(results.flatMap(({ fingerprint }) => fingerprint ?? []))].sort();
  return fingerprints.length > 1 ? { ...result, fingerprint: fingerprints.join('+') } : result;
}

const WORDS = { fail: 'failed', warn: 'failed', inconclusive: 'not decided', skipped: 'skipped' };

/** "Failed 2 of 5." */
function reasonOf(outcomes: readonly Outcome[], why: string | undefined): string {
  const parts = Object.entries(WORDS).flatMap(([outcome, word]) => {
    const number = outcomes.filter((candidate) => candidate === outcome).length;
    return number === 0 ? [] : [`${word} ${number} of ${outcomes.length}`];
  });
  const counts = parts.join(', ');
  return `${counts.charAt(0).toUpperCase()}${counts.slice(1)}.${why ? ` ${why}` : ''}`;
}

function exitCodeOf({ exitCode, diagnosis }: Report, verdict: Report['verdict']): number {
  if (exitCode === 130 || exitCode === 3) return exitCode;
  if (verdict === 'violating') return 1;
  if (diagnosis !== undefined) return exitCode;
  return verdict === 'conforming' ? 0 : 4;
}
