import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { codeOf } from '../../basics/usage-error.ts';
import { NamedFailure } from '../../model/failure.ts';
import type { Headers } from '../../model/wire.ts';

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

/** Many servers send deflate without its wrapper, and all clients read it. */
const inflate: Decode = (bytes, options) => {
  const isWrapped = ((bytes[0] ?? 0) & 0x0f) === 8 && ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) % 31 === 0;
  return isWrapped ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
};

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
};

/** In bytes. */
export const MAX_BODY_BYTES = 2_000_000;
/** Codings around each other: no server has a reason for more. */
const MAX_CODINGS = 4;

export function oversized(how: string): NamedFailure {
  return new NamedFailure('oversized', `the response body ${how}`);
}

/** The body without the codings of its Content-Encoding, from the last one to the first. */
export function decoded(bytes: Uint8Array, headers: Headers): Uint8Array {
  const codings = codingsOf(headers);
  if (codings.length > MAX_CODINGS) throw undecodable(`has ${codings.length} codings around each other`);
  const body = bytes.length === 0 ? bytes : codings.reduceRight(decodedOnce, bytes);
  if (isGzip(body)) throw undecodable('is in gzip once more than its Content-Encoding says');
  return body;
}

/** No text starts with these bytes. */
function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

function codingsOf(headers: Headers): readonly string[] {
  const values = headers.filter(([name]) => /^content-encoding$/i.test(name)).map(([, value]) => value);
  const codings = values.flatMap((value) => value.split(',')).map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== '' && coding !== 'identity');
}

function decodedOnce(bytes: Uint8Array, coding: string): Uint8Array {
  const decode = DECODERS[coding];
  // Nobody offered it; whether the body can be read all the same is for others to say.
  if (decode === undefined) return bytes;
  try {
    return decode(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw oversized(`is larger than ${MAX_BODY_BYTES / 1_000_000} MB`);
    throw undecodable(`is not ${coding}, as its Content-Encoding says`);
  }
}

function undecodable(how: string): NamedFailure {
  return new NamedFailure('undecodable', `the response body ${how}`);
}
