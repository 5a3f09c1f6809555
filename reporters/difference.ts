/** A text in three parts, of which the middle one differs from another text. */
export type Marked = readonly [same: string, differs: string, same: string];

/** Any two sentences share some characters. If they share less than this part, marks only disturb the reader. */
const LEAST_SHARED = 0.25;

/** Where two texts differ: from the first difference to the last one. */
export function differenceOf(one: string, other: string): readonly [Marked, Marked] {
  const [left, right] = [[...one], [...other]];
  const [shorter, longer] = [Math.min(left.length, right.length), Math.max(left.length, right.length)];
  let [start, end] = [0, 0];
  while (start < shorter && left[start] === right[start]) start += 1;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const isMarked = start + end >= LEAST_SHARED * longer;
  const marked = (text: readonly string[]): Marked => {
    const [from, to] = isMarked ? [start, text.length - end] : [text.length, text.length];
    return [text.slice(0, from).join(''), text.slice(from, to).join(''), text.slice(to).join('')];
  };
  return [marked(left), marked(right)];
}
