import { readAgain } from '../harness/http/received-body.ts';
import type { Recorded, Reply } from '../harness/http/reply.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { type Pet, type PetStatus, STATUSES } from '../harness/run/pet.ts';
import { describe, expectReply } from '../harness/verdict/expect-reply.ts';
import { NotYet, Violation } from '../harness/verdict/verdicts.ts';
import { checkedAgainst, existingPets, showsExisting, showsExistingByStatus } from './existing-pets.ts';
import { fullPageShows, unseen } from './full-target.ts';
import { statusNearMisses } from './inputs/statuses.ts';
import { askedPage, holdsEvery, listed, petsIn, petsOn } from './pages.ts';
import {
  after,
  nothingSeen,
  PETS_OF_EVERY_KIND,
  type Plan,
  requirement,
  SPOILS_CREATIONS,
  tryEach,
  unlessFailed,
  watched,
} from './requirement.ts';

function listing(...needs: NonNullable<Plan['needs']>): Plan {
  return { stage: 'list', needs: ['list.ok', ...PETS_OF_EVERY_KIND, ...needs] };
}

/** The limit that shows whether it counts before or after the filter. */
const FEW = 3;

export const listChecks = [
  requirement('list.ok', { stage: 'create', needs: ['auth.accepted'] }, async ({ api, preflight }) => {
    // Many, one and no pets: some servers answer each of these in another way.
    const asked = [preflight.list, ...preflight.pages, await api.listPets({ limit: 1 })];
    const replies = asked.filter((page): page is Reply => !(page instanceof Error));
    const isList = (page: Reply) => page.status === 200 && page.json.ok && Array.isArray(page.json.value);
    // A status or a limit that is refused is reported by their own requirements.
    const checked = replies.filter((page, index) => index === 0 || page.status < 300 || page.status === 404);
    const wrong = checked.find((page) => !isList(page) || petsIn(page) === undefined);
    if (!wrong) return;
    const expected = wrong.status === 200 ? 'a JSON array of Pet objects' : 'status 200';
    throw new Violation(expected, describe(wrong), [wrong], { partial: replies.some(isList) });
  }),

  requirement('list.status.complete', listing(...unlessFailed('create.id.unique')), async (context) => {
    const { population, preflight, settings } = context;
    if (settings.readOnly) return showsExistingByStatus(context);
    await addNewest(context);
    const { known } = population;
    const matching = (status: PetStatus) => known.filter((pet) => pet.status === status);
    const statuses = STATUSES.filter((status) => matching(status).length > 0);
    const seen = await Promise.all(
      statuses.map(async (status) => {
        await fillsSmallPage(context, status, matching(status));
        return showsAllOf(context, matching(status), status);
      }),
    );
    if (!seen.includes(true)) {
      throw known.length === 0
        ? nothingSeen('created pet', SPOILS_CREATIONS)
        : unseen('a created pet under its status', context);
    }
    return seen.includes(false) ? `Pages of ${preflight.page} are full for some statuses.` : undefined;
  }),

  requirement(
    'list.complete',
    listing(...unlessFailed('create.id.unique', 'list.status.complete')),
    async (context) => {
      if (context.settings.readOnly) return existingAreListed(context);
      const { known } = context.population;
      if (known.length === 0) throw nothingSeen('created pet', SPOILS_CREATIONS);
      if (await showsAllOf(context, known)) return undefined;
      for (const status of STATUSES) {
        const ours = known.filter((pet) => pet.status === status);
        if (ours.length > 0 && (await showsAllOf(context, ours, status))) {
          return `The page of all pets is full; the page of status ${status} was checked instead.`;
        }
      }
      throw unseen('a created pet', context);
    },
  ),

  requirement('list.status.only', listing(...after('list.status.complete')), async (context) => {
    const unseen = await statusesWithoutPets(context);
    if (unseen.length === STATUSES.length) throw nothingSeen('pet with a status');
    const expected = unseen.filter((status) => context.population.known.some((pet) => pet.status === status));
    if (expected.length > 0) throw nothingSeen(`pet under ${expected.join(' and ')}`);
    return unseen.length > 0 ? `No pet is ${unseen.join(' or ')}.` : undefined;
  }),

  requirement('list.status.unknown', listing(), async (context) => {
    const { api, population } = context;
    if (!STATUSES.some((status) => population.count(status) > 0)) throw nothingSeen('pet with a status');
    await tryEach(context, statusNearMisses, async ({ query, utf8 }) => {
      const options = { documented: false, httpLayerMayRefuse: utf8 === false };
      const page = await api.listPets({ raw: `status=${query}` }, options);
      if (!page.checked) return;
      if (page.status !== 200) expectReply(page).refuses(', or 200 with no pet');
      else if (petsOn(page, context).length > 0) {
        throw new Violation('a 4xx Error, or 200 with no pet', describe(page), [page]);
      }
    });
  }),

  watched('list.unique', { what: 'list with two pets', needs: ['list.ok'] }),
];

/** The newest pet of all is of the quiet status: a list that ends before its last row lacks it. */
async function addNewest({ api, population }: CheckContext): Promise<void> {
  const status = population.ifAccepted(population.quietStatus);
  if (status !== undefined) await api.createPet(population.newPet('newest', status));
}

/** Whether the page shows all of these pets. One that is short has to, once reads have caught up. */
function showsAllOf(context: CheckContext, ours: readonly Pet[], status?: PetStatus): Promise<boolean> {
  const { population, preflight } = context;
  const limit = preflight.page;
  const ask = () => listed({ limit, ...(status && { status }) }, context);
  return context.eventually(async () => {
    const page = await ask();
    if (page.pets.length >= limit) return fullPageShows(ours, page, ask);
    // A short page although as many exist is reported by the limit.
    if (population.count(status) >= limit) return false;
    holdsEvery(ours, page.pets, page.reply);
    return true;
  });
}

/** At least that many match, so a page of that size is full, whatever else there is: the limit counts after the filter. */
async function fillsSmallPage(context: CheckContext, status: PetStatus, ours: readonly Pet[]): Promise<void> {
  const limit = Math.min(ours.length, FEW);
  await context.eventually(async () => {
    const { reply, pets } = await listed({ limit, status }, context);
    if (pets.length < limit) throw new NotYet(`${limit} pets of status ${status}`, `${pets.length}`, [reply]);
  });
}

async function existingAreListed(context: CheckContext): Promise<string> {
  const existing = existingPets(context);
  if (await showsExisting(existing, {}, context)) return checkedAgainst([existing.length], context);
  return showsExistingByStatus(context);
}

/** The invariant checks every filtered page; those that no page has shown yet are asked for here. */
async function statusesWithoutPets(context: CheckContext): Promise<readonly PetStatus[]> {
  const isShown = (record: Recorded, status: PetStatus) => {
    const page = record.operation === 'listPets' && askedPage(record).status === status && readAgain(record);
    return page && (petsIn(page)?.length ?? 0) > 0;
  };
  const shows = async (status: PetStatus) => {
    if (context.journal.some((page) => isShown(page, status))) return true;
    const page = await context.api.listPets({ limit: context.preflight.page, status });
    return petsOn(page, context).length > 0;
  };
  const shown = await Promise.all(STATUSES.map(shows));
  return STATUSES.filter((_status, index) => !shown[index]);
}
