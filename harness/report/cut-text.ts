import { splitsPair } from '../json/json-text.ts';

/** Only for redacted texts: half a key would not be found any more. */
export function cutInTheMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const { start, end } = endsOf(text, longest);
  const leftOut = text.length - start.length - end.length;
  const note = `${leftOut.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters are left out here`;
  return `${start} … [${note}] … ${end}`;
}

/** What is left of a text that is too long: no half of a character. */
export function endsOf(text: string, longest: number): { readonly start: string; readonly end: string } {
  const half = Math.floor(longest / 2);
  const start = text.slice(0, splitsPair(text, half) ? half - 1 : half);
  return { start, end: text.slice(splitsPair(text, text.length - half) ? 1 - half : -half) };
}
