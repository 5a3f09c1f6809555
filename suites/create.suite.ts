import fc from 'fast-check';
import { allOf } from '../harness/all-of.ts';
import { createdAnimal, fieldsOf, STATUSES } from '../harness/animal.ts';
import type { CheckContext } from '../harness/context.ts';
import { isInt64, isObject, toJson } from '../harness/exact-json.ts';
import type { Reply } from '../harness/http/reply.ts';
import { describe, judge, same, show } from '../harness/judge.ts';
import type { NewPet } from '../harness/population.ts';
import { Inconclusive, Skipped, Violation } from '../harness/verdicts.ts';
import { addsNothing } from './adds-nothing.ts';
import {
  type Breaker,
  badBody,
  badStatus,
  bodyOf,
  breaks,
  cornerBreaks,
  missingField,
  outOfRange,
  wrongType,
} from './broken-pets.ts';
import type { RequirementId } from './catalogue.ts';
import {
  anyCategory,
  anyName,
  anyStatus,
  CORNER_CATEGORIES,
  cornerPets,
  INT64_CORNERS,
  newPetOf,
  spellings,
} from './new-pets.ts';
import { type Needs, requirement } from './requirement.ts';

const CREATING: Needs = { stage: 'create', writes: true, after: ['create.minimal'] };
const ECHOING: Needs = { ...CREATING, property: true, asks: ['create.with-status', 'create.int64'] };
const BREAKS = Object.keys(breaks) as readonly (keyof typeof breaks)[];

/** One creation in so many may go into names. */
const ECHO_SHARE = 5;

/** Creations that go off at the same moment. */
const AT_ONCE = 5;

export const createChecks = [
  requirement('create.minimal', { stage: 'create', writes: true }, async ({ preflight, population, settings }) => {
    const { creation } = preflight;
    if (!creation || creation instanceof Error) throw creation ?? new Inconclusive('No creation was tried.');
    if (creation.status === 400 || creation.status === 422) {
      const named =
        settings.categoryIds.length > 0 ? 'Check' : 'If the service knows only some categories, name them in';
      throw new Violation('status 201', `${describe(creation)}. ${named} PETSTORE_CATEGORY_IDS`, [creation]);
    }
    comesBack(creation, population.newPet('minimal'));
  }),

  requirement('create.with-status', CREATING, async ({ api, population }) => {
    await allOf(
      [...STATUSES, ...STATUSES].map(async (status, index) => {
        const reply = await api.createPet(population.newPet(`status-${index + 1}`, status));
        judge(reply).answers(201).carries({ status });
      }),
    );
  }),

  requirement('create.int64', { ...CREATING, property: true }, async (context) => {
    await needsAnyCategory(context);
    const { api, population } = context;
    await context.forAll(
      anyCategory,
      { examples: INT64_CORNERS, runs: INT64_CORNERS.length, show: String },
      async (categoryId) => {
        const reply = await api.createPet({ ...population.newPet('int64', population.crowdedStatus), categoryId });
        judge(reply).answers(201).carries({ categoryId });
      },
    );
  }),

  requirement('create.echo', ECHOING, async (context) => {
    const { api, population, settings } = context;
    // Every example stays on the target, and other requirements need animals too.
    const runs = Math.min(settings.runs, Math.max(1, Math.floor(settings.maxCreates / ECHO_SHARE)));
    const mark = population.newPet('echo').name;
    const statuses = (await context.outcomeOf('create.with-status')) !== 'fail' ? anyStatus : fc.constant(undefined);
    const wide = (await context.outcomeOf('create.int64')) !== 'fail' && (await context.takesAnyCategory());
    const categories = wide ? anyCategory : fc.constant(population.ordinaryCategory);
    const corners = cornerPets(mark, wide ? CORNER_CATEGORIES : [population.ordinaryCategory]);
    const spelt = spellings.map(async (spell, index) => {
      const pet = newPetOf(`${mark}-spelt-${index + 1}`, population.ordinaryCategory, undefined);
      comesBack(await api.createPet({ raw: spell(pet) }), pet);
    });
    const generated = context.forAll(
      fc.tuple(anyName(mark), categories, statuses).map(([name, id, status]) => newPetOf(name, id, status)),
      { examples: corners, runs, show: toJson },
      async (body) => {
        comesBack(await api.createPet(body), body);
      },
    );
    await allOf([...spelt, generated]);
    return runs < settings.runs
      ? `Tried ${runs} of ${settings.runs} examples: --max-creates allows no more.`
      : undefined;
  }),

  requirement('create.id.unique', { ...CREATING, stage: 'list' }, async ({ api, population, journal }) => {
    const body = population.newPet('identical', population.crowdedStatus);
    const atOnce = Array.from({ length: AT_ONCE }, () => api.createPet(body));
    const replies = [...(await Promise.all(atOnce)), await api.createPet(body)];
    for (const reply of replies) judge(reply).answers(201);
    const seen = new Map<string, Reply>();
    for (const reply of new Set([...journal, ...replies])) {
      const animal = createdAnimal(reply);
      if (!animal) continue;
      const other = seen.get(String(animal.id));
      if (other) throw new Violation('an id of its own for every creation', `id ${animal.id} twice`, [other, reply]);
      seen.set(String(animal.id), reply);
    }
    if (seen.size < 2) throw new Inconclusive('Fewer than two creations gave a usable id.');
  }),

  requirement('create.id.int64', { ...CREATING, stage: 'journal', traffic: 'everything' }, async ({ journal }) => {
    const creations = journal.filter((reply) => reply.operation === 'createPet' && reply.status === 201);
    for (const reply of creations) {
      const id = reply.json.ok && isObject(reply.json.value) ? reply.json.value.id : undefined;
      if (!isInt64(id)) throw new Violation('an id that is an integer in int64', `id ${show(id)}`, [reply]);
    }
    if (creations.length === 0) throw new Inconclusive('No creation was answered with 201.');
  }),

  requirement('create.missing-field', CREATING, (context) => refusesAll(context, missingField)),
  requirement('create.wrong-type', CREATING, (context) => refusesAll(context, wrongType)),
  requirement('create.out-of-range', CREATING, async (context) => {
    await needsAnyCategory(context);
    await refusesAll(context, outOfRange);
  }),
  requirement('create.bad-status', CREATING, (context) => refusesAll(context, badStatus)),
  requirement('create.bad-body', CREATING, (context) => refusesAll(context, badBody)),

  requirement('create.invalid', { ...CREATING, property: true, asks: BREAKS }, async (context) => {
    const told: RequirementId[] = [];
    const open: (keyof typeof breaks)[] = [];
    for (const id of BREAKS) {
      if ((await context.outcomeOf(id)) === 'fail') told.push(id);
      else open.push(id);
    }
    if (open.length > 0) {
      await context.forAll(
        fc.oneof(...open.map((id) => breaks[id])),
        {
          examples: cornerBreaks.filter((corner) => open.some((id) => id === corner.toldBy)),
          runs: Math.max(context.settings.runs, 2 * cornerBreaks.length),
          show: (broken) => toJson(bodyOf(broken, context.population.newPet('invalid'))),
        },
        async (broken) => {
          const reply = await context.api.createPet(bodyOf(broken, context.population.newPet('invalid')));
          judge(reply).answers(400);
        },
      );
    }
    if (told.length > 0) {
      throw new Inconclusive(`What ${told.join(' and ')} tells is left out; every other break was refused.`);
    }
  }),

  requirement('create.no-effect', { ...CREATING, stage: 'fetch', after: ['create.minimal', 'list.ok'] }, (context) =>
    addsNothing(context, 400, refusedCreations(context)),
  ),

  requirement('create.client-id', { ...CREATING, stage: 'fetch', asks: ['get.found'] }, async (context) => {
    const { api, population } = context;
    const owner = createdAnimal(await api.createPet(population.newPet('owner', population.quietStatus)));
    if (!owner) throw new Inconclusive('The animal whose id was to be taken could not be created.');
    const intruder = { ...population.newPet('intruder', population.quietStatus), id: owner.id };
    const reply = await api.createPet(intruder, { documented: false });
    if (reply.status !== 201) judge(reply).refuses(', or 201 with an id of its own');
    if (same(createdAnimal(reply)?.id, owner.id)) {
      throw new Violation('an id of its own, or 400', `the id ${owner.id} of an existing animal`, [reply]);
    }
    if (!['pass', undefined].includes(await context.outcomeOf('get.found'))) {
      throw new Inconclusive('Whether the existing animal is unchanged cannot be seen: get.found does not hold.');
    }
    await context.eventually(async () => {
      judge(await api.getPet(owner.id))
        .answers(200)
        .carries(fieldsOf(owner));
    });
    return undefined;
  }),
];

/** 201, an id, and the fields as they were sent. */
function comesBack(reply: Reply, body: NewPet): void {
  const found = judge(reply)
    .answers(201)
    .carries({ ...body });
  if (found.id === undefined) throw new Violation('an id in the created animal', 'none', [reply]);
}

async function refusesAll({ api, population }: CheckContext, breakers: readonly Breaker[]): Promise<void> {
  const bodies = breakers.map((breaker) => breaker(population.newPet('refused')));
  const replies = await Promise.all(bodies.map((body) => api.createPet(body)));
  for (const reply of replies) judge(reply).answers(400);
}

async function needsAnyCategory(context: CheckContext): Promise<void> {
  if (context.settings.categoryIds.length > 0) {
    throw new Skipped('Only the categories named in PETSTORE_CATEGORY_IDS are sent.');
  }
  if (!(await context.takesAnyCategory())) {
    throw new Inconclusive(
      'The service refuses a category that nobody named; name known ones in PETSTORE_CATEGORY_IDS.',
    );
  }
}

/** Each broken in another place, and each to be told by its name. */
function refusedCreations({ population }: CheckContext) {
  const valid = (index: number) => population.newPet(`refused-${index + 1}`, population.quietStatus);
  const breakers: readonly Breaker[] = [
    ({ name, status }) => ({ name, status }),
    (body) => ({ ...body, status: 'lost' }),
    (body) => ({ ...body, categoryId: 'one' }),
    (body) => ({ ...body, categoryId: 1.5 }),
  ];
  return breakers.map((breaker, index) => {
    const body = valid(index);
    return { body: breaker(body), isIt: (animal: { readonly name?: unknown }) => animal.name === body.name };
  });
}
