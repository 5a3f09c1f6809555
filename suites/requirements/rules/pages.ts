import { memoize } from '../../../harness/basics/memoize.ts';
import { LIMIT, type PetStatus, petsInWords } from '../../reading/document.ts';
import { READ_PETS, type Reading, show } from '../../reading/reading.ts';
import { existedAt, petsDue } from '../../world/existence.ts';
import { petIn } from '../../world/timeline.ts';
import type { World } from '../../world/world.ts';
import { type Flaw, type Verdict, violates } from './violation.ts';

/* What one list says: how long it is, and which pets it lacks. */

/** An id that is written as text is a matter of body.pet-shape. */
const shownIds = memoize(({ ids }: Reading) => new Set(ids.map((id) => id.replace(/^"(-?\d+)"$/, '$1'))));

/**
 * The pets that a page shorter than its limit lacks. Limit and filter are documented (`isExact`), so it shows everything
 * there is. A full page says nothing about what it lacks.
 */
export function lacking(reading: Reading, world: World): readonly string[] {
  if (!reading.asked.page?.isExact || reading.isFull !== false) return [];
  return petsDue(reading, world).filter((id) => !shownIds(reading).has(id));
}

/** "3 pets for limit 10 and status sold, without pet 14" */
export function shortPage({ asked: { page }, ids }: Reading, petId: string): string {
  const filter = page?.filter === undefined ? '' : ` and status ${page.filter}`;
  return `${petsInWords(ids.length)} for limit ${page?.limit}${filter}, without pet ${petId}`;
}

/** Each pet that a short page lacks. It agrees if it shows a pet that it could have lacked, and lacks none that may lag. */
export function complete(reading: Reading, world: World): Verdict {
  const { page } = reading.asked;
  if (!page?.isExact || !reading.isSuccess || !reading.pets) return undefined;
  const lacks = lacking(reading, world);
  if (lacks.length > 0)
    return lacks.map((petId): Flaw => {
      const expected = `the pet ${show(world.pets.get(petId)?.pet ?? { id: BigInt(petId) })} in the list`;
      return { expected, actual: shortPage(reading, petId), petId };
    });
  return showsAll(reading, world) ? 'agrees' : undefined;
}

function showsAll(reading: Reading, world: World): boolean {
  const { filter } = reading.asked.page ?? {};
  const shown = shownIds(reading);
  /** The pets of this run that match the filter, due or not. */
  const own = [...world.pets].filter(([, { pet }]) => !filter || pet.status === filter);
  if (reading.isFull) {
    // A full page says nothing about what it lacks; one that shows every pet of this run lacks none of them.
    const earlier = own.filter(([, { sentAt }]) => sentAt < reading.sentAt);
    return earlier.length > 2 && earlier.every(([id]) => shown.has(id));
  }
  // In a run without pets of its own, those of others that lists show before and after it.
  const isSeen =
    petsDue(reading, world).length > 0 ||
    own.filter(([id]) => shown.has(id)).length > 2 ||
    reading.ids.some((id) => !world.creations.has(id) && existedAt(id, reading, world));
  // A page that lacks what may still lag is neither a violation nor an agreement.
  const isLagging = own.some(([id, { acknowledgedAt }]) => acknowledgedAt < reading.sentAt && !shown.has(id));
  return isSeen && !isLagging;
}

/**
 * How long a page is: never longer than its limit, and shorter only where fewer pets exist. Only a page that could have
 * been longer says something about its length.
 */
export function rightSize(reading: Reading, world: World): Verdict {
  const { page } = reading.asked;
  const { pets, isFull } = reading;
  if (!page || !pets || page.limit === Number.POSITIVE_INFINITY) return undefined;
  const { limit, isExact, filter } = page;
  const size = pets.length;
  const shown = `${petsInWords(size)}${size === READ_PETS ? ' or more' : ''}`;
  if (size > limit) return violates(reading, `at most ${petsInWords(limit)}`, shown);
  if (!isExact) return visiblePets(reading, world).length > LIMIT.maximum ? 'agrees' : undefined;
  if (isFull)
    return new Set([...visiblePets(reading, world, filter), ...reading.ids]).size > limit ? 'agrees' : undefined;
  const lacks = lacking(reading, world);
  const isTooShort = lacks.length > 0 && existingPets(reading, world) >= limit;
  return isTooShort ? violates(reading, petsInWords(limit), shown, { lacks }) : undefined;
}

/** How many pets there were when a page was read: those on it, those that it must show, and those seen before and after. */
function existingPets(reading: Reading, world: World): number {
  const { filter } = reading.asked.page ?? {};
  const isSeenLater = (id: string) => world.timeline(id).seen.last > reading.answeredAt;
  const others = visiblePets(reading, world, filter).filter(isSeenLater);
  return new Set([...reading.ids, ...petsDue(reading, world), ...others]).size;
}

/** The pets, of one status or of all, that reads had shown when the page was asked for, or could no longer lack. */
export function visiblePets({ sentAt }: Reading, world: World, status?: PetStatus): readonly string[] {
  const { timelines, pets, scope } = world;
  const isOf = (given: unknown) => status === undefined || given === status;
  const seen = [...timelines].filter(([id, { pages }]) =>
    pages.some((page) => page.answeredAt <= sentAt && isOf(petIn(page, id)?.status)),
  );
  const due = [...pets].filter(
    ([, { pet, acknowledgedAt }]) => acknowledgedAt + scope.windowMs < sentAt && isOf(pet.status),
  );
  return [...new Set([...seen, ...due].map(([id]) => id))];
}

/** Whether every page of the run has its pets in one order of ids, so that a full page shows all ids in between. */
export const isInOneOrder = memoize((world: World): boolean => {
  const directions = new Set<boolean>();
  for (const { ids } of world.pages) {
    for (const [at, id] of ids.entries()) {
      const next = ids[at + 1];
      if (next === undefined) break;
      if (!/^-?\d{1,19}$/.test(id) || !/^-?\d{1,19}$/.test(next) || id === next) return false;
      directions.add(BigInt(id) < BigInt(next));
    }
  }
  const own = [...world.pets].toSorted(([, one], [, other]) => one.sentAt - other.sentAt);
  // Ids that do not grow with time place a new pet anywhere.
  const grow = own.every(([id, { sentAt }], at) => {
    const [before, known] = own[at - 1] ?? [];
    return before === undefined || (known?.acknowledgedAt ?? 0) > sentAt || BigInt(before) < BigInt(id);
  });
  return directions.size === 1 && grow;
});

/** The pages of a status, or of all pets, for which as many as possible were asked for. */
export function largestPages(status: string | undefined, world: World): readonly Reading[] {
  const pages = world.pagesOf(status);
  const limit = pages.reduce((most, { asked }) => Math.max(most, asked.page?.limit ?? 0), 0);
  return pages.filter(({ asked }) => asked.page?.limit === limit);
}

/** Whether the largest page that there is was full in the end for each status, so that nobody can see what it lacks. */
export function areFull(statuses: readonly (string | undefined)[], world: World): boolean {
  // A service may refuse its largest page.
  const isFull = (page: Reading | undefined) => page?.isFull && (page.asked.page?.limit ?? 0) >= LIMIT.maximum - 1;
  return statuses.every((status) => isFull(largestPages(status, world).at(-1)));
}
