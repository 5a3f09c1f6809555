import { readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Links that lead to links. */
const MAX_LINKS = 40;

/** The same for one file under two names, also for one that does not exist yet. */
export async function fileIdentityOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.dev}:${found.ino}` : targetOf(path);
}

/** Where a path leads to through all links, also if there is nothing yet. */
export async function targetOf(path: string, links = MAX_LINKS): Promise<string> {
  const next = links > 0 ? await readlink(path).catch(() => undefined) : undefined;
  if (next !== undefined) return targetOf(resolve(dirname(path), next), links - 1);
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return join(folder, basename(path));
}
