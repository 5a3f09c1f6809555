import { cut } from '../reporters/text.ts';
import { isCi } from './dotenv.ts';
import type { Io } from './io.ts';

/** Where people see how far a run is. */
export interface Progress {
  /** Between two looks at the run. */
  readonly everyMs: number;
  show(sentence: string): void;
  /** Nothing is left of it behind the run. */
  end(): void;
}

const ON_TERMINAL_MS = 300;
/** A job without any output looks as if it hung, and some runners end it. */
const IN_LOG_MS = 30_000;
/** In characters. */
const LONGEST_IN_LOG = 200;

/** One line that is overwritten on a terminal; in CI a line now and then; elsewhere nobody looks. */
export function progressOn({ stderr, env }: Pick<Io, 'stderr' | 'env'>): Progress | undefined {
  const write = (text: string) => void stderr.write(text, () => undefined);
  if (stderr.isTTY === true && env.TERM !== 'dumb') {
    const overwrite = (text: string) => write(`\r\u001b[2K${cut(text, (stderr.columns ?? 80) - 1)}`);
    return { everyMs: ON_TERMINAL_MS, show: overwrite, end: () => overwrite('') };
  }
  if (!isCi(env)) return undefined;
  return {
    everyMs: IN_LOG_MS,
    show: (text) => write(`${cut(`Running: ${text}`, LONGEST_IN_LOG)}\n`),
    end: () => undefined,
  };
}
