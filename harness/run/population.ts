import { createHash } from 'node:crypto';
import type { Api } from '../http/api.ts';
import { decodeBody, type Recorded, type Reply, recordOf } from '../http/reply.ts';
import { identityOf, isInteger, isObject, type JsonObject } from '../json/exact-json.ts';
import { keptText } from '../report/cut-body.ts';
import { Inconclusive, Skipped, Unanswered } from '../verdict/verdicts.ts';
import { EarlierPets } from './earlier-pets.ts';
import { createdPet, listedPets, type NewPet, type Pet, type PetStatus, STATUSES } from './pet.ts';

export const PAGE = 100;
/** More than the largest page, so that it has something to leave out, and still more when one is missing. */
export const CROWD = PAGE + 2;

/** In characters: no name that is sent is as long, and a hundred of them are remembered. */
const LONGEST_NAME = 100_000;
/** Numbers that no shop uses by chance, small enough for any arithmetic. */
const MARKED_CATEGORIES = { from: 1_770_400_000n, count: 2n ** 20n };

/** A pet of this run, and when the service confirmed it. */
export interface OwnPet {
  readonly pet: Pet;
  readonly createdAt: number;
}

/** The pets that the suite knows to exist on the target: those that it found, and those that it created. */
export class Population {
  readonly created: OwnPet[] = [];
  /** Ids of pets that came of a creation that should have been refused: that is reported where it was sent. */
  readonly acceptedInvalid = new Set<string>();
  /** Those of the ids that the user named which neither getPet nor a list showed. */
  readonly missing: string[] = [];
  /** A replay repeats the inputs of an earlier run, however full the target is by now. */
  isReplay = false;
  /** Pets that earlier runs created here. */
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

  /** A body that the service takes, with a name by which an operator sees where it came from. */
  newPet(label: string, status?: PetStatus): NewPet {
    const body = { name: `${this.#mark}-${label}`, categoryId: this.ordinaryCategory };
    return status ? { ...body, status } : body;
  }

  /** The same under a name that no other request of this run carries. */
  uniquePet(label: string, status?: PetStatus): NewPet {
    this.#labels += 1;
    return this.newPet(`${label}-${this.#labels}`, status);
  }

  get ordinaryCategory(): bigint {
    return this.#categories[0] ?? 1n;
  }

  /** The mark of this run for pets whose name cannot carry it: every run has another category, out of a known range. */
  get ownCategory(): bigint {
    const random = createHash('sha256').update(this.#mark).digest().readUInt32BE();
    return MARKED_CATEGORIES.from + (BigInt(random) % MARKED_CATEGORIES.count);
  }

  /** Whether a name carries the mark of this run. */
  isOurs(name: string): boolean {
    return name.includes(this.#mark);
  }

  /** Another run put it there: what a faulty service accepted then was reported then. */
  isOfAnotherRun(pet: JsonObject): boolean {
    const { id, name, categoryId } = pet;
    if (typeof name === 'string' && this.isOurs(name)) return false;
    return this.creationsOf(id).length === 0 && (this.earlier.has(pet) || this.#isMarkedByAnotherRun(categoryId));
  }

  #isMarkedByAnotherRun(categoryId: unknown): boolean {
    if (!isInteger(categoryId) || BigInt(categoryId) === this.ownCategory) return false;
    const { from, count } = MARKED_CATEGORIES;
    return BigInt(categoryId) >= from && BigInt(categoryId) < from + count;
  }

  /** Sees every exchange of the run. */
  note(reply: Reply): void {
    if (reply.operation !== 'createPet') return;
    const pet = createdPet(reply);
    const sent = sentBy(reply);
    if (reply.toBeRefused) this.#noteAcceptedInvalid(reply);
    else if (pet && this.#isReliable(pet, sent)) this.#add({ pet, createdAt: reply.answeredAt });
    const name = typeof sent.name === 'string' ? sent.name : undefined;
    if (name === undefined || !this.isOurs(name)) return;
    // Without a plain refusal nobody knows what became of the name.
    if (reply.status !== 400 && reply.status !== 401) this.#acceptedNames.add(name);
    else if (!this.#refused.has(name)) this.#refused.set(name, recordOf(reply));
  }

  /** The refusal of the only creations that carried this name. */
  refusalOf(name: unknown): Recorded | undefined {
    return typeof name === 'string' && !this.#acceptedNames.has(name) ? this.#refused.get(name) : undefined;
  }

  /** An id that the client sent may only be repeated in the response; where it belongs to a pet, nobody knows which. */
  #isReliable({ id, name }: Pet, sent: JsonObject): boolean {
    if (name.length > LONGEST_NAME) return false;
    return sent.id === undefined || this.creationsOf(id).length > 0;
  }

  #noteAcceptedInvalid(reply: Reply): void {
    if (reply.status >= 300 || !reply.json.ok || !isObject(reply.json.value)) return;
    this.acceptedInvalid.add(identityOf(reply.json.value.id));
  }

  #add(own: OwnPet): void {
    const id = String(own.pet.id);
    this.created.push(own);
    this.#byId.set(id, [...(this.#byId.get(id) ?? []), own]);
  }

  /** Creations that returned this id. */
  creationsOf(id: unknown): readonly OwnPet[] {
    return (typeof id === 'object' ? undefined : this.#byId.get(String(id))) ?? [];
  }

  /** The pet of this run with that id; none where two share it, since nobody knows then which is which. */
  ownPet(id: unknown): OwnPet | undefined {
    const [own, ...others] = this.creationsOf(id);
    return others.length === 0 ? own : undefined;
  }

  /** What existed before the suite created anything. */
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

  /** An id that getPet does not find is the user's mistake, unless a list shows that it is the service's. */
  noteMissing(id: string): void {
    if (!this.#found.has(id)) this.missing.push(id);
  }

  noteFetchable(pet: Pet): void {
    this.#fetchable ??= pet;
  }

  /** A pet that getPet has returned. */
  get fetchable(): Pet | undefined {
    return this.#fetchable;
  }

  anyFetchable(): Pet {
    if (!this.#fetchable) throw new Inconclusive({ kind: 'nothing-seen', what: 'pet that getPet returns' });
    return this.#fetchable;
  }

  /** Ours, as they were created; those that share an id are left out (see create.id.unique). */
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

  /** One status filled a page before the run, so nothing has to be created for the sake of numbers. */
  get isStocked(): boolean {
    return (
      !this.isReplay && STATUSES.some((status) => this.found.filter((pet) => pet.status === status).length >= PAGE)
    );
  }

  /** How many are known to exist, of one status or of all; others may remove theirs at any time. */
  count(status?: PetStatus): number {
    const counts = (pet: Pet) => status === undefined || pet.status === status;
    return new Set([...this.found, ...this.known].filter(counts).map(({ id }) => String(id))).size;
  }

  /** How many of each status are known to exist, and how many of them are of this run. */
  get counts(): readonly { readonly status: PetStatus; readonly pets: number; readonly added: number }[] {
    const ours = (status: PetStatus) => this.created.filter(({ pet }) => pet.status === status).length;
    return STATUSES.map((status) => ({ status, pets: this.count(status), added: ours(status) }));
  }

  /** Makes sure that so many pets exist, or says why that cannot be. */
  async ensure(count: number, api: Api): Promise<void> {
    await this.#reach(count, () => this.count(), api);
  }

  /** The same for pets of one status; resolves with which. */
  async ensureOfOneStatus(count: number, api: Api): Promise<PetStatus> {
    await this.#reach(count, () => this.count(this.crowdedStatus), api);
    return this.crowdedStatus;
  }

  async #reach(needed: number, count: () => number, api: Api): Promise<void> {
    if (count() >= needed) return;
    if (this.#readOnly) {
      throw new Skipped({ kind: 'read-only', needs: `${needed} pets, and ${count()} are visible` });
    }
    // One after the other: each creates only what those before it left missing.
    this.#toppedUp = this.#toppedUp.catch(() => undefined).then(() => this.#topUp(needed, count, api));
    await this.#toppedUp;
    if (count() < needed) throw new Inconclusive({ kind: 'too-few-pets', needed, visible: count() });
  }

  /** This status, unless the service has not been seen to accept any: that is reported by create.with-status. */
  ifAccepted(status: PetStatus): PetStatus | undefined {
    return this.created.some(({ pet }) => pet.status !== undefined) ? status : undefined;
  }

  /** The status that needs the fewest creations to fill a page; the quiet one is left alone. */
  get crowdedStatus(): PetStatus {
    const busy = STATUSES.filter((status) => status !== this.quietStatus);
    return busy.reduce((most, status) => (this.count(status) > this.count(most) ? status : most));
  }

  /** Creates what is still missing, all of one status: a crowd of one status is also a crowd in all. */
  async #topUp(needed: number, count: () => number, api: Api): Promise<void> {
    const missing = Math.max(0, needed - count());
    if (missing === 0) return;
    // One before a hundred: where creations fail, the target is not asked for more.
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

function sentBy({ request }: Reply): JsonObject {
  const { json } = decodeBody(Buffer.from(request.body ?? ''));
  return json.ok && isObject(json.value) ? json.value : {};
}
