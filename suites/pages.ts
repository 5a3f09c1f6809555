import type { ListQuery } from '../harness/http/api.ts';
import type { Reply } from '../harness/http/reply.ts';
import { identityOf, isObject, type JsonObject } from '../harness/json/exact-json.ts';
import type { CheckContext } from '../harness/run/context.ts';
import type { Breach } from '../harness/run/invariants.ts';
import { fieldsOf, isStatus, type Pet, type PetStatus, petsInWords, STATUSES } from '../harness/run/pet.ts';
import { PAGE } from '../harness/run/population.ts';
import { describe, expectReply, same, show } from '../harness/verdict/expect-reply.ts';
import { Inconclusive, NotYet, Violation } from '../harness/verdict/verdicts.ts';
import type { RequirementId } from './catalogue.ts';

export const DEFAULT_LIMIT = 20;

/** What a list was asked for, and which requirement says how long it may be. */
export interface AskedPage {
  readonly limit: number;
  /** Whether limit and filter are documented, so that a short page shows everything. */
  readonly isExact: boolean;
  readonly sizedBy: RequirementId;
  /** A filter by one of the three statuses. */
  readonly status?: PetStatus;
  /** A filter by some other value. */
  readonly otherStatus?: string;
  /** Neither filtered nor ambiguous. */
  readonly isPlain: boolean;
}

export function askedPage({ request }: Pick<Reply, 'request'>): AskedPage {
  const query = new URLSearchParams(request.path.split('?')[1] ?? '');
  const statuses = query.getAll('status');
  const [filter = ''] = statuses;
  const size = sizeAsked(query.getAll('limit'));
  if (statuses.length === 0) return { ...size, isPlain: true };
  if (statuses.length > 1 || filter === '') return { ...size, isExact: false, isPlain: false };
  if (!isStatus(filter)) return { ...size, isExact: false, otherStatus: filter, isPlain: false };
  return { ...size, ...(size.isExact && { sizedBy: 'list.status.with-limit' }), status: filter, isPlain: false };
}

function sizeAsked(limits: readonly string[]): Pick<AskedPage, 'limit' | 'isExact' | 'sizedBy'> {
  const [text = ''] = limits;
  const other = { limit: PAGE, isExact: false } as const;
  if (limits.length === 0) return { limit: DEFAULT_LIMIT, isExact: true, sizedBy: 'list.limit.default' };
  if (limits.length > 1 || !/^(-?[1-9]\d{0,19}|0)$/.test(text)) return { ...other, sizedBy: 'list.limit.malformed' };
  const limit = BigInt(text);
  if (limit > PAGE) return { ...other, sizedBy: 'list.limit.above-maximum' };
  if (limit < 1) return { ...other, sizedBy: 'list.limit.below-minimum' };
  return { limit: Number(limit), isExact: true, sizedBy: EXACT_SIZES[text] ?? 'list.limit.honoured' };
}

const EXACT_SIZES: Readonly<Record<string, RequirementId>> = { 1: 'list.limit.minimum', 100: 'list.limit.maximum' };

/**
 * The pets of a list. What list.ok reports on every exchange, null for no pet and a lone pet for one, is read as what
 * it stands for, so that one wrong special case hides nothing else.
 */
export function petsIn({ json }: Pick<Reply, 'json'>): readonly JsonObject[] | undefined {
  if (!json.ok) return undefined;
  if (Array.isArray(json.value)) return json.value.every(isObject) ? json.value : undefined;
  if (json.value === null) return [];
  return isObject(json.value) && json.value.id !== undefined ? [json.value] : undefined;
}

export interface Page {
  readonly reply: Reply;
  readonly pets: readonly JsonObject[];
}

/** Asks for a list. That it is refused is reported elsewhere, so nothing can be seen on it here. */
export async function listed(query: ListQuery, context: CheckContext): Promise<Page> {
  const reply = await context.api.listPets(query);
  if (reply.status === 200) return { reply, pets: petsOn(reply, context) };
  const because = context.failedAmong(['list.ok', 'list.status.only', 'list.limit.maximum']);
  throw new Inconclusive({ kind: 'no-control', control: 'a list', status: reply.status, because }, [reply]);
}

/** The pets of a list that must be answered with 200. */
export function petsOn(page: Reply, context: CheckContext): readonly JsonObject[] {
  if (page.status !== 200 && context.failedInPart('list.ok')) {
    throw new Inconclusive({ kind: 'depends-on', because: ['list.ok'], outcome: 'failed' }, [page]);
  }
  expectReply(page).answers(200);
  const pets = petsIn(page);
  if (pets) return pets;
  throw new Violation('a JSON array of Pet objects', describe(page), [page]);
}

export function idsOn(pets: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(pets.map(({ id }) => identityOf(id)));
}

/** The first of these pets that the page lacks. */
export function missingFrom(known: readonly Pet[], pets: readonly JsonObject[]): Pet | undefined {
  const ids = idsOn(pets);
  return known.find(({ id }) => !ids.has(identityOf(id)));
}

export function missingBreach(missing: Pet, count: number, kind: 'short' | 'full' = 'short'): Breach {
  return {
    expected: `the pet ${show(fieldsOf(missing))} in the list`,
    actual: `a ${kind} page of ${count} without it`,
    facts: { petIds: [String(missing.id)], pageSize: count },
  };
}

/** Every pet known is on the page, or reads lag. */
export function holdsEvery(known: readonly Pet[], pets: readonly JsonObject[], page: Reply): void {
  const missing = missingFrom(known, pets);
  if (missing) throw notYetListed(missing, pets.length, page);
}

export function notYetListed(missing: Pet, count: number, page: Reply): NotYet {
  const kind = count < askedPage(page).limit ? 'short' : 'full';
  const { expected, actual, facts } = missingBreach(missing, count, kind);
  return new NotYet(expected, actual, [page], facts && { facts });
}

/** How a pet differs from what it was created as. */
export function changedField(pet: Pet, shown: JsonObject): Breach | undefined {
  for (const [name, value] of Object.entries(fieldsOf(pet))) {
    if (same(shown[name], value)) continue;
    return {
      expected: `pet ${pet.id} with ${name} ${show(value)}`,
      actual: `${name} ${show(shown[name])}`,
      facts: { petIds: [String(pet.id)] },
    };
  }
  return undefined;
}

/**
 * As many pets as were asked for, once reads have caught up. Too many are seen by the invariants. Too few are the
 * service's fault only while as many exist: pets of this run do, and others do as long as a full page shows them.
 */
export async function fillsPage(context: CheckContext, query: ListQuery, size: number): Promise<void> {
  const { api, population } = context;
  const { status } = query;
  const ours = population.known.filter((pet) => status === undefined || pet.status === status).length;
  await context.eventually(async () => {
    const page = await api.listPets(query);
    const count = petsOn(page, context).length;
    if (count >= size) return;
    if (ours < size) {
      const visible = await countVisible(context, status);
      if (visible < size) throw new Inconclusive({ kind: 'too-few-pets', needed: size, visible }, [page]);
    }
    throw new NotYet(`at least ${petsInWords(size)}`, petsInWords(count), [page], { facts: { pageSize: count } });
  });
}

/** How many different pets exist right now: those on the largest pages of all kinds, and those of this run. */
async function countVisible(context: CheckContext, status: string | undefined): Promise<number> {
  const { api, population, preflight } = context;
  const limit = preflight.page;
  const views = [{ limit }, ...STATUSES.map((filter) => ({ limit, status: filter }))];
  const pages = await Promise.all(views.map((view) => api.listPets(view)));
  const shown = pages.flatMap((page) => (page.status === 200 ? (petsIn(page) ?? []) : []));
  const matching = [...shown, ...population.known].filter((pet) => status === undefined || pet.status === status);
  return new Set(matching.map(({ id }) => identityOf(id))).size;
}
