import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { codeOf } from '../error-code.ts';
import type { Headers } from '../report/model.ts';
import type { Deadline } from './deadline.ts';
import { type Failure, failureOf, NamedFailure } from './failure.ts';
import { Slots } from './slots.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Far more than a hundred pets need. An empty object takes as much memory as dozens of characters. */
const MAX_MARKS = 500_000;
/** Bodies up to this length may arrive at once. */
const LARGE_BYTES = 1024 * 1024;

/** The bytes of a response body as they came, or as far as they came. */
export interface BodyRead {
  readonly bytes: Buffer;
  /** Why there are no more. */
  readonly unreadable?: Failure;
}

/** Reads the bodies of all responses. Large ones are read one at a time, so that memory is bounded for any server. */
export class BodyReader {
  readonly #large = new Slots(1);

  async read(body: AsyncIterable<Buffer>, headers: Headers, deadline: Deadline): Promise<BodyRead> {
    const arriving = new ArrivingBody(body);
    try {
      await arriving.readTo(LARGE_BYTES);
      if (!arriving.isComplete) {
        await deadline.paused((resume) =>
          this.#large.use(async () => {
            resume();
            await arriving.readTo(MAX_BODY_BYTES);
          }),
        );
      }
      if (!arriving.isComplete) throw oversized();
      const bytes = decompressed(arriving.bytes(), headers);
      if (bytes.length > LARGE_BYTES && hasMoreMarks(bytes, MAX_MARKS)) throw tooManyMarks();
      return { bytes };
    } catch (error) {
      await arriving.end();
      if (deadline.isEnded) throw error;
      return { bytes: arriving.bytes().subarray(0, LARGE_BYTES), unreadable: failureOf(error) };
    }
  }
}

/** A body of which more may follow. */
class ArrivingBody {
  readonly #chunks: AsyncIterator<Buffer>;
  #read: Buffer[] = [];
  #size = 0;
  isComplete = false;

  constructor(body: AsyncIterable<Buffer>) {
    this.#chunks = body[Symbol.asyncIterator]();
  }

  /** Reads until there is no more, or more than so many bytes. */
  async readTo(limit: number): Promise<void> {
    while (!this.isComplete && this.#size <= limit) {
      const { done, value } = await this.#chunks.next();
      if (done) this.isComplete = true;
      else {
        this.#read.push(value);
        this.#size += value.length;
      }
    }
  }

  bytes(): Buffer {
    this.#read = [Buffer.concat(this.#read, this.#size)];
    return this.#read[0] ?? Buffer.of();
  }

  /** Nobody waits for the rest. */
  async end(): Promise<void> {
    await this.#chunks.return?.().catch(() => undefined);
  }
}

/** Only `identity` is asked for, yet a proxy may compress all the same; that is no defect of the interface. */
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

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

/** Whether there are more brackets and commas outside of strings. */
function hasMoreMarks(bytes: Buffer, limit: number): boolean {
  let count = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString && byte === BACKSLASH) at += 1;
    else if (!isInString && (byte === COMMA || byte === BRACKET || byte === BRACE)) count += 1;
    if (count > limit) return true;
  }
  return false;
}

function oversized(): NamedFailure {
  return new NamedFailure('oversized', `the response body is larger than ${MAX_BODY_BYTES} bytes`);
}

function tooManyMarks(): NamedFailure {
  return new NamedFailure('oversized', `the response body has more than ${MAX_MARKS} brackets and commas`);
}
