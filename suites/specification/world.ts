import { identityOf, isObject } from '../../harness/json/exact-json.ts';
import { groupBy, groupByEach } from '../../harness/report/group-by.ts';
import { type Operation, type Pet, type PetStatus, STATUSES, SUCCESS } from './document.ts';
import { conclusionsIn, excuses } from './excuses.ts';
import { marksOf } from './marks.ts';
import { conditionOf, isAccepted, isError, petOf, type Reading, same } from './reading.ts';
import type { Scope } from './scope.ts';

/** A pet of this run that the service acknowledged as it was sent. */
export interface OwnPet {
  readonly pet: Pet;
  readonly sentAt: number;
  readonly acknowledgedAt: number;
}

/** What the record of a run shows. */
export type World = ReturnType<typeof worldOf>;

type Groups = ReadonlyMap<string, readonly Reading[]>;

/**
 * Collects what single exchanges cannot show. Every exchange counts, earlier and later ones: whether a pet existed when
 * it was missing may only show afterwards.
 */
export function worldOf(readings: readonly Reading[], scope: Scope) {
  const of = (operation: Operation) => readings.filter(({ asked }) => asked.operation === operation);
  const requests = of('createPet');
  const changedAt = changesIn(readings);
  /**
   * Whether a client had changed or removed the pet, as the document does not show, or reused its id, when the read
   * ended. A read that is over before the change is sent counts as ever. What comes later proves nothing about the pet:
   * it may be absent, and no field is compared. Only changes in the record are known: those of this run or, in a record
   * of other clients, theirs. Others leave the pets of a run alone, so a pet of a run that differs without such a
   * change is a violation.
   */
  const isChanged = (id: string, { answeredAt }: Reading) =>
    (changedAt.get(id) ?? Number.POSITIVE_INFINITY) < answeredAt;
  const created = requests.filter((request) => isAccepted(request) && !isChanged(request.ids[0] ?? '', request));
  /** Every creation that was answered with success, by the id in the answer. */
  const creations = groupBy(created, ({ ids }) => ids[0] ?? '');
  /** Lists that were answered with success. */
  const pages = of('listPets').filter(({ isSuccess, pets }) => isSuccess && pets !== undefined);
  const fetches = of('getPet').filter(({ asked }) => asked.credential === 'right');
  const pets = ownPets(creations);
  const errors = readings.filter(({ status, json }) => status >= 400 && isError(json));
  const claiming = requests.filter(({ asked }) => asked.clientId !== undefined);
  const byKey = groupBy(readings, ({ key }) => key);
  const conclusions = conclusionsIn(readings);
  return {
    scope,
    readings,
    creations,
    pets,
    /** null is then one more status that is not refused, and create.bad-status reports them all. */
    takesAnyStatus: created.some(({ asked, isSuccess }) => isSuccess && asked.decidedBy === 'create.bad-status'),
    pages,
    isChanged,
    /** Every exchange with the very request, this one included. */
    sameRequest: ({ key }: Reading): readonly Reading[] => byKey.get(key) ?? [],
    /** Operations that succeeded with the right key: the live controls. */
    served: new Set(readings.flatMap(({ isSuccess, asked }) => (isSuccess && asked.operation) || [])),
    /** The first creation that asked for an id, by that id. */
    claims: new Map(claiming.toReversed().map((claim) => [identityOf(claim.asked.clientId), claim])),
    /** The pages that show a pet, by its id. */
    shown: groupByEach(pages, ({ ids }) => ids),
    /** When a pet was first and last seen, by its id. */
    seen: sightings([...pages, ...fetches.filter(isOfAskedPet)]),
    /** The lists with the same limit and filter. */
    listsLike: groupsOfLists(pages),
    /** Every fetch with the right key, by the id that was asked for. */
    fetches: groupBy(fetches, ({ asked }) => asked.petId ?? ''),
    ...marksOf(scope.isForeign ? [] : requests, scope),
    /** The service refuses every category but these. */
    onlyCategories: onlyCategories(requests),
    /** How many pets are known, of one status or of all. */
    count: counter(pets, pages),
    /** The first Error of every condition. */
    firstErrors: new Map(errors.toReversed().map((reading) => [conditionOf(reading), reading])),
    /** Why an exchange says nothing about the service. */
    excuseOf: excuses(readings, scope, conclusions),
    /** What the run found out, by sending more, about an exchange without an answer of the service. */
    conclusionOf: ({ number }: Reading) => conclusions.get(number),
    /** Kinds of requests that were no longer sent, since they get no answer. */
    unanswered: readings.flatMap(({ concludes }) => {
      if (!concludes?.stops) return [];
      const isOfOperation = ({ asked, number }: Reading) =>
        asked.operation === concludes.stops?.operation &&
        ['input', 'crash'].includes(conclusions.get(number)?.cause ?? '');
      const all = readings.filter(isOfOperation).map(({ number }) => number);
      return { ...concludes.stops, exchanges: concludes.stops.input === undefined ? all : concludes.about };
    }),
  };
}

export interface Sighting {
  /** When the first answer that shows it was complete. */
  readonly first: number;
  /** When the last request for such an answer was sent. */
  readonly last: number;
}

function sightings(views: readonly Reading[]): ReadonlyMap<string, Sighting> {
  const seen = new Map<string, Sighting>();
  for (const { ids, sentAt, answeredAt } of views) {
    for (const id of ids) {
      const { first, last } = seen.get(id) ?? { first: answeredAt, last: sentAt };
      seen.set(id, { first: Math.min(first, answeredAt), last: Math.max(last, sentAt) });
    }
  }
  return seen;
}

/** A fetch may also return another pet. */
function isOfAskedPet({ isSuccess, ids, asked: { petId = '' } }: Reading): boolean {
  return isSuccess && ids.includes(petId);
}

const limitAndFilter = ({ asked: { page } }: Reading) => `${page?.filter} ${page?.limit} ${page?.isDefault}`;

/** With what all of them show: a record may have any number of lists, and each is compared with those like it. */
function groupsOfLists(pages: readonly Reading[]) {
  const exact = pages.filter(({ asked }) => asked.page?.isExact);
  const groups = new Map(
    [...groupBy(exact, limitAndFilter)].map(([key, lists]) => [
      key,
      { lists, isEverFull: lists.some(({ isFull }) => isFull), ids: new Set(lists.flatMap(({ ids }) => ids)) },
    ]),
  );
  return (list: Reading) => groups.get(limitAndFilter(list));
}

/** When a client first asked to change or remove a pet, and the service agreed, by the id of the pet. */
function changesIn(readings: readonly Reading[]): ReadonlyMap<string, number> {
  const changes = readings.filter(({ request }) => ['PUT', 'PATCH', 'DELETE'].includes(request.method));
  const accepted = changes.filter(isAccepted).toSorted((one, other) => other.sentAt - one.sentAt);
  return new Map(
    accepted.flatMap(({ request, sentAt }) => {
      const id = /\/pets\/([^/?]+)/.exec(request.path)?.[1];
      return id === undefined ? [] : [[id, sentAt] as const];
    }),
  );
}

function counter(own: ReadonlyMap<string, OwnPet>, pages: readonly Reading[]) {
  const ids = new Map<unknown, Set<string>>([undefined, ...STATUSES].map((status) => [status, new Set()]));
  const add = (id: string, status: unknown) => {
    ids.get(undefined)?.add(id);
    ids.get(status)?.add(id);
  };
  for (const page of pages) for (const [at, id] of page.ids.entries()) add(id, page.pets?.[at]?.status);
  for (const [id, { pet }] of own) add(id, pet.status);
  return (status?: PetStatus) => ids.get(status)?.size ?? 0;
}

function ownPets(creations: Groups): ReadonlyMap<string, OwnPet> {
  const pets = new Map<string, OwnPet>();
  for (const [id, all] of creations) {
    const [made, ...others] = all.filter((creation) => !isClaimed(creation));
    const isOwn = made && made.asked.clientId === undefined && others.length === 0 && isKept(made);
    const pet = isOwn ? petOf(made.json) : undefined;
    if (made && pet) pets.set(id, { pet, sentAt: made.sentAt, acknowledgedAt: made.answeredAt });
  }
  return pets;
}

/** Whether a creation was given the very id that its client asked for. */
export function isClaimed({ asked: { clientId }, ids }: Reading): boolean {
  return clientId !== undefined && identityOf(clientId) === ids[0];
}

/** The answer repeats what was sent, so the pet can be relied on. */
function isKept({ asked: { sent }, json, isSuccess }: Reading): boolean {
  if (!isSuccess || !sent || !isObject(json)) return false;
  return Object.entries(sent).every(([field, value]) =>
    field === 'name' ? isSameName(value, json.name) : same(json[field], value),
  );
}

/** White space at the ends of a name is a matter of create.whitespace alone. */
export function isSameName(sent: unknown, given: unknown): boolean {
  return typeof sent === 'string' && typeof given === 'string' && sent.trim() === given.trim();
}

/** Undefined unless every other category is refused, time and again. */
function onlyCategories(requests: readonly Reading[]): ReadonlySet<string> | undefined {
  const withKey = requests.filter(({ asked }) => asked.credential === 'right');
  const ordinary = withKey.filter(({ asked }) => asked.sent && asked.sent.categoryId > 0);
  const categoryOf = ({ asked }: Reading) => String(asked.sent?.categoryId);
  const accepted = new Set(ordinary.filter(({ status }) => status === SUCCESS.createPet).map(categoryOf));
  const others = ordinary.filter((request) => !accepted.has(categoryOf(request)));
  const isRestricted = accepted.size === 1 && new Set(others.map(categoryOf)).size > 1;
  return isRestricted && others.every(({ status }) => status === 400) ? accepted : undefined;
}

/** Lists of a status, or without a filter, as the document describes them; an unknown filter is neither. */
export function pagesOf(
  status: string | undefined,
  { pages }: { readonly pages: readonly Reading[] },
): readonly Reading[] {
  return pages.filter(({ asked }) => asked.page?.isExact && asked.page.filter === status);
}
