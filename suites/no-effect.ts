import { condensed } from '../harness/condensed.ts';
import type { CheckContext } from '../harness/context.ts';
import { identityOf } from '../harness/exact-json.ts';
import type { AskOptions, ListQuery } from '../harness/http/api.ts';
import { createdPet, fetchedPet, type Pet } from '../harness/pet.ts';
import { Inconclusive } from '../harness/verdicts.ts';
import type { RequirementId } from './catalogue.ts';
import { idsOn, petsIfListed } from './pages.ts';

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

/** How often both controls must be seen on a full page: once proves nothing where the order is random. */
const SIGHTINGS = 4;
/** How far apart the ids of the two controls may be for every one between them to be looked at. */
const NEIGHBOURHOOD = 40;

/**
 * A refused creation adds nothing. The invariants look for its name on every page of the run; this makes sure that a
 * page could show it: after the consistency window, a short page with the controls that were created around the
 * refusal, a full page that shows them every time, or the ids between them.
 */
export async function addsNothing(
  context: CheckContext,
  status: keyof typeof REPORTED_BY,
  creations: readonly RefusedCreation[],
): Promise<string | undefined> {
  const { api } = context;
  const before = await control(context, `before-${status}`);
  const replies = await Promise.all(
    creations.map(({ body, options }) => api.createPet(body, { ...options, toBeRefused: true })),
  );
  if (!replies.some((reply) => reply.status === status)) {
    const because = context.failedAmong(REPORTED_BY[status]);
    throw new Inconclusive({ kind: 'nothing-seen', what: `creation refused with ${status}`, because }, replies);
  }
  const after = await control(context, `after-${status}`);
  await context.untilEnd();
  return wouldShow(context, [before, after]);
}

/** Makes sure that an added pet would have been seen, and says how. */
async function wouldShow(context: CheckContext, controls: readonly [Pet, Pet]): Promise<string | undefined> {
  const { preflight, population } = context;
  const limit = preflight.page;
  for (const view of [{ limit }, { limit, status: population.quietStatus }]) {
    if (await isVisibleIn(context, view, controls)) return undefined;
  }
  return amongNeighbours(context, controls);
}

async function isVisibleIn(context: CheckContext, view: ListQuery, controls: readonly Pet[]): Promise<boolean> {
  for (let sighting = 0; sighting < SIGHTINGS; sighting += 1) {
    const pets = petsIfListed(await context.api.listPets(view), context);
    const ids = idsOn(pets);
    if (!controls.every(({ id }) => ids.has(identityOf(id)))) return false;
    if (pets.length < context.preflight.page) return true;
  }
  return true;
}

async function control({ api, population }: CheckContext, label: string): Promise<Pet> {
  const status = population.ifAccepted(population.quietStatus);
  const reply = await api.createPet(population.newPet(`control-${label}`, status));
  const pet = createdPet(reply);
  if (!pet) throw new Inconclusive({ kind: 'no-control', control: 'a creation', status: reply.status }, [reply]);
  return pet;
}

async function amongNeighbours(
  { api, getPetIsServed }: CheckContext,
  [before, after]: readonly [Pet, Pet],
): Promise<string> {
  const [low, high] = [BigInt(before.id), BigInt(after.id)].sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint];
  if (!getPetIsServed || high - low > NEIGHBOURHOOD) {
    throw new Inconclusive({ kind: 'pages-full', what: 'a pet that a refused creation added' });
  }
  const ids = Array.from({ length: Number(high - low) + 3 }, (_, index) => low - 1n + BigInt(index));
  const replies = await Promise.all(ids.map((id) => api.getPet(id).then(condensed)));
  const found = new Set(replies.map((reply) => String(fetchedPet(reply)?.id)));
  if (![before, after].every(({ id }) => found.has(String(id)))) {
    throw new Inconclusive({ kind: 'no-control', control: 'getPet of a pet created beside the refusal' }, replies);
  }
  return `Pages are full; the ids from ${low - 1n} to ${high + 1n} were fetched instead.`;
}
