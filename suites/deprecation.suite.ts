import { createdAnimal, STATUSES } from '../harness/animal.ts';
import type { CheckContext } from '../harness/context.ts';
import { headerOf, type Reply } from '../harness/http/reply.ts';
import { judge } from '../harness/judge.ts';
import { Inconclusive, Violation } from '../harness/verdicts.ts';
import { instantOf, isStructuredDate } from './http-dates.ts';
import { idsOf } from './pages.ts';
import { requirement } from './requirement.ts';
import { seeFailed } from './see-failed.ts';
import { holdsStrangers, strangersIn, tooFullToSee } from './strangers.ts';

/** The first and the last instant that are 5 December 2030 somewhere: from UTC+14 to UTC-12. */
const SUNSET_FROM = Date.parse('2030-12-04T10:00:00Z');
const SUNSET_TO = Date.parse('2030-12-06T11:59:59Z');

/** Animals tried before getPet is called gone. */
const CANDIDATES = 12;

/** Strangers' animals of one status that are fetched: enough to see them found, and polite. */
const FEW = 3;

export const deprecationChecks = [
  requirement(
    'deprecation.still-served',
    { stage: 'create', getsPets: true, after: ['auth.accepted'], asks: ['create.with-status'] },
    async (context) => {
      const { population, api } = context;
      if (population.fetchable) return;
      const { missing } = population;
      // Of every kind there is: one that is not found alone is told by get.found.
      await context.outcomeOf('create.with-status');
      const candidates = [...population.known, ...population.found].slice(0, CANDIDATES);
      if (candidates.length === 0) {
        const known = missing.length > 0 ? `: getPet gives none of --known-ids (${missing.join(', ')})` : '';
        throw new Inconclusive(`No animal is known to exist on the target${known}.`);
      }
      await context.eventually(async () => {
        const replies = await Promise.all(candidates.map(({ id }) => api.getPet(id)));
        const [first] = replies;
        const served = candidates.find((_candidate, index) => replies[index]?.status === 200);
        if (served) population.noteFetchable(served);
        else if (first) judge(first).answers(200);
      });
    },
  ),

  requirement(
    'deprecation.replacement',
    {
      stage: 'fetch',
      getsPets: true,
      after: ['deprecation.still-served', 'list.ok'],
      unlessFailed: ['create.id.unique', 'get.found', 'list.status.complete'],
    },
    async (context) => {
      const { api, population, preflight, settings } = context;
      if (settings.readOnly) return strangersAreReplaced(context);
      const limit = preflight.page;
      const judged = await Promise.all(
        STATUSES.filter((status) => population.held(status) < limit - 1).map(async (status) => {
          const animal = createdAnimal(await api.createPet(population.newPet(`replaced-${status}`, status)));
          if (!animal?.status) return false;
          const { id, status: shown } = animal;
          const fetched = await fetchedPet(id, context);
          if (!fetched) return false;
          return context.eventually(async () => {
            const page = await api.listPets({ limit, status: shown });
            if (judge(page).lists().length >= limit) return false;
            if (idsOf(page).includes(String(id))) return true;
            throw new Violation(`animal ${id} in the list of status ${shown}`, 'it is not there', [fetched, page]);
          });
        }),
      );
      if (!judged.includes(true))
        throw new Inconclusive('No animal that getPet gave belongs on a filtered page short enough to show it.');
      return undefined;
    },
  ),

  requirement('deprecation.date', { stage: 'journal', getsPets: true, traffic: 'everything' }, async (context) => {
    const fetches = fetchesIn(context);
    const dated = fetches.filter((reply) => headerOf(reply, 'sunset') !== undefined);
    for (const reply of dated) {
      const value = headerOf(reply, 'sunset') ?? '';
      const instant = instantOf(value);
      if (instant === undefined) throw new Violation('a Sunset that is an HTTP-date', value, [reply]);
      if (instant < SUNSET_FROM || instant > SUNSET_TO) {
        throw new Violation('a Sunset on 5 December 2030', value, [reply]);
      }
    }
    return dated.length === 0 ? 'No Sunset header was sent.' : undefined;
  }),

  requirement('deprecation.announced', { stage: 'journal', getsPets: true, traffic: 'everything' }, async (context) => {
    for (const reply of fetchesIn(context)) {
      const deprecation = headerOf(reply, 'deprecation');
      if (!isStructuredDate(deprecation ?? '')) {
        throw new Violation('a Deprecation header such as @1688169599', deprecation ?? 'none', [reply]);
      }
      if (headerOf(reply, 'sunset') === undefined) throw new Violation('a Sunset header', 'none', [reply]);
    }
  }),

  requirement('deprecation.only-there', { stage: 'journal', traffic: 'everything' }, async ({ journal }) => {
    const others = journal.filter(
      (reply) => reply.judged && (reply.operation === 'listPets' || reply.operation === 'createPet'),
    );
    for (const reply of others) {
      for (const name of ['deprecation', 'sunset']) {
        const value = headerOf(reply, name);
        if (value !== undefined) throw new Violation(`no ${name} header on ${reply.operation}`, value, [reply]);
      }
    }
    if (others.length === 0) throw new Inconclusive('Neither listPets nor createPet was asked.');
  }),

  requirement('version.path', { stage: 'create' }, async ({ settings, preflight }) => {
    const { pathname } = new URL(settings.baseUrl);
    if (!pathname.endsWith('/v1')) {
      throw new Violation('a base URL whose path ends in /v1', `the path ${pathname}`, [preflight.list]);
    }
  }),
];

/** Those that getPet gives with a status, a few of each. */
async function strangersAreReplaced(context: CheckContext): Promise<string> {
  const strangers = strangersIn(context);
  const judged = await Promise.all(
    STATUSES.map(async (status) => {
      const some = strangers.filter((animal) => animal.status === status).slice(0, FEW);
      const replies = await Promise.all(some.map(({ id }) => context.api.getPet(id)));
      const given = some.filter((_animal, index) => replies[index]?.status === 200);
      return given.length > 0 && (await holdsStrangers(given, { status }, context)) ? given.length : 0;
    }),
  );
  const count = judged.reduce((sum, number) => sum + number, 0);
  if (!strangers.some(({ status }) => status)) throw new Inconclusive('No animal with a status is known.');
  if (count === 0) throw tooFullToSee();
  return `Judged by ${count} animals that were there.`;
}

/** The reply that gives the animal, once reads have caught up; that it is not found at all is told by get.found. */
async function fetchedPet(id: number | bigint, { api, eventually }: CheckContext): Promise<Reply | undefined> {
  try {
    return await eventually(async () => {
      const reply = await api.getPet(id);
      judge(reply).answers(200);
      return reply;
    });
  } catch (error) {
    if (error instanceof Violation) return undefined;
    throw error;
  }
}

function fetchesIn(context: CheckContext): readonly Reply[] {
  const { journal } = context;
  const fetches = journal.filter((reply) => reply.judged && reply.operation === 'getPet' && reply.status === 200);
  if (fetches.length === 0) {
    const why = seeFailed(context, /^(auth\.accepted|create\.minimal|deprecation\.still-served)$/);
    throw new Inconclusive(`getPet never answered with an animal${why}.`);
  }
  return fetches;
}
