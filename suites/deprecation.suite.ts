import { identityOf } from '../harness/json/exact-json.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { createdPet, type Pet, type PetStatus, STATUSES } from '../harness/run/pet.ts';
import { Inconclusive, NotYet, Violation } from '../harness/verdict/verdicts.ts';
import { checkedByStatus, showsExisting } from './existing-pets.ts';
import { isSorted, unseen } from './full-target.ts';
import { isFound, servesAny } from './get.suite.ts';
import { idsOn, listed } from './pages.ts';
import { after, nothingSeen, requirement, unlessFailed, watched } from './requirement.ts';

/** Pets tried before getPet is called gone. */
const CANDIDATES = 12;

/** Existing pets of one status that are fetched: enough to see them found, and polite. */
const FEW = 3;

const FETCHED = {
  what: 'pet from getPet',
  getsPets: true,
  drawnBy: ['auth.accepted', 'create.minimal', 'deprecation.still-served'],
} as const;

export const deprecationChecks = [
  requirement(
    'deprecation.still-served',
    { stage: 'create', getsPets: true, needs: ['auth.accepted', ...after('create.with-status')] },
    async (context) => {
      const { population } = context;
      if (population.fetchable) return;
      // Of every kind there is: one that is not found alone is reported by get.found.
      const candidates = [...population.known, ...population.found].slice(0, CANDIDATES);
      if (candidates.length === 0) {
        throw population.missing.length > 0
          ? new Inconclusive({ kind: 'known-ids-missing', ids: population.missing })
          : nothingSeen('existing pet');
      }
      population.noteFetchable(await servesAny(candidates, context));
    },
  ),

  requirement(
    'deprecation.replacement',
    {
      stage: 'fetch',
      getsPets: true,
      needs: [
        'deprecation.still-served',
        'list.ok',
        ...unlessFailed('create.id.unique', 'get.found', 'list.status.complete'),
      ],
      explains: ['list.complete', 'list.status.complete'],
    },
    async (context) => {
      const { population, preflight, settings } = context;
      if (settings.readOnly) return existingAreReplaced(context);
      // The fullest status is left alone: its page is the first to be full.
      const statuses = STATUSES.filter(
        (status) => status !== population.crowdedStatus && population.count(status) < preflight.page - 1,
      );
      const created = await Promise.all(statuses.map((status) => ownWith(status, context)));
      // Where no page has room, one that shows new pets shows those that the run created before.
      const newest = STATUSES.map((status) => population.known.findLast((pet) => pet.status === status));
      const pets = statuses.length > 0 ? created : newest;
      const replaced = await Promise.all(pets.map((pet) => pet && isReplaced(pet, context)));
      if (!replaced.includes(true)) throw unseen('a pet that getPet returns', context);
      return undefined;
    },
  ),

  watched('deprecation.date', { ...FETCHED, what: 'Sunset header', orElse: 'No Sunset header was sent.' }),
  watched('deprecation.announced', FETCHED),
  watched('deprecation.only-there', { what: 'response of listPets or createPet' }),

  requirement('version.path', { stage: 'anytime' }, async ({ settings, preflight }) => {
    const { pathname } = new URL(settings.baseUrl);
    if (!pathname.endsWith('/v1')) {
      throw new Violation('a base URL whose path ends in /v1', `the path ${pathname}`, [preflight.list]);
    }
  }),
];

/** A pet of this run, which another check has created in most runs. */
async function ownWith(status: PetStatus, { api, population }: CheckContext): Promise<Pet | undefined> {
  const known = population.known.findLast((pet) => pet.status === status);
  if (known) return known;
  const pet = createdPet(await api.createPet(population.newPet(`replaced-${status}`, status)));
  return pet?.status === status ? pet : undefined;
}

/** Whether a pet that getPet returns is found by its status, on a page that shows it or is short. */
async function isReplaced(pet: Pet, context: CheckContext): Promise<boolean> {
  const { status } = pet;
  if (status === undefined) return false;
  const limit = context.preflight.page;
  let fetched: Awaited<ReturnType<typeof isFound>>;
  try {
    fetched = await isFound(pet, context);
  } catch (error) {
    // That it is not found at all is reported by get.found.
    if (error instanceof Violation) return false;
    throw error;
  }
  return context.eventually(async () => {
    const { reply: page, pets } = await listed({ limit, status }, context);
    const isShown = idsOn(pets).has(identityOf(pet.id));
    if (pets.length >= limit) return isShown && isSorted(pets);
    if (isShown) return true;
    throw new NotYet(`pet ${pet.id} in the list of status ${status}`, 'it is not there', [fetched, page]);
  });
}

/** Those that getPet returns with a status, a few of each. */
function existingAreReplaced(context: CheckContext): Promise<string> {
  return checkedByStatus(context, async (matching, status) => {
    const some = matching.slice(0, FEW);
    const replies = await Promise.all(some.map(({ id }) => context.api.getPet(id)));
    const given = some.filter((_pet, index) => replies[index]?.status === 200);
    return given.length > 0 && (await showsExisting(given, { status }, context)) ? given.length : 0;
  });
}
