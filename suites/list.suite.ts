import { allOf } from '../harness/all-of.ts';
import { type Animal, animalOf, animalsInWords, type PetStatus, STATUSES } from '../harness/animal.ts';
import type { CheckContext } from '../harness/context.ts';
import { judge } from '../harness/judge.ts';
import { Inconclusive, Violation } from '../harness/verdicts.ts';
import { hasSize, holdsEvery, idsOf, keepsFields, showsOnly, unlessPagesEndEarly } from './pages.ts';
import { type Needs, requirement } from './requirement.ts';
import { holdsStrangers, strangersIn, tooFullToSee } from './strangers.ts';

/** Animals of every kind: what is lost or spoilt may be only one of them. */
const ANIMALS = ['create.with-status', 'create.int64', 'create.echo'] as const;
const LISTING: Needs = { stage: 'list', after: ['list.ok'], traffic: ANIMALS };
const COMPLETE: Needs = {
  ...LISTING,
  unlessFailed: ['create.id.unique'],
  asks: ['list.status.complete'],
};

/** The limit that shows whether it counts before or after the filter. */
const FEW = 3;

export const listChecks = [
  requirement('list.ok', { stage: 'create', after: ['auth.accepted'] }, async ({ api, preflight }) => {
    judge(preflight.list).lists();
    // Few, one and no animals at all: where a form is told apart by how many there are.
    for (const page of [...preflight.pages, await api.listPets({ limit: 1 })]) {
      if (!(page instanceof Error) && page.status === 200) judge(page).lists();
    }
  }),

  requirement('list.complete', COMPLETE, async (context) => {
    const { api, population, preflight, settings } = context;
    if (settings.readOnly) return strangersAreListed(context);
    const { known } = population;
    const limit = preflight.page;
    if (known.length === 0) throw new Inconclusive('No animal is known that a list must hold.');
    const isShort = await unlessPagesEndEarly(
      context.eventually(async () => {
        const page = await api.listPets({ limit });
        const animals = judge(page).lists();
        keepsFields(known, animals, page);
        if (population.held() >= limit) hasSize(animals, limit, Number.POSITIVE_INFINITY, page);
        if (animals.length < limit) holdsEvery(known, animals, page);
        return animals.length < limit;
      }),
    );
    if (isShort) return undefined;
    await unlessTheFilterFails(context);
    const status = await shortStatus(context);
    const ours = known.filter((animal) => animal.status === status);
    await context.eventually(async () => {
      const page = await api.listPets({ limit, status });
      const animals = judge(page).lists();
      keepsFields(ours, animals, page);
      holdsEvery(ours, animals, page);
    });
    return `The target is too full for a short page of all animals; the one of status ${status} was judged instead.`;
  }),

  requirement('list.status.only', LISTING, async (context) => {
    const some = await Promise.all(STATUSES.map((status) => showsSome(status, context)));
    const empty = STATUSES.filter((_status, index) => !some[index]);
    if (empty.length === STATUSES.length) throw new Inconclusive('No animal with a status was listed.');
    const unseen = empty.filter((status) => context.population.held(status) > 0);
    if (unseen.length > 0) throw new Inconclusive(`No animal was listed under ${unseen.join(' and ')}.`);
    return empty.length > 0 ? `No animal is ${empty.join(' or ')}.` : undefined;
  }),

  requirement('list.status.complete', { ...LISTING, unlessFailed: ['create.id.unique'] }, async (context) => {
    const { api, population, preflight, settings } = context;
    if (settings.readOnly) return strangersAreUnderTheirStatus(context);
    const { known } = population;
    let judged = 0;
    const holdsAll = async (status: PetStatus, matching: readonly Animal[]) => {
      const page = await api.listPets({ limit: preflight.page, status });
      const animals = judge(page).lists();
      // Where as many are held as a page has room for, a short one is a matter of list.status.with-limit.
      if (animals.length >= preflight.page || population.held(status) >= preflight.page) return;
      holdsEvery(matching, animals, page);
      judged += matching.length;
    };
    // So many match, so a page of that size is full, whatever else there is: the limit counts after the filter.
    const fillsASmallPage = async (status: PetStatus, matching: readonly Animal[]) => {
      const limit = Math.min(matching.length, FEW);
      const page = await api.listPets({ limit, status });
      const count = judge(page).lists().length;
      if (count < limit) throw new Violation(`${limit} animals of status ${status}`, `${count}`, [page]);
    };
    await allOf(
      STATUSES.flatMap((status) => {
        const matching = known.filter((animal) => animal.status === status);
        if (matching.length === 0) return [];
        return [holdsAll, fillsASmallPage].map((holds) => context.eventually(() => holds(status, matching)));
      }),
    );
    if (judged === 0)
      throw new Inconclusive('The target is too full: no filtered page that holds our animals is short.');
    return undefined;
  }),

  requirement('list.status.unknown', LISTING, async ({ api, population }) => {
    if (population.held('available') === 0) throw new Inconclusive('No available animal is known.');
    const expected = 'a 4xx Error, or 200 with no animal';
    const unknown = ['unknown', 'AVAILABLE', 'avail'];
    const pages = await Promise.all(unknown.map((status) => api.listPets({ status }, { documented: false })));
    for (const page of pages) {
      if (page.status !== 200) {
        judge(page).refuses(', or 200 with no animal');
        continue;
      }
      const count = judge(page).lists().length;
      if (count > 0) throw new Violation(expected, `200 with ${animalsInWords(count)}`, [page]);
    }
  }),

  requirement('list.unique', { stage: 'journal', after: ['list.ok'], traffic: 'everything' }, async ({ journal }) => {
    const pages = journal.filter((reply) => reply.operation === 'listPets' && reply.status === 200);
    let most = 0;
    for (const page of pages) {
      const ids = idsOf(page);
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      if (twice !== undefined) throw new Violation('every identifier once', `${twice} twice`, [page]);
      most = Math.max(most, ids.length);
    }
    if (most < 2) throw new Inconclusive('No list held two animals.');
  }),
];

async function unlessTheFilterFails({ outcomeOf }: CheckContext): Promise<void> {
  if ((await outcomeOf('list.status.complete')) === 'fail') {
    throw new Inconclusive('Only filtered pages are short here, and what they lack is told by list.status.complete.');
  }
}

async function strangersAreListed(context: CheckContext): Promise<string> {
  const strangers = strangersIn(context);
  if (await holdsStrangers(strangers, {}, context)) return `Judged by ${strangers.length} animals that were there.`;
  await unlessTheFilterFails(context);
  return strangersAreUnderTheirStatus(context);
}

/** Also that a page smaller than what matches is full, whatever else there is: the limit counts after the filter. */
async function strangersAreUnderTheirStatus(context: CheckContext): Promise<string> {
  const strangers = strangersIn(context);
  if (!strangers.some(({ status }) => status)) throw new Inconclusive('No animal with a status is known.');
  const judged = await Promise.all(
    STATUSES.map(async (status) => {
      const matching = strangers.filter((animal) => animal.status === status);
      if (matching.length === 0 || !(await holdsStrangers(matching, { status }, context))) return 0;
      await fillsASmallPage(matching, status, context);
      return matching.length;
    }),
  );
  const count = judged.reduce((sum, number) => sum + number, 0);
  if (count === 0) throw tooFullToSee();
  return `Judged by ${count} animals that were there.`;
}

async function fillsASmallPage(
  matching: readonly Animal[],
  status: PetStatus,
  { api, eventually }: CheckContext,
): Promise<void> {
  const limit = Math.min(matching.length, FEW);
  await eventually(async () => {
    const page = await api.listPets({ limit, status });
    const count = judge(page).lists().length;
    if (count >= limit) return;
    // Their owners may have changed some since: as many as are there now are to be expected.
    const replies = await Promise.all(matching.slice(0, limit).map(({ id }) => api.getPet(id)));
    const still = replies.filter(
      (reply) => reply.status === 200 && reply.json.ok && animalOf(reply.json.value)?.status === status,
    );
    if (count < still.length) throw new Violation(`${still.length} animals of status ${status}`, `${count}`, [page]);
  });
}

/** Only animals of that status; whether there were any, once those known to exist had time to show. */
async function showsSome(status: PetStatus, context: CheckContext): Promise<boolean> {
  const { api, population, preflight } = context;
  const look = async () => {
    const page = await api.listPets({ limit: preflight.page, status });
    const animals = judge(page).lists();
    showsOnly(status, animals, page);
    return { page, count: animals.length };
  };
  if (population.held(status) === 0) return (await look()).count > 0;
  return context
    .eventually(async () => {
      const { page, count } = await look();
      if (count === 0) throw new NothingListed(status, [page]);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof NothingListed) return false;
      throw error;
    });
}

/** Told by list.status.complete; here it only means that there was nothing to judge. */
class NothingListed extends Violation {
  constructor(status: PetStatus, pages: ConstructorParameters<typeof Violation>[2]) {
    super(`animals of status ${status}`, 'none', pages);
  }
}

/** A status whose page is short and holds animals of ours. */
async function shortStatus({ api, population, preflight }: CheckContext): Promise<PetStatus> {
  const ours = STATUSES.filter(
    (status) => population.known.some((animal) => animal.status === status) && population.held(status) < preflight.page,
  );
  for (const status of ours) {
    const page = await api.listPets({ limit: preflight.page, status });
    if (judge(page).lists().length < preflight.page) return status;
  }
  throw new Inconclusive('The target is too full: no page that holds our animals is short.');
}
