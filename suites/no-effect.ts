import type { AskOptions, ListQuery } from '../harness/http/api.ts';
import type { Reply } from '../harness/http/reply.ts';
import { identityOf } from '../harness/json/exact-json.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { createdPet, fetchedPet, type Pet, type PetStatus } from '../harness/run/pet.ts';
import type { Population } from '../harness/run/population.ts';
import { Inconclusive, NotYet, Violation } from '../harness/verdict/verdicts.ts';
import type { RequirementId } from './catalogue.ts';
import { SIGHTINGS, unseen } from './full-target.ts';
import { idsOn, listed } from './pages.ts';

/** A creation that must be refused, under a name that no other request carries. */
export interface RefusedCreation {
  readonly body: unknown;
  readonly options?: AskOptions;
}

/** Who reports that a creation was not refused with this status. */
const REPORTED_BY = {
  400: ['create.missing-field', 'create.wrong-type', 'create.bad-status', 'create.invalid'],
  401: ['auth.missing.createPet', 'auth.invalid-key.createPet', 'auth.wrong-scheme.createPet'],
} as const satisfies Record<number, readonly RequirementId[]>;

/** How far apart the ids of the two controls may be for every one between them to be looked at. */
const NEIGHBOURHOOD = 500;
/** How many of these are fetched, unless this run created them. */
const MOST_FETCHED = 40;

/**
 * A refused creation adds nothing. The invariants look for its name on every page of the run; this makes sure that a
 * page could show it: after the consistency window, a short page with pets of this run from before and after the
 * refusal, a full page that shows them every time, or the ids between them.
 */
export async function addsNothing(
  context: CheckContext,
  status: keyof typeof REPORTED_BY,
  creations: readonly RefusedCreation[],
): Promise<string | undefined> {
  const { api, population } = context;
  if (population.known.length === 0) await createControl(context);
  const replies = await Promise.all(
    creations.map(({ body, options }) => api.createPet(body, { ...options, toBeRefused: true })),
  );
  if (!replies.some((reply) => reply.status === status)) {
    const because = context.failedAmong(REPORTED_BY[status]);
    throw new Inconclusive({ kind: 'nothing-seen', what: `creation refused with ${status}`, because }, replies);
  }
  await context.untilEnd();
  return wouldShow(context, replies);
}

/** Makes sure that an added pet would have been seen, and says how. */
async function wouldShow(context: CheckContext, refusals: readonly Reply[]): Promise<string | undefined> {
  const { preflight, population } = context;
  const limit = preflight.page;
  const status = population.quietStatus;
  if (!controlsAround(refusals, population, status)) await showControl(context);
  const quiet = controlsAround(refusals, population, status);
  const any = controlsAround(refusals, population);
  if (!any) throw new Inconclusive({ kind: 'no-control', control: 'a creation' }, refusals);
  const [isSeen, isSeenByStatus] = await Promise.all([
    isVisibleIn(context, { limit }, any),
    quiet !== undefined && isVisibleIn(context, { limit, status }, quiet),
  ]);
  if (isSeen) return undefined;
  try {
    // A pet that was added with another status, or with none, is on no page of this one.
    return await amongNeighbours(context, any);
  } catch (error) {
    if (isSeenByStatus && error instanceof Inconclusive) return `Only the page of status ${status} is not full.`;
    throw error;
  }
}

/** The pets of this run that were created last before these refusals and first after them. */
function controlsAround(
  refusals: readonly Reply[],
  population: Population,
  status?: PetStatus,
): readonly [Pet, Pet] | undefined {
  const own = population.created.filter(
    ({ pet }) => population.ownPet(pet.id) !== undefined && (status === undefined || pet.status === status),
  );
  const first = Math.min(...refusals.map(({ sentAt }) => sentAt));
  const last = Math.max(...refusals.map(({ answeredAt }) => answeredAt));
  const before = own.findLast(({ createdAt }) => createdAt <= first);
  const after = own.find(({ createdAt }) => createdAt >= last);
  return before && after && [before.pet, after.pet];
}

async function isVisibleIn(context: CheckContext, view: ListQuery, controls: readonly Pet[]): Promise<boolean> {
  for (let sighting = 0; sighting < SIGHTINGS; sighting += 1) {
    const { pets } = await listed(view, context);
    const ids = idsOn(pets);
    if (!controls.every(({ id }) => ids.has(identityOf(id)))) return false;
    if (pets.length < context.preflight.page) return true;
  }
  return true;
}

async function createControl({ api, population }: CheckContext): Promise<void> {
  const status = population.ifAccepted(population.quietStatus);
  const reply = await api.createPet(population.newPet('control', status));
  if (createdPet(reply)) return;
  throw new Inconclusive({ kind: 'no-control', control: 'a creation', status: reply.status }, [reply]);
}

/** Where no other check created a pet after the refusals. Reads may lag behind it. */
async function showControl(context: CheckContext): Promise<void> {
  await createControl(context);
  const { population, preflight } = context;
  const newest = population.created.at(-1)?.pet;
  await context
    .eventually(async () => {
      const { reply, pets } = await listed({ limit: preflight.page, status: population.quietStatus }, context);
      const isShown = pets.length >= preflight.page || (newest && idsOn(pets).has(identityOf(newest.id)));
      if (!isShown) throw new NotYet('the control in the list', 'not yet', [reply]);
    })
    .catch((error: unknown) => {
      // That it never shows is reported by list.status.complete.
      if (!(error instanceof Violation)) throw error;
    });
}

async function amongNeighbours(context: CheckContext, controls: readonly [Pet, Pet]): Promise<string> {
  const { api, population, getPetIsServed } = context;
  // What is stored late comes after the second control, and before whatever was created last.
  const ids = [...controls, ...population.known.slice(-1)].map(({ id }) => BigInt(id)).sort((a, b) => (a < b ? -1 : 1));
  const [low, high] = [ids[0] ?? 0n, ids.at(-1) ?? 0n];
  const near = high - low <= NEIGHBOURHOOD ? Number(high - low) + 3 : 0;
  const others = Array.from({ length: near }, (_, index) => low - 1n + BigInt(index)).filter(
    (id) => population.creationsOf(id).length === 0,
  );
  const undecided = unseen('a pet that a refused creation added', context);
  if (!getPetIsServed || near === 0) throw undecided;
  const fetched = await Promise.all(controls.map(({ id }) => api.getPet(id)));
  if (!fetched.every(fetchedPet)) {
    throw new Inconclusive({ kind: 'no-control', control: 'getPet of a pet created beside the refusal' }, fetched);
  }
  await Promise.all(others.slice(0, MOST_FETCHED).map(async (id) => void (await api.getPet(id))));
  if (others.length > MOST_FETCHED) throw undecided;
  return `Pages are full; the ids from ${low - 1n} to ${high + 1n} were fetched instead.`;
}
