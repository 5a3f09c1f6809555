import type { EventEmitter } from 'node:events';
import { codeOf } from '../harness/settings/error-code.ts';
import type { Environment } from '../harness/settings/settings.ts';
import { cannotBeWritten } from './output-file.ts';

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

/** Reports the paths that change below a folder until the returned function is called. */
export type WatchFolder = (folder: string, onChange: (path: string) => void) => () => void;

/** What the command uses of its process. */
export interface ProcessIo {
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Emits the stop signals and uncaught errors. */
  readonly signals: Pick<EventEmitter, 'on' | 'off' | 'emit'>;
  readonly watchFolder: WatchFolder;
  readonly exit: (code: number) => void;
}

export interface Io extends ProcessIo {
  /** Standard output, for commands to the runner of GitHub Actions. */
  readonly annotations: Output;
}

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

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

const ERASE_LINE = '\r\u001b[2K';

/** One line that is overwritten, and nothing in a log. */
export function progressOn(stderr: Output) {
  const write = (text: string) => void (stderr.isTTY === true && stderr.write(text, () => undefined));
  const widest = (stderr.columns ?? 80) - 1;
  return {
    show: (done: number, total: number, current: string) =>
      write(`${ERASE_LINE}${`${done}/${total}  ${current}`.slice(0, widest)}`),
    erase: () => write(ERASE_LINE),
  };
}
