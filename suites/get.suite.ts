import fc from 'fast-check';
import { allOf } from '../harness/all-of.ts';
import { fieldsOf, listedAnimals } from '../harness/animal.ts';
import { INT64_MAX, INT64_MIN } from '../harness/exact-json.ts';
import { judge, same } from '../harness/judge.ts';
import { Inconclusive } from '../harness/verdicts.ts';
import { type Needs, requirement } from './requirement.ts';

/** Animals of every kind: what is lost or spoilt may be only one of them. */
const ANIMALS = ['create.with-status', 'create.int64', 'create.echo'] as const;
const FETCHING: Needs = { stage: 'fetch', getsPets: true, after: ['deprecation.still-served'] };

/** Strangers' animals fetched: enough to see that listed ones are found, and polite. */
const STRANGERS = 3;

const UNLIKELY_IDS = [INT64_MAX, INT64_MIN, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 32n + 1n, -1n, 0n];

export const getChecks = [
  requirement('get.found', { ...FETCHING, unlessFailed: ['create.id.unique'], traffic: ANIMALS }, async (context) => {
    const { api, population, preflight, settings } = context;
    const ours = population.known;
    const named = population.found.filter(({ id }) => settings.knownIds.includes(String(id)));
    const strangers = [...listedAnimals(preflight.list).slice(0, STRANGERS), ...named];
    if (ours.length + strangers.length === 0) throw new Inconclusive('No animal is known to exist on the target.');
    await allOf([
      ...ours.map((animal) =>
        context.eventually(async () => {
          judge(await api.getPet(animal.id))
            .answers(200)
            .carries(fieldsOf(animal));
        }),
      ),
      ...strangers.map(async ({ id }) => {
        judge(await api.getPet(id))
          .answers(200)
          .carries({ id });
      }),
    ]);
    const { missing } = population;
    if (missing.length > 0) {
      throw new Inconclusive(`getPet does not give ${missing.join(', ')}, and no list shows it: check --known-ids.`);
    }
  }),

  requirement('get.unknown', { ...FETCHING, property: true }, async (context) => {
    const { created, found } = context.population;
    const exists = new Set([...created, ...found].map((animal) => String(animal.id)));
    let absent = 0;
    await context.forAll(
      fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
      { examples: UNLIKELY_IDS, show: (id) => `petId ${id}` },
      async (id) => {
        if (exists.has(String(id))) return;
        const reply = await context.api.getPet(id);
        if (reply.status === 200 && same(judge(reply).holdsObject().id, id)) return;
        judge(reply).answers(404);
        absent += 1;
      },
    );
    if (absent === 0) throw new Inconclusive('Every identifier that was tried belongs to an animal.');
  }),

  requirement('get.invalid-id', FETCHING, async ({ api, population }) => {
    const { id } = population.anyFetchable();
    const invalid = [
      'abc',
      '1.5',
      `${INT64_MAX + 1n}`,
      `${INT64_MIN - 1n}`,
      `${id}abc`,
      `${id}.5`,
      '%00',
      '%F0%9F%90%88',
    ];
    const replies = await Promise.all(invalid.map((value) => api.getPet(value, { documented: false })));
    for (const reply of replies) judge(reply).refuses();
  }),
];
