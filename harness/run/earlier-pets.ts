import { createHash } from 'node:crypto';
import { isInteger, isObject, type JsonObject } from '../json/exact-json.ts';
import { same } from '../verdict/expect-reply.ts';
import { type Pet, petOf } from './pet.ts';
import { nameMarkOf } from './run-id.ts';

/** With the fields that the service returned to the earlier run. */
export interface EarlierPet {
  readonly run: string;
  readonly pet: Pet;
}

interface Candidate extends EarlierPet {
  readonly rank: string;
}

interface Line {
  readonly run: string;
  readonly id?: bigint;
  readonly name?: string;
  /** Absent in ledgers of older versions, and if the pet was not valid. */
  readonly pet?: Pet;
  readonly isRemoved: boolean;
}

/** A ledger may list the pets of years. */
const MOST_KEPT = 500;
const ANY_RUN_MARK = nameMarkOf('');

/** The pets of earlier runs. The ledger is not trusted: it may have any content. */
export class EarlierPets {
  readonly #baseUrl: string;
  readonly #nameWritten: (name: string) => string;
  #candidates = new Map<string, Candidate>();
  readonly #unmarked = new Map<string, string | undefined>();
  #brokenLines = 0;

  /** The address and the names are compared as the ledger contains them: without secrets. */
  constructor(baseUrl: string, nameWritten: (name: string) => string) {
    this.#baseUrl = baseUrl;
    this.#nameWritten = nameWritten;
  }

  get brokenLines(): number {
    return this.#brokenLines;
  }

  note(text: string): void {
    if (text.trim() === '') return;
    const fields = fieldsIn(text);
    const line = fields && lineOf(fields);
    if (!line) this.#brokenLines += 1;
    else if (fields.baseUrl === this.#baseUrl && line.id !== undefined) this.#keep(String(line.id), line);
  }

  #keep(id: string, { run, name, pet, isRemoved }: Line): void {
    this.#candidates.delete(id);
    this.#unmarked.delete(id);
    if (isRemoved) return;
    if (!isMarked(name)) this.#unmarked.set(id, name);
    if (!pet) return;
    this.#candidates.set(id, { run, pet, rank: createHash('sha256').update(id).digest('hex') });
    if (this.#candidates.size > 2 * MOST_KEPT) this.#candidates = new Map(this.#ranked());
  }

  /** The same sample every night, however long the ledger is. */
  #ranked(): readonly (readonly [string, Candidate])[] {
    return [...this.#candidates].sort(([, a], [, b]) => (a.rank < b.rank ? -1 : 1)).slice(0, MOST_KEPT);
  }

  get sample(): readonly EarlierPet[] {
    return this.#ranked().map(([, { run, pet }]) => ({ run, pet }));
  }

  /** Whether another run created this pet; a store that was emptied gives the same ids to other pets. */
  has({ id, name }: JsonObject): boolean {
    if (isMarked(name)) return true;
    const key = isInteger(id) ? String(id) : '';
    if (!this.#unmarked.has(key)) return false;
    const known = this.#unmarked.get(key);
    return known === undefined || typeof name !== 'string' || this.#nameWritten(name) === known;
  }

  isUnchanged({ name, categoryId, status }: Pet, shown: JsonObject): boolean {
    const isSameName = typeof shown.name === 'string' && this.#nameWritten(shown.name) === name;
    return isSameName && same(shown.categoryId, categoryId) && shown.status === status;
  }
}

function isMarked(name: unknown): boolean {
  return typeof name === 'string' && name.includes(ANY_RUN_MARK);
}

function fieldsIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function lineOf({ run, baseUrl, id: idText, name, categoryId, status, removed }: JsonObject): Line | undefined {
  if (typeof run !== 'string' || typeof baseUrl !== 'string') return undefined;
  if (name !== undefined && typeof name !== 'string') return undefined;
  const id = integerIn(idText);
  if (idText !== undefined && id === undefined) return undefined;
  const pet = petOf({ id, name, categoryId: integerIn(categoryId), ...(status !== undefined && { status }) });
  return {
    run,
    isRemoved: removed === true,
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(pet && { pet }),
  };
}

/** Integers are decimal text, so that no reader loses digits. */
function integerIn(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined;
}
