import { largest, smallest } from '../../../harness/basics/extremes.ts';
import { groupByEach } from '../../../harness/basics/group-by.ts';
import { memoize } from '../../../harness/basics/memoize.ts';
import { identityOf } from '../../../harness/json/exact-json.ts';
import { type Reading, show } from '../../reading/reading.ts';
import type { World } from '../../world/world.ts';
import { isDecidable } from './answers.ts';
import { isInOneOrder } from './pages.ts';
import { type Verdict, violates } from './violation.ts';

/* Whether refused creations had an effect. */

/**
 * A name that was only sent in refused creations must not show up anywhere, whatever they were refused with. Neither must
 * one that is sent in another creation later, until then. A refusal agrees if an exchange would have shown what it added.
 */
export function noEffect(refusal: Reading, world: World): Verdict {
  const own = world.refused.get(refusal) ?? [];
  const [first] = own.flatMap(({ mark, until }) =>
    (petsWithMarks(world).get(mark) ?? []).filter(({ shownBy }) => shownBy.answeredAt <= until),
  );
  if (first) {
    const { pet, shownBy } = first;
    const expected = `nothing added by a creation refused with ${refusal.status}`;
    return violates(refusal, expected, `the pet ${show(pet)}`, { petId: identityOf(pet.id), shownBy });
  }
  const isKnown = own.some(({ until }) => until === Number.POSITIVE_INFINITY);
  return isKnown && isDecidable(refusal, world) && shownEffect(refusal, world) ? 'agrees' : undefined;
}

/** Pets that no creation was answered with, and the exchange that shows each, by the marks in them. */
const petsWithMarks = memoize((world: World) => {
  const shown = world.views.flatMap((shownBy) => (shownBy.pets ?? []).map((pet) => ({ pet, shownBy })));
  return groupByEach(
    shown.filter(({ pet }) => !world.creations.has(identityOf(pet.id))),
    ({ pet }) => world.marksIn(pet),
  );
});

/** The first exchange that would have shown what a refused creation added. */
export function shownEffect(refusal: Reading, world: World): Reading | undefined {
  return world.pages.find((page) => wouldShow(page, refusal, world)) ?? fetchBetween(refusal, world);
}

/**
 * A page after the window that is short, or that shows pets of this run from before and after the refusal, if all pages
 * are in one order of ids: in no order, a full page proves nothing.
 */
function wouldShow(reading: Reading, refusal: Reading, world: World): boolean {
  const { asked, sentAt, isFull } = reading;
  const { page } = asked;
  if (!page?.isExact || sentAt < refusal.answeredAt + world.scope.windowMs) return false;
  // What is added without a status, or with another one, is on no page of this one.
  if (page.filter && !refusal.request.body?.includes(`"${page.filter}"`)) return false;
  if (!isFull) return true;
  const { from, to } = spanIn(world)(reading);
  return from < refusal.sentAt && to > refusal.answeredAt && isInOneOrder(world);
}

/** When the first pet of this run on a page was acknowledged, and when the creation of the last one was sent. */
const spanIn = memoize((world: World) =>
  memoize(({ ids }: Reading) => {
    const own = ids.flatMap((id) => world.pets.get(id) ?? []);
    return {
      from: smallest(own.map(({ acknowledgedAt }) => acknowledgedAt)),
      to: largest(own.map(({ sentAt }) => sentAt)),
    };
  }),
);

/** How far apart the ids of the two controls may be. */
const NEIGHBOURHOOD = 500n;

/** Every id between a pet from before and one from after the refusal was fetched after the window: the last of them. */
function fetchBetween(refusal: Reading, world: World): Reading | undefined {
  const shownBy = refusal.answeredAt + world.scope.windowMs;
  const late = (id: string, ...statuses: readonly number[]) =>
    world.timeline(id).fetches.some(({ sentAt, status }) => statuses.includes(status) && sentAt > shownBy);
  const own = [...world.pets].filter(([id]) => late(id, 200));
  const before = own.filter(([, pet]) => pet.acknowledgedAt < refusal.sentAt).map(([id]) => BigInt(id));
  const after = own.filter(([, pet]) => pet.sentAt > refusal.answeredAt).map(([id]) => BigInt(id));
  const last = after.find((high) =>
    before.some((low) => {
      if (high <= low || high - low > NEIGHBOURHOOD) return false;
      for (let id = low + 1n; id < high; id += 1n)
        if (!world.creations.has(String(id)) && !late(String(id), 200, 404)) return false;
      return true;
    }),
  );
  return last === undefined ? undefined : world.timeline(String(last)).fetches.at(-1);
}
