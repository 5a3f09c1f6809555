import { type Clock, sleepUntil } from '../clock.ts';
import type { Headers } from './wire.ts';

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

/** Retry-After in milliseconds: seconds, or a date. */
export function waitAskedFor(headers: Headers, now: number): number {
  const textOf = (header: string) => headers.find(([name]) => name.toLowerCase() === header)?.[1].trim() ?? '';
  const value = textOf('retry-after');
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = /^\w+,? .*\d\d:\d\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  // By the clock of the service, which need not be ours.
  return Number.isNaN(date) ? 0 : Math.max(0, date - (Date.parse(textOf('date')) || now));
}
