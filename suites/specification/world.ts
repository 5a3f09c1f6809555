import { largest, smallest } from '../../harness/extremes.ts';
import { identityOf, isInteger, isObject, type JsonObject } from '../../harness/json/exact-json.ts';
import { type Conclusion, isThrottled } from '../../harness/record/exchange.ts';
import { groupBy, groupByEach } from '../group-by.ts';
import { type Operation, type Pet, type PetStatus, REMOVAL_DATE, STATUSES, SUCCESS } from './document.ts';
import { conditionOf, isError, isOfGateway, petOf, type Reading, same } from './reading.ts';
import { isRefusedInPieces, type Target } from './request.ts';

/** What the specification knows about a run besides its record. */
export interface Scope extends Target {
  /** Part of every name that the run creates. */
  readonly runId: string;
  /** How long a read may lag behind a write. */
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

export function worldOf(readings: readonly Reading[], scope: Scope) {
  const of = (operation: Operation) => readings.filter(({ asked }) => asked.operation === operation);
  const requests = of('createPet');
  const calls = readings.filter(isAccepted).map(({ request }) => `${request.method} ${request.path}`);
  const changed = new Set(calls.flatMap((call) => /^(?:PUT|PATCH|DELETE) .*\/pets\/([^/?]+)/.exec(call)?.[1] ?? []));
  const created = requests.filter((request) => isAccepted(request) && !changed.has(request.ids[0] ?? ''));
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
    pages,
    /** Pets that a client changed or removed, as the document does not show: they prove nothing, and ids may be free. */
    changed,
    sameRequest: ({ key }: Reading): readonly Reading[] => byKey.get(key) ?? [],
    /** Operations that succeeded with the right key: the live controls. */
    served: new Set(readings.flatMap(({ isSuccess, asked }) => (isSuccess && asked.operation) || [])),
    /** The first creation that asked for an id, by that id. */
    claims: new Map(claiming.toReversed().map((claim) => [identityOf(claim.asked.clientId), claim])),
    /** The pages that show a pet, by its id. */
    shown: groupByEach(pages, ({ ids }) => ids),
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
    /** What the run found out about an exchange without an answer of the service. */
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
    const [made, ...others] = all.filter(({ asked }) => asked.clientId === undefined);
    const pet = made && others.length === 0 && isKept(made) ? petOf(made.json) : undefined;
    if (made && pet) pets.set(id, { pet, sentAt: made.sentAt, acknowledgedAt: made.answeredAt });
  }
  return pets;
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

/** Categories that mark what a run sends where the name cannot: no shop uses them by chance. */
export const MARKED_CATEGORIES = { from: 1_770_400_000n, count: 2n ** 20n } as const;
const MARKED_CATEGORY = '\\b177[01]\\d{6}\\b';

/** Finds the marks of a run: names up to their number, and categories. */
export function marker(runId: string): (text: string) => readonly string[] {
  const pattern = new RegExp(`conformance-${runId}-\\d{4}|${MARKED_CATEGORY}`, 'g');
  return (text) => text.match(pattern) ?? [];
}

function marksOf(requests: readonly Reading[], { runId }: Scope) {
  const marksIn = marker(runId);
  // The name may be spelled with escapes in the body.
  const marks = groupByEach(requests, ({ request, asked }) => [
    ...new Set(marksIn(`${request.body ?? ''} ${asked.sent?.name ?? ''}`)),
  ]);
  const isRefused = ({ status }: Reading) => status === 400 || status === 401;
  /** Creations that were refused, by the marks that no other creation has: these must not show up anywhere. */
  const refused = new Map<string, Reading>();
  for (const [mark, [first, ...others]] of marks)
    if (first && [first, ...others].every(isRefused)) refused.set(mark, first);
  return { marksIn, marks, refused };
}

/** What of a pet can carry a mark. */
export function markedText({ name, categoryId }: JsonObject): string {
  return `${typeof name === 'string' ? name : ''} ${isInteger(categoryId) ? categoryId : ''}`;
}

const ANY_MARK = new RegExp(`conformance-[a-z0-9]+|${MARKED_CATEGORY}`);

/** Put there by another run, which reported what is wrong with it. */
export function isOfAnotherRun(pet: JsonObject, { scope, creations, marksIn, marks }: World): boolean {
  const { runId, earlier = new Map() } = scope;
  const id = identityOf(pet.id);
  const text = markedText(pet);
  if (creations.has(id) || marksIn(text).some((mark) => marks.has(mark))) return false;
  const [mark] = ANY_MARK.exec(text) ?? [];
  if (mark !== undefined) return mark !== `conformance-${runId}`;
  return earlier.has(id) && [undefined, pet.name].includes(earlier.get(id));
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

/** From a refused control back to the last time that the key was accepted, and until it is accepted again. */
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
  return ({ asked, status, sentAt }) =>
    status === 401 &&
    (asked.credential === 'right' || asked.credential === 'scheme-case') &&
    spans.some(({ from, to }) => sentAt > from && sentAt < to);
}

/** The exchanges that show a pet. */
export function viewsOf(id: string, { shown, fetches }: World): readonly Reading[] {
  return [...(shown.get(id) ?? []), ...(fetches.get(id) ?? []).filter(({ isSuccess }) => isSuccess)];
}

/** Seen so long before and after that it must have existed in between, whoever owns it. */
export function existedAt(id: string, { sentAt, answeredAt }: Reading, world: World): boolean {
  const { windowMs } = world.scope;
  // A fetch may also return another pet.
  const views = viewsOf(id, world).filter(({ ids }) => ids.includes(id));
  return (
    views.some((view) => view.answeredAt + windowMs < sentAt) &&
    views.some((view) => view.sentAt > answeredAt + windowMs)
  );
}

/** The pets that a list must show if it has room for them: absence counts once reads cannot lag any more. */
export function petsDue(reading: Reading, world: World): readonly string[] {
  const filter = reading.asked.page?.filter;
  const { windowMs, isForeign } = world.scope;
  const due: string[] = [];
  const away: string[] = [];
  for (const [id, { pet, acknowledgedAt }] of world.pets) {
    if (acknowledgedAt + windowMs >= reading.sentAt || (filter && pet.status !== filter)) continue;
    if (!isForeign || existedAt(id, reading, world)) due.push(id);
  }
  for (const [id, views] of world.shown) {
    if (world.creations.has(id) || !/^-?\d+$/.test(id) || !existedAt(id, reading, world)) continue;
    // Its owner may change, remove and restore a pet: one that looks different or comes back may have been away.
    const [pet, ...others] = views.map(({ pets, ids }) => pets?.[ids.indexOf(id)]);
    const isSteady = others.every((other) => other?.name === pet?.name && other?.status === pet?.status);
    const isBack = views.some(({ asked, sentAt }) => sentAt > reading.answeredAt && asked.page?.filter === filter);
    if (isSteady && (!filter || pet?.status === filter)) (isBack && !reading.ids.includes(id) ? away : due).push(id);
  }
  // One may be away, but not more than half of them.
  return due.length + away.length >= 2 * (reading.asked.page?.limit ?? 0) ? [...due, ...away] : due;
}
