import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { codeOf } from '../../harness/settings/error-code.ts';
import type { WatchFolder } from '../io.ts';

/** Large, and not written by hand. */
const IGNORED = ['node_modules', '.git'];

/**
 * One watcher per folder, because the recursive one of Node 20 on Linux watches single files: it loses those that an
 * editor saves by replacing the old file.
 */
export const watchFolder: WatchFolder = (folder, onChange) => {
  const watchers = new Map<string, FSWatcher>();

  function enter(place: string): void {
    const watcher = watch(place, (event, name) => {
      if (name === null || IGNORED.includes(name)) return;
      const path = join(place, name);
      if (event === 'rename') renew(path);
      onChange(path);
    });
    watchers.set(place, watcher);
    // The folder is gone. Its parent reports it if it comes back.
    watcher.on('error', () => leave(place));
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      if (entry.isDirectory() && !IGNORED.includes(entry.name)) enterIfThere(join(place, entry.name));
    }
  }

  function enterIfThere(place: string): void {
    try {
      enter(place);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }

  function leave(place: string): void {
    for (const [path, watcher] of watchers) {
      if (path !== place && !path.startsWith(place + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  }

  function renew(path: string): void {
    leave(path);
    try {
      if (lstatSync(path).isDirectory()) enter(path);
    } catch {
      // It is gone again, or there are too many to watch: the other watchers still work.
    }
  }

  try {
    enter(folder);
  } catch (error) {
    leave(folder);
    throw error;
  }
  return () => leave(folder);
};
