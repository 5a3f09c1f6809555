import { type Animal, animalsInWords, fieldsOf } from '../harness/animal.ts';
import { identityOf, isObject, type JsonObject } from '../harness/exact-json.ts';
import type { Reply } from '../harness/http/reply.ts';
import { same, show } from '../harness/judge.ts';
import { Inconclusive, Violation } from '../harness/verdicts.ts';

/** Every animal known is on the page. */
export function holdsEvery(known: readonly Animal[], animals: readonly JsonObject[], page: Reply): void {
  const listed = new Set(animals.map(({ id }) => identityOf(id)));
  const missing = known.find(({ id }) => !listed.has(identityOf(id)));
  if (missing) {
    const size = `a short page of ${animals.length} without it`;
    throw new Violation(`the animal ${show(fieldsOf(missing))} in the list`, size, [page]);
  }
}

/** Those known animals that are on the page have the fields that they were created with. */
export function keepsFields(known: readonly Animal[], animals: readonly JsonObject[], page: Reply): void {
  const listed = new Map(animals.map((animal) => [identityOf(animal.id), animal]));
  for (const animal of known) {
    const found = listed.get(identityOf(animal.id));
    if (!found) continue;
    for (const [name, value] of Object.entries(fieldsOf(animal))) {
      if (!same(found[name], value)) {
        throw new Violation(`animal ${animal.id} with ${name} ${show(value)}`, `${name} ${show(found[name])}`, [page]);
      }
    }
  }
}

export function showsOnly(status: string, animals: readonly JsonObject[], page: Reply): void {
  const other = animals.find((animal) => animal.status !== status);
  if (other) {
    const actual = `animal ${show(other.id)} with status ${show(other.status)}`;
    throw new Violation(`only animals of status ${status}`, actual, [page]);
  }
}

/** A page that holds fewer animals than it should. */
export class TooFew extends Violation {}

export function hasSize(listed: readonly JsonObject[], atLeast: number, atMost: number, page: Reply): void {
  if (listed.length >= atLeast && listed.length <= atMost) return;
  const expected = atLeast === atMost ? `exactly ${animalsInWords(atMost)}` : `${atLeast} to ${animalsInWords(atMost)}`;
  const Kind = listed.length < atLeast ? TooFew : Violation;
  throw new Kind(expected, animalsInWords(listed.length), [page]);
}

/** A page that ends before its limit although as many are held says nothing about which animals are kept. */
export async function unlessPagesEndEarly<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof TooFew)) throw error;
    throw new Inconclusive('A page ends before its limit, which is told by list.limit.maximum.', error.replies);
  }
}

export function idsOf(page: Reply): readonly string[] {
  if (!page.json.ok || !Array.isArray(page.json.value)) return [];
  return page.json.value.filter(isObject).map((animal) => identityOf(animal.id));
}
