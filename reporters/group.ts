import type { Result } from '../harness/report/model.ts';
import type { RenderOptions } from './index.ts';

/** In the order in which the keys first occur. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Neighbours with the same key. */
export interface Span<Key> {
  readonly key: Key;
  readonly length: number;
}

export function spansOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): readonly Span<Key>[] {
  const spans: { readonly key: Key; length: number }[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const last = spans.at(-1);
    if (last !== undefined && last.key === key) last.length += 1;
    else spans.push({ key, length: 1 });
  }
  return spans;
}

export interface ResultGroup {
  readonly title: string;
  readonly results: readonly Result[];
}

/** Requirements that can fail, by area or by section. A result is in every section that it follows from. */
export function resultGroupsOf(
  results: readonly Result[],
  options: Pick<RenderOptions, 'groupBy' | 'specification'>,
): readonly ResultGroup[] {
  const decidable = results.filter(({ outcome }) => outcome !== 'observed');
  if (options.groupBy !== 'section' || options.specification === undefined) {
    return [...groupBy(decidable, ({ area }) => area)].map(([title, members]) => ({ title, results: members }));
  }
  return options.specification
    .map(({ title, requires }) => ({ title, results: decidable.filter(({ id }) => requires.includes(id)) }))
    .filter((group) => group.results.length > 0);
}
