import type { Report, Result, Verdict } from './model.ts';

export interface Severity {
  /** A failed SHOULD fails the run too. */
  readonly strict: boolean;
  /** So does a MUST that is unobservable on the target. */
  readonly requireAll?: boolean;
}

/** Excused results do not count. */
export function verdictOf(results: readonly Result[], severity: Severity): Verdict {
  const failing = results.filter((result) => result.excuse === undefined && weighs(result, severity));
  if (failing.some(isViolated)) return 'violating';
  if (failing.length > 0) return 'incomplete';
  // If every requirement was skipped, nothing is known.
  const isDecided = (result: Result) => ['pass', 'observed'].includes(result.outcome) || isViolated(result);
  return results.some(isDecided) ? 'conforming' : 'incomplete';
}

/** A run that did not finish may have missed a violation, and cannot pass. */
export function verdictOfRun(verdict: Verdict, { diagnosis }: Pick<Report, 'diagnosis'>): Verdict {
  return diagnosis !== undefined && verdict === 'conforming' ? 'incomplete' : verdict;
}

export function isViolated({ outcome, rounds = [] }: Result): boolean {
  return outcome === 'fail' || outcome === 'warn' || rounds.includes('fail') || rounds.includes('warn');
}

export function isOpen(result: Result): boolean {
  return result.outcome === 'inconclusive' || (result.outcome === 'unsteady' && !isViolated(result));
}

export function isUnobservable({ outcome }: Result): boolean {
  return outcome === 'unobservable';
}

/** Whether it fails the run, unless it is excused. */
export function weighs(result: Result, { strict, requireAll = false }: Severity): boolean {
  if (isViolated(result)) return result.level === 'MUST' || (strict && result.level === 'SHOULD');
  return (isOpen(result) || (requireAll && isUnobservable(result))) && result.level === 'MUST';
}
