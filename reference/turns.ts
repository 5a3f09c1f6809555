/** True at every nth call. */
export function everyNth(nth: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % nth === 0;
  };
}

/** True at the first of every so many calls: also where there is only one call. */
export function firstOfEvery(many: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % many === 1;
  };
}
