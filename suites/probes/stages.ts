import { OPERATIONS } from '../reading/document.ts';
import type { Topic } from '../requirements/row.ts';
import { Creations } from './creations.ts';
import type { Drive } from './drive.ts';
import { sendHistories } from './history.ts';
import { sendAfterIdle } from './idle.ts';
import { lastCreationAt } from './known.ts';
import { confirmMissing, fetchBetweenOwn, lookAgain, lookForLate, readExistingPets } from './last-look.ts';
import { narrowFailures } from './narrow.ts';
import { neighboursOf } from './neighbours.ts';
import { claimId, createOpenly, sendObservations } from './observations.ts';
import {
  fetchEarlierPets,
  fetchPets,
  invalidIds,
  listLargestPages,
  otherStatuses,
  readShortPages,
  sendIds,
  unknownIds,
} from './reads.ts';
import {
  badCredentials,
  brokenBodies,
  earlyRefusals,
  sendBadCredentials,
  sendBrokenBodies,
  sendMistakesWithoutKey,
  sendRandomTokens,
} from './refusals.ts';
import { repeatFailures } from './repeat.ts';
import { sendNext } from './rows.ts';
import { sendUntried } from './untried.ts';

/** What the stages of one run share. */
export class Run {
  readonly drive: Drive;
  readonly creations: Creations;
  readonly startedAt: number;
  #queues: ReturnType<typeof queuesOf> | undefined;

  constructor(drive: Drive) {
    this.drive = drive;
    this.creations = new Creations(drive);
    this.startedAt = drive.session.elapsed();
  }

  /** What goes between requests of other kinds, and what is left of it later. Made when pets are known. */
  get queues(): ReturnType<typeof queuesOf> {
    this.#queues ??= queuesOf(this);
    return this.#queues;
  }
}

/** Some requests of a stage. All parts of a stage are sent at the same time, in the order of the table. */
interface Part {
  /** Without it, it is sent in every run. */
  readonly serves?: readonly Topic[];
  readonly send: (run: Run) => Promise<unknown> | undefined;
}

interface Stage {
  /** What is sent, and beside what. */
  readonly sends: string;
  readonly why: string;
  /** A run that may create nothing has other stages; both kinds of runs have this one unless given. */
  readonly only?: 'creating' | 'read-only';
  readonly parts: readonly Part[];
}

/** Some defects show only in the first response after a pause, so there is one before the last look. */
const QUIET_MS = 400;

/** What a run sends after the preflight, from the first request to the last one. */
export const STAGES: readonly Stage[] = [
  {
    sends: 'in a later attempt, what may stop the service and has got no answer yet',
    why: 'there is hardly a pet to lose',
    parts: [{ send: ({ drive }) => sendUntried(drive) }],
  },
  {
    sends: 'one pet of every status',
    why: 'each later check of a status needs one',
    only: 'creating',
    parts: [{ send: ({ creations }) => creations.begin() }],
  },
  {
    sends:
      'most combinations of valid values, among creations that are refused; creations that the document leaves open',
    why: 'lists are still short, so a pet that is lost, or added by a refused request, shows',
    only: 'creating',
    parts: [
      { send: ({ creations, drive }) => creations.first(earlyRefusals(drive)) },
      { serves: ['observations', 'open creations'], send: ({ drive }) => createOpenly(drive) },
    ],
  },
  {
    sends: 'the largest pages',
    why: 'they are short for the last time; a fetch may change what a faulty service lists, so none has come before',
    only: 'creating',
    parts: [{ send: ({ drive }) => readShortPages(drive) }],
  },
  {
    sends: 'the other combinations and plain pets, beside fetches of pets of every kind and a claim of an id',
    why: 'more pets than a page holds are needed to check the largest limit',
    only: 'creating',
    parts: [
      { send: ({ drive }) => claimId(drive) },
      { send: ({ drive }) => fetchPets(drive) },
      { send: ({ creations }) => creations.crowd() },
    ],
  },
  {
    sends:
      'creations that were held back behind and before each other kind of request; clients that create and read at once; short lists beside them',
    why: 'what one request leaves behind, or another client does meanwhile, spoils the next one',
    only: 'creating',
    parts: [
      { send: ({ queues }) => queues.neighbours.sendCreations() },
      { serves: ['histories', 'lists', 'fetches', 'ids'], send: ({ drive }) => sendHistories(drive) },
      { serves: ['lists'], send: ({ creations }) => creations.listBeside() },
    ],
  },
  {
    sends: 'the last creations; the other kinds of requests behind each other; unknown ids; connections that were idle',
    why: 'until the last look nothing is created from now on, so that reads have time to catch up',
    parts: [
      { send: ({ creations, drive }) => (drive.settings.readOnly ? undefined : creations.rest()) },
      { send: ({ queues }) => queues.neighbours.sendOthers() },
      { send: ({ queues, drive }) => queues.unknownIds && sendIds(queues.unknownIds, drive) },
      { send: ({ drive }) => fetchEarlierPets(drive) },
      { send: ({ drive }) => sendAfterIdle(drive) },
    ],
  },
  {
    sends: 'unknown filters and invalid ids; what is only observed',
    why: 'they may stop a service, so most that the document describes was sent; reads have time to catch up meanwhile',
    parts: [
      { send: ({ queues, drive }) => queues.badParameters && sendNext(drive, queues.badParameters) },
      { send: ({ queues, drive }) => queues.invalidIds && sendNext(drive, queues.invalidIds) },
      { serves: ['observations'], send: ({ drive }) => sendObservations(drive) },
    ],
  },
  {
    sends: 'the pets that exist, a window after they were first seen',
    why: 'pets of others may change at any time, so they count only if they were seen long before and after',
    only: 'read-only',
    parts: [
      {
        send: async ({ drive, startedAt }) => {
          await drive.settle(startedAt);
          await readExistingPets(drive);
        },
      },
    ],
  },
  {
    sends: 'nothing',
    why: 'reads can no longer lag when the window is over',
    parts: [
      {
        send: ({ drive }) => {
          const { readOnly } = drive.settings;
          if (!readOnly) drive.session.pause();
          return drive.settle(readOnly ? drive.session.elapsed() : lastCreationAt(drive.world), QUIET_MS);
        },
      },
    ],
  },
  {
    sends: 'every page and limit, and fetches',
    why: 'only now does absence count',
    parts: [
      {
        serves: ['pets', 'last look', 'deprecation'],
        send: ({ drive }) => lookAgain(drive),
      },
    ],
  },
  {
    sends: 'pets of others that getPet did not find, and the lists that show them',
    why: 'an owner may remove and restore pets, but not each time that a list is read',
    only: 'creating',
    parts: [{ send: ({ drive }) => confirmMissing(drive) }],
  },
  {
    sends: 'broken bodies, also behind and before each other kind of request',
    why: 'they stop more services than all else, and what a lenient parser stores can break every list after it',
    parts: [
      { send: ({ queues }) => queues.neighbours.sendOdd() },
      {
        serves: ['broken bodies'],
        send: ({ queues, drive }) => queues.broken && sendBrokenBodies(queues.broken, drive),
      },
    ],
  },
  {
    sends:
      'bad credentials, also behind and before each other kind of request; a creation that is refused and then corrected, one that was sent before, and lists',
    why: 'after many wrong keys a service may refuse the right one for good, so they come after what needs it; what a broken body added shows between the ids of two pets',
    parts: [
      {
        send: async ({ creations, drive }) =>
          !drive.settings.readOnly && (await creations.last()) ? lookForLate(drive) : undefined,
      },
      { serves: ['keys'], send: ({ queues }) => queues.neighbours.sendRefused() },
      ...OPERATIONS.map(
        (operation): Part => ({
          serves: ['keys'],
          send: ({ queues, drive }) => {
            const bad = queues.refused.get(operation);
            return bad && sendBadCredentials(operation, bad, drive);
          },
        }),
      ),
      { serves: ['keys'], send: ({ drive }) => sendRandomTokens(drive) },
      { serves: ['keys'], send: ({ drive }) => sendMistakesWithoutKey(drive) },
    ],
  },
  {
    sends: 'the largest pages; fetches of ids between pets of this run',
    why: 'a refused creation may have added a pet, and lists may have no room for it',
    only: 'creating',
    parts: [
      {
        serves: ['last look'],
        send: async ({ drive }) => {
          await listLargestPages(drive, { probe: 'last look' });
          await fetchBetweenOwn(drive);
        },
      },
    ],
  },
  {
    sends: 'what failed, with fewer values, and then as it was',
    why: 'a report names the smallest input that fails, and how often it does',
    parts: [{ send: ({ drive }) => explain(drive) }],
  },
];

/** Sends what the stages of this kind of run have for the requirements that are wanted, until the attempt is over. */
export async function sendStages(run: Run): Promise<void> {
  const { drive } = run;
  const kind = drive.settings.readOnly ? 'read-only' : 'creating';
  for (const { only = kind, parts } of STAGES) {
    const due = parts.filter(({ serves }) => only === kind && (!serves || drive.serves(...serves)));
    if (due.length === 0) continue;
    if (await drive.session.hasLost()) return;
    drive.look();
    await Promise.all(due.map(({ send }) => send(run)));
  }
}

/** What creates nothing, by kind: some of it goes between requests of other kinds. */
function queuesOf({ drive, creations }: Run) {
  const { readOnly } = drive.settings;
  const operations = OPERATIONS.filter((operation) => {
    if (operation === 'getPet') return drive.getsPets;
    return operation !== 'createPet' || !readOnly;
  });
  const refused = new Map(
    operations.flatMap((operation) => {
      const bad = drive.serves('keys') ? badCredentials(operation, drive) : undefined;
      return bad ? [[operation, bad] as const] : [];
    }),
  );
  const getsOthers = drive.serves('fetches', 'deprecation');
  const unknown = getsOthers ? unknownIds(drive) : undefined;
  const invalid = getsOthers ? invalidIds(drive) : undefined;
  const badParameters = drive.serves('lists') ? otherStatuses(drive) : undefined;
  const broken = !readOnly && drive.serves('broken bodies') ? brokenBodies(drive) : undefined;
  const create = readOnly ? undefined : (options: { readonly lane?: number | undefined }) => creations.one(options);
  const neighbours = neighboursOf({ refused, unknownIds: unknown, badParameters, brokenBodies: broken, create }, drive);
  return { refused, unknownIds: unknown, invalidIds: invalid, badParameters, broken, neighbours };
}

/** Finds what a failure really depends on, and whether it comes back. */
async function explain(drive: Drive): Promise<void> {
  if (drive.violations().size === 0) return;
  await narrowFailures(drive);
  for (const shrink of drive.shrinks) await shrink();
  await repeatFailures(drive);
}
