import { createdAnimal, STATUSES } from '../harness/animal.ts';
import { judge } from '../harness/judge.ts';
import { headerOf, type Reply } from '../harness/reply.ts';
import { Inconclusive, Violation } from '../harness/verdicts.ts';
import { instantOf, isStructuredDate } from './http-dates.ts';
import { idsOf } from './pages.ts';
import { requirement } from './requirement.ts';

/** The first and the last instant that are 5 December 2030 somewhere: from UTC+14 to UTC-12. */
const SUNSET_FROM = Date.parse('2030-12-04T10:00:00Z');
const SUNSET_TO = Date.parse('2030-12-06T11:59:59Z');

/** Animals tried before getPet is called gone. */
const CANDIDATES = 12;

export const deprecationChecks = [
  requirement(
    'deprecation.still-served',
    { stage: 'create', getsPets: true, after: ['auth.accepted'] },
    async (context) => {
      const { population, api } = context;
      if (population.fetchable) return;
      // Of every kind there is: one that is not found alone is told by get.found.
      await context.outcomeOf('create.with-status');
      const candidates = [...population.known, ...population.found].slice(0, CANDIDATES);
      if (candidates.length === 0) throw new Inconclusive('No animal is known to exist on the target.');
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
      stage: 'history',
      writes: true,
      getsPets: true,
      after: ['get.found', 'list.complete', 'list.status.complete', 'list.limit.maximum', 'list.status.with-limit'],
    },
    async (context) => {
      const { api, population, preflight } = context;
      let judged = 0;
      const limit = preflight.page;
      for (const status of STATUSES.filter((candidate) => population.held(candidate) < limit - 1)) {
        const animal = createdAnimal(await api.createPet(population.newPet(`replaced-${status}`, status)));
        if (!animal?.status) continue;
        const { status: shown } = animal;
        const fetched = await context.eventually(async () => {
          const reply = await api.getPet(animal.id);
          judge(reply).answers(200);
          return reply;
        });
        await context.eventually(async () => {
          const page = await api.listPets({ limit, status: shown });
          if (judge(page).lists().length >= limit) return;
          judged += 1;
          if (!idsOf(page).includes(String(animal.id))) {
            throw new Violation(`animal ${animal.id} in the list of status ${shown}`, 'it is not there', [
              fetched,
              page,
            ]);
          }
        });
      }
      if (judged === 0) throw new Inconclusive('The target is too full: no filtered page is short.');
    },
  ),

  requirement('deprecation.date', { stage: 'journal', getsPets: true, traffic: ['get.found'] }, async ({ journal }) => {
    const fetches = fetchesIn(journal);
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

  requirement(
    'deprecation.announced',
    { stage: 'journal', getsPets: true, traffic: ['get.found'] },
    async ({ journal }) => {
      for (const reply of fetchesIn(journal)) {
        const deprecation = headerOf(reply, 'deprecation');
        if (!isStructuredDate(deprecation ?? '')) {
          throw new Violation('a Deprecation header such as @1688169599', deprecation ?? 'none', [reply]);
        }
        if (headerOf(reply, 'sunset') === undefined) throw new Violation('a Sunset header', 'none', [reply]);
      }
    },
  ),

  requirement(
    'deprecation.only-there',
    { stage: 'journal', traffic: ['list.limit.minimum', 'create.minimal'] },
    async ({ journal }) => {
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
    },
  ),

  requirement('version.path', { stage: 'create' }, async ({ settings, preflight }) => {
    const { pathname } = new URL(settings.baseUrl);
    if (!pathname.endsWith('/v1')) {
      throw new Violation('a base URL whose path ends in /v1', `the path ${pathname}`, [preflight.list]);
    }
  }),
];

function fetchesIn(journal: readonly Reply[]): readonly Reply[] {
  const fetches = journal.filter((reply) => reply.judged && reply.operation === 'getPet' && reply.status === 200);
  if (fetches.length === 0) throw new Inconclusive('getPet never answered with an animal.');
  return fetches;
}
