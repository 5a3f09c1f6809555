import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './usage-error.ts';

/** With its parents. Node's own option for that never ends where nothing can be created, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: unknown) => {
    // Another process may have been faster.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
