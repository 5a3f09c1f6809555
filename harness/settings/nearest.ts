/** The candidates that a user who typed `word` most likely meant, nearest first. */
export function nearest(word: string, candidates: readonly string[], count = 1): readonly string[] {
  const farthest = Math.max(2, Math.ceil(word.length / 3));
  return (
    candidates
      .map((candidate) => ({ candidate, distance: distanceBetween(word.toLowerCase(), candidate.toLowerCase()) }))
      // If every letter differs, a short name is no more likely than any other.
      .filter(({ candidate, distance }) => distance <= farthest && distance < Math.max(word.length, candidate.length))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, count)
      .map(({ candidate }) => candidate)
  );
}

function distanceBetween(word: string, candidate: string): number {
  // People often remember only half of a long name.
  return word.length > 2 && candidate.includes(word) ? 1 : editDistance(word, candidate);
}

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, fromChar] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, toChar] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (fromChar === toChar ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
