import type { AskOptions } from '../harness/http/api.ts';
import { readAgain } from '../harness/http/received-body.ts';
import { headerOf, type Recorded, type Reply } from '../harness/http/reply.ts';
import { identityOf } from '../harness/json/exact-json.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { createdPet, listedPets, type Pet } from '../harness/run/pet.ts';
import type { OwnPet, Population } from '../harness/run/population.ts';
import { Inconclusive } from '../harness/verdict/verdicts.ts';
import type { RequirementId } from './catalogue.ts';
import { lookAtEarlierPets } from './earlier-pets.ts';
import { unseen } from './full-target.ts';
import { refusableNames } from './inputs/names.ts';
import { askedPage, idsOn, petsIn } from './pages.ts';
import { after, nothingSeen, type Plan, requirement } from './requirement.ts';

const OPEN: AskOptions = { documented: false };
const CREATING: Plan = { stage: 'create', writes: true, needs: ['create.minimal'] };
const FETCHING: Plan = { stage: 'anytime', getsPets: true, needs: ['deprecation.still-served'] };
const LISTING: Plan = { stage: 'anytime', needs: ['list.ok'] };
const ASKING: Plan = { stage: 'anytime' };
/** It might change a pet, so it goes to one of ours. */
const CHANGING: Plan = { ...CREATING, stage: 'end' };

/** An id that no pet has by chance. */
const FREE_ID = 7_415_227_004_113;

const UNKNOWN_FIELD = { colour: 'conformance-black' };

export const observationChecks = [
  requirement('observed.list-order', { stage: 'end', needs: ['list.ok'] }, async ({ api, preflight, journal }) => {
    const limit = preflight.page;
    // The last two of the run, if there were two, since no pet is added between them.
    const pages = journal.filter(
      ({ status, request }) => status === 200 && request.path.endsWith(`/pets?limit=${limit}`),
    );
    const shown = async (page: Recorded | undefined) =>
      listedPets((page && readAgain(page)) ?? (await api.listPets({ limit })));
    const [pets, again] = [await shown(pages.at(-2)), await shown(pages.at(-1))];
    if (pets.length < 3) throw new Inconclusive({ kind: 'too-few-pets', needed: 3, visible: pets.length });
    const idsOf = (page: readonly Pet[]) => page.map(({ id }) => id).join();
    const steady = idsOf(pets) === idsOf(again) ? '' : ', and not the same twice';
    return `${orderOf(pets)}${steady}`;
  }),

  limit('observed.limit-zero', 'list.limit.below-minimum', '0'),
  limit('observed.limit-above-maximum', 'list.limit.above-maximum', '101'),
  limit('observed.limit-malformed', 'list.limit.malformed', 'abc'),
  answer('observed.status-empty', LISTING, ({ api }) => api.listPets({ raw: 'status=' }, OPEN)),
  answer('observed.unknown-parameters', LISTING, ({ api }) => api.listPets({ raw: 'limit=1&colour=black' }, OPEN)),

  // One creation for both where the service takes it, since every pet stays on the target.
  requirement('observed.free-client-id', CREATING, async ({ api, population }) => {
    const body = { ...crowdedPet('client-id', population), id: FREE_ID };
    const both = await api.createPet({ ...body, ...UNKNOWN_FIELD }, OPEN);
    const reply = both.status === 201 ? both : await api.createPet(body, OPEN);
    const pet = createdPet(reply);
    if (!pet) return answerOf(reply);
    return Number(pet.id) === FREE_ID ? 'taken over as the id' : 'ignored: another id was assigned';
  }),
  answer(
    'observed.unknown-fields',
    { ...CREATING, needs: ['create.minimal', ...after('observed.free-client-id')] },
    async ({ api, population, journal }) => {
      const isBoth = ({ status, request }: Recorded) =>
        status === 201 && request.body?.includes(UNKNOWN_FIELD.colour) === true;
      const both = journal.filter(isBoth).map(readAgain)[0];
      return both ?? api.createPet({ ...crowdedPet('unknown-field', population), ...UNKNOWN_FIELD }, OPEN);
    },
  ),
  name('observed.name-empty', 'empty'),
  name('observed.name-blank', 'blank'),
  name('observed.name-long', '10,000 characters'),
  name('observed.name-control-characters', 'control characters inside'),

  requirement('observed.default-status', CREATING, async ({ preflight }) => {
    const { creation } = preflight;
    const pet = creation && !(creation instanceof Error) ? createdPet(creation) : undefined;
    if (!pet) throw nothingSeen('pet created without a status');
    return pet.status ? `given the status ${pet.status}` : 'left without a status';
  }),

  answer('observed.content-type-other', CREATING, ({ api, population }) =>
    api.createPet(population.newPet('text-plain'), { ...OPEN, contentType: 'text/plain' }),
  ),

  answer('observed.store-orders', ASKING, ({ api }) => api.undocumented('GET', '/store/orders')),
  answer('observed.head', ASKING, ({ api }) => api.undocumented('HEAD', '/pets')),
  answer('observed.options', ASKING, ({ api }) => api.undocumented('OPTIONS', '/pets')),
  answer('observed.trailing-slash', ASKING, ({ api }) => api.undocumented('GET', '/pets/')),
  answer('observed.put-pet', CHANGING, async ({ api, population }) => {
    const { id, ...fields } = lastOf(population);
    return api.undocumented('PUT', `/pets/${id}`, fields);
  }),
  answer('observed.patch-pet', CHANGING, async ({ api, population }) => {
    const { id, name } = lastOf(population);
    return api.undocumented('PATCH', `/pets/${id}`, { name });
  }),
  answer('observed.delete-pet', CHANGING, async ({ api, population }) =>
    api.undocumented('DELETE', `/pets/${lastOf(population).id}`),
  ),

  form('observed.id-decimal', (id) => `${id}.0`),
  form('observed.id-plus', (id) => `+${id}`),
  form('observed.id-leading-zeros', (id) => String(id).replace(/^-?/, '$&00')),
  form('observed.id-hexadecimal', (id) => `0x${BigInt(id).toString(16)}`),
  form('observed.id-escaped', (id) => String(id).replace(/\d/g, (digit) => `%3${digit}`)),

  requirement('observed.earlier-pets', LISTING, lookAtEarlierPets),

  requirement(
    'observed.visibility',
    { ...CREATING, stage: 'end', needs: ['create.with-status', 'list.ok'] },
    async (context) => {
      const { population, preflight, journal, settings } = context;
      const pages = journal
        .filter((page) => isFilteredPage(page, preflight.page))
        .flatMap((page) => readAgain(page) ?? []);
      const delays = population.created.flatMap((own) => delayUntilShown(own, pages, preflight.page));
      if (delays.length === 0) throw unseen('a new pet', context);
      const slowest = Math.max(...delays);
      if (slowest === 0) return 'at once';
      const { consistencyWindowMs } = settings;
      return slowest > consistencyWindowMs
        ? `not within ${consistencyWindowMs} ms`
        : `after up to ${Math.round(slowest)} ms`;
    },
  ),
];

type Answer = Pick<Reply, 'status' | 'headers' | 'json'>;

function answer(id: RequirementId, plan: Plan, ask: (context: CheckContext) => Promise<Answer>) {
  return requirement(id, plan, async (context) => answerOf(await ask(context)));
}

/** What became of a limit that another requirement sends; where it was not sent, it is sent here. */
function limit(id: RequirementId, sentBy: RequirementId, value: string) {
  return answer(id, { stage: 'crowd', needs: ['list.ok', ...after(sentBy)] }, async ({ api, journal }) => {
    const raw = `limit=${value}`;
    const sent = journal.find(({ operation, request }) => operation === 'listPets' && request.path.endsWith(`?${raw}`));
    return (sent && readAgain(sent)) ?? api.listPets({ raw }, OPEN);
  });
}

/** What became of a name that create.echo sends, and that a service may refuse. */
function name(id: RequirementId, label: string) {
  return answer(id, { ...CREATING, needs: after('create.echo') }, async ({ journal, population }) => {
    const sent = refusableNames(population.newPet('echo').name).find((candidate) => candidate.label === label);
    const body = JSON.stringify(sent?.name);
    const created = journal.find(
      ({ operation, request }) => operation === 'createPet' && request.body?.startsWith(`{"name":${body},`),
    );
    const reply = created && readAgain(created);
    if (!reply) throw nothingSeen('creation with such a name');
    return reply;
  });
}

function form(id: RequirementId, write: (petId: number | bigint) => string) {
  return answer(id, FETCHING, async ({ api, population }) => api.getPet(write(population.anyFetchable().id), OPEN));
}

type ReadPage = NonNullable<ReturnType<typeof readAgain>>;

function isFilteredPage(page: Recorded, limit: number): boolean {
  if (page.operation !== 'listPets' || page.status !== 200) return false;
  const asked = askedPage(page);
  return asked.limit === limit && asked.status !== undefined;
}

/** How long a pet was missing from the pages of its status; nothing where those are full without it. */
function delayUntilShown({ pet, createdAt }: OwnPet, pages: readonly ReadPage[], limit: number): readonly number[] {
  const later = pages.filter((page) => page.sentAt >= createdAt && askedPage(page).status === pet.status);
  const shown = later.find((page) => idsOn(petsIn(page) ?? []).has(identityOf(pet.id)));
  if (pet.status === undefined || later.length === 0) return [];
  if (shown) return [shown === later[0] ? 0 : shown.sentAt - createdAt];
  return later.some((page) => (petsIn(page)?.length ?? 0) < limit) ? [Number.POSITIVE_INFINITY] : [];
}

/** Of the status whose pages are full anyway, since every pet stays on the target. */
function crowdedPet(label: string, population: Population) {
  return population.newPet(label, population.ifAccepted(population.crowdedStatus));
}

function lastOf(population: Population): Pet {
  const own = population.created.at(-1);
  if (!own) throw nothingSeen('pet of this run to try it on');
  return own.pet;
}

/** What a server did, in a few words that can be compared from one run to the next. */
function answerOf(reply: Answer): string {
  const allow = headerOf(reply, 'allow');
  const suffix = allow ? ` (Allow: ${allow})` : '';
  if (reply.status >= 400) return `refused with ${reply.status}${suffix}`;
  if (!reply.json.ok) return `${reply.status}${suffix}`;
  const { value } = reply.json;
  if (Array.isArray(value))
    return `${reply.status} with ${value.length === 1 ? 'one element' : `${value.length} elements`}`;
  return `${reply.status} with an object${suffix}`;
}

function orderOf(pets: readonly Pet[]): string {
  const pairs = pets.slice(1).map((pet, index): [Pet, Pet] => [pets[index] as Pet, pet]);
  const all = (holds: (before: Pet, after: Pet) => boolean) => pairs.every(([a, b]) => holds(a, b));
  if (all((a, b) => BigInt(a.id) < BigInt(b.id))) return 'by ascending id';
  if (all((a, b) => BigInt(a.id) > BigInt(b.id))) return 'by descending id';
  if (all((a, b) => a.name <= b.name)) return 'by name';
  return 'no order by id or name';
}
