import { groupBy } from '../harness/basics/group-by.ts';
import type { Result } from '../harness/model/report.ts';
import { isUnselected, requirementsIn } from './effective-outcome.ts';
import type { RenderOptions } from './options.ts';

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

/** Requirements that were selected, by area or by section. A result is in every section that it follows from. */
export function resultGroupsOf(
  results: readonly Result[],
  { groupBy: grouping, specification }: Pick<RenderOptions, 'groupBy' | 'specification'>,
) {
  const decidable = requirementsIn(results).filter((result) => !isUnselected(result));
  const groups =
    grouping === 'section' && specification
      ? specification.map(
          ({ title, requires }) => [title, decidable.filter(({ id }) => requires.includes(id))] as const,
        )
      : [...groupBy(decidable, ({ area }) => area)];
  return groups.flatMap(([title, members]) => (members.length === 0 ? [] : [{ title, results: members }]));
}
