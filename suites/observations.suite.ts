import type { Animal } from '../harness/animal.ts';
import { createdAnimal, listedAnimals } from '../harness/animal.ts';
import type { CheckContext } from '../harness/context.ts';
import type { AskOptions } from '../harness/http/api.ts';
import { headerOf, type Reply } from '../harness/http/reply.ts';
import type { Population } from '../harness/population.ts';
import { Inconclusive, Violation } from '../harness/verdicts.ts';
import type { RequirementId } from './catalogue.ts';
import { idsOf } from './pages.ts';
import { type Needs, requirement } from './requirement.ts';

const OPEN: AskOptions = { documented: false };
const CREATING: Needs = { stage: 'late', writes: true, after: ['create.minimal'] };
const FETCHING: Needs = { stage: 'late', getsPets: true, after: ['deprecation.still-served'] };

/** An identifier that no animal has by chance. */
const FREE_ID = 7_415_227_004_113;
const LONG_NAME = 10_000;

const NO_ANIMAL: Animal = { id: 0, name: '', categoryId: 0 };

export const observationChecks = [
  requirement('observed.list-order', { stage: 'late', after: ['list.ok'] }, async ({ api, preflight }) => {
    const query = { limit: preflight.page };
    const [first, second] = await Promise.all([api.listPets(query), api.listPets(query)]);
    const animals = listedAnimals(first);
    if (animals.length < 3) throw new Inconclusive('Fewer than three animals were listed.');
    const steady = idsOf(first).join() === idsOf(second).join() ? '' : ', and not the same twice';
    return `${orderOf(animals)}${steady}`;
  }),

  query('observed.limit-zero', 'limit=0'),
  query('observed.limit-above-maximum', 'limit=101'),
  query('observed.limit-malformed', 'limit=abc'),
  query('observed.status-empty', 'status='),
  query('observed.unknown-parameters', 'limit=1&colour=black'),

  body('observed.unknown-fields', ({ population }) => ({ ...population.newPet('unknown-field'), colour: 'black' })),
  body('observed.name-empty', ({ population }) => ({ ...population.newPet('x'), name: '' })),
  body('observed.name-blank', ({ population }) => ({ ...population.newPet('x'), name: '   ' })),
  body('observed.name-long', ({ population }) => {
    const pet = population.newPet('long-');
    return { ...pet, name: pet.name.padEnd(LONG_NAME, 'x') };
  }),
  body('observed.name-control-characters', ({ population }) => population.newPet('control-\u0001\t\n\u007f')),

  requirement('observed.free-client-id', CREATING, async ({ api, population }) => {
    const reply = await api.createPet({ ...population.newPet('client-id'), id: FREE_ID }, OPEN);
    const animal = createdAnimal(reply);
    if (!animal) return answerOf(reply);
    return Number(animal.id) === FREE_ID ? 'taken over as the id' : `ignored: id ${animal.id} was given`;
  }),

  requirement('observed.default-status', CREATING, async ({ preflight }) => {
    const { creation } = preflight;
    const animal = creation && !(creation instanceof Error) ? createdAnimal(creation) : undefined;
    if (!animal) throw new Inconclusive('No animal without a status was created.');
    return animal.status ? `given the status ${animal.status}` : 'left without a status';
  }),

  requirement('observed.content-type-other', CREATING, async ({ api, population }) => {
    const reply = await api.createPet(population.newPet('text-plain'), { ...OPEN, contentType: 'text/plain' });
    return answerOf(reply);
  }),

  route('observed.store-orders', 'GET', () => '/store/orders'),
  route('observed.head', 'HEAD', () => '/pets'),
  route('observed.options', 'OPTIONS', () => '/pets'),
  route('observed.trailing-slash', 'GET', () => '/pets/'),
  route(
    'observed.put-pet',
    'PUT',
    ({ id }) => `/pets/${id}`,
    ({ id: _id, ...fields }) => fields,
  ),
  route(
    'observed.patch-pet',
    'PATCH',
    ({ id }) => `/pets/${id}`,
    ({ name }) => ({ name }),
  ),
  requirement('observed.delete-pet', { ...CREATING, stage: 'journal' }, async ({ api, population }) =>
    answerOf(await api.undocumented('DELETE', `/pets/${lastOf(population).id}`)),
  ),

  form('observed.id-decimal', (id) => `${id}.0`),
  form('observed.id-plus', (id) => `+${id}`),
  form('observed.id-leading-zeros', (id) => String(id).replace(/^-?/, '$&00')),

  requirement('observed.visibility', { ...CREATING, after: ['create.minimal', 'list.ok'] }, async (context) => {
    const { api, population, preflight } = context;
    const status = population.quietStatus;
    const animal = createdAnimal(await api.createPet(population.newPet('visible', status)));
    if (!animal) throw new Inconclusive('No animal could be created.');
    const start = performance.now();
    let looks = 0;
    const end = await context
      .eventually(async () => {
        looks += 1;
        const page = await api.listPets({ limit: preflight.page, status });
        const ids = idsOf(page);
        if (ids.includes(String(animal.id))) return 'seen';
        if (ids.length >= preflight.page) return 'full';
        throw new Violation('the new animal in the list', 'not yet', [page]);
      })
      .catch((error: unknown) => {
        if (error instanceof Violation) return 'unseen';
        throw error;
      });
    if (end === 'full') throw new Inconclusive('The target is too full: a new animal need not be on the page.');
    if (end === 'unseen') return `not within ${context.settings.consistencyWindowMs} ms`;
    return looks === 1 ? 'at once' : `after ${Math.round(performance.now() - start)} ms`;
  }),
];

function query(id: RequirementId, raw: string) {
  return requirement(id, { stage: 'late', after: ['list.ok'] }, async ({ api }) =>
    answerOf(await api.listPets({ raw }, OPEN)),
  );
}

function body(id: RequirementId, make: (context: CheckContext) => unknown) {
  return requirement(id, CREATING, async (context) => answerOf(await context.api.createPet(make(context), OPEN)));
}

/** A route or method beside the documented ones; one with a body might change an animal, so it goes to one of ours. */
function route(
  id: RequirementId,
  method: string,
  path: (animal: Animal) => string,
  make?: (animal: Animal) => unknown,
) {
  const needs: Needs = make ? CREATING : { stage: 'late' };
  return requirement(id, needs, async ({ api, population }) => {
    if (!make) return answerOf(await api.undocumented(method, path(NO_ANIMAL)));
    const animal = lastOf(population);
    return answerOf(await api.undocumented(method, path(animal), make(animal)));
  });
}

function form(id: RequirementId, write: (petId: number | bigint) => string) {
  return requirement(id, FETCHING, async ({ api, population }) =>
    answerOf(await api.getPet(write(population.anyFetchable().id), OPEN)),
  );
}

function lastOf(population: Population): Animal {
  const animal = population.created.at(-1);
  if (!animal) throw new Inconclusive('No animal of ours is there to try it on.');
  return animal;
}

/** What a server did, in a few words that can be compared from one run to the next. */
function answerOf(reply: Reply): string {
  const allow = headerOf(reply, 'allow');
  const suffix = allow ? ` (Allow: ${allow})` : '';
  if (reply.status >= 400) return `refused with ${reply.status}${suffix}`;
  if (!reply.json.ok) return `${reply.status}${suffix}`;
  const { value } = reply.json;
  if (Array.isArray(value))
    return `${reply.status} with ${value.length === 1 ? 'one element' : `${value.length} elements`}`;
  return `${reply.status} with an object${suffix}`;
}

function orderOf(animals: readonly Animal[]): string {
  const pairs = animals.slice(1).map((animal, index): [Animal, Animal] => [animals[index] as Animal, animal]);
  const all = (holds: (before: Animal, after: Animal) => boolean) => pairs.every(([a, b]) => holds(a, b));
  if (all((a, b) => BigInt(a.id) < BigInt(b.id))) return 'by ascending id';
  if (all((a, b) => BigInt(a.id) > BigInt(b.id))) return 'by descending id';
  if (all((a, b) => a.name <= b.name)) return 'by name';
  return 'no order by id or name';
}
