import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { UsageError } from '../harness/basics/usage-error.ts';
import { newRunId } from '../harness/engine/run-id.ts';
import type { Flags, Settings } from '../harness/settings/settings.ts';
import { KEY_FROM_STDIN } from '../harness/settings/table.ts';
import { isSwitchedOn } from './invocation.ts';
import { exitCodes, type Input, type Io, say } from './io.ts';
import { untilListening } from './port.ts';
import type { ChosenTarget } from './target.ts';
import { onChange, type Watched } from './watched-files.ts';

/** The folders to watch, which may be none; undefined without a watch. */
export async function watchedFolders(flags: Flags, { apiKey }: Settings, cwd: string) {
  const names = flags.get('watch-folder') ?? [];
  if (names.length === 0 && !isSwitchedOn(flags, 'watch')) return undefined;
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
  target: ChosenTarget,
  watched: Watched,
  io: Io,
  /** A run and its reports; without reports if the next one was asked for meanwhile. Resolves with the exit code. */
  check: (target: ChosenTarget) => Promise<number>,
): Promise<number> {
  const { folders } = watched;
  const { shownUrl, server, signal: ended } = target;
  let next = new AbortController();
  const stopWatching = onChange(watched, (path) => {
    void say(io, `${relative(io.cwd, path)} changed.`);
    next.abort();
  });
  const inputEnd = hear(io.stdin, (isEnd) => {
    if (isEnd) io.signals.emit('SIGINT', 'SIGINT');
    else next.abort();
  });
  const onWait = () => void say(io, `Nothing listens at ${shownUrl}: waiting for it.`);
  let code: number = exitCodes.interrupted.code;
  try {
    for (;;) {
      const settings = { ...target.settings, runId: newRunId() };
      // A server that the suite starts listens during the run only.
      if (server?.isOwn !== true) await untilListening(settings, ended, onWait);
      if (ended.aborted) return code;
      next = new AbortController();
      const signal = AbortSignal.any([next.signal, ended]);
      const isOutdated = () => next.signal.aborted && !ended.aborted;
      code = await check({ ...target, settings, signal, isOutdated });
      if (!signal.aborted) {
        const isOver = once(signal, 'abort');
        await say(io, `Enter runs again, q quits${folders.length > 0 ? `; watching ${folders.join(', ')}` : ''}.`);
        await (folders.length > 0 ? isOver : Promise.race([isOver, inputEnd]));
      }
      if (!next.signal.aborted || ended.aborted) return code;
    }
  } finally {
    stopWatching();
    io.stdin.setRawMode?.(false);
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
