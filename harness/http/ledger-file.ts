import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../error-code.ts';
import { UsageError } from '../settings/usage-error.ts';

/** Where the ledger is, made if it is not there: an animal that could not be told must not be created. */
export async function openLedger(file: string, cwd: string): Promise<string> {
  const path = resolve(cwd, file);
  try {
    await mkdir(dirname(path), { recursive: true });
    await appendFile(path, '');
  } catch (error) {
    throw new UsageError(`${path} cannot be written (${codeOf(error)}): choose another file.`);
  }
  return path;
}
