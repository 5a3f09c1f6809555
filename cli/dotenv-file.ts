import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../harness/error-code.ts';
import { UsageError } from '../harness/settings/usage-error.ts';

/** The text of the `.env` file in the folder; empty when there is none. */
export async function readDotenvFile(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, '.env'), 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    throw new UsageError(
      `The file .env in the current folder cannot be read (${code}): make it readable or remove it.`,
    );
  }
}
