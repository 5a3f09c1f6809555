import { appendFile, mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../settings/error-code.ts';
import { UsageError } from '../settings/usage-error.ts';

/** Where the ledger is, made if it is not there: a pet that could not be listed must not be created. */
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

/** A run that was killed may have written half a line: the next one starts on a line of its own. */
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
