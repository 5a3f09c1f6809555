/** Makes what belongs to an object once and keeps it as long as the object: further arguments matter only then. */
export function memoize<K extends object, A extends readonly unknown[], V extends object>(
  make: (key: K, ...more: A) => V,
): (key: K, ...more: A) => V {
  const known = new WeakMap<K, V>();
  return (key, ...more) => {
    const value = known.get(key) ?? make(key, ...more);
    known.set(key, value);
    return value;
  };
}
