import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Redactor } from '../secrets/redact.ts';
import { codeOf } from '../settings/error-code.ts';
import { EarlierPets } from './earlier-pets.ts';
import { nameWritten } from './ledger.ts';

/** Of a larger file only the end is read, with the latest pets. */
const MOST_BYTES = 64 * 2 ** 20;
/** More than the longest line that a run writes. */
const LONGEST_LINE = 2 ** 18;

/** What the ledger lists of earlier runs on this target. What cannot be read never stops a run. */
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

/** The lines of a ledger, one at a time; of a line that is far too long only the beginning. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const stats = await stat(file);
  // A pipe or a terminal can be written to, but reading it might wait for ever.
  if (!stats.isFile()) return;
  const start = Math.max(0, stats.size - MOST_BYTES);
  let isWhole = start === 0;
  let line = '';
  for await (const chunk of createReadStream(file, { start, encoding: 'utf8' })) {
    const [first = '', ...others] = String(chunk).split('\n');
    line = extended(line, first);
    for (const other of others) {
      if (isWhole) yield line;
      isWhole = true;
      line = extended('', other);
    }
  }
  if (isWhole) yield line;
}

function extended(line: string, text: string): string {
  return (line + text).slice(0, LONGEST_LINE);
}
