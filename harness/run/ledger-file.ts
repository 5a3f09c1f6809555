import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Redactor } from '../secrets/redact.ts';
import { codeOf } from '../settings/error-code.ts';
import { UsageError } from '../settings/usage-error.ts';
import { EarlierPets } from './earlier-pets.ts';
import { nameWritten } from './ledger.ts';

/** Of a larger file only the end is read, with the latest pets. */
const MOST_BYTES = 64 * 2 ** 20;
/** More than the longest line that a run writes. */
const LONGEST_LINE = 2 ** 18;

/** The path of the ledger, created if it does not exist: a pet that cannot be listed must not be created. */
export async function openLedger(file: string, cwd: string): Promise<string> {
  const path = resolve(cwd, file);
  try {
    await mkdir(dirname(path), { recursive: true });
    await appendFile(path, (await endsInsideLine(path)) ? '\n' : '');
  } catch (error) {
    throw new UsageError(`${path} cannot be written (${codeOf(error)}): choose another file.`);
  }
  return path;
}

/** A run that was killed may have written half a line. */
async function endsInsideLine(path: string): Promise<boolean> {
  const file = await open(path, 'a+');
  try {
    const { size } = await file.stat();
    if (size === 0) return false;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer.toString() !== '\n';
  } finally {
    await file.close();
  }
}

/** The pets of earlier runs on this target. An unreadable ledger never stops a run. */
export async function readLedger(
  file: string,
  baseUrl: string,
  redactor: Redactor,
): Promise<{ readonly pets: EarlierPets; readonly warning?: string }> {
  const pets = new EarlierPets(redactor.address(baseUrl), (name) => nameWritten(name, redactor));
  try {
    for await (const line of linesOf(file)) pets.note(line);
  } catch (error) {
    return { pets, warning: `Warning: the ledger cannot be read (${codeOf(error)}).` };
  }
  const { brokenLines } = pets;
  if (brokenLines === 0) return { pets };
  const lines = brokenLines === 1 ? '1 line' : `${brokenLines} lines`;
  return { pets, warning: `Warning: ${lines} of the ledger could not be read and had to be skipped.` };
}

/** Of a line that is far too long, only the beginning. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const stats = await stat(file);
  // A pipe or a terminal can be written to, but reading it might wait forever.
  if (!stats.isFile()) return;
  const start = Math.max(0, stats.size - MOST_BYTES);
  let isWhole = start === 0;
  let line = '';
  for await (const chunk of createReadStream(file, { start, encoding: 'utf8' })) {
    const [first = '', ...others] = String(chunk).split('\n');
    line = (line + first).slice(0, LONGEST_LINE);
    for (const other of others) {
      if (isWhole) yield line;
      isWhole = true;
      line = other.slice(0, LONGEST_LINE);
    }
  }
  if (isWhole) yield line;
}
