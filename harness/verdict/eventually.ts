import { setTimeout as sleep } from 'node:timers/promises';
import { NotYet } from './verdicts.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/**
 * Reads may lag behind writes, so NotYet is polled until the consistency window is over. Any other violation is thrown
 * at once.
 */
export async function eventually<T>(windowMs: number, attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + windowMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    // An answer may take longer than the window, so the time of the request counts.
    const askedAt = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      if (askedAt >= deadline) throw error.violation;
      await sleep(Math.max(0, Math.min(pause, deadline - performance.now())));
    }
  }
}
