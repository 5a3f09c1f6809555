import type { Report } from '../harness/report/model.ts';
import { exitCodes } from './exit-codes.ts';
import { type Io, print, STOP_SIGNALS } from './io.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  /** The same code, unless it is that of an interruption: then the code of the signal that caused it. */
  exitCode(code: number): number;
  /** Leaves the signals to their usual meaning again. */
  release(): void;
}

const STOPPING = '\nStopping: what was decided is reported. Interrupt again to stop at once.\n';

type StopSignal = (typeof STOP_SIGNALS)[number];

const CODES: Readonly<Record<StopSignal, number>> = {
  SIGINT: exitCodes.interrupted.code,
  SIGTERM: exitCodes.terminated.code,
};

/** The first signal ends the run with a report of what was decided; the second ends the process. */
export function interruptionBy({ signals, stderr, exit }: Io): Interruption {
  const controller = new AbortController();
  let code: number = exitCodes.interrupted.code;
  let notice: NodeJS.Immediate | undefined;
  const listeners = STOP_SIGNALS.map((name) => ({
    name,
    onSignal: () => {
      if (controller.signal.aborted) return exit(code);
      code = CODES[name];
      controller.abort();
      // A watch that waits is over at once: then there is nothing to say.
      notice = setImmediate(() => void print(stderr, STOPPING));
    },
  }));
  for (const { name, onSignal } of listeners) signals.on(name, onSignal);
  return {
    signal: controller.signal,
    exitCode: (ended) => (ended === exitCodes.interrupted.code ? code : ended),
    release: () => {
      clearImmediate(notice);
      for (const { name, onSignal } of listeners) signals.off(name, onSignal);
    },
  };
}

/** The report with the exit code that the process ends with. */
export function withExitCodeOf({ exitCode }: Pick<Interruption, 'exitCode'>, report: Report): Report {
  return { ...report, exitCode: exitCode(report.exitCode) };
}
