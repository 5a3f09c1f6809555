import type { EventEmitter } from 'node:events';
import type { Environment } from '../harness/settings/settings.ts';
import { cannotBeWritten } from './output-file.ts';

/** One of the two output streams of a process, as far as the command uses it. */
export interface Output {
  write(text: string, written: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Standard input of a process, as far as the command uses it. */
export interface Input extends AsyncIterable<string | Uint8Array> {
  readonly isTTY?: boolean;
  /** Where there is a terminal: whether each key is handed over as it is pressed. */
  setRawMode?(on: boolean): unknown;
}

/** Tells the path of whatever changes under a folder, until the function that it gives back is called. */
export type WatchFolder = (folder: string, onChange: (path: string) => void) => () => void;

/** Everything the command touches of the process it runs in. */
export interface ProcessIo {
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Emits the stop signals, and errors that nobody caught. */
  readonly signals: Pick<EventEmitter, 'on' | 'off' | 'emit'>;
  readonly watchFolder: WatchFolder;
  readonly exit: (code: number) => void;
}

/** The same as the commands see it. */
export interface Io extends ProcessIo {
  /** Standard output, for lines that the runner of GitHub Actions is to obey. */
  readonly annotations: Output;
}

/** How people and supervisors ask a process to end. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Resolves when the text has left the process, or when nobody is reading any more (`| head`). */
export function print(output: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error && !isClosedPipe(error)) reject(cannotBeWritten('The output', error));
      else resolve();
    });
  });
}

function isClosedPipe(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}
