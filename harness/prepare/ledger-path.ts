import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../settings/error-code.ts';
import { UsageError } from '../settings/usage-error.ts';

/** The path of the ledger, created if it does not exist: a pet that cannot be listed must not be created. */
export async function openLedger(file: string, cwd: string, others: readonly string[] = []): Promise<string> {
  const path = resolve(cwd, file);
  // Opening a pipe may wait forever, and a device keeps nothing.
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) throw new UsageError(`${path} is not a regular file: choose another file as ledger.`);
  try {
    await mkdir(dirname(path), { recursive: true });
    await endLine(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be written (${codeOf(error)}): choose another file as ledger.`);
  }
  for (const other of others) {
    if (!(await areSame(path, resolve(cwd, other)))) continue;
    throw new UsageError(
      `${path} is the ledger and also a report, baseline or waivers: choose another file as ledger.`,
    );
  }
  return path;
}

/** A run that was killed may have written half a line. */
async function endLine(path: string): Promise<void> {
  const file = await open(path, 'a+');
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    if (size > 0 && buffer.toString() !== '\n') await file.appendFile('\n');
  } finally {
    await file.close();
  }
}

/** Also under two names. */
async function areSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}
