import { memoize } from '../../harness/basics/memoize.ts';
import { type Pet, type PetStatus, STATUSES } from '../reading/document.ts';
import { petOf, type Reading } from '../reading/reading.ts';
import type { World } from '../world/world.ts';

/* What probes ask the specification's World, to choose what to send. */

/** A NewPet with the right key and no wish for an id. */
const isValid = ({ asked: { sent, credential, clientId } }: Reading) =>
  sent !== undefined && credential === 'right' && clientId === undefined;

/** The pets that valid creations were answered with, also where an answer differs from what was sent. */
export const ownPets = memoize((world: World): readonly Pet[] =>
  [...world.creations.values()].flatMap(([made]) => (made && isValid(made) && petOf(made.json)) || []),
);

/** Every valid pet that a list or a fetch shows. */
export const shownPets = memoize((world: World): readonly Pet[] => {
  const pets = world.views.flatMap(({ pets: shown = [] }) => shown.flatMap((one) => petOf(one) ?? []));
  return [...new Map(pets.map((pet) => [String(pet.id), pet])).values()];
});

/** Pets that this run did not create. */
export const otherPets = memoize((world: World): readonly Pet[] =>
  shownPets(world).filter(({ id }) => !world.creations.has(String(id))),
);

const isFound = (id: string, { timeline }: World) => timeline(id).fetches.some(({ isSuccess }) => isSuccess);

/** The first pet that getPet returned. */
export const fetchable = memoize((world: World): { readonly id?: bigint } => {
  const fetch = world.views.find(({ asked }) => asked.petId !== undefined);
  return fetch === undefined ? {} : { id: BigInt(fetch.asked.petId ?? '') };
});

/** Pets of this run that getPet returned. */
export function fetchedPets(world: World): readonly Pet[] {
  return ownPets(world).filter(({ id }) => isFound(String(id), world));
}

/** Pets of this run that getPet did not find, maybe for lag. */
export function missedPets(world: World): readonly Pet[] {
  return ownPets(world).filter(
    ({ id }) => world.timeline(String(id)).fetches.length > 0 && !isFound(String(id), world),
  );
}

/** Ids that nobody finds. */
export function missingOf(ids: readonly string[], world: World): readonly string[] {
  return ids.filter((id) => world.timeline(id).pages.length === 0 && !isFound(id, world));
}

/** When the last valid creation was acknowledged, in milliseconds since the start of the run. */
export function lastCreationAt({ creations }: World): number {
  const valid = [...creations.values()].flat().filter(isValid);
  return Math.max(0, ...valid.map(({ answeredAt }) => answeredAt));
}

/** Whether a page with room lacks a pet of this run, maybe for lag. */
export function lacksOwn({ asked, isSuccess, ids }: Reading, world: World): boolean {
  if (!isSuccess || !asked.page || ids.length >= asked.page.limit) return false;
  const { filter } = asked.page;
  return [...world.pets].some(([id, { pet }]) => (!filter || pet.status === filter) && !ids.includes(id));
}

const creationsWithStatus = memoize(({ readings }: World) =>
  readings.filter(({ asked: { sent, credential } }) => sent?.status && credential === 'right'),
);

/** Whether the service has refused every pet with a status, more than once. */
export function refusesStatuses(world: World): boolean {
  const creations = creationsWithStatus(world);
  return creations.length > 1 && creations.every(({ status }) => status >= 400);
}

/** The statuses by how many pets they have. */
export interface Statuses {
  /** The one that needs the fewest creations to fill a page. */
  readonly crowded: PetStatus;
  readonly middle: PetStatus;
  /** The one with the fewest pets: its page stays short, so absence can be seen on it. */
  readonly quiet: PetStatus;
}

export function statusesIn({ count }: World): Statuses {
  const byCount = STATUSES.toSorted((one, other) => count(other) - count(one));
  const [crowded, middle, quiet] = byCount as [PetStatus, PetStatus, PetStatus];
  return { crowded, middle, quiet };
}
