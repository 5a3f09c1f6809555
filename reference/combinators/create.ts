import type { Alteration } from '../change.ts';
import { isInt64 } from '../int64.ts';
import type { JsonObject } from '../json/value.ts';
import type { NewPet, Pet, Request } from '../model.ts';
import { nextId, readBody } from '../operations.ts';
import type { Rules } from '../rules.ts';
import type { Store } from '../store.ts';
import { decided, given } from './compose.ts';
import { attempt } from './values.ts';

/** Alters a field once it is known to be valid. */
export const name = decided('readName');
export const category = decided('readCategoryId');
export const status = decided('readStatus');
export const fields = decided('readFields');

/** Takes another value for the one that was sent. */
export const nameValue = given('readName');
export const categoryValue = given('readCategoryId');
export const statusValue = given('readStatus');
export const bodyValue = given('readFields');
export const text = given('parse');
export const bytes = given('readText');

/** Reads a text that is not JSON as another that is. */
export const lenient =
  (toJson: (text: string) => string): Alteration =>
  (rules) => ({
    parse: (sent, request) => attempt(() => rules.parse(sent, request)) ?? rules.parse(toJson(sent), request),
  });

/** Numbers pets in another way. */
export const ids =
  (idOf: (serial: bigint) => bigint): Alteration =>
  () => ({ numbered: (serial) => idOf(BigInt(serial)) });

export const idsFrom = (first: bigint, step = 1n): Alteration => ids((serial) => first + step * serial);

/** Gives a new pet another id than the next one. */
export const assigned =
  (choose: (nextId: () => bigint, fields: JsonObject, store: Store) => bigint): Alteration =>
  (rules) => ({
    assignId: (next, sent, store, request) => choose(() => rules.assignId(next, sent, store, request), sent, store),
  });

/** Stores another pet than the one that was answered, or none. */
export const kept =
  (choose: (pet: Pet, store: Store) => Pet | undefined): Alteration =>
  (rules) => ({
    keep: (store, pet, request) => {
      const stored = choose(pet, store);
      if (stored !== undefined) rules.keep(store, stored, request);
    },
  });

/** Stores the pet once more, under an id that nobody learns. */
export const storedTwice: Alteration = (rules) => ({
  keep: (store, pet, request) => {
    rules.keep(store, pet, request);
    store.keep({ ...pet, id: nextId(rules, store) });
  },
});

/** Stores what can be read from a body that was refused. */
export function keepAnyway(rules: Rules, store: Store, request: Request): void {
  const pet = salvaged(rules, request);
  if (pet !== undefined) rules.keep(store, { id: nextId(rules, store), ...pet }, request);
}

function salvaged(rules: Rules, request: Request): NewPet | undefined {
  const sent = attempt(() => readBody(rules, request));
  if (typeof sent?.name !== 'string') return undefined;
  const categoryId = isInt64(sent.categoryId) ? sent.categoryId : 1n;
  const known = attempt(() => rules.readStatus(sent.status, request));
  return known === undefined ? { name: sent.name, categoryId } : { name: sent.name, categoryId, status: known };
}
