import { memoize } from '../../../harness/basics/memoize.ts';
import { identityOf, isObject, type JsonObject } from '../../../harness/json/exact-json.ts';
import { petProblem, type Reading, same, show } from '../../reading/reading.ts';
import { existedAt, isNeverFound, mayBeNameless } from '../../world/existence.ts';
import { originOf } from '../../world/marks.ts';
import { petIn } from '../../world/timeline.ts';
import type { World } from '../../world/world.ts';
import { type Flaw, type Verdict, violates } from './violation.ts';

/* What one exchange says about the pets that it shows or should show. */

export const FIELDS = ['id', 'name', 'categoryId', 'status'] as const;

/** Pets of this run that an exchange shows, each with its flaw, if it is not as it was created. */
export const comparedPets = (reading: Reading, world: World) => comparisonsIn(world)(reading);

const comparisonsIn = memoize((world: World) =>
  memoize((reading: Reading): ReadonlyMap<string, Flaw | undefined> => {
    const compared = new Map<string, Flaw | undefined>();
    for (const pet of reading.pets ?? []) {
      const id = reading.asked.petId ?? identityOf(pet.id);
      const own = ownPet(id, pet, reading, world);
      if (own) compared.set(id, differenceIn(pet, own, world));
    }
    return compared;
  }),
);

/** The pet of this run that the exchange shows, if it proves something. */
function ownPet(id: string, pet: JsonObject, reading: Reading, world: World) {
  const known = world.pets.get(id);
  // What was read before the creation was sent is another pet, and what was read meanwhile may be: ids are used again.
  if (!known || known.sentAt >= reading.answeredAt) return undefined;
  if (known.acknowledgedAt > reading.sentAt && world.marksIn(pet).length === 0) return undefined;
  return petProblem(pet) !== undefined ? undefined : known.pet;
}

function differenceIn(pet: JsonObject, own: JsonObject | object, world: World): Flaw | undefined {
  const before = own as JsonObject;
  const changed = FIELDS.find((field) => !same(before[field], pet[field]));
  if (!changed) return undefined;
  const mixedWith = world.marksIn(pet).flatMap((mark) => world.marks.get(mark) ?? []);
  return {
    expected: `pet ${before.id} with ${changed} ${show(before[changed])}`,
    actual: `${changed} ${show(pet[changed])}`,
    petId: String(before.id),
    changed,
    mixedWith: mixedWith.flatMap(({ ids }) => ids),
  };
}

/** Every pet of this run in a list or from getPet is as it was created. */
export function unchanged(reading: Reading, world: World): Verdict {
  const compared = [...comparedPets(reading, world).values()];
  const flaws = compared.filter((flaw) => flaw !== undefined);
  if (flaws.length > 0) return flaws;
  return compared.length > 0 ? 'agrees' : undefined;
}

/** Whether every pet that an exchange shows is a valid one. */
export function validPets(reading: Reading, world: World): Verdict {
  const { asked, pets = [], json } = reading;
  if (asked.operation === 'createPet') return validCreation(reading, world);
  const flaws = pets.flatMap((pet): readonly Flaw[] => {
    const petId = identityOf(pet.id);
    const problem = petProblem(pet);
    // A pet whose own creation was in violation proves nothing.
    const isTainted = world.creations.has(petId) && !world.pets.has(petId) && !isOfNull(petId, world);
    if (problem === undefined || isTainted || originOf(pet, world) !== undefined) return [];
    return [{ expected: 'a valid Pet', actual: `${problem}: ${show(pet)}`, petId }];
  });
  if (flaws.length > 0) return flaws;
  return isObject(json) || pets.length > 0 ? 'agrees' : undefined;
}

/** Whoever accepts null for a status may read it as none, but may not show it. */
function isOfNull(petId: string, { creations, takesAnyStatus }: World): boolean {
  return !takesAnyStatus && creations.get(petId)?.every(isNullAccepted) === true;
}

function isNullAccepted({ asked, isSuccess }: Reading): boolean {
  return isSuccess && asked.body === 'null-status';
}

function validCreation(reading: Reading, { takesAnyStatus }: World): Verdict {
  const { asked, json } = reading;
  const isOfNullStatus = isNullAccepted(reading) && !takesAnyStatus && isObject(json);
  if (json === undefined || (!asked.sent && !isOfNullStatus)) return undefined;
  const problem = petProblem(json);
  return problem === undefined ? 'agrees' : violates(reading, 'a valid Pet', `${problem}: ${show(json)}`);
}

/**
 * What a fetch of this id must get, by what the run knows about it:
 *
 * | the pet | expected |
 * |---|---|
 * | of this run, acknowledged longer ago than the window | `found` |
 * | of this run, acknowledged within the window | `lags`, unless it was seen before and after |
 * | of this run, but not acknowledged yet, or not as it was sent | `open` |
 * | of somebody else, in a list | `lags`; `found` if lists keep showing it while getPet never finds it |
 * | of an earlier run, or named by the user | `open` |
 * | maybe of this run: no answer gave the id of a creation before | `open` |
 * | none that anybody knows | `unknown` |
 */
export function expectedPet(reading: Reading, world: World): 'found' | 'lags' | 'open' | 'unknown' {
  const { asked, sentAt, answeredAt } = reading;
  const { petId = '' } = asked;
  const { scope } = world;
  const own = world.pets.get(petId);
  if (own && own.acknowledgedAt <= sentAt) {
    const mayLag = own.acknowledgedAt + scope.windowMs >= sentAt;
    return mayLag && !existedAt(petId, reading, world) ? 'lags' : 'found';
  }
  const creations = world.creations.get(petId) ?? [];
  // An id that was asked for before its creation was sent is that of no pet.
  if (creations.some((creation) => creation.sentAt < answeredAt)) return 'open';
  if (world.timeline(petId).pages.length > 0 && creations.length === 0)
    return isNeverFound(petId, reading, world) ? 'found' : 'lags';
  const isOfOthers = scope.earlier?.has(petId) || scope.knownIds?.includes(petId);
  return isOfOthers || mayBeNameless(reading, world) ? 'open' : 'unknown';
}

/** What getPet returns of a pet of somebody else, each time in the same way, while lists before and after it agree. */
export function asListed(reading: Reading, world: World): Verdict {
  const { sentAt, answeredAt, json: pet, asked } = reading;
  const { petId = '' } = asked;
  if (!isObject(pet)) return undefined;
  const { pages, fetches } = world.timeline(petId);
  const [before, after] = [
    pages.findLast((page) => page.answeredAt <= sentAt),
    pages.find((page) => page.sentAt >= answeredAt),
  ].map((view) => view && petIn(view, petId));
  if (!before || !after) return undefined;
  const fetched = fetches.filter(({ isSuccess }) => isSuccess);
  const changed = FIELDS.find((field) => same(before[field], after[field]) && !same(pet[field], before[field]));
  if (!changed || fetched.length < 2) return undefined;
  // An owner who changes a pet and changes it back does not do so each time that it is fetched.
  const isSame = ({ json }: Reading) => isObject(json) && same(json[changed], pet[changed]);
  if (!fetched.every(isSame)) return undefined;
  const expected = `pet ${petId} with ${changed} ${show(before[changed])}, as lists show it`;
  return violates(reading, expected, `${changed} ${show(pet[changed])}`, { petId, changed });
}
