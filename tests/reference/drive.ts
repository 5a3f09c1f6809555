import { VirtualClock } from '../../proof/simulation/virtual-clock.ts';
import { createService, type Incoming, type ServiceOptions } from '../../reference/service.ts';
import type { Outgoing } from '../../reference/wire.ts';

export const KEY = 'Reference-Key-7f3a';

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
    await clock.run(() => clock.sleep(400));
    const answers = () => Promise.all(round.map((sent, at) => service.receive(incoming(sent, at))));
    received.push(...(await clock.run(answers)));
  }
  return received;
}
