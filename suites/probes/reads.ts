import fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../../harness/json/exact-json.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import { CLIENT_HEADERS, headersAt } from '../inputs/headers.ts';
import { PET_IDS, UNKNOWN_IDS } from '../inputs/pet-ids.ts';
import { BESIDES, ODD_LIMITS, ORDERS, OTHER_STATUSES, type QueryValue } from '../inputs/queries.ts';
import { type InputRow, inTable, sentBy, type Table, valueIn } from '../inputs/value.ts';
import { LONGEST_NAME, type Pet, STATUSES } from '../reading/document.ts';
import { read } from '../reading/reading.ts';
import { UNGUESSABLE } from '../world/existence.ts';
import type { Drive } from './drive.ts';
import { fetchable, lacksOwn, lastCreationAt, otherPets, ownPets, shownPets } from './known.ts';
import type { Options } from './options.ts';
import { sendProperty } from './property.ts';
import { type Queue, queueOf } from './queue.ts';
import { sendNext, sendRow, sendRows } from './rows.ts';

const URGENT: Options = { probe: 'lists', isUrgent: true };

/** The largest pages, of all pets and of each status. */
export function listLargestPages(drive: Drive, options: Options): Promise<readonly (Exchange | undefined)[]> {
  const filters = ['', ...STATUSES.map((status) => `&status=${status}`)];
  return Promise.all(filters.map((filter) => drive.list(`limit=${drive.page}${filter}`, options)));
}

/** Looks, and looks again once reads have caught up if a page lacks a pet: only then is it worth a wait. */
export async function lookTwice(drive: Drive, look: () => Promise<readonly (Exchange | undefined)[]>): Promise<void> {
  const pages = await look();
  const world = drive.look();
  if (!pages.some((page) => page && lacksOwn(read(page, drive.scope), world))) return;
  await drive.settle(lastCreationAt(world));
  await look();
}

/** Reads while pages are short. */
export async function readShortPages(drive: Drive): Promise<void> {
  // The newest pet of all is of the quiet status: a list that ends before its last row lacks it.
  await drive.create(drive.newPets.plainBody(drive.statuses.quiet), URGENT);
  await lookTwice(drive, () => listLargestPages(drive, URGENT));
}

/** Ids that exist soon after the first one: a service may remember that they did not. */
export async function fetchNext(drive: Drive, options: Options): Promise<void> {
  const [first] = ownPets(drive.world);
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
  const { world } = drive;
  const own = ownPets(world).filter(({ id }) => BigInt(id) !== fetchable(world).id);
  const chosen = new Set([...KINDS.flatMap((isOfKind) => own.find(isOfKind) ?? []), ...spread(own, 2)]);
  const pets = [...chosen, ...otherPets(world).slice(0, 3)];
  const more = { ...URGENT, probe: 'fetches' };
  await Promise.all(pets.map(({ id }, at) => sendAs(drive, at, (options) => drive.get(id, { ...options, ...more }))));
}

/** A plain request but for its headers, which take their turn. */
export function sendAs(drive: Drive, at: number, send: (options: Options) => Promise<Exchange | undefined>) {
  const queue = queueOf({
    probe: 'clients',
    tables: { headers: CLIENT_HEADERS },
    rows: [],
    send: (_values, options) => send(options),
  });
  return sendRow(drive, queue, { headers: headersAt(at) });
}

/** So many of them, evenly spread, the first and the last included. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
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

/** Limits that the document does not define. More than a page of pets must be visible for a dropped one to show. */
export function oddLimits(drive: Drive): Queue {
  return queryValues('limit', ODD_LIMITS, `status=${drive.statuses.crowded}`, drive);
}

/** How many values, the most common ones, also go with the other parameter. */
const WITH_OTHER = 3;

/** Each value of a parameter alone, and the first ones, which are the most common, with the other parameter too. */
function queryValues(name: string, table: Table<QueryValue>, other: string, drive: Drive): Queue {
  const { thorough } = drive.settings;
  const { values } = sentBy(table, thorough);
  const tables = { [table.id]: table, company: BESIDES, order: ORDERS, headers: CLIENT_HEADERS };
  const alone = values.map(({ id }, at): InputRow => ({ [table.id]: id, headers: headersAt(at) }));
  const both = (thorough ? values : values.slice(0, WITH_OTHER)).flatMap(({ id }) =>
    ORDERS.values.map((order): InputRow => ({ [table.id]: id, company: 'both', order: order.id })),
  );
  return queueOf({
    probe: 'queries',
    tables,
    rows: [...both, ...alone],
    send: ({ company, order, [table.id]: value }, options) => {
      const parts = [`${name}=${(value as QueryValue).query}`, ...(company.isAlone ? [] : [other])];
      return drive.list((order.isReversed ? parts.toReversed() : parts).join('&'), options);
    },
  });
}

/** Ids that no pet has. */
export function unknownIds(drive: Drive): Queue | undefined {
  return otherIds(drive, (id) => UNKNOWN_IDS.has(id));
}

/** Segments that are not ids. */
export function invalidIds(drive: Drive): Queue | undefined {
  return otherIds(drive, (id) => !UNKNOWN_IDS.has(id));
}

function otherIds(drive: Drive, isWanted: (id: string) => boolean): Queue | undefined {
  const known = knownIds(drive);
  if (!drive.getsPets || known.size === 0) return undefined;
  // Of the first pet whose neighbour is not a pet as well.
  const values = sentBy(PET_IDS, drive.settings.thorough).values.flatMap((value) => {
    const made = [...known].map((id) => value.segment(BigInt(id)));
    const segment = made.find((text) => text !== undefined && !known.has(text));
    return segment === undefined ? [] : { ...value, segment: () => segment };
  });
  const tables = { 'pet-id': { ...PET_IDS, values }, headers: CLIENT_HEADERS };
  const rows = values.map(({ id }, at): InputRow => ({ 'pet-id': id, headers: headersAt(at) }));
  return queueOf({
    probe: 'ids',
    tables,
    rows: rows.filter((row) => isWanted(row['pet-id'] ?? '')),
    send: ({ 'pet-id': { segment } }, options) => drive.get(segment(), options),
  });
}

/** Of all pets that the run knows, first of one that getPet returns. */
function knownIds({ world }: Drive): ReadonlySet<string> {
  const { id } = fetchable(world);
  const ids = [...ownPets(world), ...shownPets(world)].map((pet) => pet.id);
  return new Set([...(id === undefined ? [] : [id]), ...ids].map(String));
}

/** What is left of them, and random ones. */
export async function sendIds(queue: Queue, drive: Drive): Promise<void> {
  const known = knownIds(drive);
  const [id = ''] = known;
  // A service may keep what it fetched last, and that it did not find something.
  await drive.get(id, { probe: 'ids' });
  await Promise.all([
    sendRows(drive, queue, queue.rows.slice(0, 1)),
    sendNext(drive, queue),
    ...RANDOM_IDS.map(({ min, max, least }) =>
      sendProperty(drive, {
        probe: 'random ids',
        arbitrary: fc.bigInt({ min, max }).filter((other) => !known.has(String(other))),
        runs: Math.max(least, Math.ceil(drive.settings.runs / 15)),
        input: () => [inTable(PET_IDS, { id: 'random' })],
        show: (other) => `id ${other}`,
        send: (other, options) => drive.get(other, options),
      }),
    ),
  ]);
}

/** Of any size, and of 32 bits: who makes up pets for such ids has none for the others. One pet may be somebody's. */
const RANDOM_IDS = [
  { min: INT64_MIN, max: INT64_MAX, least: 1 },
  { min: UNGUESSABLE, max: 2n ** 31n - 1n, least: 3 },
];

/** Every one is a request to somebody's server. */
const EARLIER = 12;

/** Whether what earlier runs created still exists: those that no page shows are fetched. */
export async function fetchEarlierPets(drive: Drive): Promise<void> {
  const ids = drive.earlier.map(({ id }) => id).filter((id) => drive.world.timeline(id).pages.length === 0);
  await drive.fetch(ids.slice(0, EARLIER), { probe: 'earlier pets' });
}
