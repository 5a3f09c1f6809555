/** The candidates that a user who typed `word` most likely meant, nearest first. */
export function nearest(word: string, candidates: readonly string[], count = 1): readonly string[] {
  const farthest = Math.max(2, Math.ceil(word.length / 3));
  return (
    candidates
      .map((candidate) => ({ candidate, away: distance(word.toLowerCase(), candidate.toLowerCase()) }))
      // If every letter differs, a short name is no more likely than any other.
      .filter(({ candidate, away }) => away <= farthest && away < Math.max(word.length, candidate.length))
      .sort((a, b) => a.away - b.away)
      .slice(0, count)
      .map(({ candidate }) => candidate)
  );
}

/** "did you mean …?", or else other advice. */
export function guessOf(word: string, candidates: readonly string[], otherwise: string): string {
  const [guess] = nearest(word, candidates);
  return guess ? `did you mean ${guess}?` : otherwise;
}

/** Levenshtein distance, but 1 for a part of the name: people often remember only half of a long one. */
function distance(from: string, to: string): number {
  if (from.length > 2 && to.includes(from)) return 1;
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
