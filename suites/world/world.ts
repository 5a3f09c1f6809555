import { groupBy } from '../../harness/basics/group-by.ts';
import { identityOf } from '../../harness/json/exact-json.ts';
import { type Operation, type Pet, type PetStatus, STATUSES } from '../reading/document.ts';
import { conditionOf, isAccepted, isEchoed, isError, petOf, type Reading } from '../reading/reading.ts';
import type { Scope } from '../reading/scope.ts';
import { conclusionsIn, excuses } from './excuses.ts';
import { MARKED_CATEGORIES, marksOf, type RefusedMark } from './marks.ts';
import { type Timeline, timelinesOf, unseen } from './timeline.ts';

/** A pet of this run that the service acknowledged as it was sent. */
export interface OwnPet {
  readonly pet: Pet;
  readonly sentAt: number;
  readonly acknowledgedAt: number;
}

/** Lists with the same limit and filter, and what all of them show. */
interface ListsAlike {
  readonly lists: readonly Reading[];
  readonly isEverFull: boolean;
  readonly ids: ReadonlySet<string>;
}

type Groups = ReadonlyMap<string, readonly [Reading, ...Reading[]]>;

/**
 * What a run knows about its target: what single exchanges cannot show. Rules ask it to decide, and probes ask it what to
 * send next. Every exchange counts, earlier and later ones: whether a pet existed when it was missing may only show
 * afterwards. Each part is made when it is asked for, once for each world.
 */
export class World {
  readonly scope: Scope;
  readonly readings: readonly Reading[];
  /** Of the whole run: what was found out about exchanges, and which kinds are no longer sent. */
  readonly #concluding: readonly Reading[];
  readonly #parts = new Map<string, unknown>();

  constructor(readings: readonly Reading[], scope: Scope, concluding = readings) {
    this.readings = readings;
    this.#concluding = concluding;
    this.scope = scope;
  }

  #part<T>(name: string, make: () => T): T {
    if (!this.#parts.has(name)) this.#parts.set(name, make());
    return this.#parts.get(name) as T;
  }

  #of(operation: Operation): readonly Reading[] {
    return this.#part(operation, () => this.readings.filter(({ asked }) => asked.operation === operation));
  }

  /** Every creation that was answered with success, by the id in the answer. */
  get creations(): Groups {
    return this.#part('creations', () => {
      return groupBy(this.#of('createPet').filter(isAccepted), ({ ids }) => ids[0] ?? '');
    });
  }

  /** The pets of this run, by id. A pet whose own creation was in violation proves nothing, and is not among them. */
  get pets(): ReadonlyMap<string, OwnPet> {
    return this.#part('pets', () => ownPets(this.creations));
  }

  /** null is then one more status that is not refused, and create.bad-status reports them all. */
  get takesAnyStatus(): boolean {
    return this.#part('any status', () =>
      [...this.creations.values()].flat().some(({ asked, isSuccess }) => isSuccess && asked.body === 'bad-status'),
    );
  }

  /** Lists that were answered with success. */
  get pages(): readonly Reading[] {
    return this.#part('pages', () =>
      this.#of('listPets').filter(({ isSuccess, pets }) => isSuccess && pets !== undefined),
    );
  }

  /** Lists of a status, or without a filter, as the document describes them; an unknown filter is neither. */
  pagesOf(status: string | undefined): readonly Reading[] {
    return this.#part(`pages of ${status}`, () =>
      this.pages.filter(({ asked }) => asked.page?.isExact && asked.page.filter === status),
    );
  }

  /** Every exchange with the very request, this one included. */
  readonly sameRequest = ({ key }: Reading): readonly Reading[] =>
    this.#part('by key', () => groupBy(this.readings, (reading) => reading.key)).get(key) ?? [];

  /** Operations that succeeded with the right key: the live controls. */
  get served(): ReadonlySet<Operation> {
    return this.#part(
      'served',
      () => new Set(this.readings.flatMap(({ isSuccess, asked }) => (isSuccess && asked.operation) || [])),
    );
  }

  /** The first creation that asked for an id, by that id. */
  get claims(): ReadonlyMap<string, Reading> {
    return this.#part('claims', () => {
      const claiming = this.#of('createPet').filter(({ asked }) => asked.clientId !== undefined);
      return new Map(claiming.toReversed().map((claim) => [identityOf(claim.asked.clientId), claim]));
    });
  }

  get #fetches(): readonly Reading[] {
    return this.#part('fetches', () => this.#of('getPet').filter(({ asked }) => asked.credential === 'right'));
  }

  /** Everything that may show a pet: lists and fetches that were answered with success. */
  get views(): readonly Reading[] {
    return this.#part('views', () => [...this.pages, ...this.#fetches.filter(({ isSuccess }) => isSuccess)]);
  }

  /** What was seen of each pet that a list shows or that was fetched. */
  get timelines(): ReadonlyMap<string, Timeline> {
    return this.#part('timelines', () => timelinesOf(this.pages, this.#fetches));
  }

  readonly timeline = (id: string): Timeline => this.timelines.get(id) ?? unseen(id);

  /** The lists with the same limit and filter. */
  readonly listsLike = (list: Reading): ListsAlike | undefined =>
    this.#part('alike', () => groupsOfLists(this.pages)).get(limitAndFilter(list));

  get #marked() {
    return this.#part('marks', () => marksOf(this.#of('createPet'), this.scope));
  }

  /** The marks of this run in a pet. */
  get marksIn() {
    return this.#marked.marksIn;
  }

  /** The creations with a mark, by the mark. */
  get marks() {
    return this.#marked.marks;
  }

  /** What refused creations must not have added. */
  get refused(): ReadonlyMap<Reading, readonly RefusedMark[]> {
    return this.#marked.refused;
  }

  /** The service refuses every category but these. */
  get onlyCategories(): ReadonlySet<string> | undefined {
    return this.#part('categories', () => onlyCategories(this.#of('createPet')));
  }

  /** How many pets are known, of one status or of all. */
  readonly count = (status?: PetStatus): number =>
    this.#part('counts', () => idsByStatus(this.pets, this.pages)).get(status)?.size ?? 0;

  /** The first Error of every condition. */
  get firstErrors(): ReadonlyMap<string | undefined, Reading> {
    return this.#part('errors', () => {
      const errors = this.readings.filter(({ status, json }) => status >= 400 && isError(json));
      return new Map(errors.toReversed().map((reading) => [conditionOf(reading), reading]));
    });
  }

  get #conclusions() {
    return this.#part('conclusions', () => conclusionsIn(this.#concluding));
  }

  /** Why an exchange says nothing about the service. */
  readonly excuseOf = (reading: Reading) =>
    this.#part('excuses', () => excuses(this.readings, this.scope, this.#conclusions))(reading);

  /** What the run found out, by sending more, about an exchange without an answer of the service. */
  readonly conclusionOf = ({ number }: Reading) => this.#conclusions.get(number);

  /** Kinds of requests that were no longer sent, since they get no answer. */
  get unanswered() {
    return this.#part('unanswered', () =>
      this.#concluding.flatMap(({ concludes }) => {
        if (!concludes?.stops) return [];
        const { stops, about } = concludes;
        if (stops.input !== undefined) return { ...stops, exchanges: about };
        const own = this.readings.filter(({ asked }) => asked.operation === stops.operation);
        const exchanges = own.map(({ number }) => number).filter((number) => this.#conclusions.has(number));
        return { ...stops, exchanges };
      }),
    );
  }
}

const limitAndFilter = ({ asked: { page } }: Reading) => `${page?.filter} ${page?.limit} ${page?.limitKind}`;

/** With what all of them show: a record may have any number of lists, and each is compared with those like it. */
function groupsOfLists(pages: readonly Reading[]): ReadonlyMap<string, ListsAlike> {
  const exact = pages.filter(({ asked }) => asked.page?.isExact);
  return new Map(
    [...groupBy(exact, limitAndFilter)].map(([key, lists]) => [
      key,
      { lists, isEverFull: lists.some(({ isFull }) => isFull), ids: new Set(lists.flatMap(({ ids }) => ids)) },
    ]),
  );
}

function idsByStatus(own: ReadonlyMap<string, OwnPet>, pages: readonly Reading[]) {
  const ids = new Map<unknown, Set<string>>([undefined, ...STATUSES].map((status) => [status, new Set()]));
  const add = (id: string, status: unknown) => {
    ids.get(undefined)?.add(id);
    ids.get(status)?.add(id);
  };
  for (const page of pages) for (const [at, id] of page.ids.entries()) add(id, page.pets?.[at]?.status);
  for (const [id, { pet }] of own) add(id, pet.status);
  return ids;
}

function ownPets(creations: Groups): ReadonlyMap<string, OwnPet> {
  const pets = new Map<string, OwnPet>();
  for (const [id, all] of creations) {
    const pet = ownPet(all.filter((creation) => !isClaimed(creation)));
    if (pet) pets.set(id, pet);
  }
  return pets;
}

/** Of the only creation that was given an id, if the answer shows the pet as it was sent. */
function ownPet([made, ...others]: readonly Reading[]): OwnPet | undefined {
  if (!made?.isSuccess || others.length > 0) return undefined;
  const { sent, clientId } = made.asked;
  if (!sent || clientId !== undefined || !isEchoed(sent, made.json)) return undefined;
  const pet = petOf(made.json);
  return pet && { pet, sentAt: made.sentAt, acknowledgedAt: made.answeredAt };
}

/** Whether a creation was given the very id that its client asked for. */
export function isClaimed({ asked: { clientId }, ids }: Reading): boolean {
  return clientId !== undefined && identityOf(clientId) === ids[0];
}

/**
 * Undefined unless several ordinary categories are refused, each time, while others are accepted. Large ones say nothing
 * about that, marks among them: a service may refuse each of them for its size.
 */
function onlyCategories(requests: readonly Reading[]): ReadonlySet<string> | undefined {
  const ordinary = requests.filter(
    ({ asked: { credential, sent, mayBeRefused } }) =>
      credential === 'right' && sent && !mayBeRefused && sent.categoryId < MARKED_CATEGORIES.from,
  );
  const categoryOf = ({ asked }: Reading) => String(asked.sent?.categoryId);
  const accepted = new Set(ordinary.filter(({ isSuccess }) => isSuccess).map(categoryOf));
  const others = ordinary.filter((request) => !accepted.has(categoryOf(request)));
  const isRestricted = accepted.size > 0 && new Set(others.map(categoryOf)).size > 1;
  return isRestricted && others.every(({ status }) => status === 400) ? accepted : undefined;
}
