import { largest, smallest } from '../../harness/basics/extremes.ts';
import { isInteger } from '../../harness/json/exact-json.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { WireRequest } from '../../harness/model/wire.ts';
import { isAccepted, isOfGateway, type Reading } from '../reading/reading.ts';
import { petIn } from './timeline.ts';
import type { World } from './world.ts';

/** A pet that the service acknowledged: when the requests were sent whose answers show it, or would show it and do not. */
interface Kept {
  readonly sentAt: number;
  readonly acknowledgedAt: number;
  readonly lastSeen: number;
  readonly firstMissed: number;
  readonly lastMissed: number;
}

/** The exchanges of each attempt, as the probes began them. */
export function attemptsIn(record: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const last = Math.max(1, ...record.map(({ attempt = 1 }) => attempt));
  // The record itself, for which the world is known already.
  if (last === 1) return [record];
  return Array.from({ length: last }, (_, index) => record.filter(({ attempt = 1 }) => attempt === index + 1));
}

/** What of an attempt counts: from the moment on in which the service lost its pets, nobody knows which pets there are. */
export function countedIn(attempt: readonly Exchange[], lostAt: number | undefined): readonly Exchange[] {
  if (lostAt === undefined) return attempt;
  // What got no answer of the service shows what stopped it, and nothing about its pets.
  const causes = new Set(attempt.flatMap(({ concludes }) => concludes?.about ?? []));
  return attempt.filter(({ answeredAt, status, number }) => answeredAt <= lostAt || status === 0 || causes.has(number));
}

/** How many fetches show whether any pet is left. */
const FETCHED = 3;

/** Requests that showed pets of the run before, or would show them now: a page, and fetches of several pets. */
export function witnessesIn(readings: readonly Reading[]): readonly WireRequest[] {
  const own = new Set(readings.filter(isCreation).map(({ pets: [pet] = [] }) => keyOf(pet)));
  const shows = ({ asked, isSuccess, pets = [] }: Reading) =>
    isSuccess && asked.credential === 'right' && pets.some((pet) => own.has(keyOf(pet)));
  const isPage = ({ asked, isFull }: Reading) => asked.page?.isExact === true && isFull === false;
  const pages = readings.filter(isPage);
  const page = pages.findLast(shows) ?? pages.at(-1);
  const fetches = new Map(
    readings
      .filter((reading) => reading.asked.petId !== undefined && shows(reading))
      .map((one) => [one.asked.petId, one]),
  );
  return [...(page ? [page] : []), ...[...fetches.values()].slice(0, FETCHED)].map(({ request }) => request);
}

/** The service gave no answer of its own: it may have been away. */
function isAbsence(reading: Reading): boolean {
  return reading.status === 0 || reading.processEnd !== undefined || isOfGateway(reading);
}

/**
 * When the service went away to come back without its pets, as one does that keeps them in memory and is started again.
 * What it answers then contradicts everything before: that is one event, not many violations. Undefined unless the record
 * proves it: requests got no answer, and no pet from before is ever seen again, although at least one had been seen, or
 * its id is given again. A service that loses some of its pets does not look like this, and one that was never away has
 * lost them by itself.
 */
export function lossIn(world: World): number | undefined {
  const { readings } = world;
  const created = readings.filter(isCreation).sort((one, other) => one.sentAt - other.sentAt);
  const absences = readings.filter(isAbsence).sort((one, other) => one.sentAt - other.sentAt);
  if (created.length === 0 || absences.length === 0) return undefined;
  const givenAgain = firstSetBack(created);
  const pets = keptIn(created, world);
  const loss = absences.find(({ sentAt, answeredAt, processEnd }) => {
    const before = pets.filter((pet) => (processEnd ? pet.acknowledgedAt <= answeredAt : pet.sentAt <= sentAt));
    return isForgotten(before, answeredAt, givenAgain !== undefined && givenAgain.sentAt >= answeredAt);
  });
  return loss?.sentAt;
}

function isCreation(reading: Reading): boolean {
  const { asked, ids } = reading;
  return asked.operation === 'createPet' && asked.clientId === undefined && isAccepted(reading) && isId(ids[0]);
}

/** Only what counts up can start again. */
function isId(id: string | undefined): id is string {
  return id !== undefined && /^-?\d+$/.test(id);
}

const idOf = ({ ids }: Reading) => BigInt(ids[0] ?? '');

/** The first creation whose id is not above that of every pet acknowledged before. */
function firstSetBack(created: readonly Reading[]): Reading | undefined {
  const answered = created.toSorted((one, other) => one.answeredAt - other.answeredAt);
  let highest: bigint | undefined;
  let next = 0;
  for (const creation of created) {
    for (let before = answered[next]; before && before.answeredAt < creation.sentAt; before = answered[next]) {
      if (highest === undefined || idOf(before) > highest) highest = idOf(before);
      next += 1;
    }
    if (highest !== undefined && idOf(creation) <= highest) return creation;
  }
  return undefined;
}

/** Whether no read from then on shows any of them, though the service had kept them until then. */
function isForgotten(pets: readonly Kept[], from: number, isGivenAgain: boolean): boolean {
  // Nobody had looked for it before, or it was seen: whether the service had kept it.
  const isKept = ({ lastSeen, firstMissed }: Kept) => lastSeen >= 0 || firstMissed >= from;
  const isMissed = (pet: Kept) => isKept(pet) && pet.lastMissed >= from;
  const isSeen = ({ lastSeen }: Kept) => lastSeen >= from;
  return pets.length > 0 && !pets.some(isSeen) && (isGivenAgain || pets.some(isMissed));
}

function keptIn(created: readonly Reading[], world: World): readonly Kept[] {
  // By their id and name: after a restart, another pet has the same id.
  const creations = new Map(created.map((creation) => [keyOf(creation.pets?.[0]), creation]));
  return [...creations].map(([key, creation]) => whenKept(key, creation, world));
}

function whenKept(key: string, creation: Reading, world: World): Kept {
  const { sentAt, answeredAt: acknowledgedAt, ids, pets } = creation;
  const [id = ''] = ids;
  const { views, fetches } = world.timeline(id);
  const isShown = (one: Reading) => one.ids.includes(id) && keyOf(petIn(one, id)) === key;
  const pages = world.pages.filter(({ asked, isFull }) => isDue(asked.page, isFull, pets?.[0]?.status));
  const answered = fetches.filter(({ isSuccess, status }) => isSuccess || status === 404);
  // Nobody can show a pet before it is there.
  const missing = [...pages, ...answered].filter((one) => one.sentAt >= acknowledgedAt && !isShown(one));
  const missed = missing.map((one) => one.sentAt);
  const lastSeen = largest(views.filter(isShown).map((one) => one.sentAt));
  return { sentAt, acknowledgedAt, lastSeen, firstMissed: smallest(missed), lastMissed: largest(missed) };
}

/** Whether a list shows every pet with this status. */
function isDue(page: Reading['asked']['page'], isFull: boolean | undefined, status: unknown): boolean {
  return page?.isExact === true && isFull === false && (page.filter === undefined || page.filter === status);
}

function keyOf(pet: { readonly id?: unknown; readonly name?: unknown } | undefined): string {
  return `${isInteger(pet?.id) ? pet.id : ''} ${String(pet?.name)}`;
}
