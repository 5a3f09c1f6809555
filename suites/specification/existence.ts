import type { Reading } from './reading.ts';
import type { World } from './world.ts';

/* When a pet must be there. Reads may lag behind writes, and pets of others may come and go at any time. */

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
  const alike = world.listsLike(reading);
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
