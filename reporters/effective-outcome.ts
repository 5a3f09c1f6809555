import { isOpen, isUnobservable, isViolated } from '../harness/report/conclusion.ts';
import type { Outcome, Result } from '../harness/report/model.ts';

/** What a result counts as: its outcome, unless a waiver or the baseline excuses it. */
export type EffectiveOutcome = Outcome | 'waived' | 'known';

export function effectiveOutcomeOf(result: Result): EffectiveOutcome {
  if (!isExcused(result)) return result.outcome;
  return result.excuse?.by === 'baseline' ? 'known' : 'waived';
}

/** A report may come from anywhere, and what holds needs no excuse. */
export function isExcused(result: Result): boolean {
  return result.excuse !== undefined && (isViolated(result) || isOpen(result) || isUnobservable(result));
}

/** The order in which a reader wants to know: what is wrong, what is not known, what is well. */
export const OUTCOME_ORDER: readonly EffectiveOutcome[] = [
  'fail',
  'unsteady',
  'warn',
  'inconclusive',
  'unobservable',
  'waived',
  'known',
  'skipped',
  'observed',
  'pass',
];

export const OUTCOME_WORDS: Readonly<Record<EffectiveOutcome, string>> = {
  pass: 'passed',
  fail: 'failed',
  unsteady: 'unsteady',
  warn: 'warning',
  observed: 'observed',
  skipped: 'skipped',
  inconclusive: 'not decided',
  unobservable: 'unobservable',
  waived: 'waived',
  known: 'known',
};

/** For the eye: the word is beside it, or in its description. */
export const OUTCOME_MARKS: Readonly<Record<EffectiveOutcome, string>> = {
  pass: '✓',
  fail: '✗',
  unsteady: '≈',
  warn: '!',
  observed: '·',
  skipped: '–',
  inconclusive: '?',
  unobservable: '∅',
  waived: '○',
  known: '○',
};

/** "failed, passed, failed": how each round of a requirement ended, where they did not all end the same. */
export function roundsInWords({ rounds }: Result): string | undefined {
  return rounds?.map((outcome) => OUTCOME_WORDS[outcome]).join(', ');
}

export function withEffectiveOutcome(results: readonly Result[], effective: EffectiveOutcome): readonly Result[] {
  return results.filter((result) => effectiveOutcomeOf(result) === effective);
}

/** Violated, be it only now and then, and neither excused nor a mere warning. */
export function violationsIn(results: readonly Result[]): readonly Result[] {
  return results.filter((result) => isViolated(result) && !isExcused(result) && !isWarning(result));
}

export function warningsIn(results: readonly Result[]): readonly Result[] {
  return results.filter((result) => isWarning(result) && !isExcused(result));
}

/** With those that were decided in some rounds only. */
export function undecidedIn(results: readonly Result[]): readonly Result[] {
  return results.filter((result) => isOpen(result) && !isExcused(result));
}

function isWarning({ outcome, rounds = [] }: Result): boolean {
  return outcome === 'warn' || (outcome === 'unsteady' && rounds.includes('warn') && !rounds.includes('fail'));
}
