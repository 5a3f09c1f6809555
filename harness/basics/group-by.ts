/** Every item in the group of each of its keys, in the order in which the keys first occur. */
export function groupByEach<Item, Key>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly Key[],
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}

export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
  return groupByEach(items, (item) => [keyOf(item)]);
}
