import fc from 'fast-check';
import type { Reply } from '../harness/http/reply.ts';
import { INT64_MAX, INT64_MIN, toJson } from '../harness/json/exact-json.ts';
import { petProblem } from '../harness/json/schema.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { createdPet, fieldsOf, type NewPet, type Pet, STATUSES } from '../harness/run/pet.ts';
import type { Population } from '../harness/run/population.ts';
import { describe, expectReply, isRefusal, same } from '../harness/verdict/expect-reply.ts';
import { Inconclusive, NotYet, Skipped, Violation } from '../harness/verdict/verdicts.ts';
import type { RequirementId } from './catalogue.ts';
import { cornerNames, denseNames, denseRefusableNames, refusableNames } from './inputs/names.ts';
import {
  badBody,
  badStatus,
  breaks,
  cornerBreaks,
  type InvalidBody,
  missingField,
  outOfRange,
  textOf,
  wrongType,
} from './invalid-pets.ts';
import {
  anyCategory,
  anyName,
  anyStatus,
  CORNER_CATEGORIES,
  extraRuns,
  FEW_CORNERS,
  INT64_CORNERS,
  newPetOf,
  RANDOM_LABEL,
  spellings,
} from './new-pets.ts';
import { addsNothing, type RefusedCreation } from './no-effect.ts';
import {
  after,
  allOf,
  nothingSeen,
  type Plan,
  requirement,
  SPOILS_CREATIONS,
  tryEach,
  unlessFailed,
  watched,
} from './requirement.ts';

const CREATING: Plan = { stage: 'create', writes: true, needs: ['create.minimal'] };
/** A refusal needs no pets and leaves none, so it can be tried at any time. */
const REFUSING: Plan = { ...CREATING, stage: 'anytime' };

/** That the key is refused is reported once. */
const CREATION_ACCEPTED = unlessFailed('auth.accepted');

const BREAKS = Object.keys(breaks) as readonly (keyof typeof breaks)[];

/** The share of the creations that may go into names, as a divisor. */
const ECHO_SHARE = 5;

/** The corners count as examples of the property, but some are always random. */
const FEWEST_RANDOM_NAMES = 3;

/** Creations that go off at the same moment. */
const AT_ONCE = 4;

export const createChecks = [
  requirement(
    'create.minimal',
    { stage: 'create', writes: true, needs: CREATION_ACCEPTED },
    async ({ preflight, population, settings }) => {
      const { creation } = preflight;
      if (!creation || creation instanceof Error) {
        throw creation ?? nothingSeen('creation');
      }
      if (creation.status === 400 || creation.status === 422) {
        const advice = settings.categoryIds.length > 0 ? 'Check' : 'If the service knows only some categories, set';
        throw new Violation('status 201', `${describe(creation)}. ${advice} PETSTORE_CATEGORY_IDS`, [creation]);
      }
      comesBack(creation, population.newPet('minimal'));
    },
  ),

  requirement('create.with-status', CREATING, (context) =>
    tryEach(context, statusesToCreate(context.population), async ({ status }) =>
      keeps(await context.api.createPet(context.population.uniquePet('status', status)), { status }),
    ),
  ),

  requirement(
    'create.int64',
    { ...CREATING, property: true, needs: ['create.minimal', ...after('create.with-status')] },
    async (context) => {
      skipIfRestricted(context);
      const { api, population } = context;
      const examples = population.isStocked ? FEW_CORNERS : INT64_CORNERS;
      await context.forAll(anyCategory, { examples, runs: examples.length, show: String }, async (categoryId) => {
        const status = population.ifAccepted(population.crowdedStatus);
        const reply = await api.createPet({ ...population.newPet('int64', status), categoryId });
        if (reply.status === 400) await needsAnyCategory(context);
        expectReply(reply).answers(201).carries({ categoryId });
      });
    },
  ),

  requirement(
    'create.echo',
    { ...CREATING, property: true, needs: ['create.minimal', ...after('create.with-status', 'create.int64')] },
    async (context) => {
      const { api, population, settings } = context;
      // Every example stays on the target, and other requirements need pets too.
      const runs = Math.min(settings.runs, Math.max(1, Math.floor(settings.maxCreates / ECHO_SHARE)));
      const mark = population.newPet('echo').name;
      const isWide = (await context.outcomeOf('create.int64')) !== 'fail' && (await context.takesAnyCategory());
      const wide = population.isStocked
        ? [INT64_MAX, ...CORNER_CATEGORIES.slice(1), ...INT64_CORNERS]
        : [INT64_MIN, ...INT64_CORNERS, ...CORNER_CATEGORIES];
      const categories = isWide ? wide : [population.ordinaryCategory];
      // Without the mark in its name, the category makes the body another one than in other runs.
      const unmarked = isWide ? population.ownCategory : population.ordinaryCategory;
      const status = (await context.outcomeOf('create.with-status')) === 'fail' ? undefined : population.crowdedStatus;

      const petOf = (name: string, index: number) => {
        // Some without a status, and some in chunks: what is altered may be only one of them.
        const category = categories[index % categories.length] ?? population.ordinaryCategory;
        return newPetOf(name, name.includes(mark) ? category : unmarked, index % 8 === 0 ? undefined : status);
      };
      const { isStocked } = population;
      const names = isStocked ? denseNames(mark) : cornerNames(mark);
      const named = names.map(({ label, name }, index) => ({
        input: label,
        attempt: async () => {
          const pet = petOf(name, index);
          const body = isStocked ? spelledAt(pet, index - names.length) : pet;
          keeps(await api.createPet(body, { chunked: index % 5 === 2 }), { name });
        },
      }));
      const refusable = (isStocked ? denseRefusableNames(mark) : refusableNames(mark)).map(({ label, name }) => ({
        input: label,
        attempt: async () => {
          const pet = newPetOf(name, name.includes(mark) ? population.ordinaryCategory : unmarked, status);
          const reply = await api.createPet(pet, { documented: false });
          if (!isRefusal(reply)) keeps(reply, { name });
        },
      }));
      const spelled = (isStocked ? [] : spellings).map(({ label, write }, index) => ({
        input: label,
        attempt: async () => {
          const pet = newPetOf(
            `${mark}-spelled-${index + 1}`,
            population.ordinaryCategory,
            index === 0 ? status : undefined,
          );
          keeps(await api.createPet({ raw: write(pet) }), { name: pet.name });
        },
      }));
      const randomNames = isStocked
        ? Math.min(runs, extraRuns(settings))
        : Math.max(FEWEST_RANDOM_NAMES, runs - named.length);
      const generated = context.forAll(
        fc
          .tuple(
            anyName(population.newPet(RANDOM_LABEL).name),
            isWide ? anyCategory : fc.constant(population.ordinaryCategory),
            status ? anyStatus(status) : fc.constant(undefined),
          )
          .map(([name, category, wanted]) => newPetOf(name, category, wanted)),
        { examples: [], runs: randomNames, show: toJson },
        async (pet) => keeps(await api.createPet(pet), { name: pet.name }),
      );
      await allOf([context.tryAll([...named, ...refusable, ...spelled]), generated]);
      return runs < settings.runs
        ? `Tried ${runs} of ${settings.runs} examples: --max-creates allows no more.`
        : undefined;
    },
  ),

  requirement(
    'create.id.unique',
    { ...CREATING, needs: ['create.minimal', ...after('create.with-status')] },
    async ({ api, population, settings }) => {
      const body = population.newPet('identical', population.ifAccepted(population.crowdedStatus));
      const sendAtOnce = (count: number) => Promise.all(Array.from({ length: count }, () => api.createPet(body)));
      const replies = population.isStocked
        ? await sendAtOnce(2)
        : [...(await sendAtOnce(AT_ONCE)), await api.createPet(body)];
      for (const reply of replies) expectReply(reply).answers(201);
      const seen = new Map<string, Reply>();
      for (const reply of replies) {
        const pet = createdPet(reply);
        if (!pet) continue;
        const id = String(pet.id);
        const other = seen.get(id);
        const facts = { petIds: [id] };
        if (other) {
          throw new Violation('an id of its own for every creation', `id ${id} twice`, [other, reply], { facts });
        }
        seen.set(id, reply);
      }
      if (seen.size < 2) throw nothingSeen('second creation with a usable id', SPOILS_CREATIONS);
      if (settings.concurrency < 2) throw new Inconclusive({ kind: 'one-at-a-time' });
    },
  ),

  watched('create.id.int64', { what: 'creation answered with 201', writes: true, needs: ['create.minimal'] }),

  requirement('create.missing-field', REFUSING, (context) => refusesAll(context, missingField)),
  requirement('create.wrong-type', REFUSING, (context) => refusesAll(context, wrongType)),
  requirement(
    'create.out-of-range',
    { ...REFUSING, needs: ['create.minimal', ...after('create.int64')] },
    async (context) => {
      skipIfRestricted(context);
      await needsAnyCategory(context);
      await refusesAll(context, outOfRange);
    },
  ),
  // The control is the same body with a status that is accepted.
  requirement('create.bad-status', { ...REFUSING, needs: ['create.with-status'] }, (context) =>
    refusesAll(context, badStatus),
  ),
  // Late: what a lenient parser stores, such as NaN, can break every list after it.
  requirement('create.bad-body', { ...REFUSING, stage: 'history' }, (context) => refusesAll(context, badBody)),

  requirement(
    'create.invalid',
    { ...REFUSING, property: true, needs: ['create.minimal', ...after(...BREAKS)] },
    async (context) => {
      const { api, population, settings } = context;
      const outcomes = await Promise.all(BREAKS.map((id) => context.outcomeOf(id)));
      const reported: RequirementId[] = BREAKS.filter((_id, index) => outcomes[index] === 'fail');
      const open = BREAKS.filter((_id, index) => outcomes[index] === 'pass');
      if (open.length === 0) throw new Inconclusive({ kind: 'depends-on', because: [...BREAKS], outcome: 'undecided' });
      const categoryId = await markedCategory(context);
      await context.forAll(
        fc.oneof(...open.map((id) => breaks[id])),
        {
          examples: cornerBreaks.filter((corner) => open.some((id) => id === corner.reportedBy)),
          runs: Math.max(cornerBreaks.length, Math.ceil((2 * settings.runs) / 3)),
          show: (broken) => textOf(broken, { ...population.newPet('invalid'), categoryId }),
        },
        async (broken) => {
          const raw = textOf(broken, { ...population.uniquePet('invalid'), categoryId });
          expectReply(await api.createPet({ raw }, { toBeRefused: true })).answers(400);
        },
      );
      if (reported.length > 0) throw new Inconclusive({ kind: 'partly-covered', because: reported });
    },
  ),

  requirement(
    'create.no-effect',
    { ...CREATING, needs: ['create.minimal', 'list.ok', ...after('create.with-status')] },
    (context) => addsNothing(context, 400, refusedCreations(context)),
  ),

  requirement(
    'create.client-id',
    {
      ...CREATING,
      stage: 'fetch',
      needs: ['create.minimal', ...after('get.found', 'create.with-status'), ...unlessFailed('create.id.unique')],
    },
    async (context) => {
      const { api, population } = context;
      const status = population.ifAccepted(population.crowdedStatus);
      // Not of the quiet status: what becomes of the owner must not spoil a page that others read.
      const owner = population.known.findLast((pet) => pet.status !== population.quietStatus);
      if (!owner) {
        throw new Inconclusive({
          kind: 'no-control',
          control: 'a pet whose id is to be taken',
          because: SPOILS_CREATIONS,
        });
      }
      const intruder = { ...population.newPet('intruder', status), id: owner.id };
      const reply = await api.createPet(intruder, { documented: false });
      if (reply.status !== 201) expectReply(reply).refuses(', or 201 with an id of its own');
      if (same(createdPet(reply)?.id, owner.id)) {
        throw new Violation('an id of its own, or 400', `the id ${owner.id} of an existing pet`, [reply]);
      }
      await staysAsItWas(owner, context);
    },
  ),
];

/** Where every pet counts, the last ones, with plain names, are spelled as other writers of JSON do. */
function spelledAt(pet: NewPet, place: number): NewPet | { readonly raw: string } {
  const spelling = spellings.at(place);
  return place < -spellings.length || !spelling ? pet : { raw: spelling.write(pet) };
}

/** Every status; each twice, unless that would only fill pages: one of two may get lost. */
function statusesToCreate({ isStocked }: Population) {
  const statuses = isStocked ? STATUSES : [...STATUSES, ...STATUSES];
  return statuses.map((status) => ({ label: `status ${status}`, status }));
}

/** Seen by getPet, or in a list where getPet cannot be asked. */
async function staysAsItWas(owner: Pet, context: CheckContext): Promise<void> {
  const { api, getPetIsServed } = context;
  if (!getPetIsServed) return;
  if ((await context.outcomeOf('get.found')) === 'fail') {
    throw new Inconclusive({ kind: 'depends-on', because: ['get.found'], outcome: 'failed' });
  }
  await context.eventually(async () => {
    const reply = await api.getPet(owner.id);
    if (reply.status === 404) throw new NotYet('status 200', describe(reply), [reply]);
    expectReply(reply).answers(200).carries(fieldsOf(owner));
  });
}

/** 201 and this field as it was sent; the invariants compare the others, and body.pet-shape says what is not a Pet. */
function keeps(reply: Reply, field: Partial<NewPet>): void {
  const found = expectReply(reply).answers(201).holdsObject();
  if (petProblem(found) === undefined) expectReply(reply).carries(field);
}

/** 201, an id, and the fields as they were sent. */
function comesBack(reply: Reply, body: NewPet): void {
  const found = expectReply(reply)
    .answers(201)
    .carries({ ...body });
  if (found.id === undefined) throw new Violation('an id in the created pet', 'none', [reply]);
}

async function refusesAll(context: CheckContext, bodies: readonly InvalidBody[]): Promise<void> {
  const { api, population } = context;
  const categoryId = await markedCategory(context);
  await tryEach(context, bodies, async ({ write }) => {
    const valid = population.uniquePet('refused', population.ifAccepted(population.crowdedStatus));
    const raw = write({ ...valid, categoryId });
    expectReply(await api.createPet({ raw }, { toBeRefused: true })).answers(400);
  });
}

function skipIfRestricted({ settings }: CheckContext): void {
  if (settings.categoryIds.length > 0) throw new Skipped({ kind: 'restricted-categories' });
}

/** Says where a pet came from when its name does not. */
async function markedCategory({ population, takesAnyCategory }: CheckContext): Promise<NewPet['categoryId']> {
  return (await takesAnyCategory()) ? population.ownCategory : population.ordinaryCategory;
}

async function needsAnyCategory(context: CheckContext): Promise<void> {
  if (!(await context.takesAnyCategory())) throw new Inconclusive({ kind: 'unknown-category-refused' });
}

/** Each broken in another place. */
function refusedCreations({ population }: CheckContext): readonly RefusedCreation[] {
  const { quietStatus } = population;
  const bodies: readonly ((pet: NewPet) => unknown)[] = [
    ({ name }) => ({ name, status: quietStatus }),
    (pet) => ({ ...pet, status: 'lost' }),
    (pet) => ({ ...pet, categoryId: 1.5 }),
  ];
  return bodies.map((write) => ({ body: write(population.uniquePet('refused', quietStatus)) }));
}
