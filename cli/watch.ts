import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newRunId } from '../harness/engine/run-id.ts';
import { hostOf, isLoopback, portOf } from '../harness/settings/hosts.ts';
import type { Flags, Settings } from '../harness/settings/settings.ts';
import { KEY_FROM_STDIN } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { isSwitchedOn } from './invocation.ts';
import { type Input, type Io, say } from './io.ts';
import { Restarts } from './restarts.ts';
import type { Target } from './target.ts';
import { onChange, type Watched } from './watched-files.ts';

/** What to watch, which may be no folder; undefined without a watch. */
export async function watchedBy(flags: Flags, { apiKey }: Settings, cwd: string) {
  const names = flags.get('watch-folder') ?? [];
  const ignored = flags.get('watch-ignore') ?? [];
  if (names.length === 0 && ignored.length > 0) {
    throw new UsageError('--watch-ignore needs a folder to watch: give --watch-folder.');
  }
  if (names.length === 0 && !['watch', 'ui'].some((flag) => isSwitchedOn(flags, flag))) return undefined;
  if (apiKey === KEY_FROM_STDIN) {
    throw new UsageError('With --watch, standard input is for key presses: set PETSTORE_API_KEY.');
  }
  const folders = names.map((name) => resolve(cwd, name));
  for (const folder of folders) {
    if ((await stat(folder).catch(() => undefined))?.isDirectory()) continue;
    throw new UsageError(`--watch-folder ${folder} is not a folder: name one that exists.`);
  }
  return { folders, ignored };
}

/** A server may still write what a run caused for so long after its last answer. */
const AFTERMATH_MS = 500;

/** Runs again on a change, on Enter or on a line of input, until q. Resolves with the code of the last run. */
export async function watch(
  target: Target,
  watched: Watched,
  check: (target: Target) => Promise<number>,
  io: Io,
): Promise<number> {
  const { folders } = watched;
  let next = new AbortController();
  /** Of the last run, in milliseconds since the epoch; undefined while it is under way. */
  let endedAt: number | undefined;
  const restarts = new Restarts((path) => {
    const name = relative(io.cwd, path) || path;
    const advice = `ignore it with --watch-ignore '${basename(path)}', or press Enter to run again`;
    void say(io, `${name} changed during every one of the last runs, so it no longer starts one: ${advice}.`);
  });
  const stopWatching = onChange(watched, (paths) => {
    const isDuringRun = endedAt === undefined || lastChangeOf(paths) < endedAt + AFTERMATH_MS;
    if (restarts.isStartedBy(paths, isDuringRun)) next.abort();
  });
  const inputEnd = hear(io.stdin, (isEnd) => {
    restarts.reset();
    if (isEnd) io.signals.emit('SIGINT', 'SIGINT');
    else next.abort();
  });
  try {
    for (;;) {
      next = new AbortController();
      endedAt = undefined;
      const either = AbortSignal.any([next.signal, target.signal]);
      const settings = { ...target.settings, runId: newRunId() };
      const isOutdated = () => next.signal.aborted && !target.signal.aborted;
      const code = await check({ ...target, settings, signal: either, isOutdated });
      endedAt = Date.now();
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

/** In milliseconds since the epoch. Of a file that is gone, only this moment is known. */
function lastChangeOf(paths: readonly string[]): number {
  return Math.max(...paths.map((path) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()));
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
