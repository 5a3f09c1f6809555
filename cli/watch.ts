import { once } from 'node:events';
import { type FSWatcher, readdirSync, watch as watchOne } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newRunId } from '../harness/engine/run-id.ts';
import { codeOf } from '../harness/settings/error-code.ts';
import { hostOf, isLoopback, portOf } from '../harness/settings/hosts.ts';
import type { Flags, Settings } from '../harness/settings/settings.ts';
import { KEY_FROM_STDIN } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { isSwitchedOn } from './flags.ts';
import { type Input, type Io, say } from './io.ts';
import { asideOf } from './output-file.ts';
import { STDIN } from './read-files.ts';
import type { Target } from './target.ts';

/** Editors and compilers write several files per change. */
const QUIET_MS = 150;

/** The folders to watch, which may be none; undefined without a watch. */
export async function watchedBy(flags: Flags, { apiKey, baseline }: Settings, cwd: string) {
  const names = flags.get('watch-folder') ?? [];
  if (names.length === 0 && !['watch', 'ui'].some((flag) => isSwitchedOn(flags, flag))) return undefined;
  if (apiKey === KEY_FROM_STDIN || baseline === STDIN) {
    throw new UsageError('With --watch, standard input is for key presses: give the key or the baseline otherwise.');
  }
  const folders = names.map(async (name) => {
    const path = await realpath(resolve(cwd, name)).catch(() => '');
    if (path !== '' && (await stat(path)).isDirectory()) return path;
    throw new UsageError(`--watch-folder ${name} is not a folder: name one that exists.`);
  });
  return Promise.all(folders);
}

/** Runs again on a change, on Enter or on a line of input, until q. Resolves with the code of the last run. */
export async function watch(
  target: Target,
  folders: readonly string[],
  /** Files that a run writes, which must not start the next one. */
  written: readonly string[],
  check: (target: Target) => Promise<number>,
  io: Io,
): Promise<number> {
  const own = new Set((await Promise.all(written.map(placeOf))).flatMap((file) => [file, asideOf(file)]));
  let next = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const closers = folders.map((folder) =>
    watchFolder(folder, (path) => {
      if (own.has(path)) return;
      clearTimeout(timer);
      timer = setTimeout(() => next.abort(), QUIET_MS);
    }),
  );
  const { stdin, signals } = io;
  const inputEnd = hear(stdin, (isEnd) => (isEnd ? signals.emit('SIGINT') : next.abort()));
  try {
    for (;;) {
      next = new AbortController();
      const either = AbortSignal.any([next.signal, target.signal]);
      const settings = { ...target.settings, runId: newRunId() };
      const isOutdated = () => next.signal.aborted && !target.signal.aborted;
      const code = await check({ ...target, settings, signal: either, isOutdated });
      if (!either.aborted) {
        await say(io, `Enter runs again, q quits${folders.length > 0 ? `; watching ${folders.join(', ')}` : ''}.`);
        await Promise.race([once(either, 'abort'), ...(folders.length === 0 ? [inputEnd] : [])]);
      }
      if (!next.signal.aborted || target.signal.aborted) return code;
      await untilListening(settings.baseUrl, target.signal);
    }
  } finally {
    clearTimeout(timer);
    for (const close of closers) close();
    stdin.setRawMode?.(false);
  }
}

/** The path that a watcher reports for a file, which need not exist yet. */
async function placeOf(file: string): Promise<string> {
  return realpath(file).catch(async () => join(await realpath(dirname(file)), basename(file)));
}

/** A server on this machine that restarts after a change gets ten seconds. */
async function untilListening(baseUrl: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < 50 && isLoopback(baseUrl) && !signal.aborted; attempt += 1) {
    const socket = connect(Number(portOf(baseUrl)), hostOf(baseUrl).replace(/^\[|\]$/g, ''));
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isListening) return;
    await sleep(200);
  }
}

const CTRL_C = '\u0003';

/** Reads keys from a terminal, or else lines, until the input ends. */
async function hear(stdin: Input, onRequest: (isEnd: boolean) => void): Promise<void> {
  // In this mode Ctrl-C is a key and not a signal.
  stdin.setRawMode?.(true);
  for await (const chunk of stdin) {
    const text = Buffer.from(chunk).toString();
    if (/^q/m.test(text) || text.includes(CTRL_C)) onRequest(true);
    else if (/[\r\n]/.test(text)) onRequest(false);
  }
}

/** Large, and not written by hand. */
const IGNORED = ['node_modules', '.git'];
/** Gone, not a folder, or not ours to read: the other folders are still watched. */
const HARMLESS = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'];

/**
 * One watcher per folder, because the recursive one of Node 20 on Linux watches single files: it loses those that an
 * editor saves by replacing the old file.
 */
export function watchFolder(folder: string, onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const leave = (place: string) => {
    for (const [path, watcher] of watchers) {
      if (path !== place && !path.startsWith(place + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };
  const enter = (place: string) => {
    leave(place);
    try {
      const folders = readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      const watcher = watchOne(place, (event, name) => {
        if (name === null || IGNORED.includes(name)) return;
        if (event === 'rename') enter(join(place, name));
        onChange(join(place, name));
      });
      watchers.set(
        place,
        watcher.on('error', () => leave(place)),
      );
      for (const { name } of folders) if (!IGNORED.includes(name)) enter(join(place, name));
    } catch (error) {
      leave(place);
      if (HARMLESS.includes(codeOf(error))) return;
      throw new UsageError(`--watch-folder ${folder} cannot be watched (${codeOf(error)}): choose a smaller folder.`);
    }
  };
  enter(folder);
  return () => leave(folder);
}
