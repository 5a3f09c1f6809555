import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Flags, Settings } from '../../harness/settings/settings.ts';
import { KEY_FROM_STDIN } from '../../harness/settings/table.ts';
import { UsageError } from '../../harness/settings/usage-error.ts';
import { isSwitchedOn } from '../flags.ts';
import { STDIN } from '../read-report.ts';

export interface Folder {
  /** As the user wrote it. */
  readonly name: string;
  readonly path: string;
}

/** The folders to watch, of which there may be none; undefined where no watch is asked for. */
export async function foldersToWatch(
  flags: Flags,
  settings: Settings,
  cwd: string,
): Promise<readonly Folder[] | undefined> {
  const names = flags.get('watch-folder') ?? [];
  if (names.length === 0 && !isSwitchedOn(flags, 'watch')) return undefined;
  if (settings.apiKey === KEY_FROM_STDIN) refuseStandardInput('set the API key in PETSTORE_API_KEY');
  if (settings.baseline === STDIN) refuseStandardInput('name a file as --baseline');
  return Promise.all(names.map(async (name) => ({ name, path: await folderCalled(name, cwd) })));
}

function refuseStandardInput(advice: string): never {
  throw new UsageError(`With --watch standard input is for the keys that wake it: ${advice}.`);
}

async function folderCalled(name: string, cwd: string): Promise<string> {
  const path = await realpath(resolve(cwd, name)).catch(() => undefined);
  if (path !== undefined && (await stat(path)).isDirectory()) return path;
  throw new UsageError(`--watch-folder ${name} is not a folder: name one that is there.`);
}
