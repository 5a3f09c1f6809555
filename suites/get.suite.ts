import fc from 'fast-check';
import type { Reply } from '../harness/http/reply.ts';
import { INT64_MAX, INT64_MIN, identityOf } from '../harness/json/exact-json.ts';
import { petProblem } from '../harness/json/schema.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { fieldsOf, listedPets, type Pet } from '../harness/run/pet.ts';
import type { Population } from '../harness/run/population.ts';
import { describe, expectReply, same } from '../harness/verdict/expect-reply.ts';
import { Inconclusive, NotYet, Violation } from '../harness/verdict/verdicts.ts';
import { foldedIds, invalidIds } from './inputs/pet-ids.ts';
import { RANDOM_LABEL } from './new-pets.ts';
import { idsOn, listed } from './pages.ts';
import {
  after,
  nothingSeen,
  PETS_OF_EVERY_KIND,
  type Plan,
  requirement,
  tryEach,
  unlessFailed,
} from './requirement.ts';

const FETCHING: Plan = { stage: 'fetch', getsPets: true, needs: ['deprecation.still-served'] };

/** Existing pets that are fetched: enough to see that listed ones are found, and polite. */
const EXISTING = 3;

const UNLIKELY_IDS = [INT64_MAX, INT64_MIN, -1n, 0n];

export const getChecks = [
  requirement(
    'get.found',
    {
      ...FETCHING,
      needs: [
        'deprecation.still-served',
        ...PETS_OF_EVERY_KIND,
        ...after('list.ok'),
        ...unlessFailed('create.id.unique'),
      ],
    },
    async (context) => {
      const { population, preflight, settings } = context;
      const ours = worthFetching(population);
      const named = population.found.filter(({ id }) => settings.knownIds.includes(String(id)));
      const existing = [...listedPets(preflight.list).slice(0, EXISTING), ...named];
      if (ours.length + existing.length === 0) throw nothingSeen('existing pet');
      await context.tryAll([
        ...ours.map((pet) => ({ input: `pet ${pet.id}`, attempt: async () => void (await isFound(pet, context)) })),
        ...existing.map((pet) => ({ input: `listed pet ${pet.id}`, attempt: () => isFoundIfListed(pet, context) })),
      ]);
      const { missing } = population;
      if (missing.length > 0) throw new Inconclusive({ kind: 'known-ids-missing', ids: missing });
    },
  ),

  requirement('get.unknown', { ...FETCHING, stage: 'anytime', property: true }, async (context) => {
    const { api, population, settings } = context;
    const exists = new Set([...population.known, ...population.found].map((pet) => String(pet.id)));
    const folded = foldedIds(BigInt(population.anyFetchable().id)).map(({ id }) => id);
    const examples = [...new Set([...folded, ...UNLIKELY_IDS])];
    let absent = 0;
    await context.forAll(
      fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
      { examples, runs: Math.max(settings.runs - examples.length, examples.length), show: (id) => `petId ${id}` },
      async (id) => {
        if (exists.has(String(id))) return;
        const reply = await api.getPet(id);
        if (reply.status === 200 && same(expectReply(reply).holdsObject().id, id)) return;
        expectReply(reply).answers(404);
        absent += 1;
      },
    );
    if (absent === 0) throw nothingSeen('id without a pet');
  }),

  requirement('get.invalid-id', { ...FETCHING, stage: 'anytime' }, (context) =>
    tryEach(context, invalidIds(BigInt(context.population.anyFetchable().id)), async ({ path, utf8 }) => {
      const options = { documented: false, httpLayerMayRefuse: utf8 === false };
      const reply = await context.api.getPet(path, options);
      if (reply.checked) expectReply(reply).refuses();
    }),
  ),
];

/** Every kind of pet: those with random names, with plain names and large numbers, or with one body are alike. */
function worthFetching(population: Population): readonly Pet[] {
  if (population.isStocked) return population.known;
  const alike = [
    RANDOM_LABEL,
    'int64',
    'identical',
    'control',
    'category',
    'echo-spelled',
    'unknown',
    'client-id',
    'newest',
  ].map((label) => population.newPet(label).name);
  return population.known.filter(({ name }) => !alike.some((start) => name.startsWith(start)));
}

/** 200 and the fields it was created with; a read may lag behind its creation. */
export function isFound(pet: Pet, { api, eventually }: CheckContext): Promise<Reply> {
  return eventually(async () => {
    const reply = await api.getPet(pet.id);
    if (reply.status === 404) throw new NotYet('status 200', describe(reply), [reply]);
    const shown = expectReply(reply).answers(200).holdsObject();
    // A pet that is not valid is reported by body.pet-shape.
    if (petProblem(shown) === undefined) expectReply(reply).carries(fieldsOf(pet));
    return reply;
  });
}

/** Its owner may remove it at any time: it must be found only while a list still shows it. */
function isFoundIfListed({ id }: Pet, context: CheckContext): Promise<void> {
  const { api, preflight } = context;
  return context.eventually(async () => {
    const reply = await api.getPet(id);
    if (reply.status !== 404) {
      expectReply(reply).answers(200).carries({ id });
      return;
    }
    const { reply: page, pets } = await listed({ limit: preflight.page }, context);
    const isListed = idsOn(pets).has(identityOf(id));
    if (isListed) throw new NotYet(`status 200 for pet ${id}, which is listed`, describe(reply), [page, reply]);
  });
}

/** Whether getPet gives any of these pets, once reads have caught up; the violation of the first where it does not. */
export function servesAny(candidates: readonly Pet[], { api, eventually }: CheckContext): Promise<Pet> {
  return eventually(async () => {
    const replies = await Promise.all(candidates.map(({ id }) => api.getPet(id)));
    const served = candidates.find((_candidate, index) => replies[index]?.status === 200);
    if (served) return served;
    const [first] = replies;
    if (!first) throw nothingSeen('existing pet');
    if (first.status === 404) throw new NotYet('status 200', describe(first), [first]);
    throw new Violation('status 200', describe(first), [first]);
  });
}
