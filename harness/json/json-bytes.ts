/* JSON as bytes, for bodies that are too large to be decoded whole. */

const [QUOTE = 0, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');
const FIRST_PRINTABLE = 0x20;

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

/** Replaces every string of more bytes than this, unless it has escapes or is not well-formed. */
export function replaceLongStrings(bytes: Buffer, longest: number, replace: (content: Buffer) => string): Buffer {
  const parts: Buffer[] = [];
  let done = 0;
  let end = 0;
  for (let start = bytes.indexOf(QUOTE); start >= 0; start = bytes.indexOf(QUOTE, end + 1)) {
    end = endOfString(bytes, start);
    if (end === bytes.length) break;
    if (end - start <= longest) continue;
    const content = bytes.subarray(start + 1, end);
    if (!isPlain(content)) continue;
    parts.push(bytes.subarray(done, start), Buffer.from(JSON.stringify(replace(content))));
    done = end + 1;
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(done)]);
}

function isPlain(content: Buffer): boolean {
  for (const byte of content) if (byte < FIRST_PRINTABLE || byte === BACKSLASH) return false;
  return true;
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
