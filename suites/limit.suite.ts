import fc from 'fast-check';
import { allOf } from '../harness/all-of.ts';
import type { CheckContext } from '../harness/context.ts';
import type { ListQuery } from '../harness/http/api.ts';
import { judge } from '../harness/judge.ts';
import { CROWD, PAGE } from '../harness/population.ts';
import { Inconclusive, Skipped, Violation } from '../harness/verdicts.ts';
import { hasSize, showsOnly, TooFew } from './pages.ts';
import { type Needs, requirement } from './requirement.ts';

const DEFAULT_LIMIT = 20;
const CROWDED: Needs = { stage: 'crowded', after: ['list.ok'], asks: ['list.complete'] };
const FILTER_HOLDS = ['list.status.only', 'list.status.complete'] as const;

/** Where off-by-one mistakes, caps and defaults show. */
const CORNER_LIMITS = [2, 3, 10, 19, 20, 21, 25, 49, 50, 51, 64, 75, 98, 99];

export const limitChecks = [
  // Before the others, since a crowd of one status serves them all.
  requirement('list.status.with-limit', { ...CROWDED, unlessFailed: FILTER_HOLDS }, async (context) => {
    const { population, settings, preflight, api } = context;
    // More than a page of one status cannot be seen, so a read-only run asks for no more than it sees.
    const status = settings.readOnly ? population.crowdedStatus : await population.holdsOfOneStatus(CROWD, api);
    const limits = [1, 5, undefined, preflight.page].filter(
      (limit) => !settings.readOnly || (limit ?? DEFAULT_LIMIT) <= population.held(status),
    );
    if (limits.length === 0) throw new Skipped('Read-only: no animal is known that a filter could show.');
    await allOf(
      limits.map((limit) => {
        const query = limit === undefined ? { status } : { limit, status };
        return pageHolds(context, query, limit ?? DEFAULT_LIMIT);
      }),
    );
    const largest = Math.max(...limits.map((limit) => limit ?? DEFAULT_LIMIT));
    return largest < preflight.page ? `Judged up to limit=${largest}: as many of one status were seen.` : undefined;
  }),

  requirement('list.limit.default', CROWDED, async (context) => {
    await holdsMoreThan(DEFAULT_LIMIT, context);
    await pageHolds(context, {}, DEFAULT_LIMIT);
  }),

  requirement('list.limit.minimum', CROWDED, async (context) => {
    await holdsMoreThan(1, context);
    await pageHolds(context, { limit: 1 }, 1);
  }),

  requirement('list.limit.maximum', CROWDED, async (context) => {
    await holdsMoreThan(PAGE, context);
    await pageHolds(context, { limit: PAGE }, PAGE);
  }),

  requirement('list.limit.honoured', { ...CROWDED, property: true }, async (context) => {
    const { api, population, settings } = context;
    if (!settings.readOnly) await population.holds(CROWD, api);
    if (population.held() < 2) throw new Inconclusive('Fewer than two animals are held.');
    await context.forAll(
      fc.integer({ min: 2, max: PAGE - 1 }),
      { examples: CORNER_LIMITS, runs: CORNER_LIMITS.length + settings.runs, show: (limit) => `limit=${limit}` },
      (limit) => pageHolds(context, { limit }, Math.min(limit, population.held()), limit),
    );
  }),

  requirement('list.limit.above-maximum', CROWDED, async (context) => {
    await context.population.holds(CROWD, context.api);
    await refusesOrClamps(context, ['limit=101', 'limit=1000', `limit=${2n ** 31n}`, `limit=${2n ** 63n}`]);
  }),

  requirement('list.limit.below-minimum', CROWDED, async (context) => {
    await seesACrowdIfItMay(context);
    await refusesOrClamps(context, ['limit=0', 'limit=-1', `limit=${-(2n ** 63n)}`]);
  }),

  requirement('list.limit.malformed', CROWDED, async (context) => {
    await seesACrowdIfItMay(context);
    const malformed = ['abc', '1.5', '', '1e1', '5abc', '%00', '%F0%9F%90%88', '123456789012345678901234567890'];
    await refusesOrClamps(context, [...malformed.map((value) => `limit=${value}`), 'limit=1&limit=2']);
  }),
];

/** As many as are asked for, once reads have caught up, and never more; under a filter, only what it asks for. */
async function pageHolds(context: CheckContext, query: ListQuery, atLeast: number, atMost = atLeast): Promise<void> {
  try {
    await context.eventually(async () => {
      const page = await context.api.listPets(query);
      const animals = judge(page).lists();
      if (query.status !== undefined) showsOnly(query.status, animals, page);
      hasSize(animals, atLeast, atMost, page);
    });
  } catch (error) {
    // Where lists lose animals anyway, too few of them say nothing about the limit.
    if (error instanceof TooFew && (await context.outcomeOf('list.complete')) === 'fail') {
      throw new Inconclusive('It builds on list.complete, which failed.');
    }
    throw error;
  }
}

/** One more than the limit, or any limit would do; a read-only run is content with as many as it asks for. */
function holdsMoreThan(limit: number, { population, api, settings }: CheckContext): Promise<void> {
  return population.holds(settings.readOnly ? limit : limit + 1, api);
}

/** Without a crowd an unlimited answer looks like a limited one; a read-only run takes what it finds. */
async function seesACrowdIfItMay({ population, api }: CheckContext): Promise<void> {
  await population.holds(CROWD, api).catch((error: unknown) => {
    if (!(error instanceof Skipped)) throw error;
  });
}

async function refusesOrClamps({ api }: CheckContext, queries: readonly string[]): Promise<void> {
  const pages = await Promise.all(queries.map((raw) => api.listPets({ raw }, { documented: false })));
  for (const page of pages) {
    if (page.status !== 200) {
      judge(page).refuses(`, or 200 with at most ${PAGE} animals`);
      continue;
    }
    const count = judge(page).lists().length;
    if (count > PAGE) {
      throw new Violation(`a 4xx Error, or 200 with at most ${PAGE} animals`, `200 with ${count} animals`, [page]);
    }
  }
}
