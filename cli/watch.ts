import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newRunId } from '../harness/engine/run-id.ts';
import { hostOf, isLoopback, portOf } from '../harness/settings/hosts.ts';
import type { Flags, Settings } from '../harness/settings/settings.ts';
import { KEY_FROM_STDIN } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { ASIDE, filesBelow } from './files.ts';
import { isSwitchedOn } from './invocation.ts';
import { type Input, type Io, say } from './io.ts';
import type { Target } from './target.ts';

/** The folders to watch, which may be none; undefined without a watch. */
export async function watchedBy(flags: Flags, { apiKey }: Settings, cwd: string) {
  const names = flags.get('watch-folder') ?? [];
  if (names.length === 0 && !['watch', 'ui'].some((flag) => isSwitchedOn(flags, flag))) return undefined;
  if (apiKey === KEY_FROM_STDIN) {
    throw new UsageError('With --watch, standard input is for key presses: set PETSTORE_API_KEY.');
  }
  const folders = names.map((name) => resolve(cwd, name));
  for (const folder of folders) {
    if ((await stat(folder).catch(() => undefined))?.isDirectory()) continue;
    throw new UsageError(`--watch-folder ${folder} is not a folder: name one that exists.`);
  }
  return folders;
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
  let next = new AbortController();
  const stopWatching = onChange(folders, written, () => next.abort());
  const inputEnd = hear(io.stdin, (isEnd) => (isEnd ? io.signals.emit('SIGINT', 'SIGINT') : next.abort()));
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
    stopWatching();
    io.stdin.setRawMode?.(false);
  }
}

/** A server on this machine that restarts after a change gets ten seconds. */
async function untilListening(baseUrl: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < 50 && isLoopback(baseUrl) && !signal.aborted; attempt += 1) {
    const socket = connect(Number(portOf(baseUrl)), hostOf(baseUrl).replace(/^\[|\]$/g, ''));
    const isListening = await once(socket, 'connect').catch(() => undefined);
    socket.destroy();
    if (isListening) return;
    await sleep(200);
  }
}

/** Reads keys from a terminal, or else lines, until the input ends. */
async function hear(stdin: Input, onRequest: (isEnd: boolean) => void): Promise<void> {
  stdin.setRawMode?.(true);
  for await (const chunk of stdin) {
    const text = Buffer.from(chunk).toString();
    // Ctrl-C arrives as a character, and not as a signal.
    if (/^q/m.test(text) || text.includes('\u0003')) onRequest(true);
    else if (/[\r\n]/.test(text)) onRequest(false);
  }
}

/** Editors and compilers write several files per change, so one counts when nothing else changes for this long. */
const QUIET_MS = 150;

/**
 * Looks again and again: watchers of the system lose files that an editor replaces, end at a folder that they may not
 * read, and see nothing in mounted folders.
 */
export function onChange(folders: readonly string[], own: readonly string[], notify: () => void): () => void {
  const stampOf = (path: string) => {
    const file = lstatSync(path, { throwIfNoEntry: false });
    return own.includes(path) || path.endsWith(ASIDE) ? '' : `${path} ${file?.ino} ${file?.size} ${file?.mtimeMs}`;
  };
  const look = () => folders.flatMap((folder) => filesBelow(folder).map(stampOf)).join();
  let [known, before] = [look(), ''];
  const lookAgain = () => {
    const started = performance.now();
    const now = look();
    if (now !== known && now === before) {
      known = now;
      notify();
    }
    before = now;
    // Many files take long to look at, and must not slow down everything else.
    timer = setTimeout(lookAgain, Math.max(QUIET_MS, 20 * (performance.now() - started)));
  };
  let timer = setTimeout(lookAgain, QUIET_MS);
  return () => clearTimeout(timer);
}
