import type { CheckContext } from '../harness/context.ts';
import { identityOf } from '../harness/exact-json.ts';
import { createdPet, type PetStatus, STATUSES } from '../harness/pet.ts';
import { Inconclusive, NotYet, Violation } from '../harness/verdicts.ts';
import { checkedAgainst, existingPets, showsExisting } from './existing-pets.ts';
import { isFound, servesAny } from './get.suite.ts';
import { idsOn, petsIfListed } from './pages.ts';
import { after, requirement, unlessFailed, watched } from './requirement.ts';

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
          : new Inconclusive({ kind: 'nothing-seen', what: 'existing pet' });
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
      const replaced = await Promise.all(statuses.map((status) => isReplaced(status, context)));
      if (!replaced.includes(true)) {
        throw new Inconclusive({ kind: 'pages-full', what: 'a pet that getPet returns' });
      }
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

/** Whether a pet that getPet returns is found by its status, on a page short enough to show it. */
async function isReplaced(status: PetStatus, context: CheckContext): Promise<boolean> {
  const { api, population, preflight } = context;
  const pet =
    population.known.findLast((candidate) => candidate.status === status) ??
    createdPet(await api.createPet(population.newPet(`replaced-${status}`, status)));
  if (pet?.status !== status) return false;
  const limit = preflight.page;
  let fetched: Awaited<ReturnType<typeof isFound>>;
  try {
    fetched = await isFound(pet, context);
  } catch (error) {
    // That it is not found at all is reported by get.found.
    if (error instanceof Violation) return false;
    throw error;
  }
  return context.eventually(async () => {
    const page = await api.listPets({ limit, status });
    const pets = petsIfListed(page, context);
    if (pets.length >= limit) return false;
    if (idsOn(pets).has(identityOf(pet.id))) return true;
    throw new NotYet(`pet ${pet.id} in the list of status ${status}`, 'it is not there', [fetched, page]);
  });
}

/** Those that getPet returns with a status, a few of each. */
async function existingAreReplaced(context: CheckContext): Promise<string> {
  const existing = existingPets(context);
  const checked = await Promise.all(
    STATUSES.map(async (status) => {
      const some = existing.filter((pet) => pet.status === status).slice(0, FEW);
      const replies = await Promise.all(some.map(({ id }) => context.api.getPet(id)));
      const given = some.filter((_pet, index) => replies[index]?.status === 200);
      return given.length > 0 && (await showsExisting(given, { status }, context)) ? given.length : 0;
    }),
  );
  if (!existing.some(({ status }) => status))
    throw new Inconclusive({ kind: 'nothing-seen', what: 'pet with a status' });
  return checkedAgainst(checked);
}
