import { setTimeout as sleep } from 'node:timers/promises';
import { Violation } from './verdicts.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** Reads may lag behind writes: what does not hold yet is asked again until the consistency window is over. */
export async function eventually<T>(windowMs: number, attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + windowMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    // An answer may take longer than the window: it counts when it was asked for, and not when it came.
    const askedAt = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Violation) || askedAt >= deadline) throw error;
      await sleep(Math.max(0, Math.min(pause, deadline - performance.now())));
    }
  }
}
