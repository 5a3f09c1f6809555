import { type Animal, animalsInWords, createdAnimal, listedAnimals, type PetStatus, STATUSES } from './animal.ts';
import type { Api } from './http/api.ts';
import type { Reply } from './http/reply.ts';
import { Inconclusive, Skipped, Unanswered } from './verdicts.ts';

export const PAGE = 100;
/** More than the largest page, so that it has something to hold back, and still more when one is left out. */
export const CROWD = PAGE + 2;

export interface NewPet {
  readonly name: string;
  readonly categoryId: number | bigint;
  readonly status?: PetStatus;
}

/** The animals that the suite knows to exist on the target: those it found there, and those it created. */
export class Population {
  readonly created: Animal[] = [];
  /** Those of the identifiers that the user named which neither getPet nor a list gave. */
  readonly missing: string[] = [];
  readonly #found = new Map<string, Animal>();
  #fetchable: Animal | undefined;
  #crowd = 0;
  readonly #mark: string;
  readonly #categories: readonly bigint[];
  readonly #readOnly: boolean;
  #toppedUp: Promise<void> = Promise.resolve();

  constructor(options: { mark: string; categories: readonly bigint[]; readOnly: boolean }) {
    this.#mark = options.mark;
    this.#categories = options.categories;
    this.#readOnly = options.readOnly;
  }

  /** A body that the service takes, with a name by which an operator can tell where it came from. */
  newPet(label: string, status?: PetStatus): NewPet {
    const body = { name: `${this.#mark}-${label}`, categoryId: this.ordinaryCategory };
    return status ? { ...body, status } : body;
  }

  get ordinaryCategory(): bigint {
    return this.#categories[0] ?? 1n;
  }

  noteCreation(reply: Reply): void {
    const animal = createdAnimal(reply);
    if (animal) this.created.push(animal);
  }

  /** What stood there before the suite created anything. */
  noteFound(reply: Reply): void {
    for (const animal of listedAnimals(reply)) this.#found.set(String(animal.id), animal);
  }

  noteNamed(animal: Animal): void {
    this.#found.set(String(animal.id), animal);
    this.noteFetchable(animal);
  }

  /** An identifier that getPet does not give is the user's mistake, unless a list shows that it is the service's. */
  noteMissing(id: string): void {
    if (!this.#found.has(id)) this.missing.push(id);
  }

  noteFetchable(animal: Animal): void {
    this.#fetchable ??= animal;
  }

  /** An animal that getPet has been seen to give. */
  get fetchable(): Animal | undefined {
    return this.#fetchable;
  }

  anyFetchable(): Animal {
    if (!this.#fetchable) throw new Inconclusive('No animal is known that getPet gives.');
    return this.#fetchable;
  }

  /** Ours, as they were created; where two share an id nobody can tell which is which (see create.id.unique). */
  get known(): readonly Animal[] {
    const times = new Map<string, number>();
    for (const { id } of this.created) times.set(String(id), (times.get(String(id)) ?? 0) + 1);
    return this.created.filter(({ id }) => times.get(String(id)) === 1);
  }

  get found(): readonly Animal[] {
    return [...this.#found.values()];
  }

  /** The status that had the fewest animals: its page stays short, so absence can be seen on it. */
  get quietStatus(): PetStatus {
    const found = (status: PetStatus) => this.found.filter((animal) => animal.status === status).length;
    return STATUSES.reduce((least, status) => (found(status) <= found(least) ? status : least));
  }

  /** At least so many exist, of one status or of all. */
  held(status?: PetStatus): number {
    const counts = (animal: Animal) => status === undefined || animal.status === status;
    return new Set([...this.found, ...this.created].filter(counts).map(({ id }) => String(id))).size;
  }

  /** Makes sure that so many animals exist, or says why that cannot be. */
  async holds(count: number, api: Api): Promise<void> {
    await this.#reach(count, () => this.held(), api);
  }

  /** The same for animals of one status; tells which. */
  async holdsOfOneStatus(count: number, api: Api): Promise<PetStatus> {
    await this.#reach(count, () => this.held(this.crowdedStatus), api);
    return this.crowdedStatus;
  }

  async #reach(count: number, held: () => number, api: Api): Promise<void> {
    if (held() >= count) return;
    if (this.#readOnly) {
      throw new Skipped(`Read-only: the target shows ${animalsInWords(held())} and ${count} are needed.`);
    }
    // One after the other: each creates only what those before it left missing.
    this.#toppedUp = this.#toppedUp.catch(() => undefined).then(() => this.#topUp(count, held, api));
    await this.#toppedUp;
    if (held() < count) throw new Inconclusive(`Only ${held()} of the ${count} animals needed could be created.`);
  }

  /** The status that needs the fewest creations to fill a page, the quiet one left alone. */
  get crowdedStatus(): PetStatus {
    const busy = STATUSES.filter((status) => status !== this.quietStatus);
    return busy.reduce((most, status) => (this.held(status) > this.held(most) ? status : most));
  }

  /** Creates what is still missing, all of one status: a crowd of one status is also a crowd in all. */
  async #topUp(count: number, held: () => number, api: Api): Promise<void> {
    const missing = Math.max(0, count - held());
    if (missing === 0) return;
    // One before a hundred: where creations fail, the target is not asked for more.
    await this.#addToCrowd(api);
    await Promise.all(Array.from({ length: missing - 1 }, () => this.#addToCrowd(api)));
  }

  async #addToCrowd(api: Api): Promise<void> {
    this.#crowd += 1;
    const pet = this.newPet(`crowd-${this.#crowd}`, this.crowdedStatus);
    const reply = await api.createPet(pet).catch((error: unknown) => {
      // Told by the requirements of createPet; here it only means that the animals are not there.
      throw error instanceof Unanswered ? new Inconclusive(`A creation got no answer: ${error.message}.`) : error;
    });
    if (!createdAnimal(reply)) {
      throw new Inconclusive(`An animal that was needed could not be created: status ${reply.status}.`, [reply]);
    }
  }
}
