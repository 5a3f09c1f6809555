import { readAgain } from '../harness/http/received-body.ts';
import { identityOf, isInt64, type JsonObject } from '../harness/json/exact-json.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { type Pet, STATUSES } from '../harness/run/pet.ts';
import { same } from '../harness/verdict/expect-reply.ts';
import { Inconclusive, Unobservable } from '../harness/verdict/verdicts.ts';
import { askedPage, idsOn, notYetListed, type Page, petsIn } from './pages.ts';

/** Why absence cannot be seen: on this target nobody can, or only this time. */
export function unseen(what: string, { population, preflight, journal }: CheckContext): Inconclusive {
  const page = preflight.page;
  const counts = { available: 0, pending: 0, sold: 0 };
  for (const status of STATUSES) counts[status] = population.count(status);
  for (const reply of journal) {
    const { status } = reply.operation === 'listPets' && reply.status === 200 ? askedPage(reply) : {};
    const read = status && readAgain(reply);
    if (read) counts[status] = Math.max(counts[status], petsIn(read)?.length ?? 0);
  }
  const isFull = STATUSES.every((status) => counts[status] >= page);
  return isFull
    ? new Unobservable({ kind: 'target-full', what, page, counts })
    : new Inconclusive({ kind: 'pages-full', what });
}

/** A page of this size is not sorted by chance. */
const SORTED_FROM = 50;

/** How often a full page must look the same: once proves nothing where the order is random. */
export const SIGHTINGS = 4;

/**
 * Whether full pages show all pets of this run. In general a full page says nothing about what it lacks. A pet is lost
 * only if the pages are sorted by id, show the same pets of this run again and again, from before and after it, and
 * never the pet itself.
 */
export async function fullPageShows(ours: readonly Pet[], first: Page, next: () => Promise<Page>): Promise<boolean> {
  let page = first;
  const shown = shownOn(page, ours);
  // In another order a page shows them by chance, and not the next time.
  if (!isSorted(page.pets)) return false;
  const between = isBetween(page.pets, shown);
  const lost = ours.find((pet) => !shown.includes(pet) && between(pet));
  if (!lost) return shown.length === ours.length;
  for (let sightings = 1; sightings < SIGHTINGS; sightings += 1) {
    page = await next();
    const again = shownOn(page, ours);
    const isSame = again.length === shown.length && again.every((pet, index) => pet === shown[index]);
    if (!isSame || !isSorted(page.pets)) return false;
  }
  throw notYetListed(lost, page.pets.length, page.reply);
}

function shownOn({ pets }: Page, ours: readonly Pet[]): readonly Pet[] {
  const onPage = idsOn(pets);
  return ours.filter(({ id }) => onPage.has(identityOf(id)));
}

/** By id, in either direction. */
export function isSorted(pets: readonly JsonObject[]): boolean {
  const ids = pets.map(({ id }) => id).filter(isInt64);
  return ids.length === pets.length && ids.length >= SORTED_FROM && isOrdered(ids.map(BigInt));
}

/** Whether a pet comes between two of those that the page shows, unless something else than the id goes first. */
function isBetween(pets: readonly JsonObject[], shown: readonly Pet[]): (pet: Pet) => boolean {
  const mayGoFirst = (['categoryId', 'status'] as const).filter((field) => isGrouped(pets.map((pet) => pet[field])));
  return (pet) => {
    const alike = shown.filter((other) => mayGoFirst.every((field) => same(pet[field], other[field])));
    const others = alike.map(({ id }) => BigInt(id));
    return others.some((id) => id < BigInt(pet.id)) && others.some((id) => id > BigInt(pet.id));
  };
}

function isOrdered(ids: readonly bigint[]): boolean {
  const follows = (isBefore: (one: bigint, other: bigint) => boolean) =>
    ids.every((id, index) => index === 0 || isBefore(ids[index - 1] ?? id, id));
  return follows((one, other) => one < other) || follows((one, other) => one > other);
}

/** Whether equal values are all next to each other, as they are where a list is sorted by them first. */
function isGrouped(values: readonly unknown[]): boolean {
  const texts = values.map(identityOf);
  const changes = texts.filter((text, index) => index > 0 && text !== texts[index - 1]).length;
  return changes < new Set(texts).size;
}
