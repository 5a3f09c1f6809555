import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { codeOf } from '../error-code.ts';
import type { Headers } from '../report/model.ts';
import { NamedFailure } from './failure.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

export async function readCapped(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw oversized();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Only `identity` is asked for, yet a proxy may compress all the same; that is no defect of the interface. */
export function decompressed(bytes: Buffer, headers: Headers): Buffer {
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
