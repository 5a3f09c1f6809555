import { Violation } from './verdicts.ts';

/**
 * Waits for all. Where several fail, the first violation in the list is told, and not the one that came first: a target
 * whose answers overtake each other is told the same each time.
 */
export async function allOf(tasks: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(tasks);
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const first = reasons.find((reason) => reason instanceof Violation) ?? reasons[0];
  if (first !== undefined) throw first;
}
