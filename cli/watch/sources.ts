import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '../../harness/settings/error-code.ts';
import type { Flags, Settings } from '../../harness/settings/settings.ts';
import { KEY_FROM_STDIN } from '../../harness/settings/table.ts';
import { UsageError } from '../../harness/settings/usage-error.ts';
import { isSwitchedOn } from '../flags.ts';
import type { Input, Io } from '../io.ts';
import { asideOf } from '../output-file.ts';
import { STDIN } from '../read-files.ts';
import type { Alarm, Wake } from './loop.ts';

interface Folder {
  /** As the user wrote it. */
  readonly name: string;
  readonly path: string;
}

/** May be empty; undefined without a watch. */
export async function foldersToWatch(
  flags: Flags,
  settings: Settings,
  cwd: string,
): Promise<readonly Folder[] | undefined> {
  const names = flags.get('watch-folder') ?? [];
  if (names.length === 0 && !isSwitchedOn(flags, 'watch')) return undefined;
  if (settings.apiKey === KEY_FROM_STDIN) refuseStandardInput('set the API key in PETSTORE_API_KEY');
  if (settings.baseline === STDIN) refuseStandardInput('name a file as --baseline');
  return Promise.all(names.map(async (name) => ({ name, path: await folderAt(name, cwd) })));
}

function refuseStandardInput(advice: string): never {
  throw new UsageError(`With --watch, standard input is for key presses: ${advice}.`);
}

async function folderAt(name: string, cwd: string): Promise<string> {
  const path = await realpath(resolve(cwd, name)).catch(() => undefined);
  if (path !== undefined && (await stat(path)).isDirectory()) return path;
  throw new UsageError(`--watch-folder ${name} is not a folder: name one that exists.`);
}

/** Editors and compilers write several files per change. */
const QUIET_MS = 150;

export interface Watched {
  readonly folders: readonly Folder[];
  /** Files that a run writes, which must not start the next one. */
  readonly written: readonly string[];
}

export interface Sources {
  readonly keys: 'pressed' | 'in lines' | 'ended';
  readonly folders: readonly string[];
  readonly hasPage?: boolean;
}

export async function openSources({ folders, written }: Watched, hasPage: boolean, alarm: Alarm, io: Io) {
  const { stdin, signals } = io;
  const own = new Set((await Promise.all(written.map(placeOf))).flatMap((file) => [file, asideOf(file)]));
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.map((folder) =>
    startWatching(folder, io, (path) => {
      if (own.has(path)) return;
      clearTimeout(timer);
      timer = setTimeout(() => alarm.ring('failures-first'), QUIET_MS);
    }),
  );

  let keys: Sources['keys'] = stdin.isTTY === true ? 'pressed' : 'in lines';
  // In this mode Ctrl-C is a key and not a signal.
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
    now: (): Sources => ({ keys, hasPage, folders: folders.map(({ name }) => name) }),
    close: () => {
      clearTimeout(timer);
      for (const stopWatching of watchers) stopWatching();
      stdin.setRawMode?.(false);
    },
  };
}

/** The path that a watcher reports for a file, which need not exist yet. */
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

export type Request = Extract<Wake, 'failures-first' | 'everything'> | 'stop';

const CTRL_C = '\u0003';
const ESCAPE = '\u001b';

const KEYS: ReadonlyMap<string, Request> = new Map([
  ['q', 'stop'],
  [CTRL_C, 'stop'],
  ['a', 'everything'],
  ['r', 'failures-first'],
  [' ', 'failures-first'],
  ['\r', 'failures-first'],
  ['\n', 'failures-first'],
]);

/** Reads keys from a terminal, or else lines. Resolves when the input has ended. */
export async function hear(stdin: Input, onRequest: (request: Request) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of stdin) {
      const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      const lines = `${rest}${text}`.split('\n');
      if (!stdin.isTTY) rest = lines.pop() ?? '';
      const requests = stdin.isTTY ? requestsOfKeys(text) : lines.map(requestOfLine);
      for (const request of requests) onRequest(request);
    }
  } catch {
    // The terminal is gone, so the input has ended.
  }
}

export function requestsOfKeys(text: string): readonly Request[] {
  // Arrow keys and the like send several characters, none of which was pressed.
  if (text.startsWith(ESCAPE)) return [];
  return [...text].flatMap((key) => KEYS.get(key) ?? []);
}

export function requestOfLine(line: string): Request {
  return KEYS.get(line.trim()) ?? 'failures-first';
}
