import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { hasMoreMarks } from '../json/json-bytes.ts';
import type { Headers } from '../report/model.ts';
import { codeOf } from '../settings/error-code.ts';
import type { Deadline } from './deadline.ts';
import { type Failure, failureOf, NamedFailure } from './failure.ts';
import { Semaphore } from './semaphore.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Far more than a hundred pets need: an empty object takes as much memory as dozens of characters. */
const MAX_MARKS = 500_000;
/** Bodies up to this length may arrive at once, and have a buffer of their own. */
const LARGE_BYTES = 1024 * 1024;

/** Large bodies are read one at a time, so that memory is bounded for any server. */
export class BodyReader<Body> {
  /** Must not keep the bytes of a large body: the next one overwrites them. */
  readonly #receive: (bytes: Buffer) => Body;
  readonly #large = new Semaphore(1);
  /** One for all large bodies: many large buffers fragment the memory. */
  #room: Buffer | undefined;

  constructor(receive: (bytes: Buffer) => Body) {
    this.#receive = receive;
  }

  async read(
    body: AsyncIterable<Buffer>,
    headers: Headers,
    deadline: Deadline,
  ): Promise<{ body: Body; unreadable?: Failure }> {
    const chunks = body[Symbol.asyncIterator]();
    const small: Buffer[] = [];
    try {
      const size = await readChunks(chunks, LARGE_BYTES, (chunk) => small.push(chunk));
      if (size <= LARGE_BYTES) return { body: this.#received(Buffer.concat(small), headers) };
      const large = await deadline.paused((resume) =>
        this.#large.use(async () => {
          resume();
          return this.#received(await this.#readLarge(small, chunks), headers);
        }),
      );
      return { body: large };
    } catch (error) {
      await chunks.return?.().catch(() => undefined);
      if (deadline.signal.aborted) throw error;
      return { body: this.#receive(Buffer.concat(small)), unreadable: failureOf(error) };
    }
  }

  #received(arrived: Buffer, headers: Headers): Body {
    const bytes = decompressed(arrived, headers);
    if (bytes.length > LARGE_BYTES && hasMoreMarks(bytes, MAX_MARKS)) {
      throw new NamedFailure('oversized', `the response body has more than ${MAX_MARKS} brackets and commas`);
    }
    return this.#receive(bytes);
  }

  async #readLarge(start: readonly Buffer[], rest: AsyncIterator<Buffer>): Promise<Buffer> {
    this.#room ??= Buffer.allocUnsafeSlow(MAX_BODY_BYTES);
    const room = this.#room;
    let size = 0;
    const add = (chunk: Buffer) => {
      if (size + chunk.length > MAX_BODY_BYTES) throw oversized();
      size += chunk.copy(room, size);
    };
    for (const chunk of start) add(chunk);
    await readChunks(rest, MAX_BODY_BYTES, add);
    return room.subarray(0, size);
  }
}

/** Reads to the end or past the limit; resolves with the number of bytes. */
async function readChunks(chunks: AsyncIterator<Buffer>, limit: number, add: (chunk: Buffer) => void): Promise<number> {
  let size = 0;
  while (size <= limit) {
    const { done, value } = await chunks.next();
    if (done) break;
    size += value.length;
    add(value);
  }
  return size;
}

/** A proxy may compress although only `identity` is accepted; that is not a defect of the interface. */
function decompressed(bytes: Buffer, headers: Headers): Buffer {
  const encoding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1].toLowerCase();
  const limit = { maxOutputLength: MAX_BODY_BYTES };
  try {
    if (encoding === 'gzip') return gunzipSync(bytes, limit);
    if (encoding === 'deflate') return inflateSync(bytes, limit);
    if (encoding === 'br') return brotliDecompressSync(bytes, limit);
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw oversized();
    return bytes;
  }
  return bytes;
}

function oversized(): NamedFailure {
  return new NamedFailure('oversized', `the response body is larger than ${MAX_BODY_BYTES} bytes`);
}
