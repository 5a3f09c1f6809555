import { type Clock, sleepUntil } from '../clock.ts';

/** Gives turns with a minimum pause between them. The first waits too: another run may have ended just now. */
export function rateLimiter(intervalMs: number, clock: Clock, signal: AbortSignal): () => Promise<void> {
  let nextAt = clock.now() + intervalMs;
  let turn = Promise.resolve();
  return () => {
    if (intervalMs === 0) return turn;
    turn = turn.then(async () => {
      await sleepUntil(clock, () => nextAt, signal);
      nextAt = clock.now() + intervalMs;
    });
    return turn;
  };
}
