import { causesOf } from './causes.ts';
import { isOpen, isViolated, verdictOf } from './conclusion.ts';
import type { Outcome, Report, Result } from './model.ts';

/** Rounds of the same run as one report. What did not end the same each time is unsteady, and never a pass. */
export function combineRounds(rounds: readonly [Report, ...(readonly Report[])], strict: boolean): Report {
  const [first] = rounds;
  const last = rounds.at(-1) ?? first;
  const judged = rounds.filter(({ results }) => results.length > 0);
  if (rounds.length === 1 || judged.length === 0) return last;
  const results = first.results.map(({ id }) => combined(judged.flatMap((round) => resultIn(round, id))));
  const verdict = verdictOf(results, strict);
  const causes = causesOf(results);
  const sum = (amount: (run: Report['run']) => number) => rounds.reduce((total, { run }) => total + amount(run), 0);
  const { causes: _causes, ...rest } = last;
  return {
    ...rest,
    verdict,
    exitCode: last.diagnosis === undefined || verdict === 'violating' ? exitCodeOf(last, verdict) : last.exitCode,
    run: {
      ...first.run,
      durationMs: sum((run) => run.durationMs),
      requests: sum((run) => run.requests),
      creations: sum((run) => run.creations),
      created: rounds.flatMap(({ run }) => run.created),
    },
    ...(causes.length > 0 && { causes }),
    results,
  };
}

function resultIn(round: Report, id: string): readonly Result[] {
  return round.results.filter((result) => result.id === id);
}

function combined(results: readonly Result[]): Result {
  const [first] = results;
  if (first === undefined) throw new Error('A requirement has no result in any round.');
  const outcomes = results.map(({ outcome }) => outcome);
  const isSteady = outcomes.every((outcome) => outcome === first.outcome);
  if (isSteady) return first;
  if (first.level === 'INFO') return results.find(({ outcome }) => outcome === 'observed') ?? first;
  const telling = results.find(isViolated) ?? results.find(isOpen) ?? first;
  return { ...telling, outcome: 'unsteady', rounds: outcomes, reason: reasonOf(outcomes, telling.reason) };
}

const WORDS: readonly (readonly [outcome: Outcome, word: string])[] = [
  ['fail', 'failed'],
  ['warn', 'failed'],
  ['inconclusive', 'not decided'],
  ['skipped', 'skipped'],
];

/** "Failed 2 of 5." */
function reasonOf(outcomes: readonly Outcome[], why: string | undefined): string {
  const parts = WORDS.flatMap(([outcome, word]) => {
    const number = outcomes.filter((candidate) => candidate === outcome).length;
    return number === 0 ? [] : [`${word} ${number} of ${outcomes.length}`];
  });
  const told = parts.join(', ');
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}.${why ? ` ${why}` : ''}`;
}

function exitCodeOf({ exitCode }: Report, verdict: Report['verdict']): number {
  if (exitCode === 130 || exitCode === 3) return exitCode;
  if (verdict === 'violating') return 1;
  return verdict === 'conforming' ? 0 : 4;
}
