import { CLIENT_HEADERS, headersAt } from '../inputs/headers.ts';
import { EXACT_LIMITS } from '../inputs/queries.ts';
import { STATUSES } from '../reading/document.ts';
import type { Drive } from './drive.ts';
import { fetchedPets, missedPets, otherPets, ownPets, shownPets } from './known.ts';
import type { Options } from './options.ts';
import { type Queue, queueOf } from './queue.ts';
import { fetchNext, listLargestPages, lookTwice, oddLimits, sendAs, spread } from './reads.ts';
import { sendNext } from './rows.ts';

/** Requests for the same page, one after the other: as many replicas or workers as most services have. */
const TURNS = [2, 3, 4, 5];

/** Clients that list with a connection of their own. */
const APART = [1, 2, 4];

/** How many pets of this run are fetched at the end, and how many of those that were missed, or created last. */
const LOOKED_AT = 8;
const LATE = 4;
/** About how many were fetched before, in turn as one client after the other. */
const EARLIER_FETCHES = 16;

/** Everything once more, when reads can no longer lag: only now does absence count. */
export async function lookAgain(drive: Drive): Promise<void> {
  const { statuses, world } = drive;
  const options: Options = { probe: 'last look' };
  const { crowded, middle, quiet } = statuses;
  const all = Math.min(Math.max(world.count(quiet), 2), drive.page - 1);
  const queries = [
    // Filters in front of and behind their limits.
    `status=${crowded}&limit=30`,
    `status=${quiet}&limit=${all}`,
    ...[all - 1, all + 1].map((limit) => `limit=${limit}&status=${quiet}`),
    `status=${middle}&limit=1`,
  ];
  const listAs = (turn: number, query: string, more: Pick<Options, 'connection'> = {}) =>
    sendAs(drive, turn, (as) => drive.list(query, { ...as, ...options, ...more }));
  await Promise.all([
    listLargestPages(drive, options),
    ...queries.map((query, index) => listAs(index, query)),
    // Alone: what a combination gets is then no matter of the filter.
    ...STATUSES.map((status) => drive.list(`status=${status}`, options)),
    // A gateway may send every second connection to another replica.
    ...APART.map((turn) => listAs(turn, '', { connection: 'new' })),
    sendNext(drive, everyLimit(drive)),
    drive.serves('lists') ? sendNext(drive, oddLimits(drive)) : undefined,
    // Of two replicas in turn, several requests at once see both; only a page that is not full shows what is missing.
    ...STATUSES.filter((status) => world.count(status) < drive.page).flatMap((status) =>
      TURNS.map((turn) => listAs(turn, `limit=${drive.page}&status=${status}`)),
    ),
    listAs(2, `limit=${drive.page}`),
    // Clients that join address and parameters leave a question mark where there are none.
    ...['/pets', '/pets?'].map((path) => drive.send('GET', path, undefined, options)),
  ]);
  await fetchAgain(drive, options);
}

/** Lists with every limit. */
function everyLimit(drive: Drive): Queue {
  const values = EXACT_LIMITS.values.filter(({ limit }) => limit <= drive.page);
  return queueOf({
    probe: 'last look',
    tables: { 'exact-limit': { ...EXACT_LIMITS, values }, headers: CLIENT_HEADERS },
    rows: values.map(({ id }, at) => ({ 'exact-limit': id, headers: headersAt(at) })),
    send: ({ 'exact-limit': { limit } }, options) => drive.list(`limit=${limit}`, options),
  });
}

/** After the lists, since a fetch may change what a faulty service lists. */
async function fetchAgain(drive: Drive, options: Options): Promise<void> {
  if (!drive.getsPets) return;
  const { world } = drive;
  const [own, fetched] = [ownPets(world), fetchedPets(world)];
  const due = [
    ...spread(fetched.length > 0 ? fetched : own, LOOKED_AT),
    ...missedPets(world).slice(0, LATE),
    ...fetched.slice(-LATE),
    // Ids grow, and what is compared wrongly from some number on shows in the last ones.
    ...own.slice(-LATE),
  ];
  const foreign = otherPets(world).slice(0, 3);
  // Refused creations may have taken the id after the last one.
  const [last = 0n] = [...own, ...shownPets(world)].map(({ id }) => BigInt(id)).sort((a, b) => (a > b ? -1 : 1));
  const ids = new Set([...due.map(({ id }) => BigInt(id)), last + 1n]);
  const [answers] = await Promise.all([
    drive.fetch(
      foreign.map(({ id }) => id),
      options,
    ),
    ...[...ids].map((id, at) => sendAs(drive, at + EARLIER_FETCHES, (as) => drive.get(id, { ...as, ...options }))),
    fetchNext(drive, options),
  ]);
  // Where fetches lagged until now, the filter has not been asked for a pet that was fetched.
  if (!fetched.some(({ status }) => status)) await listLargestPages(drive, options);
  if (!answers.some((answer) => answer?.status === 404)) return;
  // Its owner may have removed it: only lists that still show it long after say otherwise.
  await drive.settle(drive.session.elapsed());
  await listLargestPages(drive, options);
}

/** Pages after the last creations. */
export async function lookForLate(drive: Drive): Promise<void> {
  const { page, statuses } = drive;
  const options: Options = { probe: 'lists' };
  // Each worker may keep pages of its own, so several of them are asked for the page of the last pet.
  const ofLast = `limit=${page}&status=${statuses.middle}`;
  await lookTwice(drive, async () => {
    const [pages, ...others] = await Promise.all([
      listLargestPages(drive, options),
      ...TURNS.map(() => drive.list(ofLast, options)),
    ]);
    return [...pages, ...others];
  });
}

/** An owner may remove and restore pets at any time, but not each time that a certain list is read. */
const ROUNDS = 3;
const BETWEEN_ROUNDS_MS = 300;
const CONFIRMED = 3;

/** Pets of others that getPet did not find although lists show them: only if it never does is it a failure. */
export async function confirmMissing(drive: Drive): Promise<void> {
  const { session, world } = drive;
  const isMissed = (id: string) => world.timeline(id).fetches.some(({ status }) => status === 404);
  const due = otherPets(world).filter(({ id }) => isMissed(String(id)));
  if (due.length === 0) return;
  const options: Options = { probe: 'lists' };
  const ids = due.slice(0, CONFIRMED).map(({ id }) => id);
  for (let round = 0; round < ROUNDS; round += 1) {
    await listLargestPages(drive, options);
    await drive.fetch(ids, options);
    await session.clock.sleep(BETWEEN_ROUNDS_MS, session.signal);
  }
  await drive.settle(session.elapsed());
  await listLargestPages(drive, options);
}

/** What a read-only run has instead of pets of its own: the same pages again, a window later. */
export async function readExistingPets(drive: Drive): Promise<void> {
  const { session, world } = drive;
  const options: Options = { probe: 'lists' };
  const found = shownPets(world);
  const firstOfStatus = found.filter((pet) => pet === found.find(({ status }) => status === pet.status));
  const ids = new Set([...firstOfStatus, ...found.slice(0, 6)].map(({ id }) => id));
  const queries = ['', ...STATUSES.flatMap((status) => [`status=${status}`, `limit=3&status=${status}`])];
  for (let round = 0; round < ROUNDS; round += 1) {
    await listLargestPages(drive, options);
    await Promise.all([...queries.map((query) => drive.list(query, options)), drive.fetch([...ids], options)]);
    await session.clock.sleep(BETWEEN_ROUNDS_MS, session.signal);
  }
}

/** Ids between pets of this run that are fetched. */
const BETWEEN = 32;
/** How far apart the first and the last pet of the run may be. */
const FARTHEST = 500n;

/** Ids between pets of this run, the newest first: most creations that are refused come late. */
export async function fetchBetweenOwn(drive: Drive): Promise<void> {
  const world = drive.look();
  const own = ownPets(world)
    .map(({ id }) => BigInt(id))
    .toSorted((one, other) => (one < other ? -1 : 1));
  const [low = 0n, high = 0n] = [own[0], own.at(-1)];
  if (own.length < 2 || high - low > FARTHEST) return;
  const others: bigint[] = [];
  for (let id = high + 1n; id >= low - 1n && others.length < BETWEEN; id -= 1n)
    if (!world.creations.has(String(id))) others.push(id);
  await drive.fetch([...others, low, high], { probe: 'last look' });
}
