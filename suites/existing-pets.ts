import type { ListQuery } from '../harness/http/api.ts';
import { identityOf } from '../harness/json/exact-json.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { fetchedPet, fieldsOf, type Pet, type PetStatus, STATUSES } from '../harness/run/pet.ts';
import { show } from '../harness/verdict/expect-reply.ts';
import { NotYet, Skipped, Unobservable } from '../harness/verdict/verdicts.ts';
import { unseen } from './full-target.ts';
import { idsOn, listed } from './pages.ts';
import { nothingSeen } from './requirement.ts';

/** The limit that shows whether it counts before or after the filter. */
const FEW = 3;

/**
 * What a read-only run has instead of pets of its own: those that existed before. Their owners may change or remove
 * them, so one that a list lacks is fetched again before the list is blamed.
 */
export function existingPets({ population, getPetIsServed }: CheckContext): readonly Pet[] {
  const { found } = population;
  if (found.length === 0) throw nothingSeen('existing pet');
  if (!getPetIsServed) {
    throw new Skipped({ kind: 'read-only', needs: 'getPet, to see whether a pet that a list lacks still exists' });
  }
  return found;
}

/** Whether the page is short, and so shows everything; then it has every one of them that still exists. */
export function showsExisting(
  existing: readonly Pet[],
  query: Pick<ListQuery, 'status'>,
  context: CheckContext,
): Promise<boolean> {
  const { api, preflight } = context;
  return context.eventually(async () => {
    const { reply: page, pets } = await listed({ ...query, limit: preflight.page }, context);
    if (pets.length >= preflight.page) return false;
    // As many as a page has room for: a short one is reported by the limit.
    if (existing.length >= preflight.page) return false;
    const ids = idsOn(pets);
    for (const pet of existing) {
      if (ids.has(identityOf(pet.id))) continue;
      const again = await api.getPet(pet.id);
      const now = fetchedPet(again);
      if (!now || (query.status !== undefined && now.status !== query.status)) continue;
      const actual = `a short page of ${pets.length} without it`;
      const facts = { petIds: [String(pet.id)], pageSize: pets.length };
      throw new NotYet(`the pet ${show(fieldsOf(now))} in the list`, actual, [again, page], { facts });
    }
    return true;
  });
}

/** Checks those of each status, and says how many could be. */
export async function checkedByStatus(
  context: CheckContext,
  check: (matching: readonly Pet[], status: PetStatus) => Promise<number>,
): Promise<string> {
  const existing = existingPets(context);
  if (!existing.some(({ status }) => status)) throw nothingSeen('pet with a status');
  const matching = (status: PetStatus) => existing.filter((pet) => pet.status === status);
  return checkedAgainst(await Promise.all(STATUSES.map((status) => check(matching(status), status))), context);
}

/** Also that a page smaller than what matches is full, so that the limit counts after the filter. */
export function showsExistingByStatus(context: CheckContext): Promise<string> {
  return checkedByStatus(context, async (matching, status) => {
    if (matching.length === 0 || !(await showsExisting(matching, { status }, context))) return 0;
    await fillsSmallPage(matching, status, context);
    return matching.length;
  });
}

export function checkedAgainst(counts: readonly number[], context: CheckContext): string {
  const count = counts.reduce((sum, number) => sum + number, 0);
  if (count > 0) return `Checked against ${count} existing pets.`;
  const why = unseen('what a list lacks', context);
  if (why instanceof Unobservable) throw why;
  throw new Skipped({ kind: 'read-only', needs: 'a page that is not full, to see what is missing from it' });
}

async function fillsSmallPage(matching: readonly Pet[], status: PetStatus, context: CheckContext): Promise<void> {
  const { api } = context;
  const limit = Math.min(matching.length, FEW);
  await context.eventually(async () => {
    const { reply: page, pets } = await listed({ limit, status }, context);
    const count = pets.length;
    if (count >= limit) return;
    // Their owners may have changed some since: as many as exist now are to be expected.
    const replies = await Promise.all(matching.slice(0, limit).map(({ id }) => api.getPet(id)));
    const still = replies.filter((reply) => fetchedPet(reply)?.status === status).length;
    if (count < still) throw new NotYet(`${still} pets of status ${status}`, `${count}`, [page]);
  });
}
