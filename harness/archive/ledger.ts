import { appendFileSync, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileIdentityOf } from '../basics/file-identity.ts';
import { makeFolder } from '../basics/make-folder.ts';
import { codeOf, UsageError } from '../basics/usage-error.ts';
import { jsonText } from '../json/json-text.ts';

/** In characters: longer than any line that a run writes. */
const LONGEST_LINE = 2 ** 18;
const MEBIBYTE = 2 ** 20;
/** Years of nights. */
const MAX_MEBIBYTES = 64;

/** The path of the ledger, created if it does not exist: a pet that cannot be listed must not be created. */
export async function openLedger(file: string, cwd: string, others: readonly string[] = []): Promise<string> {
  const path = resolve(cwd, file);
  const refusal = (why: string) => new UsageError(`${path} ${why}: choose another file as ledger.`);
  const identities = await Promise.all(others.map((other) => fileIdentityOf(resolve(cwd, other))));
  if (identities.includes(await fileIdentityOf(path)))
    throw refusal('is the ledger and also a report, baseline or waivers');
  // Opening a pipe may wait forever, and a device keeps nothing.
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) throw refusal('is not a regular file');
  try {
    await makeFolder(dirname(path));
    // Names and categories of pets are in it.
    await appendFile(path, '', { mode: 0o600 });
  } catch (error) {
    throw refusal(`cannot be written (${codeOf(error)})`);
  }
  return path;
}

export interface Ledger {
  /** The lines of earlier runs. */
  readonly lines: readonly string[];
  /** What was not read, in sentences. */
  readonly warnings: readonly string[];
}

/** A ledger may have any content and any size, and none has to exist. */
export function readLedger(file: string | undefined, maxBytes = MAX_MEBIBYTES * MEBIBYTE): Ledger {
  if (file === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile()) return { lines: [], warnings: [] };
  const { bytes, size } = endOf(file, maxBytes);
  const isPart = size > bytes.length;
  // The first line of a part is likely to be half a line.
  const all = bytes
    .toString()
    .split('\n')
    .slice(isPart ? 1 : 0);
  const given = all.filter((line) => line.trim() !== '');
  const lines = given.filter(isOurs);
  const skipped = given.length - lines.length;
  return {
    lines,
    warnings: [
      ...(isPart ? [`Only the last ${maxBytes / MEBIBYTE} MiB of the ledger were read: start a new file.`] : []),
      ...(skipped > 0
        ? [`${skipped} of ${given.length} lines of the ledger are not of this suite and were skipped.`]
        : []),
    ],
  };
}

/** As every run writes it, whatever else is in it. */
function isOurs(line: string): boolean {
  if (line.length >= LONGEST_LINE) return false;
  try {
    const entry = JSON.parse(line);
    return typeof entry?.run === 'string' && typeof entry?.baseUrl === 'string';
  } catch {
    return false;
  }
}

function endOf(file: string, maxBytes: number): { readonly bytes: Buffer; readonly size: number } {
  const descriptor = openSync(file, 'r');
  try {
    return readEnd(descriptor, maxBytes);
  } finally {
    closeSync(descriptor);
  }
}

function readEnd(descriptor: number, maxBytes: number) {
  const { size } = fstatSync(descriptor);
  const bytes = Buffer.alloc(Math.min(size, maxBytes));
  const read = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
  return { bytes: bytes.subarray(0, read), size };
}

/** At once, so that a killed run has listed everything too. One that was killed may have written half a line. */
export function appendToLedger(file: string, line: Readonly<Record<string, unknown>>): void {
  const descriptor = openSync(file, 'a+');
  try {
    // It may have been replaced during the run, and a pipe or a device keeps nothing.
    if (!fstatSync(descriptor).isFile()) throw Object.assign(new Error('not a file'), { code: 'EFTYPE' });
    const isLineOpen = !['', '\n'].includes(readEnd(descriptor, 1).bytes.toString());
    appendFileSync(descriptor, `${isLineOpen ? '\n' : ''}${jsonText(line)}\n`);
  } finally {
    closeSync(descriptor);
  }
}
