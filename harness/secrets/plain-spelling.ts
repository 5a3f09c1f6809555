/** A text without its escapes and spaces, and where each of its characters stood. */
export interface PlainSpelling {
  readonly text: string;
  /** Where the character at an index of `text` starts in the original. */
  readonly starts: readonly number[];
  /** Where it ends there. */
  readonly ends: readonly number[];
}

/** Percent escapes, those of JSON (also twice escaped) and of HTML, and white space. */
const ESCAPE =
  /%([0-9a-f]{2})|\\+u([0-9a-f]{4})|\\+x([0-9a-f]{2})|&#x0*([0-9a-f]{1,4});|&#0*(\d{1,5});|&(amp|lt|gt|quot|apos);|\\+([rnt]|["/\\])|\s+/gi;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The same text however it was escaped and split, so that a secret in it can be found by one search. */
export function plainText(original: string): string {
  return original.replace(ESCAPE, (...match) => characterOf(match));
}

/** The plain text with the places of its characters, for which all of it has to be walked through. */
export function plainSpelling(original: string): PlainSpelling {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let from = 0;
  const keep = (until: number) => {
    parts.push(original.slice(from, until));
    for (; from < until; from += 1) {
      starts.push(from);
      ends.push(from + 1);
    }
  };
  for (const match of original.matchAll(ESCAPE)) {
    keep(match.index);
    from = match.index + match[0].length;
    const character = characterOf(match);
    if (character === '') continue;
    parts.push(character);
    starts.push(match.index);
    ends.push(from);
  }
  keep(original.length);
  return { text: parts.join(''), starts, ends };
}

/** The character that an escape stands for; nothing where that is white space. */
function characterOf(match: readonly (string | undefined)[]): string {
  const [written = '', percent, unicode, byte, hexEntity, entity, named, short] = match;
  const code = percent ?? unicode ?? byte ?? hexEntity;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16)).trim();
  if (entity !== undefined) return String.fromCharCode(Number(entity)).trim();
  if (named !== undefined) return ENTITIES[named.toLowerCase()] ?? written;
  return short !== undefined && !'rnt'.includes(short.toLowerCase()) ? short : '';
}
