import { isObject } from '../../harness/json/exact-json.ts';
import type { Pet } from '../reading/document.ts';
import { marksFor } from './marks.ts';
import type { World } from './world.ts';

/**
 * The pets that surely are of this run, so that one may be changed. A service may answer a creation with a pet of somebody
 * else, so a fetch has to show the mark of the run as well.
 */
export function surelyOwn({ pets, readings, scope }: World): readonly Pet[] {
  const { inPet } = marksFor(scope);
  const fetched = new Set(
    readings.flatMap(({ asked, isSuccess, json }) =>
      asked.operation === 'getPet' && isSuccess && isObject(json) && inPet(json).length > 0 ? [String(json.id)] : [],
    ),
  );
  const own = [...pets.values()].map(({ pet }) => pet);
  return own.filter((pet) => fetched.has(String(pet.id)) && inPet({ ...pet }).length > 0);
}
