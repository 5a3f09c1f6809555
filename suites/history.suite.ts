import fc from 'fast-check';
import { type Animal, createdAnimal, fieldsOf, type PetStatus, STATUSES } from '../harness/animal.ts';
import type { CheckContext } from '../harness/context.ts';
import { judge } from '../harness/judge.ts';
import { CROWD } from '../harness/population.ts';
import { Inconclusive } from '../harness/verdicts.ts';
import { holdsEvery, keepsFields, showsOnly } from './pages.ts';
import { requirement } from './requirement.ts';

/** One step of one client. */
export type Step =
  | { readonly do: 'create'; readonly status: PetStatus | undefined }
  | { readonly do: 'list'; readonly status: PetStatus | undefined }
  | { readonly do: 'fetch'; readonly which: number };

/** Clients that act at the same time, each step by step. */
export type History = readonly (readonly Step[])[];

const anyStatus = fc.option(fc.constantFrom(...STATUSES), { nil: undefined });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('create' as const), status: anyStatus }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('list' as const), status: anyStatus }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fetch' as const), which: fc.nat(20) }) },
);
const anyHistory: fc.Arbitrary<History> = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 2,
});

/** Histories are long: this many a run are as many requests as all other properties together would send. */
const HISTORIES = 4;

const told = [
  'list.complete',
  'list.status.only',
  'list.status.complete',
  'get.found',
  'create.with-status',
  'create.id.unique',
  'deprecation.replacement',
  'list.limit.maximum',
  'list.status.with-limit',
] as const;

export const historyChecks = [
  requirement(
    'history.agrees',
    { stage: 'late', writes: true, after: ['create.minimal', 'list.ok'], unlessFailed: told, property: true },
    async (context) => {
      await context.population.holds(CROWD, context.api);
      const quiet = context.population.quietStatus;
      await context.forAll(
        anyHistory,
        { examples: cornerHistories(quiet), runs: HISTORIES, show: (history) => JSON.stringify(history) },
        (history) => agrees(history, context),
      );
    },
  ),
];

/** Several clients that create, fetch and list the same kind of animal, so that they get into each other's way. */
function cornerHistories(status: PetStatus): readonly History[] {
  const create = { do: 'create', status } as const;
  const list = { do: 'list', status } as const;
  const fetch = { do: 'fetch', which: 0 } as const;
  return [
    [
      [create, fetch, list],
      [create, list, fetch, list],
      [create, fetch, list],
    ],
  ];
}

/** Every reading of every client agrees with what had been created when it was asked for. */
async function agrees(history: History, context: CheckContext): Promise<void> {
  const made: Animal[] = [];
  await Promise.all(
    history.map(async (steps) => {
      for (const step of steps) await take(step, made, context);
    }),
  );
  await Promise.all([
    ...made.map((animal) => fetches(animal, context)),
    ...STATUSES.map((status) => lists(status, made, context)),
  ]);
}

async function take(step: Step, made: Animal[], context: CheckContext): Promise<void> {
  if (step.do === 'create') {
    const reply = await context.api.createPet(context.population.newPet('history', step.status));
    const animal = createdAnimal(reply);
    if (!animal) throw new Inconclusive(`A creation was answered with ${reply.status}.`, [reply]);
    made.push(animal);
  } else if (step.do === 'list') {
    await lists(step.status, made, context);
  } else {
    const animal = made[step.which % Math.max(made.length, 1)];
    if (animal) await fetches(animal, context);
  }
}

async function fetches(animal: Animal, context: CheckContext): Promise<void> {
  if (!context.getPetIsServed) return;
  await context.eventually(async () => {
    judge(await context.api.getPet(animal.id))
      .answers(200)
      .carries(fieldsOf(animal));
  });
}

async function lists(status: PetStatus | undefined, made: readonly Animal[], context: CheckContext): Promise<void> {
  const known = [...made];
  const limit = context.preflight.page;
  await context.eventually(async () => {
    const page = await context.api.listPets(status ? { limit, status } : { limit });
    const animals = judge(page).lists();
    if (status) showsOnly(status, animals, page);
    const matching = known.filter((animal) => status === undefined || animal.status === status);
    if (animals.length < limit) holdsEvery(matching, animals, page);
    keepsFields(matching, animals, page);
  });
}
