import type { Settings } from '../settings/table.ts';
import type { Result, Verdict } from './model.ts';

/** The settings that decide what fails a run. */
export type Severity = Pick<Settings, 'strict'> & Partial<Pick<Settings, 'requireAll'>>;

/** Excused results do not count. */
export function verdictOf(results: readonly Result[], severity: Severity): Verdict {
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

/** Whether it fails the run, unless it is excused. */
export function weighs(result: Result, { strict, requireAll = false }: Severity): boolean {
  const { level, outcome } = result;
  if (isViolated(result)) return level === 'MUST' || (strict && level === 'SHOULD');
  const isUnchecked = outcome === 'unobservable' || outcome === 'skipped';
  return (outcome === 'inconclusive' || (requireAll && isUnchecked)) && level === 'MUST';
}

/** The requirements that are inconclusive because of these, directly or through others. */
export function openBecauseOf(ids: readonly string[], results: readonly Result[]): readonly string[] {
  const open = results.filter(({ outcome }) => outcome === 'inconclusive');
  const reached = new Set(ids);
  // What is added to the set meanwhile is visited too.
  for (const cause of reached) {
    for (const { id, why } of open) if (why?.because?.includes(cause)) reached.add(id);
  }
  return [...reached].filter((id) => !ids.includes(id));
}
