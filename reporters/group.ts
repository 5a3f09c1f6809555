/** The items by key, in the order in which each key is first met. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Neighbours with the same key, counted together. */
export function spansOf<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): readonly { readonly key: Key; readonly length: number }[] {
  const spans: { readonly key: Key; length: number }[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const last = spans.at(-1);
    if (last !== undefined && last.key === key) last.length += 1;
    else spans.push({ key, length: 1 });
  }
  return spans;
}
