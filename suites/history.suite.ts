import fc from 'fast-check';
import type { CheckContext } from '../harness/run/context.ts';
import { createdPet, type Pet, type PetStatus } from '../harness/run/pet.ts';
import { CROWD, PAGE } from '../harness/run/population.ts';
import { expectReply, same } from '../harness/verdict/expect-reply.ts';
import { Inconclusive, Violation } from '../harness/verdict/verdicts.ts';
import { isFound } from './get.suite.ts';
import { extraRuns } from './new-pets.ts';
import { changedField, holdsEvery, listed } from './pages.ts';
import { allOf, requirement, unlessFailed } from './requirement.ts';

/** One step of one client. */
type Step =
  | { readonly do: 'create'; readonly quiet: boolean }
  | { readonly do: 'list'; readonly quiet: boolean }
  | { readonly do: 'fetch'; readonly which: number };

/** Clients that act at the same time, each step by step. */
type History = readonly (readonly Step[])[];

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('list' as const), quiet: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fetch' as const), which: fc.nat(20) }) },
);

/** Every client begins with a creation, so that there is something to disagree about. */
function anyClient(steps: number): fc.Arbitrary<readonly Step[]> {
  return fc
    .tuple(fc.constantFrom(true, false, false), fc.array(anyStep, { minLength: 1, maxLength: steps }))
    .map(([quiet, others]): readonly Step[] => [{ do: 'create', quiet }, ...others]);
}

/** Two clients with some steps each, or three with fewer. */
const anyHistory: fc.Arbitrary<History> = fc.oneof(
  fc.tuple(anyClient(2), anyClient(2)),
  fc.tuple(anyClient(1), anyClient(1), anyClient(1)),
);

/** Inputs of the other properties for each history, which sends as many requests. */
const RUNS_PER_HISTORY = 15;

const reported = unlessFailed(
  'list.complete',
  'list.status.only',
  'list.status.complete',
  'get.found',
  'create.with-status',
  'create.echo',
  'create.id.unique',
  'deprecation.replacement',
  'list.limit.maximum',
  'list.status.with-limit',
);

export const historyChecks = [
  requirement(
    'history.agrees',
    {
      stage: 'history',
      writes: true,
      needs: ['create.minimal', 'list.ok', ...reported],
      property: true,
      explains: ['list.complete', 'list.status.complete', 'list.status.only', 'get.found', 'create.echo'],
    },
    async (context) => {
      await context.population.ensure(CROWD, context.api);
      const { population, settings } = context;
      const runs = population.isStocked ? extraRuns(settings) : settings.runs;
      await context.forAll(
        anyHistory,
        {
          examples: [crowdedHistory().slice(0, population.isStocked ? 2 : 3)],
          runs: 1 + Math.ceil(runs / RUNS_PER_HISTORY),
          show: (history) => JSON.stringify(history),
        },
        (history) => agrees(history, context),
      );
    },
  ),
];

/** Several clients that create, fetch and list the same kind of pet, so that they get into each other's way. */
function crowdedHistory(): History {
  const create = { do: 'create', quiet: true } as const;
  const list = { do: 'list', quiet: true } as const;
  const fetch = (which: number) => ({ do: 'fetch', which }) as const;
  return [
    [create, fetch(0), list],
    [create, fetch(1), list],
    [fetch(0), create, fetch(2), list],
  ];
}

/** Every read of every client agrees with what had been created when it was sent, and so does a last look. */
async function agrees(history: History, context: CheckContext): Promise<void> {
  const made: Pet[] = [];
  await allOf(
    history.map(async (steps) => {
      for (const step of steps) await take(step, made, context);
    }),
  );
  await Promise.all([...made.map((pet) => fetches(pet, context)), lists(true, made, context)]);
}

async function take(step: Step, made: Pet[], context: CheckContext): Promise<void> {
  if (step.do === 'list') return lists(step.quiet, made, context);
  if (step.do === 'fetch') {
    // Before the first creation of this history, a pet from before it.
    const known = made.length > 0 ? made : context.population.known;
    const pet = known[step.which % Math.max(known.length, 1)];
    if (pet) await fetches(pet, context);
    return;
  }
  // A name of its own shows when the response belongs to somebody else's request.
  const body = context.population.uniquePet('history', statusFor(step.quiet, context));
  const reply = await context.api.createPet(body);
  if (reply.status !== 201) {
    throw new Inconclusive({ kind: 'no-control', control: 'a creation', status: reply.status }, [reply]);
  }
  const pet = createdPet(reply);
  // What is not a Pet is reported by body.pet-shape.
  if (!pet) return;
  expectReply(reply).carries({ ...body });
  made.push(pet);
}

/** The quiet status, where absence shows, as long as half of its page is left to later runs. */
function statusFor(quiet: boolean, { population }: CheckContext): PetStatus {
  const { quietStatus, crowdedStatus, isStocked } = population;
  return quiet && !isStocked && population.count(quietStatus) < PAGE / 2 ? quietStatus : crowdedStatus;
}

async function fetches(pet: Pet, context: CheckContext): Promise<void> {
  if (context.getPetIsServed) await isFound(pet, context);
}

async function lists(quiet: boolean, made: readonly Pet[], context: CheckContext): Promise<void> {
  const known = [...made];
  const status = statusFor(quiet, context);
  const limit = context.preflight.page;
  const matching = known.filter((pet) => pet.status === status);
  await context.eventually(async () => {
    const { reply: page, pets } = await listed({ limit, status }, context);
    for (const pet of matching) {
      const shown = pets.find(({ id }) => same(id, pet.id));
      const breach = shown && changedField(pet, shown);
      if (breach) throw new Violation(breach.expected, breach.actual, [page]);
    }
    if (pets.length < limit) holdsEvery(matching, pets, page);
  });
}
