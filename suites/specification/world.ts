import { largest, smallest } from '../../harness/extremes.ts';
import { identityOf, isInteger, isObject, type JsonObject } from '../../harness/json/exact-json.ts';
import type { Conclusion } from '../../harness/record/conclusion.ts';
import { isThrottled } from '../../harness/record/exchange.ts';
import { groupBy, groupByEach } from '../../harness/report/group-by.ts';
import { memoize } from '../memoize.ts';
import { type Operation, type Pet, type PetStatus, REMOVAL_DATE, STATUSES, SUCCESS } from './document.ts';
import { conditionOf, isError, isOfGateway, petOf, type Reading, same } from './reading.ts';
import { isRefusedInPieces, type Target } from './request.ts';

/** What the specification knows about a run besides its record. */
export interface Scope extends Target {
  /** Part of every name that the run creates. */
  readonly runId: string;
  /** How long a read may lag behind a write: `--consistency-window`, 2 s unless the user says otherwise. */
  readonly windowMs: number;
  /** The day on which the answers are checked, YYYY-MM-DD. */
  readonly now: string;
  /** Pets of earlier runs by id, with the name that they were given. */
  readonly earlier?: ReadonlyMap<string, string | undefined>;
  /** Pets that the user named. */
  readonly knownIds?: readonly string[];
  /** The record is traffic of other clients, who may have changed what they created. */
  readonly isForeign?: boolean;
}

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
    /** Lists with the same limit and filter, by both. */
    alike: listsAlike(pages),
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
function listsAlike(pages: readonly Reading[]) {
  const exact = pages.filter(({ asked }) => asked.page?.isExact);
  return new Map(
    [...groupBy(exact, limitAndFilter)].map(([key, lists]) => [
      key,
      { lists, isEverFull: lists.some(({ isFull }) => isFull), ids: new Set(lists.flatMap(({ ids }) => ids)) },
    ]),
  );
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

function isAccepted({ status }: Reading): boolean {
  return status >= 200 && status < 300;
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

/**
 * Categories that mark what a run sends where the name cannot. They are integers of 32 bits that nobody uses by chance:
 * not small, not round, and no Unix time before October 2033.
 */
export const MARKED_CATEGORIES = { from: 2_013_265_921n, to: 2_147_483_646n } as const;
const TEN_DIGITS = /(?<![\w.-])\d{10}(?![\w.])/g;

function isMarkedCategory(value: unknown): boolean {
  return isInteger(value) && value >= MARKED_CATEGORIES.from && value <= MARKED_CATEGORIES.to;
}

/** Finds the marks of a run: names up to their number, and categories. */
export function marker(runId: string) {
  const pattern = new RegExp(`conformance-${runId}-\\d{4}`, 'g');
  const namesIn = (text: string): readonly string[] => text.match(pattern) ?? [];
  return {
    /** What is sent may be no JSON at all. */
    inText: (text: string): readonly string[] => [
      ...new Set([
        ...namesIn(text),
        ...(text.match(TEN_DIGITS) ?? []).filter((digits) => isMarkedCategory(Number(digits))),
      ]),
    ],
    /** A category marks a pet only where its name has no mark, of this run or of another one. */
    inPet: ({ name, categoryId }: JsonObject): readonly string[] => {
      const text = typeof name === 'string' ? name : '';
      if (ANY_MARK.test(text)) return namesIn(text);
      return isMarkedCategory(categoryId) ? [String(categoryId)] : [];
    },
  };
}

/** Found once for each pet and each request, however often the record is checked. */
const marksFor = memoize((scope: Scope) => {
  const { inText, inPet } = marker(scope.runId);
  return {
    inPet: memoize(inPet),
    // The name may be spelled with escapes in the body.
    inRequest: memoize(({ request, asked }: Reading) => inText(`${request.body ?? ''} ${asked.sent?.name ?? ''}`)),
  };
});

function marksOf(requests: readonly Reading[], scope: Scope) {
  const { inRequest, inPet: marksIn } = marksFor(scope);
  const marks = groupByEach(requests, inRequest);
  const isRefused = ({ status }: Reading) => status === 400 || status === 401;
  /** Creations that were refused, by the marks that no other creation has: these must not show up anywhere. */
  const refused = new Map<string, Reading>();
  for (const [mark, [first, ...others]] of marks)
    if (first && [first, ...others].every(isRefused)) refused.set(mark, first);
  return { marksIn, marks, refused };
}

const ANY_MARK = /conformance-[a-z0-9]+/;

/** Put there by another run, which reported what is wrong with it: the ledger lists it, or it has the mark of one. */
export function originOf(pet: JsonObject, { scope, creations, marksIn, marks }: World): 'ledger' | 'mark' | undefined {
  const { runId, earlier = new Map() } = scope;
  const id = identityOf(pet.id);
  if (creations.has(id) || marksIn(pet).some((mark) => marks.has(mark))) return undefined;
  if (earlier.has(id) && [undefined, pet.name].includes(earlier.get(id))) return 'ledger';
  const [mark] = ANY_MARK.exec(typeof pet.name === 'string' ? pet.name : '') ?? [];
  const isMarked = mark === undefined ? isMarkedCategory(pet.categoryId) : mark !== `conformance-${runId}`;
  return isMarked ? 'mark' : undefined;
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

/** Plain requests that show whether the service is up and accepts the key. */
export const CONTROL_PATH = '/pets?limit=1';

/** By the exchanges that they are about. A later one replaces an earlier one. */
function conclusionsIn(readings: readonly Reading[]): ReadonlyMap<number, Conclusion> {
  return new Map(
    readings.flatMap(({ concludes }) => concludes?.about.map((number) => [number, concludes] as const) ?? []),
  );
}

/**
 * Why an exchange says nothing about the service; undefined if it counts.
 *
 * | excuse | answer |
 * |---|---|
 * | `undocumented` | to no operation of the document, or to getPet from its removal date on |
 * | `rate-limited` | 429, or 503 with Retry-After |
 * | `gateway` | of something in front of the service (`isOfGateway`), unless the input turned out to be the cause |
 * | `locked-out` | 401 to the right key while a plain request gets 401 too |
 * | `http-layer` | 304 to a conditional request; 400 to odd bytes or 411 to a body in pieces, without an Error |
 */
function excuses(readings: readonly Reading[], { basePath, now }: Scope, found: ReturnType<typeof conclusionsIn>) {
  const isLockedOut = lockOuts(readings, `${basePath}${CONTROL_PATH}`);
  return (reading: Reading) => {
    const { asked, status, json, number } = reading;
    const isGone = asked.operation === 'getPet' && now >= REMOVAL_DATE;
    if (asked.operation === undefined || isGone) return 'undocumented';
    if (isThrottled(reading)) return 'rate-limited';
    if (isOfGateway(reading) && found.get(number)?.cause !== 'input') return 'gateway';
    if (isLockedOut(reading)) return 'locked-out';
    if (isUnchanged(reading)) return 'http-layer';
    const isOfHttp = (asked.isOddHttp && status === 400) || isRefusedInPieces(reading.request, status);
    return isOfHttp && !isError(json) ? 'http-layer' : undefined;
  };
}

/** The client has it already, and asked only for what is new (RFC 9110, section 13). */
function isUnchanged({ status, request }: Reading): boolean {
  return status === 304 && request.headers.some(([name]) => /^if-(none-match|modified-since)$/i.test(name));
}

/**
 * Times in which the service refuses the right key to everybody, as some do after many wrong ones. A control that gets
 * 401 shows such a time. It lasts from the last time that the key was accepted before it until the next time after it.
 * A 401 at any other time counts (`checkStatus` in rules.ts).
 */
function lockOuts(readings: readonly Reading[], controlPath: string): (reading: Reading) => boolean {
  const withKey = readings.filter(({ asked }) => asked.operation && asked.credential === 'right');
  const successes = withKey.filter(isAccepted);
  // A control that is always refused is an operation that refuses the key.
  if (!successes.some(({ asked }) => asked.operation === 'listPets')) return () => false;
  const accepted = successes.map(({ sentAt }) => sentAt);
  const refusedControls = withKey.filter(({ status, request }) => status === 401 && request.path === controlPath);
  const spans = refusedControls.map(({ sentAt }) => ({
    from: largest(accepted.filter((time) => time < sentAt)),
    to: smallest(accepted.filter((time) => time > sentAt)),
  }));
  // Requests overtake each other: one that was on its way when the lock-out began may have met it.
  return ({ asked, status, sentAt, answeredAt }) =>
    status === 401 &&
    (asked.credential === 'right' || asked.credential === 'scheme-case') &&
    spans.some(({ from, to }) => answeredAt > from && sentAt < to);
}

/** Lists of a status, or without a filter, as the document describes them; an unknown filter is neither. */
export function pagesOf(
  status: string | undefined,
  { pages }: { readonly pages: readonly Reading[] },
): readonly Reading[] {
  return pages.filter(({ asked }) => asked.page?.isExact && asked.page.filter === status);
}

/** The exchanges that show a pet. */
export function viewsOf(id: string, { shown, fetches }: World): readonly Reading[] {
  return [...(shown.get(id) ?? []), ...(fetches.get(id) ?? []).filter(({ isSuccess }) => isSuccess)];
}

/** Seen so long before and after that it must have existed in between, whoever owns it. */
export function existedAt(id: string, { sentAt, answeredAt }: Reading, { seen, scope: { windowMs } }: World): boolean {
  const { first, last } = seen.get(id) ?? { first: sentAt, last: sentAt };
  return first + windowMs < sentAt && last > answeredAt + windowMs;
}

/** Times that a pet of somebody else must be missing while it exists: its owner may remove and restore it. */
const CONFIRMATIONS = 3;

/** Whether so many of these requests were sent with a view of the pet between each two of them. */
function isConfirmed(id: string, requests: readonly Reading[], world: World): boolean {
  const views = world.shown.get(id) ?? [];
  let [last, ...others] = requests.toSorted((one, other) => one.sentAt - other.sentAt);
  let confirmations = last ? 1 : 0;
  for (const next of others) {
    const { answeredAt = 0 } = last ?? {};
    if (!views.some((view) => view.sentAt >= answeredAt && view.answeredAt <= next.sentAt)) continue;
    confirmations += 1;
    last = next;
  }
  return confirmations >= CONFIRMATIONS;
}

/** A pet of somebody else that getPet never finds, although lists keep showing it. */
export function isNeverFound(id: string, reading: Reading, world: World): boolean {
  const all = world.fetches.get(id) ?? [];
  return all.every(({ status }) => status === 404) && existedAt(id, reading, world) && isConfirmed(id, all, world);
}

/** Pets of others that lists always show in the same way: no owner has changed them, as far as anybody can see. */
function isSteady(id: string, { shown }: World): boolean {
  const [pet, ...others] = (shown.get(id) ?? []).map(({ pets, ids }) => pets?.[ids.indexOf(id)]);
  return others.every((other) => other?.name === pet?.name && other?.status === pet?.status);
}

/**
 * The pets that a list must show if it has room for them; checkCompleteness looks for them in it.
 *
 * A pet of this run is due when the window since its creation was acknowledged is over, unless a client has changed it.
 * In a record of other clients, who may have removed it, it must also have been seen before and after the list.
 *
 * A pet of somebody else may be away and come back at any time. It is due only where that explains nothing: it is seen
 * before and after the list and always looks the same, no list with this limit and filter ever shows it, and there are
 * at least three of those, with a list that shows it between each two. Where such a list is sometimes full, none is
 * due.
 */
export function petsDue(reading: Reading, world: World): readonly string[] {
  const { filter } = reading.asked.page ?? {};
  const { windowMs, isForeign } = world.scope;
  const due: string[] = [];
  for (const [id, { pet, acknowledgedAt }] of world.pets) {
    if (acknowledgedAt + windowMs >= reading.sentAt || (filter && pet.status !== filter)) continue;
    if (world.isChanged(id, reading)) continue;
    if (!isForeign || existedAt(id, reading, world)) due.push(id);
  }
  const alike = world.alike.get(limitAndFilter(reading));
  // Where such a list is sometimes full, a short one was read while somebody had removed pets, and a full one proves nothing.
  if (alike === undefined || alike.isEverFull) return due;
  for (const [id, [view]] of world.shown) {
    if (alike.ids.has(id) || world.creations.has(id) || !/^-?\d+$/.test(id)) continue;
    const status = view.pets?.[view.ids.indexOf(id)]?.status;
    if (filter && status !== filter) continue;
    if (existedAt(id, reading, world) && isSteady(id, world) && isConfirmed(id, alike.lists, world)) due.push(id);
  }
  return due;
}
