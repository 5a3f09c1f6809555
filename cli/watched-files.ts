import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { ASIDE } from './files.ts';

export interface Watched {
  readonly folders: readonly string[];
  /** Absolute paths of files that the run itself writes. */
  readonly own: readonly string[];
}

/** Editors and compilers write several files per change, so one counts when nothing else changes for this long. */
const QUIET_MS = 150;

/** Calls back with a file that changed below the folders, until the function that it returns is called. */
export function onChange({ folders, own }: Watched, notify: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  const change = (path: string) => {
    clearTimeout(timer);
    timer = setTimeout(notify, QUIET_MS, path);
  };
  const forget = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const follow = (folder: string) => {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      const path = join(folder, name ?? '');
      if (name === null || isLeftOut(name) || own.includes(path)) return;
      followAll(path);
      change(path);
    });
    watchers.set(folder, watcher);
    // The folder is gone.
    watcher.on('error', () => forget(folder));
  };
  /** One watcher for each folder: a recursive one would also follow what is left out, which may have many. */
  const followAll = (folder: string) => {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      follow(folder);
      for (const entry of entries)
        if (entry.isDirectory() && !isLeftOut(entry.name)) followAll(join(folder, entry.name));
    } catch {
      // It is a file, or gone, or not ours to read.
      forget(folder);
    }
  };
  for (const folder of folders) followAll(folder);
  return () => {
    clearTimeout(timer);
    for (const folder of watchers.keys()) forget(folder);
  };
}

function isLeftOut(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || name.endsWith(ASIDE);
}
