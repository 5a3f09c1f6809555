import type { EventEmitter } from 'node:events';
import { codeOf, UsageError } from '../harness/basics/usage-error.ts';
import { cutInTheMiddle } from '../harness/report/cut-text.ts';
import type { Environment } from '../harness/settings/settings.ts';
import { visible } from '../reporters/escape-controls.ts';

export const exitCodes = {
  conforming: {
    code: 0,
    meaning: 'conforming: nothing failed, except what is waived, in the baseline, or cannot be seen on this server',
  },
  violating: { code: 1, meaning: 'violating: a MUST failed (with --strict, also a SHOULD)' },
  usage: { code: 2, meaning: 'usage: a flag, a setting or a file is wrong' },
  untested: { code: 3, meaning: 'not tested: unreachable, key rejected, or a rate limit that never clears' },
  incomplete: { code: 4, meaning: 'incomplete: no violation, but a MUST is inconclusive (see --require-all)' },
  fault: { code: 5, meaning: 'a bug in the suite itself; it says nothing about the server' },
  unfitWaiver: { code: 6, meaning: 'conforming, but a waiver no longer fits: change the file of waivers' },
  hungUp: { code: 129, meaning: 'ended by SIGHUP: what was decided until then is reported' },
  interrupted: { code: 130, meaning: 'interrupted: what was decided until then is reported' },
  terminated: { code: 143, meaning: 'ended by SIGTERM: what was decided until then is reported' },
} as const;

export interface Output {
  write(text: string, written: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Input extends AsyncIterable<string | Uint8Array> {
  readonly isTTY?: boolean;
  /** Only for a terminal: whether each key arrives as it is pressed. */
  setRawMode?(on: boolean): unknown;
}

/** What the command uses of its process. */
export interface ProcessIo {
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Emits the stop signals and uncaught errors. */
  readonly signals: Pick<EventEmitter, 'on' | 'off' | 'emit'>;
  readonly exit: (code: number) => void;
}

export interface Io extends ProcessIo {
  /** Standard output, for commands to the runner of GitHub Actions. */
  readonly annotations: Output;
}

/** With the exit code of each. */
export const STOP_SIGNALS = {
  SIGINT: exitCodes.interrupted.code,
  SIGTERM: exitCodes.terminated.code,
  SIGHUP: exitCodes.hungUp.code,
};

const CLOSED_PIPE = ['EPIPE', 'ERR_STREAM_DESTROYED'];

/** Resolves when the text has left the process, or when nobody reads it any more (`| head`). */
export function print(output: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error && !CLOSED_PIPE.includes(codeOf(error))) reject(cannotBeWritten('The output', error));
      else resolve();
    });
  });
}

export function cannotBeWritten(name: string, error: unknown): UsageError {
  const code = codeOf(error);
  return new UsageError(`${name} cannot be written (${code}): ${ADVICE[code] ?? 'choose another file'}.`);
}

const FULL = 'make room for it, or choose another place';
const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
};

/** The end of a command that only prints. */
export async function succeed({ stdout }: Pick<Io, 'stdout'>, text: string): Promise<number> {
  await print(stdout, text);
  return exitCodes.conforming.code;
}

/** One line for the user. It may quote a file or an address of any length and content. */
export async function say({ stderr }: Pick<Io, 'stderr'>, sentence: string): Promise<void> {
  await print(stderr, `${oneLine(sentence)}\n`);
}

const LONGEST_MESSAGE = 1_000;

/** Resolves with the exit code. If not even the error can be printed, the code has to do. */
export async function printError({ stderr }: Pick<Io, 'stderr'>, error: unknown): Promise<number> {
  const isUsage = error instanceof UsageError;
  const sentence = 'The suite itself failed, which says nothing about the server; please report it with what follows.';
  const detail = error instanceof Error ? error.stack : String(error);
  const text = isUsage ? oneLine(error.message) : `${sentence}\n${detail}`;
  await print(stderr, `petstore-conformance: ${text}\n`).catch(() => undefined);
  return (isUsage ? exitCodes.usage : exitCodes.fault).code;
}

function oneLine(text: string): string {
  return cutInTheMiddle(visible(text).replaceAll('\n', '\\n'), LONGEST_MESSAGE);
}

/** How text looks on standard output. FORCE_COLOR decides, then NO_COLOR, then whether the output is a terminal. */
export function pageOf({ stdout, env }: Pick<Io, 'stdout' | 'env'>) {
  const { FORCE_COLOR: forced, NO_COLOR, TERM } = env;
  const isTerminal = stdout.isTTY === true && TERM !== 'dumb';
  const colour = forced === undefined ? isTerminal && !NO_COLOR : !['0', 'false'].includes(forced);
  return { colour, width: stdout.columns ?? 100 };
}

/**
 * The runner of GitHub Actions obeys a log line that starts with `::`, after any white space, and one with `##[`
 * anywhere. Much of what is printed comes from servers and files.
 */
const COMMAND_START = /^((?:(?![\r\n])[\s\u0085])*):(?=:)/gm;
const OLD_COMMAND_START = /#(?=#\[)/g;

export function withoutCommands(text: string): string {
  return text.replace(COMMAND_START, '$1: ').replace(OLD_COMMAND_START, '# ');
}
