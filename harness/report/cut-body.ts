import { splitsPair } from '../json/json-text.ts';

/** In characters: far more than is shown of a sentence that quotes a body. */
const LONGEST_KEPT = 16 * 1024;
const KEPT_ENDS = 4 * 1024;
const BYTES_PER_CHARACTER = 4;
/** A text of more bytes is never kept whole. */
export const LONGEST_KEPT_BYTES = LONGEST_KEPT * BYTES_PER_CHARACTER;

/** The text, or the two ends of a very long one. */
export function keptText(text: string): string {
  return text.length <= LONGEST_KEPT ? text : endsOf(text, text);
}

/** The same for the bytes of a very long text, without decoding all of them. */
export function keptBytes(bytes: Buffer): string {
  const length = KEPT_ENDS * BYTES_PER_CHARACTER;
  return endsOf(bytes.toString('utf8', 0, length), bytes.toString('utf8', bytes.length - length));
}

/** A copy, since a slice keeps the whole text in memory. */
function endsOf(start: string, end: string): string {
  return Buffer.from(`${start.slice(0, KEPT_ENDS)} … ${end.slice(-KEPT_ENDS)}`).toString();
}

/** Only for redacted texts: half a key would not be found any more. */
export function cutInTheMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = longest / 2;
  const start = text.slice(0, splitsPair(text, half) ? half - 1 : half);
  const end = text.slice(splitsPair(text, text.length - half) ? 1 - half : -half);
  const leftOut = text.length - start.length - end.length;
  const note = `${leftOut.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters are left out here`;
  return `${start} … [${note}] … ${end}`;
}
