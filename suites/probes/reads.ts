import fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../../harness/json/exact-json.ts';
import type { Exchange } from '../../harness/record/exchange.ts';
import { LIMIT, LONGEST_NAME, type Pet, STATUSES } from '../specification/document.ts';
import { type Reading, read } from '../specification/reading.ts';
import type { Options } from './client.ts';
import type { Combinations, Drive } from './drive.ts';
import { HEADERS, headersAt } from './headers.ts';
import { type IdValue, PET_IDS } from './pet-ids.ts';
import type { Population } from './population.ts';
import { sendProperty } from './property.ts';
import {
  COMPANIES,
  type Company,
  EXACT_LIMITS,
  type ExactLimit,
  limitsOfRun,
  ODD_LIMITS,
  ORDERS,
  type OrderValue,
  OTHER_STATUSES,
  type QueryValue,
} from './queries.ts';
import { type Queue, queueOf, sendQueue, sendRows } from './table.ts';
import { inTable, isPlain, rowOf, sentBy, type Table, type Value, valueIn } from './value.ts';

const URGENT: Options = { probe: 'lists', isUrgent: true };

/** The largest pages, of all pets and of each status. */
export function listLargestPages(drive: Drive, options: Options): Promise<readonly (Exchange | undefined)[]> {
  const filters = ['', ...STATUSES.map((status) => `&status=${status}`)];
  return Promise.all(filters.map((filter) => drive.client.list(`limit=${drive.page}${filter}`, options)));
}

/** Reads while pages are short. Where reads lag, they are repeated once reads have caught up. */
export async function readShortPages(drive: Drive): Promise<void> {
  const { population } = drive;
  // The newest pet of all is of the quiet status: a list that ends before its last row lacks it.
  await drive.create(population.plainBody(population.quiet), URGENT);
  const pages = await listLargestPages(drive, URGENT);
  for (const page of pages) population.noteFound(page);
  if (!pages.some((page) => page && lacksOwn(read(page, drive.scope), population))) return;
  await drive.settle(population.lastCreationAt);
  for (const page of await listLargestPages(drive, URGENT)) population.noteFound(page);
}

/** Requests for the same page, one after the other: as many replicas or workers as most services have. */
const TURNS = [2, 3, 4, 5];

/** Pages after the last creations. Only if one lacks a pet is it worth a wait to see whether it stays so. */
export async function lookForLate(drive: Drive): Promise<void> {
  const { client, page, population } = drive;
  const options: Options = { probe: 'lists' };
  // Each worker may keep pages of its own, so several of them are asked for the page of the last pet.
  const ofLast = `limit=${page}&status=${population.third}`;
  const look = () =>
    Promise.all([
      listLargestPages(drive, options),
      ...TURNS.map(() => client.list(ofLast, options).then((one) => [one])),
    ]);
  const pages = (await look()).flat();
  if (!pages.some((one) => one && lacksOwn(read(one, drive.scope), population))) return;
  await drive.settle(population.lastCreationAt);
  await look();
}

/** Whether a page with room lacks a pet of this run. */
function lacksOwn({ asked, isSuccess, ids }: Reading, { pets }: Population): boolean {
  if (!isSuccess || !asked.page || ids.length >= asked.page.limit) return false;
  const { filter } = asked.page;
  return pets.some((pet) => (!filter || pet.status === filter) && !ids.includes(String(pet.id)));
}

/** Ids that exist soon after the first one: a service may remember that they did not. */
export async function fetchNext(drive: Drive, options: Options): Promise<void> {
  const [first] = drive.population.pets;
  if (!first) return;
  await Promise.all(
    ['next', 'second-next'].map((id) => {
      const value = valueIn(PET_IDS, id);
      const input = [inTable(PET_IDS, value)];
      return drive.fetch([value.segment(BigInt(first.id)) ?? ''], { ...options, input });
    }),
  );
}

const PLAIN = /^[\x20-\x7e]*$/;

/** Kinds of pets that getPet may alter. The long names have most kinds of characters in them. */
const KINDS: readonly ((pet: Pet) => boolean)[] = [
  ...[undefined, ...STATUSES].map((wanted) => (pet: Pet) => pet.status === wanted && !PLAIN.test(pet.name)),
  ...[undefined, ...STATUSES].map((wanted) => (pet: Pet) => pet.status === wanted),
  ({ name }) => name !== name.trim(),
  ({ name }) => name.length > 2 * LONGEST_NAME,
  ({ name }) => name.length > 2 * LONGEST_NAME && /\p{M}/u.test(name),
  ({ name }) => /[\t\n]/.test(name),
  ({ name }) => name === 'null',
  ({ categoryId }) => BigInt(categoryId) === 2n ** 53n + 1n,
  ({ categoryId }) => BigInt(categoryId) === INT64_MAX,
  ({ categoryId }) => BigInt(categoryId) === 0n,
];

/** Pets of every kind before the crowd comes, and a few that others created. */
export async function fetchPets(drive: Drive): Promise<void> {
  if (!drive.getsPets) return;
  const { client, population } = drive;
  const others = population.pets.filter(({ id }) => BigInt(id) !== drive.fetchable);
  const own = [...new Set([...KINDS.flatMap((isOfKind) => others.find(isOfKind) ?? []), ...spread(others, 2)])];
  const foreign = population.others.slice(0, 3);
  const exchanges = await Promise.all(
    [...own, ...foreign].map(({ id }, index) =>
      client.get(id, { probe: 'fetches', isUrgent: true, ...accepting(index) }),
    ),
  );
  for (const [index, pet] of own.entries()) (exchanges[index]?.status === 200 ? drive.fetched : drive.missed).push(pet);
  const found = exchanges.find((exchange) => exchange?.status === 200);
  if (found) drive.fetchable ??= BigInt(read(found, drive.scope).asked.petId ?? 0);
}

function accepting(index: number): Pick<Options, 'accept' | 'isLowerCase' | 'input'> {
  const headers = headersAt(index);
  const { accept, isLowerCase } = headers;
  return { accept, isLowerCase, input: isPlain(headers, HEADERS) ? [] : [inTable(HEADERS, headers)] };
}

/** So many of them, evenly spread, the first and the last included. */
function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from(
    { length: count },
    (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))] as T,
  );
}

/** Filters that the document does not define. */
export function otherStatuses(drive: Drive): Queue {
  return queryValues('status', OTHER_STATUSES, 'limit=7', drive);
}

/** How many values, the most common ones, also go with the other parameter. */
const WITH_OTHER = 3;

/** Each value of a parameter alone, and the first ones, which are the most common, with the other parameter too. */
function queryValues(name: string, table: Table<QueryValue>, other: string, drive: Drive): Queue {
  const values = sentBy(table, drive.settings.thorough);
  const combinations: Combinations<QueryValue & OrderValue & Company> = {
    probe: 'queries',
    tables: [values, COMPANIES, ORDERS, HEADERS],
    send: ({ query, isAlone, isReversed }, options) => {
      const parts = [`${name}=${query}`, ...(isAlone ? [] : [other])];
      return drive.client.list((isReversed ? parts.toReversed() : parts).join('&'), options);
    },
  };
  const { tables } = combinations;
  const alone = values.values.map(({ id }, at) => rowOf(tables, { [table.id]: id, headers: headersAt(at).id }));
  const both = (ids: readonly Value[]) =>
    ids.flatMap(({ id }) =>
      ORDERS.values.map((order) => rowOf(tables, { [table.id]: id, company: 'both', order: order.id })),
    );
  return queueOf(combinations, [
    ...both(drive.settings.thorough ? values.values : values.values.slice(0, WITH_OTHER)),
    ...alone,
  ]);
}

/** Ids that no pet has, and segments that are not ids. */
export function otherIds(drive: Drive): Queue | undefined {
  const known = knownIds(drive);
  if (!drive.getsPets || known.size === 0) return undefined;
  // Of the first pet whose neighbour is not a pet as well.
  const values = sentBy(PET_IDS, drive.settings.thorough).values.flatMap((value) => {
    const made = [...known].map((id) => value.segment(BigInt(id)));
    const segment = made.find((text) => text !== undefined && !known.has(text));
    return segment === undefined ? [] : { ...value, segment: () => segment };
  });
  const combinations: Combinations<IdValue> = {
    probe: 'ids',
    tables: [{ ...PET_IDS, values }, HEADERS],
    send: ({ segment }, options) => drive.client.get(segment(0n) ?? '', options),
  };
  const rows = values.map(({ id }, at) => rowOf(combinations.tables, { 'pet-id': id, headers: headersAt(at).id }));
  return queueOf(combinations, rows);
}

/** Of all pets that the run knows, first of one that getPet returns. */
function knownIds({ population, fetchable }: Drive): ReadonlySet<string> {
  const ids = [...population.pets, ...population.found].map(({ id }) => id);
  return new Set([...(fetchable === undefined ? [] : [fetchable]), ...ids].map(String));
}

/** What is left of them, and random ones. */
export async function sendIds(queue: Queue, drive: Drive): Promise<void> {
  const { client } = drive;
  const known = knownIds(drive);
  const [id = ''] = known;
  // A service may keep what it fetched last, and that it did not find something.
  await client.get(id, { probe: 'ids' });
  await Promise.all([
    sendRows(drive, queue.combinations, queue.rows.slice(0, 1)),
    sendQueue(drive, queue),
    sendProperty(drive, {
      probe: 'random ids',
      arbitrary: fc.bigInt({ min: INT64_MIN, max: INT64_MAX }).filter((other) => !known.has(String(other))),
      runs: Math.ceil(drive.settings.runs / 15),
      input: () => [inTable(PET_IDS, { id: 'random' })],
      show: (other) => `id ${other}`,
      send: (other, options) => client.get(other, options),
    }),
  ]);
}

/** How many pets of this run are fetched at the end, and how many of those that were missed, or created last. */
const LOOKED_AT = 8;
const LATE = 4;
/** Ids around refused creations that are fetched where every page is full. */
const NEIGHBOURS = 40;

/** Everything once more, when reads can no longer lag: only now does absence count. */
export async function lookAgain(drive: Drive): Promise<void> {
  const { client, population, settings } = drive;
  const options: Options = { probe: 'last look' };
  const { crowded, third, quiet } = population;
  const all = Math.min(Math.max(population.count(quiet), 2), drive.page - 1);
  const queries = [
    // Filters in front of and behind their limits, and one alone after the others.
    `status=${crowded}&limit=30`,
    `status=${quiet}&limit=${all}`,
    ...[all - 1, all + 1].map((limit) => `limit=${limit}&status=${quiet}`),
    `status=${third}&limit=1`,
    `status=${crowded}`,
  ];
  await Promise.all([
    listLargestPages(drive, options),
    ...queries.map((query, index) => client.list(query, { ...options, ...accepting(index) })),
    // A gateway may send every second connection to another replica.
    ...HEADERS.values.slice(1).map(({ id, accept, isLowerCase }) => {
      const more = { accept, isLowerCase, connection: 'new', input: [inTable(HEADERS, { id })] } as const;
      return client.list('', { ...options, ...more });
    }),
    sendLimits(drive),
    // More than a page of pets must be visible for a dropped limit to show.
    drive.serves('list.') ? sendQueue(drive, queryValues('limit', ODD_LIMITS, `status=${crowded}`, drive)) : undefined,
    // Of two replicas in turn, several requests at once see both; only a page that is not full shows what is missing.
    ...STATUSES.filter((status) => population.count(status) < drive.page).flatMap((status) =>
      TURNS.map((turn) => client.list(`limit=${drive.page}&status=${status}`, { ...options, ...accepting(turn) })),
    ),
    client.list(`limit=${drive.page}`, { ...options, ...accepting(2) }),
    // Clients that join address and parameters leave a question mark where there are none.
    ...['/pets', '/pets?'].map((path) => client.send('GET', path, undefined, options)),
  ]);
  await fetchAgain(drive, options);
  if (!settings.readOnly && STATUSES.every((status) => population.count(status) >= LIMIT.maximum))
    await fetchNeighbours(drive);
}

/** Lists with the limits of this run. */
function sendLimits(drive: Drive): Promise<unknown> {
  const { seed, now, thorough } = drive.settings;
  const limits = limitsOfRun(seed, now, thorough).filter(({ limit }) => limit <= drive.page);
  const combinations: Combinations<ExactLimit> = {
    probe: 'last look',
    tables: [{ ...EXACT_LIMITS, values: limits }, HEADERS],
    send: ({ limit }, options) => drive.client.list(`limit=${limit}`, options),
  };
  const rows = limits.map(({ id }, at) => {
    return rowOf(combinations.tables, { [EXACT_LIMITS.id]: id, headers: headersAt(at).id });
  });
  return sendRows(drive, combinations, rows);
}

/** After the lists, since a fetch may change what a faulty service lists. */
async function fetchAgain(drive: Drive, options: Options): Promise<void> {
  if (!drive.getsPets) return;
  const { population } = drive;
  const own = [
    ...spread(drive.fetched.length > 0 ? drive.fetched : population.pets, LOOKED_AT),
    ...[...drive.missed.slice(0, LATE), ...drive.late.slice(-LATE)],
  ];
  const foreign = population.others.slice(0, 3).map(({ id }) => id);
  // Refused creations may have taken the id after the last one.
  const known = [...population.pets, ...population.found].map(({ id }) => BigInt(id));
  const [last = 0n] = known.sort((a, b) => (a > b ? -1 : 1));
  const [answers] = await Promise.all([
    drive.fetch(foreign, options),
    drive.fetch([...own.map(({ id }) => id), last + 1n], options),
    fetchNext(drive, options),
  ]);
  // Where fetches lagged until now, the filter has not been asked for a pet that was fetched.
  if (!drive.fetched.some(({ status }) => status)) await listLargestPages(drive, options);
  if (!answers.some((answer) => answer?.status === 404)) return;
  // Its owner may have removed it: only lists that still show it long after say otherwise.
  await drive.settle(drive.session.elapsed());
  await listLargestPages(drive, options);
}

/** Where no page has room, the ids between pets of this run show what a refused creation added. */
async function fetchNeighbours(drive: Drive): Promise<void> {
  const ids = drive.population.pets.map(({ id }) => BigInt(id)).sort((a, b) => (a < b ? -1 : 1));
  const [low = 0n, high = 0n] = [ids[0], ids.at(-1)];
  if (ids.length < 2 || high - low > 500n) return;
  const others: bigint[] = [];
  for (let id = low - 1n; id <= high + 1n && others.length < NEIGHBOURS; id += 1n)
    if (!ids.includes(id)) others.push(id);
  const controls = [low, high];
  await drive.fetch([...others, ...controls], { probe: 'last look' });
}

/** Every one is a request to somebody's server. */
const EARLIER = 12;

/** Whether what earlier runs created still exists: those that no page shows are fetched. */
export async function fetchEarlierPets(drive: Drive): Promise<void> {
  const listed = new Set(drive.population.found.map(({ id }) => String(id)));
  const ids = drive.earlier.map(({ id }) => id);
  await drive.fetch(ids.filter((id) => !listed.has(id)).slice(0, EARLIER), { probe: 'earlier pets' });
}

/** An owner may remove and restore pets at any time, but not each time that a certain list is read. */
const ROUNDS = 3;
const BETWEEN_ROUNDS_MS = 300;
const CONFIRMED = 3;

/** Pets of others that getPet did not find although lists show them: only if it never does is it a failure. */
export async function confirmMissing(drive: Drive): Promise<void> {
  const { session, scope, population } = drive;
  const missing = session.record.filter(
    (exchange) => exchange.status === 404 && read(exchange, scope).asked.credential === 'right',
  );
  const ids = new Set(missing.flatMap((exchange) => read(exchange, scope).asked.petId ?? []));
  const due = population.others.map(({ id }) => id).filter((id) => ids.has(String(id)));
  if (due.length === 0) return;
  const options: Options = { probe: 'lists' };
  for (let round = 0; round < ROUNDS; round += 1) {
    await listLargestPages(drive, options);
    await drive.fetch(due.slice(0, CONFIRMED), options);
    await session.clock.sleep(BETWEEN_ROUNDS_MS, session.signal);
  }
  await drive.settle(session.elapsed());
  await listLargestPages(drive, options);
}

/** What a read-only run has instead of pets of its own: the same pages again, a window later. */
export async function readExistingPets(drive: Drive): Promise<void> {
  const { client, population, session } = drive;
  const options: Options = { probe: 'lists' };
  const { found } = population;
  const firstOfStatus = found.filter((pet) => pet === found.find(({ status }) => status === pet.status));
  const ids = new Set([...firstOfStatus, ...found.slice(0, 6)].map(({ id }) => id));
  const queries = ['', ...STATUSES.flatMap((status) => [`status=${status}`, `limit=3&status=${status}`])];
  for (let round = 0; round < ROUNDS; round += 1) {
    await listLargestPages(drive, options);
    await Promise.all([...queries.map((query) => client.list(query, options)), drive.fetch([...ids], options)]);
    await session.clock.sleep(BETWEEN_ROUNDS_MS, session.signal);
  }
}
