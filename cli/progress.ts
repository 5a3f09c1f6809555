import type { Exchange } from '../harness/model/exchange.ts';
import { count, cut } from '../reporters/text.ts';
import { isCi } from './dotenv.ts';
import type { Io } from './io.ts';

/** Where people see how far a run is. */
export interface Progress {
  /** Of a run that begins now; hears of each of its exchanges. */
  follow(maximum: number, isStartedHere: boolean): (exchange: Exchange) => void;
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
    return shownEvery(ON_TERMINAL_MS, overwrite, () => overwrite(''));
  }
  if (!isCi(env)) return undefined;
  return shownEvery(IN_LOG_MS, (text) => write(`${cut(`Running: ${text}`, LONGEST_IN_LOG)}\n`));
}

function shownEvery(ms: number, show: (sentence: string) => void, clear: () => void = () => undefined): Progress {
  let timer: NodeJS.Timeout | undefined;
  return {
    follow: (maximum, isStartedHere) => {
      const record: Exchange[] = [];
      timer = setInterval(() => show(progressOf(record, maximum, isStartedHere)), ms);
      return (exchange) => void record.push(exchange);
    },
    end: () => {
      clearInterval(timer);
      clear();
    },
  };
}

/** "212 of at most 763 requests" */
export function progressOf(record: readonly Exchange[], maximum: number, isStartedHere: boolean): string {
  const { length } = record;
  const most = length <= maximum ? `${length.toLocaleString('en-GB')} of at most ` : '';
  const sent = `${most}${count(Math.max(length, maximum), 'request')}`;
  // Somebody else has to start it.
  return isGone(record) && !isStartedHere ? `${SERVER_GONE}${sent}` : sent;
}

const SERVER_GONE = 'Server gone: start it again and the run goes on (-- COMMAND does it). ';
/** Controls in a row that nobody listened to. */
const GONE = 3;

function isGone(record: readonly Exchange[]): boolean {
  const last = record.slice(-GONE);
  return last.length === GONE && last.every(({ probe, failure }) => probe === 'control' && failure?.kind === 'refused');
}
