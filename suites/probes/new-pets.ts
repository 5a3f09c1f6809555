import { createHash } from 'node:crypto';
import { compact, type Fields } from '../inputs/new-pets.ts';
import type { PetStatus } from '../reading/document.ts';
import { MARKED_CATEGORIES } from '../world/marks.ts';
import type { World } from '../world/world.ts';
import { refusesStatuses } from './known.ts';

/** Makes the pets that a run asks for, each with a mark that shows where it comes from. */
export class NewPets {
  readonly #runId: string;
  /** Those that the user named. */
  readonly #categories: readonly bigint[];
  readonly #world: () => World;
  /** Another one in every run. */
  readonly firstCategory: bigint;
  #names = 0;
  #categoriesUsed = 0n;

  /** No attempt of a run uses a mark of the one before: some of those requests may have met the service after it came back. */
  constructor(runId: string, categories: readonly bigint[], world: () => World, before?: NewPets) {
    if (before) {
      this.#names = before.#names;
      this.#categoriesUsed = before.#categoriesUsed;
    }
    this.#runId = runId;
    this.#categories = categories;
    this.#world = world;
    const random = createHash('sha256').update(runId).digest().readUInt32BE();
    const { from, to } = MARKED_CATEGORIES;
    this.firstCategory = from + (BigInt(random) % (to - from - 1000n));
  }

  /** A name that no other request of this run has, and that shows an operator where it comes from. */
  mark(): string {
    this.#names += 1;
    return `conformance-${this.#runId}-${String(this.#names).padStart(4, '0')}`;
  }

  plain(status?: PetStatus): Fields {
    return { name: this.mark(), categoryId: this.ordinaryCategory, status: this.accepted(status) };
  }

  plainBody(status?: PetStatus): string {
    return compact(this.plain(status));
  }

  /** A service may take no status at all: what follows must still create pets. */
  accepted(status: PetStatus | undefined): PetStatus | undefined {
    return refusesStatuses(this.#world()) ? undefined : status;
  }

  get ordinaryCategory(): bigint {
    return this.#categories[0] ?? 1n;
  }

  /** Unless the user named some, or the service refuses all others. */
  get takesAnyCategory(): boolean {
    return this.#categories.length === 0 && this.#world().onlyCategories === undefined;
  }

  /** Marks an accepted pet whose name cannot: every run and every such pet has another category, out of a known range. */
  ownCategory(): bigint {
    if (!this.takesAnyCategory) return this.ordinaryCategory;
    this.#categoriesUsed += 1n;
    return this.firstCategory + this.#categoriesUsed;
  }

  /** For creations that are to be refused, with a category that marks them. */
  toBeRefused(status?: PetStatus): Fields {
    return { ...this.plain(status), categoryId: this.takesAnyCategory ? this.firstCategory : this.ordinaryCategory };
  }
}
