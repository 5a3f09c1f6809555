import { createReadStream } from 'node:fs';
import { codeOf } from '../harness/settings/error-code.ts';
import { UsageError } from '../harness/settings/usage-error.ts';

export interface TextSource {
  /** As the user knows it. */
  readonly name: string;
  /** A path, or a stream that is open already. */
  readonly from: string | AsyncIterable<string | Uint8Array>;
  /** In megabytes. A file may come from anywhere, and parsing a huge one takes all memory or minutes. */
  readonly maxMegabytes: number;
  /** What to do where it cannot be read. */
  readonly advice: string;
}

const MEGABYTE = 1_000_000;
/** Most reports are one or two of these: a history reads a thousand of them. */
const CHUNK = 128 * 1024;

/** The text of a file or stream, or a usage error that says why it cannot be read. */
export async function readText({ name, from, maxMegabytes, advice }: TextSource): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of typeof from === 'string' ? createReadStream(from, { highWaterMark: CHUNK }) : from) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > maxMegabytes * MEGABYTE) break;
      chunks.push(bytes);
    }
  } catch (error) {
    throw new UsageError(`${name} cannot be read (${codeOf(error)}): ${advice}.`);
  }
  if (size > maxMegabytes * MEGABYTE) {
    throw new UsageError(`${name} cannot be read (larger than ${maxMegabytes} MB): ${advice}.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
