import { setTimeout as delay } from 'node:timers/promises';

/** The only source of time in the service, so that the same code runs under real and under virtual time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => Date.now(), sleep: (ms) => delay(ms) };
