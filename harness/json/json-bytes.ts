/* JSON as bytes, for bodies that are too large to be decoded whole. */

const [QUOTE = 0, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');
const FIRST_PRINTABLE = 0x20;
const ESCAPE = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;

/** Counts what makes a value large in memory: members and elements, not characters. */
export function hasMoreMarks(bytes: Buffer, limit: number): boolean {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) count += 1;
    if (count > limit) return true;
  }
  return false;
}

/**
 * Replaces every string of more bytes than this by what is made of its start and its end, each of about a quarter of
 * these bytes. Strings that are not well-formed are left for the parser to report.
 */
export function shortenStrings(
  bytes: Buffer,
  longest: number,
  shorten: (start: string, end: string) => string,
): Buffer {
  const parts: Buffer[] = [];
  let done = 0;
  let end = 0;
  for (let start = bytes.indexOf(QUOTE); start >= 0; start = bytes.indexOf(QUOTE, end + 1)) {
    end = endOfString(bytes, start);
    if (end === bytes.length) break;
    if (end - start <= longest) continue;
    const ends = endsOf(bytes.subarray(start + 1, end), longest / 4);
    if (ends === undefined) continue;
    parts.push(bytes.subarray(done, start), Buffer.from(JSON.stringify(shorten(...ends))));
    done = end + 1;
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(done)]);
}

/** Undefined if the string is not well-formed. */
function endsOf(content: Buffer, size: number): [start: string, end: string] | undefined {
  let [startEnd, endStart] = [0, 0];
  for (let at = 0; at < content.length; ) {
    if (at <= size) startEnd = at;
    if (at <= content.length - size) endStart = at;
    const length = lengthAt(content, at);
    if (length === undefined) return undefined;
    at += length;
  }
  const decoded = (from: number, to: number) => JSON.parse(`"${content.toString('utf8', from, to)}"`);
  return [decoded(0, startEnd), decoded(endStart, content.length)];
}

/** Of the escape or the byte at this place; undefined for what JSON does not allow. */
function lengthAt(content: Buffer, at: number): number | undefined {
  const byte = content[at] ?? 0;
  if (byte !== BACKSLASH) return byte < FIRST_PRINTABLE ? undefined : 1;
  return ESCAPE.exec(content.toString('latin1', at, at + 6))?.[0].length;
}

function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    const isEscaped = (end - before) % 2 === 0;
    if (!isEscaped) return end;
  }
  return bytes.length;
}
