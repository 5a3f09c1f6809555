import { isInteger } from '../../harness/json/exact-json.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { WireRequest } from '../../harness/model/wire.ts';
import { isAccepted, isOfGateway, type Reading } from '../reading/reading.ts';

/** A pet that the service acknowledged, and when reads showed it or failed to. */
interface Kept {
  readonly id: bigint;
  readonly sentAt: number;
  readonly acknowledgedAt: number;
  /** When the last request whose answer shows it was sent. */
  lastSeen?: number;
  /** When the first request whose answer would show it, but does not, was sent. */
  firstMissed?: number;
  /** When the last request whose answer would show it, but does not, was sent. */
  lastMissed?: number;
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
export function lossIn(readings: readonly Reading[]): number | undefined {
  const created = readings.filter(isCreation).sort((one, other) => one.sentAt - other.sentAt);
  const absences = readings.filter(isAbsence).sort((one, other) => one.sentAt - other.sentAt);
  if (created.length === 0 || absences.length === 0) return undefined;
  const givenAgain = firstSetBack(created);
  const pets = keptIn(readings, created);
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
  const isKept = ({ lastSeen, firstMissed = from }: Kept) => lastSeen !== undefined || firstMissed >= from;
  const isMissed = (pet: Kept) => isKept(pet) && (pet.lastMissed ?? -1) >= from;
  const isSeen = ({ lastSeen = -1 }: Kept) => lastSeen >= from;
  return pets.length > 0 && !pets.some(isSeen) && (isGivenAgain || pets.some(isMissed));
}

/** By their id and name: after a restart, another pet has the same id. */
function keptIn(readings: readonly Reading[], created: readonly Reading[]): readonly Kept[] {
  const pets = new Map<string, Kept & { readonly status: unknown }>();
  for (const reading of created) {
    const { sentAt, answeredAt: acknowledgedAt, pets: [pet] = [] } = reading;
    pets.set(keyOf(pet), { id: idOf(reading), status: pet?.status, sentAt, acknowledgedAt });
  }
  for (const { asked, status, isSuccess, isFull, pets: shown = [], sentAt } of readings) {
    const isList = asked.operation === 'listPets' && isSuccess;
    const isFetch = asked.petId !== undefined && asked.credential === 'right' && (isSuccess || status === 404);
    if (!isList && !isFetch) continue;
    const keys = new Set(isSuccess ? shown.map(keyOf) : []);
    for (const [key, pet] of pets) {
      if (keys.has(key)) pet.lastSeen = Math.max(pet.lastSeen ?? 0, sentAt);
      else if (isList ? isDue(asked.page, isFull, pet.status) : asked.petId === String(pet.id)) noteMiss(pet, sentAt);
    }
  }
  return [...pets.values()];
}

function noteMiss(pet: Kept, sentAt: number): void {
  // Nobody can show a pet before it is there.
  if (sentAt < pet.acknowledgedAt) return;
  pet.firstMissed = Math.min(pet.firstMissed ?? sentAt, sentAt);
  pet.lastMissed = Math.max(pet.lastMissed ?? sentAt, sentAt);
}

/** Whether a list shows every pet with this status. */
function isDue(page: Reading['asked']['page'], isFull: boolean | undefined, status: unknown): boolean {
  return page?.isExact === true && isFull === false && (page.filter === undefined || page.filter === status);
}

function keyOf(pet: { readonly id?: unknown; readonly name?: unknown } | undefined): string {
  return `${isInteger(pet?.id) ? pet.id : ''} ${String(pet?.name)}`;
}
