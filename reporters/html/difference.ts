import { splitsPair } from '../../harness/json/json-text.ts';

export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

type Difference = Readonly<Record<'expected' | 'actual', readonly Piece[]>>;

const WORDS = /[\p{L}\p{N}_.-]+|\s+|./gsu;
const MOST_COMPARISONS = 250_000;
/** Of the longer text. */
const LEAST_SHARED = 0.25;

export function differenceOf(expected: string, actual: string): Difference {
  const left = expected.match(WORDS) ?? [];
  const right = actual.match(WORDS) ?? [];
  const shared = left.length * right.length <= MOST_COMPARISONS ? commonWords(left, right) : [];
  const difference = aligned(left, right, shared);
  // Any two sentences share a blank or a word. If they share no more, marks only disturb the reader.
  const same = difference.actual.reduce((sum, piece) => sum + (piece.differs ? 0 : piece.text.length), 0);
  if (same >= LEAST_SHARED * Math.max(expected.length, actual.length)) return difference;
  return { expected: piecesOf([[expected, false]]), actual: piecesOf([[actual, false]]) };
}

type Pair = readonly [left: number, right: number];
type Draft = readonly [text: string, differs: boolean];

/** The longest common subsequence, as pairs of places. */
function commonWords(left: readonly string[], right: readonly string[]): readonly Pair[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (row === undefined) continue;
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

function aligned(left: readonly string[], right: readonly string[], shared: readonly Pair[]): Difference {
  const expected: Draft[] = [];
  const actual: Draft[] = [];
  let [i, j] = [0, 0];
  for (const [nextLeft, nextRight] of [...shared, [left.length, right.length] as const]) {
    const [before, after] = [left.slice(i, nextLeft).join(''), right.slice(j, nextRight).join('')];
    const [start, end] = commonEnds(before, after);
    expected.push(...markedBetween(before, start, end), [left[nextLeft] ?? '', false]);
    actual.push(...markedBetween(after, start, end), [right[nextRight] ?? '', false]);
    [i, j] = [nextLeft + 1, nextRight + 1];
  }
  return { expected: piecesOf(expected), actual: piecesOf(actual) };
}

/** In two long numbers it is the one digit that matters. */
function markedBetween(text: string, start: number, end: number): readonly Draft[] {
  const until = Math.max(start, text.length - end);
  return [
    [text.slice(0, start), false],
    [text.slice(start, until), true],
    [text.slice(until), false],
  ];
}

/** Only of similar texts: others have a digit or a letter in common by chance. */
function commonEnds(one: string, other: string): readonly [start: number, end: number] {
  const [start, end] = [commonStart(one, other), commonEnd(one, other)];
  return (start + end) * 2 > Math.max(one.length, other.length) ? [start, end] : [0, 0];
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return splitsPair(one, length) ? length - 1 : length;
}

function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length) - commonStart(one, other);
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return splitsPair(one, one.length - length) ? length - 1 : length;
}

function piecesOf(drafts: readonly Draft[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const [text, differs] of drafts.filter(([text]) => text !== '')) {
    const last = pieces.at(-1);
    if (last?.differs === differs) pieces[pieces.length - 1] = { text: last.text + text, differs };
    else pieces.push({ text, differs });
  }
  return pieces;
}
