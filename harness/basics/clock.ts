import { setTimeout as delay } from 'node:timers/promises';

/** Time as the engine sees it: the system's, or a simulated one. */
export interface Clock {
  /** Milliseconds since the epoch; never goes back. */
  now(): number;
  /** Resolves early if the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => undefined),
};

/** A timer may fire a little early, and the time may be moved while we wait. */
export async function sleepUntil(clock: Clock, time: () => number, signal: AbortSignal): Promise<void> {
  for (let wait = time() - clock.now(); wait > 0 && !signal.aborted; wait = time() - clock.now()) {
    await clock.sleep(wait, signal);
  }
}
