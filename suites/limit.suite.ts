import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { ListQuery } from '../harness/http/api.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { petsInWords } from '../harness/run/pet.ts';
import { CROWD, PAGE, type Population } from '../harness/run/population.ts';
import { expectReply } from '../harness/verdict/expect-reply.ts';
import { Inconclusive, NotYet, Skipped, Violation } from '../harness/verdict/verdicts.ts';
import { aboveMaximum, belowMinimum, malformedLimits, type QueryValue } from './inputs/limits.ts';
import { DEFAULT_LIMIT, fillsPage, petsOn } from './pages.ts';
import { after, type Plan, requirement, tryEach, unlessFailed } from './requirement.ts';

/** Where lists lose pets anyway, too few of them say nothing about the limit. */
const CROWDED: Plan = { stage: 'crowd', needs: ['list.ok', ...after('list.complete', 'list.status.complete')] };

/** Where the largest page is too short, nobody can see more pets than it should have. */
const BEYOND: Plan = { ...CROWDED, needs: [...(CROWDED.needs ?? []), ...after('list.limit.maximum')] };

/** Where off-by-one mistakes, caps and defaults show. */
const CORNER_LIMITS = [2, 10, 19, 20, 21, 49, 50, 51, 75, 99];

export const limitChecks = [
  // Before the others, since a crowd of one status serves them all.
  requirement(
    'list.status.with-limit',
    {
      ...CROWDED,
      needs: ['list.ok', ...unlessFailed('list.status.only', 'list.status.complete', 'create.with-status')],
    },
    async (context) => {
      const { population, settings, preflight, api } = context;
      // More than a page of one status cannot be seen, so a read-only run asks for no more than it sees.
      const status = settings.readOnly ? population.crowdedStatus : await population.ensureOfOneStatus(PAGE, api);
      const limits = [1, 5, undefined, preflight.page].filter(
        (limit) => !settings.readOnly || (limit ?? DEFAULT_LIMIT) <= population.count(status),
      );
      if (limits.length === 0) throw new Skipped({ kind: 'read-only', needs: 'a pet that a filter could show' });
      await context.tryAll(
        limits.map((limit) => ({
          input: `status=${status}${limit === undefined ? '' : `&limit=${limit}`}`,
          attempt: () => pageHolds(context, { status, ...(limit !== undefined && { limit }) }, limit ?? DEFAULT_LIMIT),
        })),
      );
      const largest = Math.max(...limits.map((limit) => limit ?? DEFAULT_LIMIT));
      return largest < preflight.page
        ? `Checked up to limit=${largest}: no more of one status are visible.`
        : undefined;
    },
  ),

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
    if (!settings.readOnly) await population.ensure(CROWD, api);
    if (population.count() < 2)
      throw new Inconclusive({ kind: 'too-few-pets', needed: 2, visible: population.count() });
    await context.forAll(
      fc.integer({ min: 2, max: PAGE - 1 }),
      {
        examples: CORNER_LIMITS,
        runs: CORNER_LIMITS.length + Math.ceil(settings.runs / 5),
        show: (limit) => `limit=${limit}`,
      },
      (limit) => pageHolds(context, { limit }, Math.min(limit, population.count())),
    );
  }),

  requirement('list.limit.above-maximum', BEYOND, async (context) => {
    await crowdIsVisible(context);
    await refusesOrClamps(context, aboveMaximum);
  }),

  requirement('list.limit.below-minimum', BEYOND, async (context) => {
    await crowdIsVisibleIfItMay(context);
    await refusesOrClamps(context, belowMinimum);
  }),

  requirement('list.limit.malformed', BEYOND, async (context) => {
    await crowdIsVisibleIfItMay(context);
    await refusesOrClamps(context, malformedLimits);
  }),
];

/** Too few pets are no matter of the limit where lists lose pets anyway. */
async function pageHolds(context: CheckContext, query: ListQuery, size: number): Promise<void> {
  try {
    await fillsPage(context, query, size);
  } catch (error) {
    const because = context.failedAmong(['list.complete', 'list.status.complete']);
    const isTooFew = error instanceof Violation && error.details.facts?.pageSize !== undefined;
    if (isTooFew && because.length > 0) throw new Inconclusive({ kind: 'depends-on', because, outcome: 'failed' });
    throw error;
  }
}

/** One more than the limit, or any limit would do; a read-only run is content with as many as it asks for. */
function holdsMoreThan(limit: number, { population, api, settings }: CheckContext): Promise<void> {
  return population.ensure(settings.readOnly ? limit : limit + 1, api);
}

const visibleCrowds = new WeakMap<Population, Promise<void>>();

/** More pets than a page can hold are visible: only then does an unlimited list look different from a limited one. */
function crowdIsVisible(context: CheckContext): Promise<void> {
  const { population } = context;
  const known = visibleCrowds.get(population) ?? seeCrowd(context);
  visibleCrowds.set(population, known);
  return known;
}

async function seeCrowd(context: CheckContext): Promise<void> {
  const { api, population, preflight, settings } = context;
  await population.ensure(CROWD, api);
  let looks = 0;
  let visible = 0;
  try {
    await context.eventually(async () => {
      looks += 1;
      const page = await api.listPets({ limit: preflight.page });
      visible = petsOn(page, context).length;
      if (visible < preflight.page) throw new NotYet(petsInWords(preflight.page), petsInWords(visible), [page]);
    });
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const because = context.failedAmong(['list.limit.maximum', 'list.complete', 'list.status.complete']);
    throw new Inconclusive({ kind: 'too-few-pets', needed: CROWD, visible, because });
  }
  // Reads lag here, and a full page does not show whether the last pets of the crowd are visible too.
  const last = Math.max(0, ...population.created.map(({ createdAt }) => createdAt));
  if (looks > 1) await sleep(Math.max(0, last + settings.consistencyWindowMs - performance.now()));
}

/** A read-only run takes what it finds. */
async function crowdIsVisibleIfItMay(context: CheckContext): Promise<void> {
  await crowdIsVisible(context).catch((error: unknown) => {
    if (!(error instanceof Skipped)) throw error;
  });
}

function refusesOrClamps(context: CheckContext, limits: readonly QueryValue[]): Promise<void> {
  const alternative = `, or 200 with at most ${petsInWords(PAGE)}`;
  const labelled = limits.map(({ label, ...limit }) => ({ ...limit, label: `limit=${limit.query} (${label})` }));
  return tryEach(context, labelled, async ({ query, utf8 }) => {
    const options = { documented: false, httpLayerMayRefuse: utf8 === false };
    const page = await context.api.listPets({ raw: `limit=${query}` }, options);
    if (!page.checked) return;
    if (page.status !== 200) {
      expectReply(page).refuses(alternative);
      return;
    }
    const count = petsOn(page, context).length;
    if (count <= PAGE) return;
    const actual = `200 with ${petsInWords(count)}`;
    throw new Violation(`a 4xx Error${alternative}`, actual, [page], { facts: { pageSize: count } });
  });
}
