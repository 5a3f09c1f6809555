/** Every item in the group of each of its keys. */
export function groupByEach<T, K>(items: readonly T[], keys: (item: T) => readonly K[]): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    for (const key of keys(item)) {
      const group = groups.get(key) ?? [];
      group.push(item);
      groups.set(key, group);
    }
  }
  return groups;
}

export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  return groupByEach(items, (item) => [keyOf(item)]);
}
