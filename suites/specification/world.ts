import { identityOf, isInteger, isObject, type JsonObject } from '../../harness/json/exact-json.ts';
import { type Operation, type Pet, REMOVAL_DATE, STATUSES, SUCCESS } from './document.ts';
import { conditionOf, isError, isOfGateway, isThrottled, petOf, type Reading, same } from './reading.ts';
import type { Target } from './request.ts';

/** What the specification knows about a run besides its record. */
export interface Scope extends Target {
  /** Part of every name that the run creates. */
  readonly runId: string;
  /** How long a read may lag behind a write. */
  readonly windowMs: number;
  /** The day on which the answers are checked, YYYY-MM-DD. */
  readonly now: string;
  /** Pets of earlier runs whose names do not show it, by id, with the name that they were given. */
  readonly earlier?: ReadonlyMap<string, string | undefined>;
  /** The record is traffic of other clients, who may have changed what they created. */
  readonly isForeign?: boolean;
}

/** A pet of this run that the service acknowledged as it was sent. */
export interface OwnPet {
  readonly pet: Pet;
  readonly sentAt: number;
  readonly acknowledgedAt: number;
}

/** Why an exchange says nothing about the service. */
export type Excuse = 'undocumented' | 'rate-limited' | 'gateway' | 'locked-out' | 'http-layer';

/** What the record of a run shows. */
export interface World {
  readonly scope: Scope;
  readonly readings: readonly Reading[];
  /** Operations that succeeded with the right key: the live controls. */
  readonly served: ReadonlySet<Operation>;
  readonly pets: ReadonlyMap<string, OwnPet>;
  /** Every creation that was answered with success, by the id in the answer. */
  readonly creations: ReadonlyMap<string, readonly Reading[]>;
  /** Ids that a client asked for: what becomes of their owners is reported by create.client-id. */
  readonly claimed: ReadonlySet<string>;
  /** Lists that were answered with success. */
  readonly pages: readonly Reading[];
  /** The pages that show a pet, by its id. */
  readonly shown: ReadonlyMap<string, readonly Reading[]>;
  /** Fetches that were answered with success, by the id that was asked for. */
  readonly fetched: ReadonlyMap<string, readonly Reading[]>;
  /** Every fetch with the right key, by the id that was asked for. */
  readonly asked: ReadonlyMap<string, readonly Reading[]>;
  /** Creations that were refused, by the marks that no accepted creation has. */
  readonly refused: ReadonlyMap<string, Reading>;
  /** Every mark that a creation of this run carried. */
  readonly marks: ReadonlySet<string>;
  /** The service refuses every category but these. */
  readonly onlyCategories: ReadonlySet<string> | undefined;
  /** How many pets are known, of one status or of all. */
  readonly count: (status?: string) => number;
  /** The number of pets on the longest page of a status. */
  readonly longestPage: (status: string) => number;
  /** A filter that compares loosely has something to show. */
  readonly hasStatuses: boolean;
  /** The first Error of every condition. */
  readonly firstErrors: ReadonlyMap<string, Reading>;
  readonly sameRequest: (reading: Reading) => readonly Reading[];
  readonly excuseOf: (reading: Reading) => Excuse | undefined;
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export function worldOf(readings: readonly Reading[], scope: Scope): World {
  const of = (operation: Operation) => readings.filter(({ asked }) => asked.operation === operation);
  const requests = of('createPet');
  const created = requests.filter(({ status }) => status >= 200 && status < 300);
  const creations = groupBy(created, ({ json }) => identityOf(isObject(json) ? json.id : undefined));
  const pages = of('listPets').filter(({ isSuccess, pets }) => isSuccess && pets !== undefined);
  const shown = new Map<string, Reading[]>();
  for (const page of pages) {
    for (const id of page.ids) {
      const views = shown.get(id);
      if (views) views.push(page);
      else shown.set(id, [page]);
    }
  }
  const pets = ownPets(creations);
  const count = counter(pets, shown, pages);
  const byKey = groupBy(readings, ({ key }) => key);
  const sameRequest = ({ key }: Reading) => byKey.get(key) ?? [];
  return {
    scope,
    readings,
    served: new Set(readings.flatMap(({ isSuccess, asked }) => (isSuccess && asked.operation) || [])),
    pets,
    creations,
    claimed: new Set(requests.flatMap(({ asked }) => claimOf(asked.creation?.clientId))),
    pages,
    shown,
    fetched: groupBy(
      of('getPet').filter(({ isSuccess }) => isSuccess),
      ({ asked }) => asked.petId ?? '',
    ),
    asked: groupBy(
      of('getPet').filter(({ asked }) => asked.credential === 'right'),
      ({ asked }) => asked.petId ?? '',
    ),
    ...marksIn(scope.isForeign ? [] : requests, scope),
    onlyCategories: onlyCategories(requests),
    count,
    longestPage: (status) =>
      Math.max(0, ...pages.filter(({ asked }) => asked.page?.filter === status).map((page) => page.pets?.length ?? 0)),
    hasStatuses: STATUSES.some((status) => count(status) > 0),
    firstErrors: firstErrors(readings),
    sameRequest,
    excuseOf: excuses(readings, scope, sameRequest),
  };
}

function counter(own: World['pets'], shown: ReadonlyMap<string, unknown>, pages: readonly Reading[]): World['count'] {
  const byStatus = new Map<string, Set<string>>();
  const add = (status: unknown, id: string) => {
    if (typeof status !== 'string') return;
    const ids = byStatus.get(status);
    if (ids) ids.add(id);
    else byStatus.set(status, new Set([id]));
  };
  for (const { pets = [], ids } of pages) for (const [at, pet] of pets.entries()) add(pet.status, ids[at] ?? '');
  for (const [id, { pet }] of own) add(pet.status, id);
  const all = new Set([...shown.keys(), ...own.keys()]).size;
  return (status) => (status === undefined ? all : (byStatus.get(status)?.size ?? 0));
}

function firstErrors(readings: readonly Reading[]): ReadonlyMap<string, Reading> {
  const first = new Map<string, Reading>();
  for (const reading of readings) {
    const condition = reading.status >= 400 && isError(reading.json) ? conditionOf(reading) : undefined;
    if (condition !== undefined && !first.has(condition)) first.set(condition, reading);
  }
  return first;
}

function claimOf(clientId: unknown): readonly string[] {
  return clientId === undefined ? [] : [identityOf(clientId)];
}

function ownPets(creations: ReadonlyMap<string, readonly Reading[]>): ReadonlyMap<string, OwnPet> {
  const pets = new Map<string, OwnPet>();
  for (const [id, all] of creations) {
    const [made, ...others] = all.filter(({ asked }) => asked.creation?.clientId === undefined);
    const pet = made && others.length === 0 && isKept(made) ? petOf(made.json) : undefined;
    if (made && pet) pets.set(id, { pet, sentAt: made.sentAt, acknowledgedAt: made.answeredAt });
  }
  return pets;
}

/** The answer repeats what was sent, so the pet can be relied on. */
function isKept({ asked, json, isSuccess }: Reading): boolean {
  const { sent } = asked.creation ?? {};
  if (!isSuccess || !sent || !isObject(json)) return false;
  return Object.entries(sent).every(([field, value]) =>
    field === 'name' ? isSameName(value, json.name) : same(json[field], value),
  );
}

/** White space at the ends of a name is a matter of create.whitespace alone. */
export function isSameName(sent: unknown, given: unknown): boolean {
  if (typeof sent !== 'string' || typeof given !== 'string') return false;
  return sent.trim() === given.trim();
}

/** Categories that mark what a run sends where the name cannot: no shop uses them by chance. */
export const MARKED_CATEGORIES = { from: 1_770_400_000n, count: 2n ** 20n } as const;

export function isMarkedCategory(value: unknown): boolean {
  if (!isInteger(value)) return false;
  const category = BigInt(value);
  return category >= MARKED_CATEGORIES.from && category < MARKED_CATEGORIES.from + MARKED_CATEGORIES.count;
}

/** The marks of this run in a pet: its name up to the number, and a category of this run. */
export function marksOf({ name, categoryId }: JsonObject, { runId }: Pick<Scope, 'runId'>): readonly string[] {
  const mark = `conformance-${runId}-`;
  const at = typeof name === 'string' ? name.indexOf(mark) : -1;
  const number = typeof name === 'string' && at >= 0 ? name.slice(at, at + mark.length + DIGITS) : '';
  const named = /\d{4}$/.test(number) ? [number] : [];
  return isMarkedCategory(categoryId) ? [...named, `category ${categoryId}`] : named;
}

/** Digits of the number that a marked name ends with. */
const DIGITS = 4;

/** A mark that only refused creations carry must not show up anywhere. */
function marksIn(requests: readonly Reading[], scope: Scope): Pick<World, 'refused' | 'marks'> {
  const refused = new Map<string, Reading>();
  const used = new Set<string>();
  const pattern = new RegExp(`conformance-${scope.runId}-\\d{${DIGITS}}|\\b177[01]\\d{6}\\b`, 'g');
  for (const request of requests) {
    const isRefused = request.status === 400 || request.status === 401;
    for (const found of request.request.body?.match(pattern) ?? []) {
      const mark = found.startsWith('conformance') ? found : `category ${found}`;
      if (!isRefused) used.add(mark);
      else if (!refused.has(mark)) refused.set(mark, request);
    }
  }
  const marks = new Set([...used, ...refused.keys()]);
  for (const mark of used) refused.delete(mark);
  return { refused, marks };
}

/** Put there by another run, which reported what is wrong with it. */
export function isOfAnotherRun(pet: JsonObject, { scope, creations, marks }: World): boolean {
  const { name } = pet;
  const id = identityOf(pet.id);
  if (creations.has(id) || marksOf(pet, scope).some((mark) => marks.has(mark))) return false;
  if (typeof name === 'string' && /conformance-[a-z0-9]+/.test(name))
    return !name.includes(`conformance-${scope.runId}`);
  if (isMarkedCategory(pet.categoryId)) return true;
  const known = scope.earlier?.get(id);
  return scope.earlier?.has(id) === true && (known === undefined || known === name);
}

/** A pet of this run that proves nothing: its own creation was in violation. */
export function isTainted(id: string, { creations, pets }: World): boolean {
  return creations.has(id) && !pets.has(id);
}

/** Undefined unless every other category is refused, time and again. */
function onlyCategories(requests: readonly Reading[]): ReadonlySet<string> | undefined {
  const ordinary = requests.filter(({ asked }) => asked.creation?.sent && asked.creation.sent.categoryId > 0);
  const categoryOf = ({ asked }: Reading) => String(asked.creation?.sent?.categoryId);
  const accepted = new Set(ordinary.filter(({ status }) => status === SUCCESS.createPet).map(categoryOf));
  const others = ordinary.filter((request) => !accepted.has(categoryOf(request)));
  const isRestricted = accepted.size === 1 && new Set(others.map(categoryOf)).size > 1;
  return isRestricted && others.every(({ status }) => status === 400) ? accepted : undefined;
}

/** Plain requests that show whether the service is up and accepts the key. */
export const CONTROL_PATH = '/pets?limit=1';

function excuses(
  readings: readonly Reading[],
  { baseUrl, now }: Scope,
  sameRequest: World['sameRequest'],
): World['excuseOf'] {
  const isLockedOut = lockOuts(readings, `${new URL(baseUrl).pathname.replace(/\/+$/, '')}${CONTROL_PATH}`);
  return (reading) => {
    const { asked, status, json } = reading;
    if (asked.operation === undefined) return 'undocumented';
    if (asked.operation === 'getPet' && now >= REMOVAL_DATE) return 'undocumented';
    if (isThrottled(reading)) return 'rate-limited';
    if (isOfGateway(reading) && !isGatewayForInput(reading, readings, sameRequest)) return 'gateway';
    if (isLockedOut(reading)) return 'locked-out';
    const isOfHttpLayer = asked.isOddHttp && status === 400 && !isError(json);
    return isOfHttpLayer ? 'http-layer' : undefined;
  };
}

/** A gateway's answer and its repeats: only the input can be the cause while others are answered. */
const GATEWAY_ANSWERS = 4;

function isGatewayForInput(reading: Reading, readings: readonly Reading[], sameRequest: World['sameRequest']): boolean {
  const alike = sameRequest(reading);
  if (alike.length < GATEWAY_ANSWERS || !alike.every(isOfGateway)) return false;
  const [first, last] = [alike[0]?.sentAt ?? 0, alike.at(-1)?.sentAt ?? 0];
  return readings.some(
    (other) => other.sentAt > first && other.sentAt < last && other.status > 0 && !isOfGateway(other),
  );
}

/** From a refused control back to the last time that the key was accepted, and until it is accepted again. */
function lockOuts(readings: readonly Reading[], controlPath: string): (reading: Reading) => boolean {
  const withKey = readings.filter(({ asked }) => asked.operation && asked.credential === 'right');
  const accepted = withKey.filter(({ status }) => status >= 200 && status < 300).map(({ sentAt }) => sentAt);
  const refusedControls = withKey.filter(({ status, request }) => status === 401 && request.path === controlPath);
  const spans = refusedControls.map(({ sentAt }) => ({
    from: Math.max(...accepted.filter((time) => time < sentAt), Number.NEGATIVE_INFINITY),
    to: Math.min(...accepted.filter((time) => time > sentAt), Number.POSITIVE_INFINITY),
  }));
  return ({ asked, status, sentAt }) =>
    status === 401 &&
    (asked.credential === 'right' || asked.credential === 'scheme-case') &&
    spans.some(({ from, to }) => sentAt > from && sentAt < to);
}

/** Seen so long before and after that it must have existed in between, whoever owns it. */
export function existedAt(id: string, { sentAt, answeredAt }: Reading, world: World): boolean {
  const { windowMs } = world.scope;
  const views = [...(world.shown.get(id) ?? []), ...(world.fetched.get(id) ?? [])];
  return (
    views.some((view) => view.answeredAt + windowMs < sentAt) &&
    views.some((view) => view.sentAt > answeredAt + windowMs)
  );
}

/** The pets that a list must show if it has room for them: absence counts once reads cannot lag any more. */
export function petsDue(reading: Reading, world: World): readonly JsonObject[] {
  const { page } = reading.asked;
  const { windowMs, isForeign } = world.scope;
  const own: JsonObject[] = [];
  for (const [id, { pet, acknowledgedAt }] of world.pets) {
    if (acknowledgedAt + windowMs >= reading.sentAt) continue;
    if (page?.filter !== undefined && pet.status !== page.filter) continue;
    if (!isForeign || existedAt(id, reading, world)) own.push(pet as unknown as JsonObject);
  }
  const others: JsonObject[] = [];
  for (const [id, views] of world.shown) {
    if (world.creations.has(id) || !/^-?\d+$/.test(id)) continue;
    if (!existedAt(id, reading, world)) continue;
    // Its owner may change the status of a pet, so it counts as what every page shows it as.
    const seen = views.map((view) => view.pets?.find((pet) => identityOf(pet.id) === id)?.status);
    if (page?.filter === undefined || seen.every((status) => status === page.filter)) others.push({ id: BigInt(id) });
  }
  return [...own, ...others];
}
