import { groupBy } from '../harness/basics/group-by.ts';
import type { Result } from '../harness/model/report.ts';
import { isUnselected, requirementsIn } from './effective-outcome.ts';

/** Neighbours with the same key. */
export function spansOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key) {
  const spans: { readonly key: Key; length: number }[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const last = spans.at(-1);
    if (last !== undefined && last.key === key) last.length += 1;
    else spans.push({ key, length: 1 });
  }
  return spans;
}

/** Requirements that were selected, by area. */
export function areasIn(results: readonly Result[]) {
  const selected = requirementsIn(results).filter((result) => !isUnselected(result));
  return [...groupBy(selected, ({ area }) => area)].map(([title, members]) => ({ title, results: members }));
}
