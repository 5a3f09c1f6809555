import { defined } from '../../harness/basics/defined.ts';
import { isInteger, isObject, type JsonObject, jsonOf } from '../../harness/json/exact-json.ts';
import { type Exchange, isThrottled } from '../../harness/model/exchange.ts';
import type { Created } from '../../harness/model/report.ts';
import { petOf, READ_PETS, type Reading, read } from '../reading/reading.ts';
import type { Scope } from '../reading/scope.ts';
import { marksFor } from './marks.ts';

/** Integers are text, so that no reader loses digits. */
interface CreatedPet extends Created {
  readonly [field: string]: unknown;
}

/**
 * Lists every pet that exists, or may exist, because of a run, as soon as an exchange shows it.
 *
 * A creation that gets any answer but a refusal (4xx, or a rate limit) may have been carried out. A refusal is believed
 * until a pet that only refused creations asked for shows up. From then on every creation of the run, past ones
 * included, may have been carried out.
 */
export function createdPets(scope: Scope): (exchange: Exchange) => readonly CreatedPet[] {
  const pets = new PetsOfRun(scope);
  return (exchange) => pets.note(read(exchange, scope));
}

class PetsOfRun {
  readonly #marks: ReturnType<typeof marksFor>;
  readonly #runId: string;
  /** Marks of creations that may have been carried out. */
  readonly #made = new Set<string>();
  /** Refused creations, by the marks in them. */
  readonly #refused = new Map<string, Reading>();
  /** Ids of pets that a refused creation asked for. */
  readonly #shown = new Set<string>();
  #areRefusalsTrue = true;

  constructor(scope: Scope) {
    this.#marks = marksFor(scope);
    this.#runId = scope.runId.toLowerCase();
  }

  note(reading: Reading): readonly CreatedPet[] {
    const { operation } = reading.asked;
    if (operation === undefined) return [];
    return operation === 'createPet' ? this.#noteCreation(reading) : this.#noteRead(reading);
  }

  #noteCreation(reading: Reading): readonly CreatedPet[] {
    const marks = this.#marks.inRequest(reading);
    if (this.#areRefusalsTrue && isRefusal(reading)) {
      // A creation that has to wait is repeated, and a list may show its pet before its own answer arrives.
      if (!isThrottled(reading)) for (const mark of marks) this.#refused.set(mark, reading);
      return [];
    }
    if (wasNeverSent(reading)) return [];
    for (const mark of marks) this.#made.add(mark);
    return [entryOf(reading, this.#nameIn(reading), this.#showsOwn(reading))];
  }

  #noteRead({ status, json, text }: Reading): readonly CreatedPet[] {
    if (this.#refused.size === 0 || status !== 200) return [];
    // A reading has only the first pets of a list that is far too long.
    const all = Array.isArray(json) && json.length >= READ_PETS ? jsonOf(text) : json;
    const stored = [all].flat().flatMap((pet) => (isObject(pet) ? this.#storedAs(pet) : []));
    if (stored.length === 0 || !this.#areRefusalsTrue) return stored;
    this.#areRefusalsTrue = false;
    const names = new Set(stored.map(({ name }) => name));
    const others = [...new Set(this.#refused.values())].map((refusal) => entryOf(refusal, this.#nameIn(refusal)));
    return [...stored, ...others.filter(({ name }) => !names.has(name))];
  }

  /** The pet, if only refused creations asked for it and nothing has shown it before. */
  #storedAs(pet: JsonObject): readonly CreatedPet[] {
    const mark = this.#marks.inPet(pet).find((one) => this.#refused.has(one) && !this.#made.has(one));
    const creation = this.#refused.get(mark ?? '');
    if (!creation || this.#shown.has(String(pet.id))) return [];
    this.#shown.add(String(pet.id));
    return [defined({ id: idIn(pet), name: textIn(pet.name), requirement: creation.probe })];
  }

  /** The answer may be the pet of somebody else, which nobody must remove because of this run. */
  #showsOwn({ json, request }: Reading): boolean {
    if (!isObject(json)) return false;
    const sent = jsonOf(request.body ?? '');
    const name = isObject(sent) ? sent.name : undefined;
    return this.#marks.inPet(json).length > 0 || isAlike(json.name, name) || this.#isOfRun(json.name);
  }

  /** A lenient parser may read a pet from a body that is not JSON. */
  #nameIn({ request: { body = '' } }: Reading): unknown {
    const sent = jsonOf(body);
    return isObject(sent) ? sent.name : this.#marks.inText(body).find((mark) => this.#isOfRun(mark));
  }

  #isOfRun(name: unknown): boolean {
    return typeof name === 'string' && name.toLowerCase().includes(`conformance-${this.#runId}`);
  }
}

/** A faulty service may cut a name, or replace some of its characters. */
function isAlike(given: unknown, sent: unknown): boolean {
  if (typeof given !== 'string' || typeof sent !== 'string') return true;
  const isKept = (character: string, at: number) => character === sent[at];
  return given.split('').filter(isKept).length * 2 >= given.length;
}

function isRefusal(exchange: Exchange): boolean {
  return (exchange.status >= 400 && exchange.status < 500) || isThrottled(exchange) || wasNeverSent(exchange);
}

function wasNeverSent({ failure }: Exchange): boolean {
  return failure !== undefined && /^(refused|unresolved|proxy-.*)$/.test(failure.kind);
}

/** Without an id if the service gave none, or that of another pet: then nobody knows whether the pet exists. */
function entryOf({ status, json, probe }: Reading, sentName: unknown, isShown = false): CreatedPet {
  const answered = isShown && status < 300 && isObject(json) ? json : {};
  const pet = petOf(answered);
  return defined({
    id: idIn(answered),
    name: textIn(answered.name ?? sentName),
    requirement: probe,
    categoryId: pet && String(pet.categoryId),
    status: pet?.status,
  });
}

function idIn({ id }: JsonObject): string | undefined {
  return isInteger(id) ? String(id) : undefined;
}

function textIn(name: unknown): string | undefined {
  return typeof name === 'string' ? name : undefined;
}
