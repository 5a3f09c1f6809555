import type { Result, RunVerdict } from '../model/report.ts';
import type { Settings } from '../settings/table.ts';

/** The settings that decide what fails a run. */
export type Severity = Pick<Settings, 'strict'> & Partial<Pick<Settings, 'requireAll'>>;

/** What is waived or known from the baseline does not count. */
export function verdictOf(results: readonly Result[], severity: Severity): RunVerdict {
  const failing = results.filter((result) => result.excuse === undefined && weighs(result, severity));
  if (failing.some(isViolated)) return 'violating';
  if (failing.length > 0) return 'incomplete';
  // If every requirement was skipped, nothing is known.
  const isDecided = (result: Result) => ['pass', 'observed'].includes(result.outcome) || isViolated(result);
  return results.some(isDecided) ? 'conforming' : 'incomplete';
}

export function isViolated({ outcome }: Pick<Result, 'outcome'>): boolean {
  return outcome === 'fail' || outcome === 'warn';
}

/** Whether it fails the run, unless it is waived or known. */
export function weighs(result: Result, { strict, requireAll = false }: Severity): boolean {
  const { level, outcome } = result;
  if (isViolated(result)) return level === 'MUST' || (strict && level === 'SHOULD');
  const isUnchecked = outcome === 'unobservable' || outcome === 'skipped';
  return (outcome === 'inconclusive' || (requireAll && isUnchecked)) && level === 'MUST';
}
