import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { jsonText } from '../json/json-text.ts';

/** Of a larger file only the end is read, with the latest lines. */
const BYTES_READ = 64 * 2 ** 20;
/** In characters: longer than any line that a run writes. */
const LONGEST_LINE = 2 ** 18;

/** The lines of earlier runs. A ledger may have any content, and an unreadable one never stops a run. */
export function readLedger(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const start = Math.max(0, size - BYTES_READ);
    const buffer = Buffer.alloc(size - start);
    readSync(descriptor, buffer, 0, buffer.length, start);
    const lines = buffer.toString('utf8').split('\n');
    // The first line may be cut.
    return (start === 0 ? lines : lines.slice(1)).filter((line) => line.trim() !== '' && line.length < LONGEST_LINE);
  } finally {
    closeSync(descriptor);
  }
}

/** At once, so that a killed run has listed everything too. */
export function appendToLedger(file: string, line: Readonly<Record<string, unknown>>): void {
  appendFileSync(file, `${jsonText(line)}\n`);
}
