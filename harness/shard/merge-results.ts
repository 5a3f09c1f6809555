import { isUnobservable, isViolated } from '../report/conclusion.ts';
import type { Result } from '../report/model.ts';
import { isSuiteBug } from '../report/result.ts';

/** One result for each requirement from those of several parts: the worst that was decided, of the first part that did. */
export function mergeResults(parts: readonly (readonly Result[])[]): readonly Result[] {
  const merged = new Map<string, Result>();
  for (const result of parts.flat()) {
    const other = merged.get(result.id);
    if (other === undefined || weightOf(result) > weightOf(other)) merged.set(result.id, result);
  }
  return [...merged.values()];
}

function weightOf(result: Result): number {
  if (isViolated(result)) return 5;
  // What went wrong in the suite must not hide behind another part that fared better.
  if (isSuiteBug(result)) return 4;
  if (result.outcome === 'skipped') return 0;
  if (isUnobservable(result)) return 1;
  return result.outcome === 'inconclusive' ? 2 : 3;
}
