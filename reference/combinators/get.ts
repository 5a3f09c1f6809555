import type { Alteration } from '../change.ts';
import type { Pet } from '../model.ts';
import type { Store } from '../store.ts';
import { given } from './compose.ts';

/** Reads another text than the id in the path. */
export const petId = given('readPetId');

/** Gives another pet than the one that was found, or none. */
export const found =
  (choose: (pet: Pet, store: Store) => Pet | undefined): Alteration =>
  (rules) => ({
    find: (store, id, request) => {
      const pet = rules.find(store, id, request);
      return pet && choose(pet, store);
    },
  });

/** Gives a pet where none has the id. */
export const unknown =
  (choose: (id: bigint, store: Store) => Pet | undefined): Alteration =>
  (rules) => ({ find: (store, id, request) => rules.find(store, id, request) ?? choose(id, store) });

/** Takes an id that does not exist for another. */
export const folded = (fold: (id: bigint) => bigint): Alteration => unknown((id, store) => store.find(fold(id)));

/** Remembers for some time that a pet was not found, also when it is added meanwhile. */
export const cachedMisses =
  (ms: number): Alteration =>
  (rules) => {
    const missedAt = new Map<bigint, number>();
    return {
      find: (store, id, request) => {
        if (rules.now() - (missedAt.get(id) ?? Number.NEGATIVE_INFINITY) < ms) return undefined;
        const pet = rules.find(store, id, request);
        if (pet === undefined) missedAt.set(id, rules.now());
        return pet;
      },
    };
  };
