import { spansOf } from './group.ts';

/** A text in parts, some of which differ from another text. */
export type Marked = readonly { readonly text: string; readonly differs: boolean }[];

/** Any two sentences share some words. If they share less than this part, marks only disturb the reader. */
const LEAST_SHARED = 0.25;
/** Beyond so many tokens the comparison takes too long, and marks help nobody. */
const MAX_TOKENS = 500;

/** A word or a number with its sign and fraction, a run of blanks, or a single other character. */
const TOKEN = /-?[\p{L}\p{M}\p{N}_]+(?:[.\-'][\p{L}\p{M}\p{N}_]+)*|\s+|[^\s]/gu;

/** Where two texts differ, by whole tokens: `401` against `404`. */
export function differenceOf(one: string, other: string): readonly [Marked, Marked] {
  const [left, right] = [one.match(TOKEN) ?? [], other.match(TOKEN) ?? []];
  const plain = (text: string): Marked => (text === '' ? [] : [{ text, differs: false }]);
  if (left.length > MAX_TOKENS || right.length > MAX_TOKENS) return [plain(one), plain(other)];
  const pairs = sharedTokens(left, right);
  const shared = pairs.reduce((sum, [at]) => sum + (left[at]?.length ?? 0), 0);
  if (shared < LEAST_SHARED * Math.max(one.length, other.length)) return [plain(one), plain(other)];
  return [marked(left, new Set(pairs.map(([at]) => at))), marked(right, new Set(pairs.map(([, at]) => at)))];
}

/** The longest common subsequence, as pairs of positions. */
function sharedTokens(left: readonly string[], right: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = left.map(() => new Uint16Array(right.length + 1));
  lengths.push(new Uint16Array(right.length + 1));
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const longest =
        left[i] === right[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
      lengths[i]?.fill(longest, j, j + 1);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Neighbours of a kind in one part; a blank goes with the tokens on both sides, unless it is itself the difference. */
function marked(tokens: readonly string[], shared: ReadonlySet<number>): Marked {
  const isBlank = (at: number) => tokens[at]?.trim() === '';
  const differs = tokens.map((_, at) => {
    if (!isBlank(at)) return !shared.has(at);
    const isOther = (place: number) => tokens[place] !== undefined && !shared.has(place);
    const [isAfter, isBefore] = [isOther(at - 1), isOther(at + 1)];
    return isAfter === isBefore && (isAfter || !shared.has(at));
  });
  return spansOf(differs, (one) => one).reduce<{ parts: Marked; end: number }>(
    ({ parts, end }, { key, length }) => ({
      parts: [...parts, { text: tokens.slice(end, end + length).join(''), differs: key }],
      end: end + length,
    }),
    { parts: [], end: 0 },
  ).parts;
}
