import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Exchange } from '../../harness/record/exchange.ts';
import type { Options } from './client.ts';
import type { Drive } from './drive.ts';
import { sendProperty } from './property.ts';
import { inTable, type Table, tableOf } from './value.ts';

/** One step of one client. */
type Step =
  | { readonly do: 'create' | 'list'; readonly quiet: boolean }
  | { readonly do: 'fetch'; readonly which: number };

/** Clients that act at the same time, each step by step. */
type History = readonly (readonly Step[])[];

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('list' as const), quiet: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fetch' as const), which: fc.nat(20) }) },
);

/** Every client begins with a creation, so that there is something to disagree about. */
function anyClient(steps: number): fc.Arbitrary<readonly Step[]> {
  return fc
    .tuple(fc.constantFrom(true, false, false), fc.array(anyStep, { minLength: 1, maxLength: steps }))
    .map(([quiet, others]): readonly Step[] => [{ do: 'create', quiet }, ...others]);
}

const anyHistory: fc.Arbitrary<History> = fc.oneof(
  fc.tuple(anyClient(2), anyClient(2)),
  fc.tuple(anyClient(1), anyClient(1), anyClient(1)),
);

const CREATE: Step = { do: 'create', quiet: true };
const LIST: Step = { do: 'list', quiet: true };
const fetchOf = (which: number): Step => ({ do: 'fetch', which });

/** Several clients that create, fetch and list the same kind of pet, so that they get into each other's way. */
const CROWDED_HISTORY: History = [
  [CREATE, CREATE, LIST],
  [CREATE, fetchOf(1), LIST],
  [fetchOf(0), CREATE, fetchOf(2), LIST],
  [fetchOf(0), fetchOf(1)],
];

export const HISTORIES: Table = tableOf(
  'history',
  ['history.agrees'],
  [
    { id: 'crowded', label: 'several clients that create, fetch and list pets of one kind at once' },
    { id: 'random', label: 'random steps of several clients at once', needsRoom: true },
  ],
);

/** Inputs of the other properties for each history, which sends as many requests. */
const RUNS_PER_HISTORY = 15;

/** Several clients at once: whatever they read must agree with what had been created. */
export async function sendHistories(drive: Drive): Promise<void> {
  const { isStocked } = drive.population;
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

async function playHistory(history: History, options: Options, drive: Drive) {
  const { client, population } = drive;
  const exchanges: (Exchange | undefined)[] = [];
  const made: (number | bigint)[] = [];
  // On a stocked target the quiet page is left to other probes: every pet on it stays there.
  const statusFor = (quiet: boolean) => (quiet && !population.isStocked ? population.quiet : population.crowded);
  const list = (quiet: boolean) => client.list(`limit=${drive.page}&status=${statusFor(quiet)}`, options);
  const fetch = (id: number | bigint) => (drive.getsPets ? client.get(id, options) : undefined);
  const take = async (step: Step): Promise<Exchange | undefined> => {
    if (step.do === 'list') return list(step.quiet);
    if (step.do === 'fetch') {
      // Before the first creation of this history, a pet from before it.
      const known = made.length > 0 ? made : population.pets.map(({ id }) => id);
      const id = known[step.which % Math.max(known.length, 1)];
      return id === undefined ? undefined : fetch(id);
    }
    const exchange = await client.create(population.plainBody(statusFor(step.quiet)), options);
    const pet = population.noteCreation(exchange);
    if (pet) {
      made.push(pet.id);
      drive.late.push(pet);
    }
    return exchange;
  };
  await Promise.all(
    history.map(async (steps) => {
      for (const step of steps) exchanges.push(await take(step));
    }),
  );
  return [...exchanges, ...(await Promise.all([...made.map(fetch), list(true)]))];
}
