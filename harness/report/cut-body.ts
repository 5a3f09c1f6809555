import { splitsPair } from '../json/json-text.ts';

/** In characters: far more than is shown of a sentence that quotes a body. */
const LONGEST_KEPT = 16 * 1024;
const KEPT_ENDS = 4 * 1024;
/** An escape in JSON, such as \u00e9. */
const MOST_BYTES_PER_CHARACTER = 6;
/** A JSON string of more bytes is never kept whole. */
export const LONGEST_KEPT_BYTES = LONGEST_KEPT * MOST_BYTES_PER_CHARACTER;

/** The text, or the two ends of a very long one. */
export function keptText(text: string): string {
  return text.length <= LONGEST_KEPT ? text : keptEnds(text, text);
}

/** A copy, since a slice keeps the whole text in memory. */
export function keptEnds(start: string, end: string): string {
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
