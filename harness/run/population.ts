import { createHash } from 'node:crypto';
import type { Api } from '../http/api.ts';
import { type Recorded, type Reply, recordOf } from '../http/reply.ts';
import { identityOf, isInteger, isObject, type JsonObject } from '../json/exact-json.ts';
import { keptText } from '../report/cut-body.ts';
import { Inconclusive, Skipped, Unanswered } from '../verdict/verdicts.ts';
import { EarlierPets } from './earlier-pets.ts';
import { sentObject } from './ledger.ts';
import { createdPet, listedPets, type NewPet, type Pet, type PetStatus, STATUSES } from './pet.ts';

export const PAGE = 100;
/** More than the largest page holds, even if one is missing. */
export const CROWD = PAGE + 2;

/** In characters: longer than any name that is sent. */
const LONGEST_NAME = 100_000;
/** Numbers that no shop uses by chance. */
const MARKED_CATEGORIES = { from: 1_770_400_000n, count: 2n ** 20n };

export interface OwnPet {
  readonly pet: Pet;
  readonly createdAt: number;
}

/** The pets that are known to exist on the target: found or created. */
export class Population {
  readonly created: OwnPet[] = [];
  /** Ids of pets from invalid creations, which the check that sent them reports. */
  readonly acceptedInvalid = new Set<string>();
  /** Ids from --known-ids that neither getPet nor a list shows. */
  readonly missing: string[] = [];
  /** A replay creates the same pets, however full the target is by now. */
  isReplay = false;
  earlier = new EarlierPets('', (name) => name);
  readonly #refused = new Map<string, Recorded>();
  readonly #acceptedNames = new Set<string>();
  readonly #byId = new Map<string, OwnPet[]>();
  readonly #found = new Map<string, Pet>();
  #fetchable: Pet | undefined;
  #labels = 0;
  readonly #mark: string;
  readonly #categories: readonly bigint[];
  readonly #readOnly: boolean;
  #toppedUp: Promise<void> = Promise.resolve();

  constructor(options: { mark: string; categories: readonly bigint[]; readOnly: boolean }) {
    this.#mark = options.mark;
    this.#categories = options.categories;
    this.#readOnly = options.readOnly;
  }

  /** A valid body, with a name that shows an operator where it comes from. */
  newPet(label: string, status?: PetStatus): NewPet {
    const body = { name: `${this.#mark}-${label}`, categoryId: this.ordinaryCategory };
    return status ? { ...body, status } : body;
  }

  /** With a name that no other request of this run has. */
  uniquePet(label: string, status?: PetStatus): NewPet {
    this.#labels += 1;
    return this.newPet(`${label}-${this.#labels}`, status);
  }

  get ordinaryCategory(): bigint {
    return this.#categories[0] ?? 1n;
  }

  /** Marks pets whose name cannot: every run has another category, out of a known range. */
  get ownCategory(): bigint {
    const random = createHash('sha256').update(this.#mark).digest().readUInt32BE();
    return MARKED_CATEGORIES.from + (BigInt(random) % MARKED_CATEGORIES.count);
  }

  isOurs(name: string): boolean {
    return name.includes(this.#mark);
  }

  /** Its own run reported what a faulty service accepted. */
  isOfAnotherRun(pet: JsonObject): boolean {
    const { id, name, categoryId } = pet;
    if (typeof name === 'string' && this.isOurs(name)) return false;
    if (this.creationsOf(id).length > 0) return false;
    if (this.earlier.has(pet)) return true;
    if (!isInteger(categoryId) || BigInt(categoryId) === this.ownCategory) return false;
    const { from, count } = MARKED_CATEGORIES;
    return BigInt(categoryId) >= from && BigInt(categoryId) < from + count;
  }

  /** Called with every exchange of the run. */
  note(reply: Reply): void {
    if (reply.operation !== 'createPet') return;
    const pet = createdPet(reply);
    const sent = sentObject(reply);
    if (reply.toBeRefused && reply.status < 300 && reply.json.ok && isObject(reply.json.value)) {
      this.acceptedInvalid.add(identityOf(reply.json.value.id));
    }
    // A response may only repeat the id that the client sent.
    const isReliable = pet && (sent.id === undefined || this.creationsOf(pet.id).length > 0);
    if (!reply.toBeRefused && isReliable && pet.name.length <= LONGEST_NAME) {
      const own = { pet, createdAt: reply.answeredAt };
      this.created.push(own);
      this.#byId.set(String(pet.id), [...this.creationsOf(pet.id), own]);
    }
    const name = typeof sent.name === 'string' ? sent.name : undefined;
    if (name === undefined || !this.isOurs(name)) return;
    // Without a plain refusal a pet of this name may exist.
    if (reply.status !== 400 && reply.status !== 401) this.#acceptedNames.add(name);
    else if (!this.#refused.has(name)) this.#refused.set(name, recordOf(reply));
  }

  /** Set if every creation with this name was refused. */
  refusalOf(name: unknown): Recorded | undefined {
    return typeof name === 'string' && !this.#acceptedNames.has(name) ? this.#refused.get(name) : undefined;
  }

  creationsOf(id: unknown): readonly OwnPet[] {
    return (typeof id === 'object' ? undefined : this.#byId.get(String(id))) ?? [];
  }

  /** Undefined if two share the id, since they cannot be distinguished. */
  ownPet(id: unknown): OwnPet | undefined {
    const [own, ...others] = this.creationsOf(id);
    return others.length === 0 ? own : undefined;
  }

  noteFound(reply: Reply): void {
    for (const pet of listedPets(reply)) this.#find(pet);
  }

  noteNamed(pet: Pet): void {
    this.#find(pet);
    this.noteFetchable(pet);
  }

  #find(pet: Pet): void {
    this.#found.set(String(pet.id), { ...pet, name: keptText(pet.name) });
  }

  /** The user's mistake, unless a list shows the pet. */
  noteMissing(id: string): void {
    if (!this.#found.has(id)) this.missing.push(id);
  }

  noteFetchable(pet: Pet): void {
    this.#fetchable ??= pet;
  }

  get fetchable(): Pet | undefined {
    return this.#fetchable;
  }

  anyFetchable(): Pet {
    if (!this.#fetchable) throw new Inconclusive({ kind: 'nothing-seen', what: 'pet that getPet returns' });
    return this.#fetchable;
  }

  /** Created pets, without those that share an id (see create.id.unique). */
  get known(): readonly Pet[] {
    return this.created.filter(({ pet }) => this.ownPet(pet.id) !== undefined).map(({ pet }) => pet);
  }

  get found(): readonly Pet[] {
    return [...this.#found.values()];
  }

  /** The status that had the fewest pets: its page stays short, so absence can be seen on it. */
  get quietStatus(): PetStatus {
    const found = (status: PetStatus) => this.found.filter((pet) => pet.status === status).length;
    return STATUSES.reduce((least, status) => (found(status) <= found(least) ? status : least));
  }

  /** One status filled a page before the run, so no crowd has to be created. */
  get isStocked(): boolean {
    return (
      !this.isReplay && STATUSES.some((status) => this.found.filter((pet) => pet.status === status).length >= PAGE)
    );
  }

  count(status?: PetStatus): number {
    const counts = (pet: Pet) => status === undefined || pet.status === status;
    return new Set([...this.found, ...this.known].filter(counts).map(({ id }) => String(id))).size;
  }

  get counts(): readonly { readonly status: PetStatus; readonly pets: number; readonly added: number }[] {
    const ours = (status: PetStatus) => this.created.filter(({ pet }) => pet.status === status).length;
    return STATUSES.map((status) => ({ status, pets: this.count(status), added: ours(status) }));
  }

  /** Creates pets until this many exist, or throws the reason why it cannot. */
  async ensure(count: number, api: Api): Promise<void> {
    await this.#reach(count, () => this.count(), api);
  }

  async ensureOfOneStatus(count: number, api: Api): Promise<PetStatus> {
    await this.#reach(count, () => this.count(this.crowdedStatus), api);
    return this.crowdedStatus;
  }

  async #reach(needed: number, count: () => number, api: Api): Promise<void> {
    if (count() >= needed) return;
    if (this.#readOnly) {
      throw new Skipped({ kind: 'read-only', needs: `${needed} pets, and ${count()} are visible` });
    }
    // One after the other: each creates only the pets that are still missing.
    this.#toppedUp = this.#toppedUp.catch(() => undefined).then(() => this.#topUp(needed, count, api));
    await this.#toppedUp;
    if (count() < needed) throw new Inconclusive({ kind: 'too-few-pets', needed, visible: count() });
  }

  /** Undefined if the service has accepted no status yet: create.with-status reports that. */
  ifAccepted(status: PetStatus): PetStatus | undefined {
    return this.created.some(({ pet }) => pet.status !== undefined) ? status : undefined;
  }

  /** The status that needs the fewest creations to fill a page, except the quiet one. */
  get crowdedStatus(): PetStatus {
    const busy = STATUSES.filter((status) => status !== this.quietStatus);
    return busy.reduce((most, status) => (this.count(status) > this.count(most) ? status : most));
  }

  /** All of one status: a crowd of one status is also a crowd in all. */
  async #topUp(needed: number, count: () => number, api: Api): Promise<void> {
    const missing = Math.max(0, needed - count());
    if (missing === 0) return;
    // One first: if creations fail, no more are sent.
    await this.#addToCrowd(api);
    await Promise.all(Array.from({ length: missing - 1 }, () => this.#addToCrowd(api)));
  }

  async #addToCrowd(api: Api): Promise<void> {
    const reply = await api
      .createPet(this.uniquePet('crowd', this.ifAccepted(this.crowdedStatus)))
      .catch((error: unknown) => {
        // Reported by the requirements of createPet; here it only means that the pets are not there.
        throw error instanceof Unanswered
          ? new Inconclusive({ kind: 'no-control', control: 'a creation without a response' }, [error.reply])
          : error;
      });
    if (!createdPet(reply)) {
      throw new Inconclusive({ kind: 'no-control', control: 'a creation', status: reply.status }, [reply]);
    }
  }
}
