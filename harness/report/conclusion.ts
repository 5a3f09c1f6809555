import type { Result, Verdict } from './model.ts';

export interface Severity {
  /** A failed SHOULD fails the run too. */
  readonly strict: boolean;
  /** So does a MUST that is unobservable on the target, or skipped. */
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

export function isViolated({ outcome }: Result): boolean {
  return outcome === 'fail' || outcome === 'warn';
}

export function isOpen({ outcome }: Result): boolean {
  return outcome === 'inconclusive';
}

export function isUnobservable({ outcome }: Result): boolean {
  return outcome === 'unobservable';
}

/** Whether it fails the run, unless it is excused. */
export function weighs(result: Result, { strict, requireAll = false }: Severity): boolean {
  if (isViolated(result)) return result.level === 'MUST' || (strict && result.level === 'SHOULD');
  const isUndecided = isUnobservable(result) || result.outcome === 'skipped';
  return (isOpen(result) || (requireAll && isUndecided)) && result.level === 'MUST';
}

/** The requirements left undecided because of these, directly or through others. */
export function openBecauseOf(ids: readonly string[], results: readonly Result[]): readonly string[] {
  const open = results.filter(isOpen);
  const reached = new Set(ids);
  let size = -1;
  while (size !== reached.size) {
    size = reached.size;
    for (const { id, why } of open) if (why?.because?.some((known) => reached.has(known))) reached.add(id);
  }
  return [...reached].filter((id) => !ids.includes(id));
}
