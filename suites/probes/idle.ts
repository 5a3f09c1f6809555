import { CREDENTIALS, MISSING } from '../inputs/credentials.ts';
import { IDLE_MS, PAUSES } from '../inputs/headers.ts';
import { inTable, valueIn } from '../inputs/value.ts';
import type { Drive } from './drive.ts';
import { fetchable } from './known.ts';
import { LANES } from './neighbours.ts';
import type { Options } from './options.ts';

const PROBE = 'idle connections';

/** Requests on connections that carried the right key and were idle since: with it, and without any. */
export async function sendAfterIdle(drive: Drive): Promise<void> {
  const { session, world } = drive;
  const idle = inTable(PAUSES, valueIn(PAUSES, 'idle'));
  const missing = { credential: MISSING.make(''), input: [inTable(CREDENTIALS, MISSING), idle] };
  // The budget holds for all attempts.
  const isSpared = !drive.serves('keys') || drive.wasAnswered(missing.input);
  const { id } = fetchable(world);
  const sends: readonly ((lane: Options) => Promise<unknown>)[] = [
    (lane) => drive.list('', { ...lane, input: [idle] }),
    (lane) => drive.fetch(id === undefined ? [] : [id], { ...lane, input: [idle] }),
    (lane) => (isSpared ? Promise.resolve() : drive.list('', { ...lane, ...missing })),
  ];
  await Promise.all(
    sends.map(async (send, at) => {
      const lane: Options = { probe: PROBE, lane: LANES + at };
      await drive.list('limit=2', lane);
      await session.clock.sleep(IDLE_MS, session.signal);
      await send(lane);
    }),
  );
}
