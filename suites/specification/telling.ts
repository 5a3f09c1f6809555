import { identityOf } from '../../harness/json/exact-json.ts';
import type { RequirementId } from '../catalogue.ts';
import { STATUSES } from './document.ts';
import type { Reading } from './reading.ts';
import type { World } from './world.ts';

/* What must have been seen for a requirement to pass, beyond an exchange that it applies to. */

/** Whether something would have shown what a refused creation added. */
export function isNoEffectShown(refusal: Reading, world: World): boolean {
  return world.pages.some((page) => wouldShow(page, refusal, world)) || isBetweenFetches(refusal, world);
}

/** A page after the window that is short, or that shows pets of this run from before and after the refusal. */
function wouldShow({ asked, sentAt, pets = [] }: Reading, refusal: Reading, world: World): boolean {
  const { page } = asked;
  if (!page?.isExact || sentAt < refusal.answeredAt + world.scope.windowMs) return false;
  // What is added without a status, or with another one, is on no page of this one.
  if (page.filter && !refusal.request.body?.includes(`"${page.filter}"`)) return false;
  if (pets.length < page.limit) return true;
  const own = pets.flatMap(({ id }) => world.pets.get(identityOf(id)) ?? []);
  return (
    own.some(({ acknowledgedAt }) => acknowledgedAt < refusal.sentAt) &&
    own.some((pet) => pet.sentAt > refusal.answeredAt)
  );
}

/** How far apart the ids of the two controls may be. */
const NEIGHBOURHOOD = 500n;

/** Every id between a pet from before and one from after the refusal was fetched after the window. */
function isBetweenFetches(refusal: Reading, world: World): boolean {
  const late = (id: string, ...statuses: readonly number[]) =>
    world.asked.get(id)?.some(({ sentAt, status }) => {
      return statuses.includes(status) && sentAt > refusal.answeredAt + world.scope.windowMs;
    }) === true;
  const own = [...world.pets].filter(([id]) => late(id, 200));
  const before = own.filter(([, pet]) => pet.acknowledgedAt < refusal.sentAt).map(([id]) => BigInt(id));
  const after = own.filter(([, pet]) => pet.sentAt > refusal.answeredAt).map(([id]) => BigInt(id));
  return before.some((low) =>
    after.some((high) => {
      if (high <= low || high - low > NEIGHBOURHOOD) return false;
      for (let id = low + 1n; id < high; id += 1n)
        if (!world.creations.has(String(id)) && !late(String(id), 200, 404)) return false;
      return true;
    }),
  );
}

/** What else must have been seen, and was not, in words; undefined if nothing is missing. */
export function missingEvidence(id: RequirementId, world: World): string | undefined {
  return EVIDENCE[id]?.(world);
}

const EVIDENCE: Partial<Record<RequirementId, (world: World) => string | undefined>> = {
  'create.with-status': ({ pets }) => {
    const seen = new Set([...pets.values()].map(({ pet }) => pet.status));
    const missing = STATUSES.filter((status) => !seen.has(status));
    return missing.length > 0 ? `creation with status ${missing.join(' and ')}` : undefined;
  },
  'create.id.unique': (world) =>
    identicalCreations(world).length > 1 ? undefined : 'second creation with the same body',
  'create.client-id': ({ readings, shown, fetched }) => {
    const isSeen = readings.some(({ asked, answeredAt }) => {
      const id = identityOf(asked.creation?.clientId);
      return [...(shown.get(id) ?? []), ...(fetched.get(id) ?? [])].some(({ sentAt }) => sentAt >= answeredAt);
    });
    return isSeen ? undefined : 'owner of the id after the creation that asked for it';
  },
  'deprecation.replacement': (world) =>
    STATUSES.every((status) => isFullInTheEnd(status, world)) ? 'page with room for a fetched pet' : undefined,
  'list.status.only': ({ pages, pets }) => {
    const shown = new Set(pages.flatMap((page) => (page.pets?.length ? (page.asked.page?.filter ?? []) : [])));
    const own = new Set([...pets.values()].map(({ pet }) => pet.status));
    const missing = STATUSES.filter((status) => own.has(status) && !shown.has(status));
    return missing.length > 0 ? `pet under ${missing.join(' and ')}` : undefined;
  },
};

/** Creations of one body that were accepted, more than once. */
function identicalCreations(world: World): readonly Reading[] {
  const accepted = [...world.creations.values()].flat();
  return accepted.filter((reading) => world.sameRequest(reading).filter(({ status }) => status === 201).length > 1);
}

/** What limits a pass, in a sentence. */
export function caveatOf(id: RequirementId, world: World): string | undefined {
  switch (id) {
    case 'create.id.unique': {
      const identical = identicalCreations(world);
      const overlap = identical.some((one) =>
        identical.some((other) => one.number < other.number && other.sentAt < one.answeredAt),
      );
      return overlap ? undefined : 'Identical creations were sent one after the other, not at the same time.';
    }
    case 'list.status.only': {
      const unseen = STATUSES.filter((status) => world.count(status) === 0);
      return unseen.length > 0 ? `No pet is ${unseen.join(' or ')}.` : undefined;
    }
    case 'list.status.complete': {
      const full = STATUSES.filter((status) => {
        const pages = world.pages.filter(({ asked }) => asked.page?.isExact && asked.page.filter === status);
        return pages.length > 0 && pages.every(({ asked, pets = [] }) => pets.length >= (asked.page?.limit ?? 0));
      });
      return full.length > 0 ? `Not decided for ${full.join(' and ')}: those pages are full.` : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether the largest page of the status is full in the end, so that nobody can see what it lacks. */
export function isFullInTheEnd(status: string | undefined, { pages }: World): boolean {
  const alike = pages.filter(({ asked }) => asked.page?.isExact && asked.page.filter === status);
  const limit = Math.max(0, ...alike.map(({ asked }) => asked.page?.limit ?? 0));
  const last = alike.findLast(({ asked }) => asked.page?.limit === limit);
  return last !== undefined && (last.pets?.length ?? 0) >= limit;
}
