import { type Clock, createService, type Incoming, type ServiceOptions } from '../../reference/service.ts';
import type { Outgoing } from '../../reference/wire.ts';

export const KEY = 'Reference-Key-7f3a';

/** Time that passes only while everybody sleeps. */
class VirtualClock implements Clock {
  #now = 0;
  readonly #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ at: this.#now + ms, wake });
    });
  }

  /** Wakes one sleeper after the other until the work is done. */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const watched = work.finally(() => {
      isDone = true;
    });
    for (;;) {
      // Real time passes only for what the work does without waiting.
      await new Promise(setImmediate);
      if (isDone) return watched;
      this.#sleepers.sort((left, right) => left.at - right.at);
      const next = this.#sleepers.shift();
      if (next === undefined) throw new Error('The service waits for something else than its clock.');
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }
}

export interface Sent {
  readonly path: string;
  readonly body?: string;
  readonly key?: string;
}

export function incoming({ path, body, key = KEY }: Sent, connection: number): Incoming {
  const headers = [['authorization', `Bearer ${key}`] as const, ['content-type', 'application/json'] as const];
  const pieces = body === undefined ? [] : [Buffer.from(body)];
  const method = body === undefined ? 'GET' : 'POST';
  return { method, target: `/v1${path}`, headers, pieces, chunked: false, connection };
}

/** All that a service of its own sends in return; the requests of a round go out at once. */
export async function drive(
  options: Omit<ServiceOptions, 'apiKey' | 'clock'>,
  rounds: readonly (readonly Sent[])[],
): Promise<readonly Outgoing[]> {
  const clock = new VirtualClock();
  const service = createService({ ...options, apiKey: KEY, clock });
  const received: Outgoing[] = [];
  for (const round of rounds) {
    await clock.until(clock.sleep(400));
    received.push(...(await clock.until(Promise.all(round.map((sent, at) => service.receive(incoming(sent, at)))))));
  }
  return received;
}
