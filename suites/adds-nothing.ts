import { setTimeout as sleep } from 'node:timers/promises';
import { type Animal, createdAnimal } from '../harness/animal.ts';
import type { CheckContext } from '../harness/context.ts';
import { identityOf, type JsonObject } from '../harness/exact-json.ts';
import type { AskOptions, ListQuery } from '../harness/http/api.ts';
import type { Reply } from '../harness/http/reply.ts';
import { judge, show } from '../harness/judge.ts';
import { Inconclusive, Violation } from '../harness/verdicts.ts';
import { seeFailed } from './see-failed.ts';

/** A creation that is to be refused, and how to tell the animal that it must not leave behind. */
export interface Refusable {
  readonly body: unknown;
  readonly options?: AskOptions;
  readonly isIt: (animal: JsonObject) => boolean;
}

/** Who tells that a creation was not refused with this status. */
const WHOSE_MATTER = {
  400: /^create\.(missing-field|wrong-type|bad-status|invalid)$/,
  401: /^auth\.(missing|invalid-key|wrong-scheme)\.createPet$/,
} as const;

/** How often both controls must be seen on a full page: once proves nothing where the order is random. */
const SIGHTINGS = 4;
/** How far apart the identifiers of the two controls may lie for every one between them to be looked at. */
const NEIGHBOURHOOD = 40;

/**
 * A refused creation adds nothing. Seen where absence can be seen: on a short page that shows a control created later;
 * on a full page that shows controls from before and after every time; or among the identifiers between the controls.
 */
export async function addsNothing(
  context: CheckContext,
  status: keyof typeof WHOSE_MATTER,
  refusables: readonly Refusable[],
): Promise<string | undefined> {
  const { api, population, preflight } = context;
  const before = await control(context, `control-before-${status}`);
  const replies = await Promise.all(refusables.map(({ body, options }) => api.createPet(body, options)));
  const refused = refusables.flatMap((refusable, index) => {
    const reply = replies[index];
    return reply?.status === status ? [{ ...refusable, reply }] : [];
  });
  if (refused.length === 0) {
    const why = seeFailed(context, WHOSE_MATTER[status]);
    throw new Inconclusive(`No creation was refused with ${status}${why}.`, replies);
  }
  const after = await control(context, `control-after-${status}`);

  const lookAt = (page: Reply, animals: readonly JsonObject[]) => {
    for (const { isIt, reply } of refused) {
      const added = animals.find(isIt);
      if (added) {
        throw new Violation(`nothing added by a creation refused with ${status}`, `the animal ${show(added)}`, [
          page,
          reply,
        ]);
      }
    }
  };
  const limit = preflight.page;
  for (const view of [{ limit }, { limit, status: population.quietStatus }]) {
    if (await isSeenIn(context, view, { before, after, lookAt })) return undefined;
  }
  return amongNeighbours(context, { before, after, lookAt });
}

/** The two animals created around the refusal, and the search for what it may have left. */
interface Search {
  readonly before: Animal;
  readonly after: Animal;
  readonly lookAt: (page: Reply, animals: readonly JsonObject[]) => void;
}

/** Whether this view of the list would have shown an added animal. */
async function isSeenIn({ api, settings, preflight }: CheckContext, view: ListQuery, search: Search): Promise<boolean> {
  const look = async () => {
    const page = await api.listPets(view);
    const animals = judge(page).lists();
    search.lookAt(page, animals);
    const ids = new Set(animals.map(({ id }) => identityOf(id)));
    return {
      short: animals.length < preflight.page,
      after: ids.has(identityOf(search.after.id)),
      both: ids.has(identityOf(search.before.id)) && ids.has(identityOf(search.after.id)),
    };
  };
  let seen = await look();
  if (seen.short && !seen.after) {
    // Reads lag here, so an added animal would come late as well.
    await sleep(settings.consistencyWindowMs);
    seen = await look();
  }
  if (seen.short) return seen.after;
  for (let sighting = 1; seen.both && sighting < SIGHTINGS; sighting += 1) seen = await look();
  return seen.both;
}

async function control({ api, population }: CheckContext, label: string): Promise<Animal> {
  const reply = await api.createPet(population.newPet(label, population.quietStatus));
  const animal = createdAnimal(reply);
  if (!animal) throw new Inconclusive(`The control creation was answered with ${reply.status}.`, [reply]);
  return animal;
}

async function amongNeighbours(
  { api, getPetIsServed }: CheckContext,
  { before, after, lookAt }: Search,
): Promise<string> {
  const [low, high] = [BigInt(before.id), BigInt(after.id)].sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint];
  if (!getPetIsServed || high - low > NEIGHBOURHOOD) {
    throw new Inconclusive(
      'The target is too full for a page to show what is absent, and identifiers are not neighbours.',
    );
  }
  const ids = Array.from({ length: Number(high - low) + 3 }, (_, index) => low - 1n + BigInt(index));
  await Promise.all(
    ids.map(async (id) => {
      const reply = await api.getPet(id);
      if (reply.status === 200) lookAt(reply, [judge(reply).holdsObject()]);
    }),
  );
  return `The target is too full to see it in a list; the identifiers from ${low - 1n} to ${high + 1n} hold none of them.`;
}
