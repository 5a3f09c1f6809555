import { memoize } from '../../harness/basics/memoize.ts';
import type { Reading } from '../reading/reading.ts';
import { petIn, type Timeline } from './timeline.ts';
import type { World } from './world.ts';

/* When a pet must be there. Reads may lag behind writes, and pets of others may come and go at any time. */

/** Seen so long before and after that it must have existed in between, whoever owns it. */
export function existedAt(
  id: string,
  { sentAt, answeredAt }: Reading,
  { timeline, scope: { windowMs } }: World,
): boolean {
  const { first, last } = timeline(id).seen;
  return first + windowMs < sentAt && last > answeredAt + windowMs;
}

/** Times that a pet of somebody else must be missing while it exists: its owner may remove and restore it. */
const CONFIRMATIONS = 3;

/** Whether so many of these requests were sent with a view of the pet between each two of them. */
function isConfirmed(requests: readonly Reading[], views: readonly Reading[]): boolean {
  let [last, ...others] = requests.toSorted((one, other) => one.sentAt - other.sentAt);
  let confirmations = last ? 1 : 0;
  for (const next of others) {
    const { answeredAt = 0 } = last ?? {};
    if (!views.some((view) => view.sentAt >= answeredAt && view.answeredAt <= next.sentAt)) continue;
    confirmations += 1;
    last = next;
  }
  return confirmations >= CONFIRMATIONS;
}

/** A pet of somebody else that getPet never finds, although lists keep showing it. */
export function isNeverFound(id: string, reading: Reading, world: World): boolean {
  const { fetches, pages } = world.timeline(id);
  return fetches.every(({ status }) => status === 404) && existedAt(id, reading, world) && isConfirmed(fetches, pages);
}

/** Pets of others that always look the same: no owner has changed them, as far as anybody can see. */
function isSteady(id: string, views: readonly Reading[]): boolean {
  const [pet, ...others] = views.map((view) => petIn(view, id));
  return others.every((other) => other?.name === pet?.name && other?.status === pet?.status);
}

/**
 * The pets that a list must show if it has room for them.
 *
 * A pet of this run is due when the window since its creation was acknowledged is over, unless a client has changed it.
 *
 * A pet of somebody else may be away and come back at any time. It is due only where that explains nothing: lists or
 * fetches show it before and after the list and always in the same way, no list with this limit and filter ever shows
 * it, and there are at least three of those, with an exchange that shows it between each two. Where such a list is
 * sometimes full, none is due.
 */
export const petsDue: (reading: Reading, world: World) => readonly string[] = (reading, world) => dueIn(world)(reading);

const dueIn = memoize((world: World) => memoize((reading: Reading) => dueAnew(reading, world)));

function dueAnew(reading: Reading, world: World): readonly string[] {
  return [...ownPetsDue(reading, world), ...othersDue(reading, world)];
}

function ownPetsDue(reading: Reading, world: World): readonly string[] {
  const { filter } = reading.asked.page ?? {};
  const { windowMs } = world.scope;
  const due: string[] = [];
  for (const [id, { pet, acknowledgedAt }] of world.pets) {
    if (acknowledgedAt + windowMs >= reading.sentAt || (filter && pet.status !== filter)) continue;
    due.push(id);
  }
  return due;
}

function othersDue(reading: Reading, world: World): readonly string[] {
  const { filter } = reading.asked.page ?? {};
  const alike = world.listsLike(reading);
  // Where such a list is sometimes full, a short one was read while somebody had removed pets, and a full one proves nothing.
  if (alike === undefined || alike.isEverFull) return [];
  const due: string[] = [];
  for (const { id, views } of world.timelines.values()) {
    if (alike.ids.has(id) || world.creations.has(id) || !/^-?\d+$/.test(id)) continue;
    if (!existedAt(id, reading, world)) continue;
    if (filter && (!views[0] || petIn(views[0], id)?.status !== filter)) continue;
    if (isSteady(id, views) && isConfirmed(alike.lists, views)) due.push(id);
  }
  return due;
}

/** Two ids that nobody could guess are not found by chance. */
const MADE_UP = 2;
/** Nobody finds a pet by chance so far from every other one. */
const FAR = 2n ** 40n;
/** Below it, pets may have most of the ids: a store that counts has given away the first ones. */
export const UNGUESSABLE = 10n ** 8n;

const isListed = ({ pages }: Timeline) => pages.length > 0;

/** Every id that the run knows, and that can be compared. */
const knownIds = memoize(({ creations, timelines, scope }: World): readonly bigint[] =>
  [
    ...creations.keys(),
    ...[...timelines.values()].filter(isListed).map(({ id }) => id),
    ...(scope.earlier?.keys() ?? []),
    ...(scope.knownIds ?? []),
  ]
    .filter((id) => /^-?\d{1,19}$/.test(id))
    .map(BigInt),
);

/** Where ids are counted, pets of others have those up to the newest one, and none far beyond it. */
export function isBeyondKnown(id: string, world: World): boolean {
  return knownIds(world).every((other) => BigInt(id) > 2n * other);
}

/** A creation was stored, maybe, and its answer gave no id: it may be this one, unless that is far from all others. */
export function mayBeNameless({ answeredAt, asked: { petId = '' } }: Reading, world: World): boolean {
  if (answeredAt < firstNameless(world)) return false;
  return BigInt(petId) <= UNGUESSABLE && (knownIds(world).length === 0 || !isBeyondKnown(petId, world));
}

const firstNameless = memoize((world: World): number => {
  const isNameless = ({ asked, status, isSuccess, ids }: Reading) =>
    asked.sent !== undefined && asked.credential === 'right' && (isSuccess ? ids.length === 0 : !isRefusal(status));
  return world.readings.find(isNameless)?.sentAt ?? Number.POSITIVE_INFINITY;
});

const isRefusal = (status: number) => status >= 400 && status < 500;

/**
 * Ids that getPet makes a pet for, as nobody has created one: it shows pets for several ids that were chosen at random, or
 * one that a complete list lacks although getPet shows it before and after. A single one may be a pet of somebody.
 */
export const madeUpPets = memoize((world: World): ReadonlySet<string> => {
  const { creations, scope } = world;
  const isUnknown = (pet: Timeline) =>
    !creations.has(pet.id) && !isListed(pet) && !scope.earlier?.has(pet.id) && !scope.knownIds?.includes(pet.id);
  const found = [...world.timelines.values()].filter((pet) => isUnknown(pet) && pet.views.length > 0);
  const random = found.filter((pet) => isRandom(pet, world));
  const lacking = found.filter(({ id }) => world.pagesOf(undefined).some((page) => isLacking(id, page, world)));
  return new Set([...(random.length >= MADE_UP ? random : []), ...lacking].map(({ id }) => id));
});

/** Far from every id that is known; or the run made it up, beyond all of them. */
function isRandom({ id: petId, fetches }: Timeline, world: World): boolean {
  const id = BigInt(petId);
  const known = knownIds(world);
  if (id <= UNGUESSABLE && id >= -UNGUESSABLE) return false;
  if (known.length > 0 && known.every((other) => id - other > FAR || other - id > FAR)) return true;
  return id > UNGUESSABLE && isBeyondKnown(petId, world) && fetches.some(({ generated }) => generated);
}

/** Whether a list that shows every pet does not show one that existed. */
function isLacking(id: string, page: Reading, world: World): boolean {
  return page.isFull === false && !page.ids.includes(id) && existedAt(id, page, world);
}
