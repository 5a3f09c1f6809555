/** More characters than the secrets take up that may be in the part that is shown. */
const MARGIN = 50_000;
/** In characters: where a part was cut, so many may belong to a secret that is not whole any more. */
const RAGGED = 20_000;

/** Redacted, then cut in the middle: half a key would not be found any more. Of a huge text only the ends are searched. */
export function cutInTheMiddle(text: string, longest: number, redact = (part: string) => part): string {
  const half = Math.floor(longest / 2);
  if (text.length > longest + 2 * MARGIN) {
    const [start, end] = [redact(text.slice(0, half + MARGIN)), redact(text.slice(-half - MARGIN))];
    // Unless it has shrunk so much that the place of the cut would be shown.
    if (Math.min(start.length, end.length) >= half + RAGGED) return endsOf(start, end, half, text.length);
  }
  const whole = redact(text);
  return whole.length <= longest ? whole : endsOf(whole, whole, half, whole.length);
}

function endsOf(first: string, last: string, half: number, length: number): string {
  // Without half of a character.
  const start = first.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  const end = last.slice(-half).replace(/^[\udc00-\udfff]/, '');
  const leftOut = length - start.length - end.length;
  const note = `${leftOut.toLocaleString('en')} of ${length.toLocaleString('en')} characters are left out here`;
  return `${start} … [${note}] … ${end}`;
}
