import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../harness/settings/error-code.ts';
import { UsageError } from '../../harness/settings/usage-error.ts';
import type { Io } from '../io.ts';
import { asideOf } from '../output-file.ts';
import type { Alarm } from './alarm.ts';
import type { Folder } from './flags.ts';
import { hear } from './keys.ts';
import type { Sources } from './text.ts';

/** Editors and compilers write several files for one change. */
const QUIET_MS = 150;

export interface Watched {
  readonly folders: readonly Folder[];
  /** Files that a run itself writes, which must not wake the next. */
  readonly written: readonly string[];
}

interface Wakers extends Watched {
  /** A page may wake the watch too. */
  readonly hasPage: boolean;
}

export interface OpenSources {
  /** What can wake the watch at this moment. */
  now(): Sources;
  close(): void;
}

/** Lets keys, lines and changes ring the alarm. */
export async function openSources({ folders, written, hasPage }: Wakers, alarm: Alarm, io: Io): Promise<OpenSources> {
  const { stdin, signals } = io;
  const own = new Set((await Promise.all(written.map(placeOf))).flatMap((file) => [file, asideOf(file)]));
  const change = afterQuiet(() => alarm.ring('failures-first'));
  const leave = folders.map((folder) =>
    startWatching(folder, io, (path) => {
      if (!own.has(path)) change.note();
    }),
  );

  let keys: Sources['keys'] = stdin.isTTY === true ? 'pressed' : 'in lines';
  // With a terminal in this mode Ctrl-C is a key like others, and no signal.
  stdin.setRawMode?.(true);
  const hearing = hear(stdin, (request) => {
    if (request === 'stop') signals.emit('SIGINT');
    else alarm.ring(request);
  });
  void hearing.then(() => {
    keys = 'ended';
    if (folders.length === 0 && !hasPage) alarm.fallSilent();
  });

  return {
    now: () => ({ keys, hasPage, folders: folders.map(({ name }) => name) }),
    close: () => {
      change.forget();
      for (const each of leave) each();
      stdin.setRawMode?.(false);
    },
  };
}

/** Where a file lies, or will, by the path that a watcher tells. */
async function placeOf(file: string): Promise<string> {
  return realpath(file).catch(async () => join(await realpath(dirname(file)), basename(file)));
}

function startWatching({ name, path }: Folder, { watchFolder }: Io, onChange: (path: string) => void): () => void {
  try {
    return watchFolder(path, onChange);
  } catch (error) {
    throw new UsageError(`--watch-folder ${name} cannot be watched (${codeOf(error)}): choose a smaller folder.`);
  }
}

function afterQuiet(act: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    note: () => {
      clearTimeout(timer);
      timer = setTimeout(act, QUIET_MS);
    },
    forget: () => clearTimeout(timer),
  };
}
