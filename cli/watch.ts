import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { UsageError } from '../harness/basics/usage-error.ts';
import { newRunId } from '../harness/engine/run-id.ts';
import type { Report } from '../harness/model/report.ts';
import type { Flags, RunSettings, Settings } from '../harness/settings/settings.ts';
import { KEY_FROM_STDIN } from '../harness/settings/table.ts';
import { isSwitchedOn } from './invocation.ts';
import { exitCodes, type Input, type Io, say } from './io.ts';
import { isListening, untilListening } from './port.ts';
import { Restarts } from './restarts.ts';
import type { ChosenTarget } from './target.ts';
import { onChange, type Watched } from './watched-files.ts';

/** What to watch, which may be no folder; undefined without a watch. */
export async function watchedBy(flags: Flags, { apiKey }: Settings, cwd: string) {
  const names = flags.get('watch-folder') ?? [];
  const ignored = flags.get('watch-ignore') ?? [];
  if (names.length === 0 && ignored.length > 0) {
    throw new UsageError('--watch-ignore needs a folder to watch: give --watch-folder.');
  }
  if (names.length === 0 && !isSwitchedOn(flags, 'watch')) return undefined;
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
/** Runs in a row that a restart may spoil. A service that restarts in every run has a report all the same. */
const SPOILED_IN_A_ROW = 2;

/** Runs again on a change, on Enter or on a line of input, until q. Resolves with the code of the last run. */
export async function watch(
  target: ChosenTarget,
  watched: Watched,
  io: Io,
  /** A run and its reports; without reports if the target finds the run spoiled. Resolves with the exit code. */
  check: (target: ChosenTarget) => Promise<number>,
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
  const { shownUrl, server } = target;
  /** Then each run starts it, and nothing else does. */
  const isOwn = server?.isOwn === true;
  let spoiled = 0;
  let code: number = exitCodes.interrupted.code;
  try {
    for (;;) {
      const settings = { ...target.settings, runId: newRunId() };
      if (!isOwn) {
        await untilListening(
          settings,
          target.signal,
          () => void say(io, `Nothing listens at ${shownUrl}: waiting for it.`),
        );
      }
      if (target.signal.aborted) return code;
      next = new AbortController();
      endedAt = undefined;
      const either = AbortSignal.any([next.signal, target.signal]);
      const mayBeSpoiled = !isOwn && spoiled < SPOILED_IN_A_ROW;
      let isSpoiled = false;
      const isOutdated = async (report: Report) => {
        if (target.signal.aborted) return false;
        isSpoiled = !next.signal.aborted && mayBeSpoiled && (await wasRestarted(report, settings));
        return isSpoiled || next.signal.aborted;
      };
      code = await check({ ...target, settings, signal: either, isOutdated });
      endedAt = Date.now();
      spoiled = isSpoiled ? spoiled + 1 : 0;
      if (isSpoiled) await say(io, 'The server restarted during the run, which is thrown away and started again.');
      else if (!either.aborted) {
        await say(io, `Enter runs again, q quits${folders.length > 0 ? `; watching ${folders.join(', ')}` : ''}.`);
        const isOver = once(either, 'abort');
        await (folders.length > 0 ? isOver : Promise.race([isOver, inputEnd]));
        if (folders.length > 0 && !target.signal.aborted) next.abort();
      }
      if (!isSpoiled && (!next.signal.aborted || target.signal.aborted)) return code;
    }
  } finally {
    stopWatching();
    io.stdin.setRawMode?.(false);
  }
}

/** Then what it has answered is that of two processes, or of the one before the change. */
async function wasRestarted(report: Report, settings: RunSettings): Promise<boolean> {
  const isRefused = report.run.interruptions?.some(({ status }) => status === 0) === true;
  return isRefused || hasLostPets(report) || (report.verdict === 'untested' && !(await isListening(settings)));
}

function hasLostPets({ run, results }: Report): boolean {
  return run.attempts !== undefined || results.some(({ why }) => why?.kind === 'restarted');
}

/** In milliseconds since the epoch. Of a file that is gone, only this moment is known. */
function lastChangeOf(paths: readonly string[]): number {
  return Math.max(...paths.map((path) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()));
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
