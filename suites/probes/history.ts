import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../harness/model/exchange.ts';
import { anyHistory, type ClientHistory, CROWDED_HISTORY, HISTORIES, type Step } from '../inputs/histories.ts';
import { inTable } from '../inputs/value.ts';
import { petOf, read } from '../reading/reading.ts';
import { type Drive, isMade } from './drive.ts';
import { ownPets } from './known.ts';
import type { Options } from './options.ts';
import { sendProperty } from './property.ts';

/** Inputs of the other properties for each history, which sends as many requests. */
const RUNS_PER_HISTORY = 15;

/** Several clients at once: whatever they read must agree with what had been created. */
export async function sendHistories(drive: Drive): Promise<void> {
  const { isStocked } = drive;
  const crowded = isStocked ? CROWDED_HISTORY.slice(1) : CROWDED_HISTORY;
  const extra = isStocked ? Math.max(0, drive.settings.runs - RUNS_PER_HISTORY) : drive.settings.runs;
  await sendProperty(drive, {
    probe: 'history.agrees',
    arbitrary: anyHistory,
    examples: [crowded],
    runs: 1 + Math.ceil(extra / RUNS_PER_HISTORY),
    input: (history) => [inTable(HISTORIES, { id: isDeepStrictEqual(history, crowded) ? 'crowded' : 'random' })],
    show: (history) => JSON.stringify(history),
    send: (history, options) => playHistory(history, { ...options, isUrgent: true }, drive),
  });
}

async function playHistory(history: ClientHistory, options: Options, drive: Drive) {
  const { newPets, isStocked, statuses, world } = drive;
  const exchanges: (Exchange | undefined)[] = [];
  const made: (number | bigint)[] = [];
  const before = ownPets(world).map(({ id }) => id);
  // On a stocked target the quiet page is left to other probes: every pet on it stays there.
  const statusFor = (quiet: boolean) => (quiet && !isStocked ? statuses.quiet : statuses.crowded);
  const list = (quiet: boolean) => drive.list(`limit=${drive.page}&status=${statusFor(quiet)}`, options);
  const fetch = (id: number | bigint) => (drive.getsPets ? drive.get(id, options) : undefined);
  const take = async (step: Step): Promise<Exchange | undefined> => {
    if (step.do === 'list') return list(step.quiet);
    if (step.do === 'fetch') {
      // Before the first creation of this history, a pet from before it.
      const known = made.length > 0 ? made : before;
      const id = known[step.which % Math.max(known.length, 1)];
      return id === undefined ? undefined : fetch(id);
    }
    const exchange = await drive.create(newPets.plainBody(statusFor(step.quiet)), options);
    const pet = exchange && isMade(exchange) ? petOf(read(exchange, drive.scope).json) : undefined;
    if (pet) made.push(pet.id);
    return exchange;
  };
  await Promise.all(
    history.map(async (steps) => {
      for (const step of steps) exchanges.push(await take(step));
    }),
  );
  return [...exchanges, ...(await Promise.all([...made.map(fetch), list(true)]))];
}
