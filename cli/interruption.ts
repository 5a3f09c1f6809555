import { exitCodes } from './exit-codes.ts';
import { type Io, print, STOP_SIGNALS } from './io.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  /** Leaves the signals to their usual meaning again. */
  release(): void;
}

const STOPPING = '\nStopping: what was decided is reported. Interrupt again to stop at once.\n';

/** The first signal ends the run with a report of what was decided; the second ends the process. */
export function interruptionBy({ signals, stderr, exit }: Io): Interruption {
  const controller = new AbortController();
  let notice: NodeJS.Immediate | undefined;
  const onSignal = () => {
    if (controller.signal.aborted) return exit(exitCodes.interrupted.code);
    controller.abort();
    // A watch that waits is over at once: then there is nothing to say.
    notice = setImmediate(() => void print(stderr, STOPPING));
  };
  for (const name of STOP_SIGNALS) signals.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => {
      clearImmediate(notice);
      for (const name of STOP_SIGNALS) signals.off(name, onSignal);
    },
  };
}
