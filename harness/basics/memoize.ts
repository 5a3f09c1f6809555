/** Makes what belongs to an object once and keeps it as long as the object. */
export function memoize<K extends object, V extends object>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const made = known.get(key);
    if (made !== undefined) return made;
    const value = make(key);
    known.set(key, value);
    return value;
  };
}
