/** A text in parts, some of which differ from another text. */
export type Marked = readonly { readonly text: string; readonly differs: boolean }[];

/** Any two sentences share some words. If they share less than this part, marks only disturb the reader. */
const LEAST_SHARED = 0.25;

/** A word or a number with its sign and fraction, a run of blanks, or a single other character. */
const TOKEN = /-?[\p{L}\p{M}\p{N}_]+(?:[.\-'][\p{L}\p{M}\p{N}_]+)*|\s+|[^\s]/gu;

/** Where two texts differ, by whole tokens: what is between their common start and their common end. */
export function differenceOf(one: string, other: string): readonly [Marked, Marked] {
  const [left, right] = [one.match(TOKEN) ?? [], other.match(TOKEN) ?? []];
  const start = sharedStart(left, right);
  const end = sharedStart(left.slice(start).reverse(), right.slice(start).reverse());
  const shared = [...left.slice(0, start), ...left.slice(left.length - end)].join('').length;
  if (shared < LEAST_SHARED * Math.max(one.length, other.length)) return [[plain(one)], [plain(other)]];
  return [marked(left, start, end), marked(right, start, end)];
}

/** The number of tokens at the start that are the same. */
function sharedStart(left: readonly string[], right: readonly string[]): number {
  const first = left.findIndex((token, at) => token !== right[at]);
  return first < 0 ? left.length : first;
}

function marked(tokens: readonly string[], start: number, end: number): Marked {
  const until = tokens.length - end;
  const middle = { text: tokens.slice(start, until).join(''), differs: true };
  const parts = [plain(tokens.slice(0, start).join('')), middle, plain(tokens.slice(until).join(''))];
  return parts.filter(({ text }) => text !== '');
}

function plain(text: string): Marked[number] {
  return { text, differs: false };
}
