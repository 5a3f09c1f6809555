import type { Report, Result, Verdict } from './model.ts';

/** What fails a run besides a violated MUST and one that is not decided. */
export interface Severity {
  /** A violated SHOULD does too. */
  readonly strict: boolean;
  /** So does a MUST that is unobservable on the target. */
  readonly requireAll?: boolean;
}

/** What the results say of the target as a whole; what is excused does not count. */
export function verdictOf(results: readonly Result[], severity: Severity): Verdict {
  const failing = results.filter((result) => result.excuse === undefined && weighs(result, severity));
  if (failing.some(isViolated)) return 'violating';
  if (failing.length > 0) return 'incomplete';
  // Where every requirement was left out, nothing is known: that is no pass either.
  return results.some(isDecided) ? 'conforming' : 'incomplete';
}

/** What did not come to its end may have missed a violation, and cannot pass. */
export function verdictOfRun(verdict: Verdict, { diagnosis }: Pick<Report, 'diagnosis'>): Verdict {
  return diagnosis !== undefined && verdict === 'conforming' ? 'incomplete' : verdict;
}

/** Seen to be violated, be it only now and then. */
export function isViolated({ outcome, rounds = [] }: Result): boolean {
  return outcome === 'fail' || outcome === 'warn' || rounds.includes('fail') || rounds.includes('warn');
}

/** Neither held nor violated, as far as was seen. */
export function isOpen(result: Result): boolean {
  return result.outcome === 'inconclusive' || (result.outcome === 'unsteady' && !isViolated(result));
}

/** Nobody can decide it on this target. */
export function isUnobservable({ outcome }: Result): boolean {
  return outcome === 'unobservable';
}

/** Whether the run does not pass because of it, unless it is excused. */
export function weighs(result: Result, { strict, requireAll = false }: Severity): boolean {
  if (isViolated(result)) return result.level === 'MUST' || (strict && result.level === 'SHOULD');
  return (isOpen(result) || (requireAll && isUnobservable(result))) && result.level === 'MUST';
}

function isDecided(result: Result): boolean {
  return ['pass', 'observed'].includes(result.outcome) || isViolated(result);
}
