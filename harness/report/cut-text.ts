/** More characters than the secrets take up that may be in the part that is shown. */
const MARGIN = 50_000;

/** Redacted, then cut in the middle: half a key would not be found any more. Of a huge text only the ends are searched. */
export function cutInTheMiddle(text: string, longest: number, redact = (part: string) => part): string {
  const half = Math.floor(longest / 2);
  const isHuge = text.length > longest + 2 * MARGIN;
  const whole = isHuge ? text : redact(text);
  if (whole.length <= longest) return whole;
  // Without half of a character.
  const start = (isHuge ? redact(text.slice(0, half + MARGIN)) : whole).slice(0, half).replace(/[\ud800-\udbff]$/, '');
  const end = (isHuge ? redact(text.slice(-half - MARGIN)) : whole).slice(-half).replace(/^[\udc00-\udfff]/, '');
  const leftOut = whole.length - start.length - end.length;
  const note = `${leftOut.toLocaleString('en')} of ${whole.length.toLocaleString('en')} characters are left out here`;
  return `${start} … [${note}] … ${end}`;
}
