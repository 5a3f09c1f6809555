import { createHash } from 'node:crypto';
import type { Exchange } from '../../harness/record/exchange.ts';
import { LIMIT, type Pet, type PetStatus, STATUSES } from '../specification/document.ts';
import { MARKED_CATEGORIES } from '../specification/marks.ts';
import { petOf, read } from '../specification/reading.ts';
import type { Scope } from '../specification/scope.ts';
import { compact, type Fields } from './new-pets.ts';

/** One more than the largest page has. */
export const CROWD = LIMIT.maximum + 1;

/** The pets that probes know: found on the target, or created by them. */
export class Population {
  /** Created by this run. */
  readonly pets: Pet[] = [];
  /** When the last of them was acknowledged, in milliseconds since the start of the run. */
  lastCreationAt = 0;
  readonly #found = new Map<string, Pet>();
  /** Statuses whose page was full, of pets that may be invalid. */
  readonly #full = new Set<PetStatus>();
  readonly #scope: Scope;
  readonly #categories: readonly bigint[];
  /** Another one in every run. */
  readonly firstCategory: bigint;
  #names = 0;
  #categoriesUsed = 0n;
  /** The status that needs the fewest creations to fill a page. */
  crowded: PetStatus = 'available';
  third: PetStatus = 'pending';
  /** The status with the fewest pets: its page stays short, so absence can be seen on it. */
  quiet: PetStatus = 'sold';
  /** One status filled a page before the run, so no crowd has to be created. */
  isStocked = false;
  /** Set once the service has refused a status, or every category but the ordinary one. */
  refusesStatuses = false;
  refusesCategories = false;

  constructor(scope: Scope, categories: readonly bigint[]) {
    this.#scope = scope;
    this.#categories = categories;
    const random = createHash('sha256').update(scope.runId).digest().readUInt32BE();
    const { from, to } = MARKED_CATEGORIES;
    this.firstCategory = from + (BigInt(random) % (to - from - 1000n));
  }

  /** A name that no other request of this run has, and that shows an operator where it comes from. */
  mark(): string {
    this.#names += 1;
    return `conformance-${this.#scope.runId}-${String(this.#names).padStart(4, '0')}`;
  }

  plain(status?: PetStatus): Fields {
    return { name: this.mark(), categoryId: this.ordinaryCategory, status: this.accepted(status) };
  }

  plainBody(status?: PetStatus): string {
    return compact(this.plain(status));
  }

  accepted(status: PetStatus | undefined): PetStatus | undefined {
    return this.refusesStatuses ? undefined : status;
  }

  get ordinaryCategory(): bigint {
    return this.#categories[0] ?? 1n;
  }

  get takesAnyCategory(): boolean {
    return this.#categories.length === 0 && !this.refusesCategories;
  }

  /** Marks an accepted pet whose name cannot: every run and every such pet has another category, out of a known range. */
  ownCategory(): bigint {
    if (!this.takesAnyCategory) return this.ordinaryCategory;
    this.#categoriesUsed += 1n;
    return this.firstCategory + this.#categoriesUsed;
  }

  /** For creations that are to be refused, with a category that marks them. */
  refused(status?: PetStatus): Fields {
    return { ...this.plain(status), categoryId: this.takesAnyCategory ? this.firstCategory : this.ordinaryCategory };
  }

  noteCreation(exchange: Exchange | undefined): Pet | undefined {
    // A success with another status created a pet as well.
    if (!exchange || exchange.status < 200 || exchange.status >= 300) return undefined;
    const pet = petOf(read(exchange, this.#scope).json);
    if (pet && !this.pets.some(({ id }) => id === pet.id)) {
      this.pets.push(pet);
      this.lastCreationAt = Math.max(this.lastCreationAt, exchange.answeredAt);
    }
    return pet;
  }

  /** The pets that a list or a fetch shows. */
  noteFound(exchange: Exchange | undefined): void {
    if (exchange?.status !== 200) return;
    const { pets: listed = [], asked } = read(exchange, this.#scope);
    if (asked.page?.filter && listed.length >= LIMIT.maximum) this.#full.add(asked.page.filter);
    for (const pet of listed.flatMap((one) => petOf(one) ?? [])) this.#found.set(String(pet.id), pet);
  }

  get found(): readonly Pet[] {
    return [...this.#found.values()];
  }

  /** Pets that this run did not create. */
  get others(): readonly Pet[] {
    return this.found.filter((found) => !this.pets.some(({ id }) => id === found.id));
  }

  count(status?: PetStatus): number {
    const matching = [...this.found, ...this.pets].filter((pet) => status === undefined || pet.status === status);
    return new Set(matching.map(({ id }) => String(id))).size;
  }

  /** As many pets as a crowd lacks. Where the service keeps no status, all pets count. */
  get missingFromCrowd(): number {
    const isKept = this.pets.some(({ status }) => status === this.crowded);
    return Math.max(0, CROWD - this.count(isKept ? this.crowded : undefined));
  }

  /** Decides, before anything is created, which pages stay short and which is to be filled. */
  chooseStatuses(): void {
    const existing = (status: PetStatus) => (this.#full.has(status) ? CROWD : this.count(status));
    const byCount = STATUSES.toSorted((one, other) => existing(other) - existing(one));
    [this.crowded, this.third, this.quiet] = byCount as [PetStatus, PetStatus, PetStatus];
    this.isStocked = existing(this.crowded) >= LIMIT.maximum;
  }
}
