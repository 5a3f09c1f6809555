import type { Pet } from './model.ts';

/** What happened to a pet. */
export interface StoreEvent {
  /** The service on behalf of a request, or other clients and whoever filled the store. */
  readonly by: 'service' | 'others';
  readonly kind: 'added' | 'changed' | 'removed';
  readonly pet: Pet;
}

/** The pets, in the order in which they were first kept, and everything that happened to them. */
export class Store {
  readonly log: StoreEvent[] = [];
  readonly #pets = new Map<bigint, Pet>();
  #serial = 0;
  #by: StoreEvent['by'] = 'service';

  /** What other clients do. */
  asOthers(act: () => void): void {
    this.#by = 'others';
    try {
      act();
    } finally {
      this.#by = 'service';
    }
  }

  /** A number that no creation was given before: 1, 2, 3… */
  nextSerial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  keep(pet: Pet): void {
    this.log.push({ by: this.#by, kind: this.#pets.has(pet.id) ? 'changed' : 'added', pet });
    this.#pets.set(pet.id, pet);
  }

  remove(id: bigint): void {
    const pet = this.#pets.get(id);
    if (pet) this.log.push({ by: this.#by, kind: 'removed', pet });
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
