/** Makes what belongs to an object once and keeps it as long as the object. */
export function memoize<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const made = known.get(key);
    if (made !== undefined || known.has(key)) return made as V;
    const value = make(key);
    known.set(key, value);
    return value;
  };
}

/** Makes something when it is first asked for. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
