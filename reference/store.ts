import type { Pet } from './model.ts';

/** The pets, in the order in which they were first kept. */
export class Store {
  readonly #pets = new Map<bigint, Pet>();
  #serial = 0;

  /** A number that no creation was given before: 1, 2, 3… */
  nextSerial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  keep(pet: Pet): void {
    this.#pets.set(pet.id, pet);
  }

  remove(id: bigint): void {
    this.#pets.delete(id);
  }

  find(id: bigint): Pet | undefined {
    return this.#pets.get(id);
  }

  all(): readonly Pet[] {
    return [...this.#pets.values()];
  }

  get size(): number {
    return this.#pets.size;
  }
}
