import { groupBy } from '../../harness/basics/group-by.ts';
import { memoize } from '../../harness/basics/memoize.ts';
import { identityOf, type JsonObject } from '../../harness/json/exact-json.ts';
import { isOfGateway, type Reading } from '../reading/reading.ts';
import { marksFor } from './marks.ts';
import type { World } from './world.ts';

/*
 * A refused creation without a mark, such as `{}`, can only be stored as a blank pet, which anybody may create. So one that
 * came up during the run proves nothing. It does if the very same request leaves another one each time.
 */

/** A pet that nobody has given anything. */
interface BlankPet {
  readonly pet: JsonObject;
  readonly shownBy: Reading;
}

function isBlank({ name, categoryId }: JsonObject): boolean {
  const isUnnamed = name === undefined || name === null || (typeof name === 'string' && name.trim() === '');
  return isUnnamed && (categoryId === undefined || categoryId === null || Number(categoryId) === 0);
}

/** The refused creations that had nothing in them by which a pet could be recognised. */
export const unmarkedRefusals = memoize(({ readings, scope }: World): readonly Reading[] => {
  const { inRequest } = marksFor(scope);
  return readings.filter(
    (reading) =>
      reading.asked.operation === 'createPet' &&
      reading.status >= 400 &&
      !isOfGateway(reading) &&
      inRequest(reading).length === 0,
  );
});

/** The blank pets that no creation was answered with, and that were first seen after one was refused, by id. */
export const blankPets = memoize((world: World): ReadonlyMap<string, BlankPet> => {
  const [refusal] = unmarkedRefusals(world);
  const blank = new Map<string, BlankPet>();
  if (!refusal) return blank;
  for (const shownBy of [...world.pages, ...[...world.fetches.values()].flat().filter(({ isSuccess }) => isSuccess)]) {
    for (const pet of shownBy.pets ?? []) {
      const id = identityOf(pet.id);
      const isNew = (world.seen.get(id)?.first ?? shownBy.answeredAt) > refusal.answeredAt;
      const isOfOthers = world.creations.has(id) || world.scope.earlier?.has(id);
      const known = blank.get(id)?.shownBy.sentAt ?? Number.POSITIVE_INFINITY;
      if (isNew && !isOfOthers && isBlank(pet) && shownBy.sentAt < known) blank.set(id, { pet, shownBy });
    }
  }
  return blank;
});

/** How often a request must leave a blank pet, with nothing else between the two looks. */
export const BLANK_TIMES = 3;

/** The refused creations that left a blank pet each time that they were sent alone, between two looks. */
export const leavesBlankPet: (world: World) => ReadonlyMap<Reading, BlankPet> = memoize((world) => {
  const blank = [...blankPets(world)];
  const left = new Map(
    unmarkedRefusals(world).flatMap((refusal) => {
      const made = blank.find(([id, { shownBy }]) =>
        isAloneBetween(lastWithout(id, refusal, world), refusal, shownBy, world),
      );
      return made ? [[refusal, made[1]] as const] : [];
    }),
  );
  const alike = groupBy([...left.keys()], ({ key }) => key);
  return new Map([...left].filter(([{ key }]) => (alike.get(key)?.length ?? 0) >= BLANK_TIMES));
});

/** The last look before a refusal that shows that there is no such pet: a list with room for it, or a fetch. */
function lastWithout(id: string, refusal: Reading, { readings }: World): Reading | undefined {
  return readings.findLast(({ asked, answeredAt, isSuccess, isFull, ids, status }) => {
    if (answeredAt > refusal.sentAt) return false;
    if (asked.petId === id) return asked.credential === 'right' && status === 404;
    return isSuccess && isFull === false && asked.page?.isExact && !asked.page.filter && !ids.includes(id);
  });
}

function isAloneBetween(before: Reading | undefined, refusal: Reading, after: Reading, { readings }: World): boolean {
  if (!before || after.sentAt < refusal.answeredAt) return false;
  return readings.every(
    (other) =>
      other === refusal ||
      other.request.method === 'GET' ||
      other.answeredAt < before.sentAt ||
      other.sentAt > after.answeredAt,
  );
}
