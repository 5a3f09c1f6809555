/** Cut in the middle if it is too long. It is redacted before: half a key would not be found any more. */
export function cutInTheMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  // Without half of a character.
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, '');
  const leftOut = text.length - start.length - end.length;
  const note = `${leftOut.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters are left out here`;
  return `${start} … [${note}] … ${end}`;
}
