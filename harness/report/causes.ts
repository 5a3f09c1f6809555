import { findCauses } from './cause-finders.ts';
import { isOpen } from './conclusion.ts';
import type { Cause, Result } from './model.ts';

/** One defect often breaks several requirements. A cause is reported if it explains at least two of them. */
export function causesOf(results: readonly Result[]): readonly Cause[] {
  let unexplained = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  return findCauses.flatMap((find) => {
    const found = find(unexplained).filter(({ rows }) => rows.length > 1);
    unexplained = unexplained.filter((row) => !found.some(({ rows }) => rows.includes(row)));
    return found.map(({ cause, rows }) => {
      const explains = rows.map(({ id }) => id);
      return { cause, explains, leavesOpen: openBecauseOf(explains, results) };
    });
  });
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
