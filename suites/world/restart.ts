import { isInteger } from '../../harness/json/exact-json.ts';
import { isAccepted, type Reading } from '../reading/reading.ts';

/** A pet that the service acknowledged, and when reads showed it or failed to. */
interface Kept {
  readonly id: bigint;
  readonly sentAt: number;
  readonly acknowledgedAt: number;
  /** When the last request whose answer shows it was sent. */
  lastSeen?: number;
  /** When the last request whose answer would show it, but does not, was sent. */
  lastMissed?: number;
}

/**
 * Until when the answers of a run are those of one process. A service that keeps its pets in memory loses all of them
 * when it is started again, and what it answers then contradicts everything before: that is one event, not many
 * violations. Undefined unless the record proves it:
 *
 * - nobody listened for a while, or ids that counted up start again; and
 * - no pet from before is ever seen again, although at least one had been seen, or its id is given again, or only pets
 *   from after are shown.
 *
 * A service that loses some of its pets, or that gives an id twice and keeps the others, does not look like this.
 */
export function restartIn(readings: readonly Reading[]): number | undefined {
  const created = readings.filter(isCreation).sort((one, other) => one.sentAt - other.sentAt);
  const refused = readings.filter(({ failure }) => failure?.kind === 'refused');
  const setBack = firstSetBack(created);
  if (created.length === 0 || (refused.length === 0 && setBack === undefined)) return undefined;
  const pets = keptIn(readings, created);
  for (const { sentAt, answeredAt } of refused) {
    const before = pets.filter((pet) => pet.sentAt <= sentAt);
    const isGivenAgain = setBack !== undefined && setBack.sentAt >= answeredAt;
    if (isForgotten(before, answeredAt, isGivenAgain)) return sentAt;
  }
  if (setBack === undefined) return undefined;
  const before = pets.filter(({ acknowledgedAt }) => acknowledgedAt < setBack.sentAt);
  const isLost = isCounted(before)
    ? isForgotten(before, setBack.sentAt, false)
    : isCountedFrom(setBack, created, before) && isReplaced(setBack, pets, before);
  if (!isLost) return undefined;
  // What was answered before the last of these requests was sent is older than the restart.
  return Math.max(...before.map(({ sentAt, lastSeen = 0 }) => Math.max(sentAt, lastSeen)));
}

/** Fewer ids may count up by chance. */
const COUNTED = 3;
/** Others may create pets in between, but random ids are further apart. */
const SPAN = 10_000n;

const idsUpwards = (pets: readonly Kept[]) => pets.map(({ id }) => id).sort((one, other) => (one < other ? -1 : 1));

/** Whether ids that went up until then are those of a counter. */
function isCounted(pets: readonly Kept[]): boolean {
  const ids = idsUpwards(pets);
  const [first = 0n] = ids;
  return ids.length >= COUNTED && (ids.at(-1) ?? 0n) - first < SPAN;
}

/** Whether ids count up from the first one of the run, or from below: too few did before, if the restart came early. */
function isCountedFrom(setBack: Reading, created: readonly Reading[], before: readonly Kept[]): boolean {
  const [first = 0n] = idsUpwards(before);
  // Others that were under way then may have been answered before the restart.
  const after = [setBack, ...created.filter(({ sentAt }) => sentAt > setBack.answeredAt)];
  const isBelow = created.some((one) => one.answeredAt >= setBack.sentAt && idOf(one) <= first);
  return isBelow && after.length >= COUNTED && firstSetBack(after) === undefined;
}

/** Whether the service shows pets from after a restart, and none from before it. */
function isReplaced({ sentAt: from }: Reading, pets: readonly Kept[], before: readonly Kept[]): boolean {
  const isMissed = ({ lastMissed = -1 }: Kept) => lastMissed >= from;
  const isKept = (pet: Kept) => pet.sentAt >= from && pet.lastSeen !== undefined;
  return before.some(isMissed) && !before.some(isSeenFrom(from)) && pets.some(isKept);
}

const isSeenFrom =
  (from: number) =>
  ({ lastSeen = -1 }: Kept) =>
    lastSeen >= from;

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
  const isMissed = ({ lastSeen, lastMissed = -1 }: Kept) => lastSeen !== undefined && lastMissed >= from;
  return pets.length > 0 && !pets.some(isSeenFrom(from)) && (isGivenAgain || pets.some(isMissed));
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
      else if (isList ? isDue(asked.page, isFull, pet.status) : asked.petId === String(pet.id))
        pet.lastMissed = Math.max(pet.lastMissed ?? 0, sentAt);
    }
  }
  return [...pets.values()];
}

/** Whether a list shows every pet with this status. */
function isDue(page: Reading['asked']['page'], isFull: boolean | undefined, status: unknown): boolean {
  return page?.isExact === true && isFull === false && (page.filter === undefined || page.filter === status);
}

function keyOf(pet: { readonly id?: unknown; readonly name?: unknown } | undefined): string {
  return `${isInteger(pet?.id) ? pet.id : ''} ${String(pet?.name)}`;
}
