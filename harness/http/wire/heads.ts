import type { Socket } from 'node:net';

const END = '\r\n\r\n';

/**
 * Removes from the heads of responses what HTTP allows and undici's parser does not take: informational ones, such as a
 * `100 Continue` that nobody asked for (RFC 9110, 15.2), and tabs after a value (5.5), which change a length or the
 * coding of a body. Another head that arrives in pieces stays as it is.
 *
 * It replaces two methods of the socket, as undici 7.30 has no other place for it: the parser reads the socket itself and
 * destroys it on a 100 before any handler or interceptor is called, and it has no lenient mode. A transform in front of
 * the socket would have to stand in for the errors, the closing and the TLS of a socket. A test fails once undici takes
 * these heads.
 */
export function simplifyHeads(socket: Socket): void {
  const { read, write } = socket;
  let isHead = true;
  /** The beginning of an informational head. */
  let begun = Buffer.alloc(0);
  socket.write = ((...args: Parameters<typeof write>) => {
    isHead = true;
    return write.apply(socket, args);
  }) as typeof write;
  socket.read = (size?: number) => {
    const part: Buffer | null = read.call(socket, size);
    if (!part || !isHead) return part;
    let chunk = Buffer.concat([begun, part]);
    begun = Buffer.alloc(0);
    while (isInformational(chunk) && chunk.includes(END)) {
      chunk = chunk.subarray(chunk.indexOf(END) + END.length);
    }
    if (isInformational(chunk) && chunk.length < LONGEST_HEAD) {
      begun = chunk;
      return null;
    }
    isHead = chunk.length === 0;
    return isHead ? null : withoutBlanks(chunk);
  };
}

const INFORMATIONAL = 'HTTP/1.1 100 ';

/** Also if it ends in the middle and the rest may make it one. */
function isInformational(head: Buffer): boolean {
  const start = head.toString('latin1', 0, INFORMATIONAL.length);
  return /^HTTP\/1\.\d 1(?!01)\d\d\b/.test(start + INFORMATIONAL.slice(start.length));
}

/** In bytes: a longer one is left to the parser. */
const LONGEST_HEAD = 64 * 1024;

/** In linear time: every run of blanks is tried only from its start. */
function withoutBlanks(chunk: Buffer): Buffer {
  const end = chunk.indexOf(END);
  if (end < 0 || chunk.toString('latin1', 0, 7) !== 'HTTP/1.') return chunk;
  const trimmed = chunk.toString('latin1', 0, end).replace(/(?<![ \t])[ \t]+(?=\r\n|$)/g, '');
  return Buffer.concat([Buffer.from(trimmed, 'latin1'), chunk.subarray(end)]);
}
