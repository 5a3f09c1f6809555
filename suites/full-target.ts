import { readAgain } from '../harness/http/reply.ts';
import { identityOf, isInt64, type JsonObject } from '../harness/json/exact-json.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { type Pet, STATUSES } from '../harness/run/pet.ts';
import { same } from '../harness/verdict/expect-reply.ts';
import { Inconclusive, Unobservable } from '../harness/verdict/verdicts.ts';
import { askedPage, idsOn, petsIn } from './pages.ts';

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
const TELLING = 50;

/**
 * Pets of this run that a full page has to show. In general there is none. Where a page is sorted by id and shows one
 * of them, it also shows those that come before that one, unless something else than the id goes first.
 */
export function expectedOnFullPage(ours: readonly Pet[], pets: readonly JsonObject[]): readonly Pet[] {
  const ids = pets.map(({ id }) => id).filter(isInt64);
  const isBefore = ids.length === pets.length && ids.length >= TELLING ? orderOf(ids.map(BigInt)) : undefined;
  if (!isBefore) return [];
  const mayGoFirst = (['categoryId', 'status'] as const).filter((field) => isGrouped(pets.map((pet) => pet[field])));
  const onPage = idsOn(pets);
  const shown = ours.filter(({ id }) => onPage.has(identityOf(id)));
  return ours.filter((pet) =>
    shown.some(
      (other) =>
        !isBefore(BigInt(other.id), BigInt(pet.id)) && mayGoFirst.every((field) => same(pet[field], other[field])),
    ),
  );
}

type IsBefore = (one: bigint, other: bigint) => boolean;

/** Undefined where ids say nothing about the order. */
function orderOf(ids: readonly bigint[]): IsBefore | undefined {
  const orders: readonly IsBefore[] = [(one, other) => one < other, (one, other) => one > other];
  return orders.find((isBefore) => ids.every((id, index) => index === 0 || isBefore(ids[index - 1] ?? id, id)));
}

/** Whether equal values are all next to each other, as they are where a list is sorted by them first. */
function isGrouped(values: readonly unknown[]): boolean {
  const texts = values.map(identityOf);
  const changes = texts.filter((text, index) => index > 0 && text !== texts[index - 1]).length;
  return changes < new Set(texts).size;
}
