import type { EventEmitter } from 'node:events';
import { cutInTheMiddle } from '../harness/report/cut-text.ts';
import { codeOf } from '../harness/settings/error-code.ts';
import type { Environment } from '../harness/settings/settings.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { visible } from '../reporters/escape-controls.ts';
import { exitCodes } from './exit-codes.ts';

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

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error));
  const advice = isFull ? 'make room for it, or choose another place' : 'choose another file';
  return new UsageError(`${name} cannot be written (${codeOf(error)}): ${advice}.`);
}

/** The end of a command that only prints. */
export async function succeed({ stdout }: Pick<Io, 'stdout'>, text: string): Promise<number> {
  await print(stdout, text);
  return exitCodes.conforming.code;
}

/** One line for the user. It may quote a file or an address of any length and content. */
export async function say({ stderr }: Pick<Io, 'stderr'>, sentence: string): Promise<void> {
  await print(stderr, `${oneLine(sentence)}\n`);
}

export type Redact = (text: string) => string;

export function redactError(error: unknown, redact: Redact): unknown {
  if (!(error instanceof Error)) return redact(String(error));
  const { message, stack = message } = error;
  return Object.assign(error, { message: redact(message), stack: redact(stack) });
}

const LONGEST_MESSAGE = 1_000;

/** Resolves with the exit code. If not even the error can be printed, the code has to do. */
export async function printError({ stderr }: Pick<Io, 'stderr'>, error: unknown): Promise<number> {
  const isUsage = error instanceof UsageError;
  const sentence = 'The suite itself failed, which says nothing about the target; please report it with what follows.';
  const detail = error instanceof Error ? error.stack : String(error);
  const text = isUsage ? oneLine(error.message) : `${sentence}\n${detail}`;
  await print(stderr, `petstore-conformance: ${text}\n`).catch(() => undefined);
  return (isUsage ? exitCodes.usage : exitCodes.fault).code;
}

function oneLine(text: string): string {
  return cutInTheMiddle(visible(text).replaceAll('\n', '\\n'), LONGEST_MESSAGE);
}

const USUAL_WIDTH = 100;

/** FORCE_COLOR decides, then NO_COLOR, then whether the output is a terminal. */
export function colourOf(output: Output, env: Environment): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  return output.isTTY === true && env.TERM !== 'dumb';
}

export function widthOf(output: Output): number {
  return output.columns ?? USUAL_WIDTH;
}
