import { isInteger, isObject, jsonOf } from '../../harness/json/exact-json.ts';
import { type Exchange, isThrottled } from '../../harness/model/exchange.ts';
import type { Created } from '../../harness/model/report.ts';
import { petOf, READ_PETS, type Reading, read } from '../reading/reading.ts';
import type { Scope } from '../reading/scope.ts';
import { marksFor } from './marks.ts';

/** Integers are text, so that no reader loses digits. */
export interface CreatedPet extends Created {
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
  const { inText, inPet } = marksFor(scope);
  const isOfRun = (name: unknown) =>
    typeof name === 'string' && name.toLowerCase().includes(`conformance-${scope.runId}`.toLowerCase());
  const made = new Set<string>();
  const refused = new Map<string, Reading>();
  const shown = new Set<string>();
  let areRefusalsTrue = true;

  /** The answer may be the pet of somebody else, which nobody must remove because of this run. */
  const showsOwn = ({ json, request }: Reading) => {
    const sent = jsonOf(request.body ?? '');
    const name = isObject(sent) ? sent.name : undefined;
    return isObject(json) && (inPet(json).length > 0 || isAlike(json.name, name) || isOfRun(json.name));
  };

  /** A lenient parser may read a pet from a body that is not JSON. */
  const nameIn = ({ request: { body = '' } }: Reading) => {
    const sent = jsonOf(body);
    return isObject(sent) ? sent.name : inText(body).find(isOfRun);
  };

  const fromCreation = (exchange: Reading, marks: readonly string[]): readonly CreatedPet[] => {
    if (areRefusalsTrue && isRefusal(exchange)) {
      // A creation that has to wait is repeated, and a list may show its pet before its own answer arrives.
      if (!isThrottled(exchange)) for (const mark of marks) refused.set(mark, exchange);
      return [];
    }
    if (wasNeverSent(exchange)) return [];
    for (const mark of marks) made.add(mark);
    return [entryOf(exchange, showsOwn(exchange), nameIn(exchange))];
  };

  const fromRead = (reading: Reading): readonly CreatedPet[] => {
    const { status, json } = reading;
    if (refused.size === 0 || status !== 200) return [];
    const isOnlyRefused = (mark: string) => refused.has(mark) && !made.has(mark);
    // A reading has only the first pets of a list that is far too long.
    const all = Array.isArray(json) && json.length >= READ_PETS ? jsonOf(reading.text) : json;
    const stored = [all].flat().flatMap((pet) => {
      if (!isObject(pet)) return [];
      const creation = refused.get(inPet(pet).find(isOnlyRefused) ?? '');
      if (!creation || shown.has(String(pet.id))) return [];
      shown.add(String(pet.id));
      return [{ ...(isInteger(pet.id) && { id: String(pet.id) }), ...named(pet.name), requirement: creation.probe }];
    });
    if (stored.length === 0 || !areRefusalsTrue) return stored;
    areRefusalsTrue = false;
    const names = new Set(stored.map(({ name }) => name));
    const others = [...new Set(refused.values())]
      .map((creation) => entryOf(creation, false, nameIn(creation)))
      .filter(({ name }) => !names.has(name));
    return [...stored, ...others];
  };

  return (exchange) => {
    const reading = read(exchange, scope);
    const { operation, sent } = reading.asked;
    if (operation === undefined) return [];
    // The name may be spelled with escapes in the body.
    const text = `${exchange.request.body ?? ''} ${sent?.name ?? ''}`;
    return operation === 'createPet' ? fromCreation(reading, inText(text)) : fromRead(reading);
  };
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
function entryOf({ status, json, probe }: Reading, isShown: boolean, sentName: unknown): CreatedPet {
  const answered = isShown && status < 300 ? json : undefined;
  const { id, name } = isObject(answered) ? answered : {};
  const pet = petOf(answered);
  return {
    ...(isInteger(id) && { id: String(id) }),
    ...named(name ?? sentName),
    requirement: probe,
    ...(pet && { categoryId: String(pet.categoryId), ...(pet.status && { status: pet.status }) }),
  };
}

function named(name: unknown): Pick<Created, 'name'> {
  return typeof name === 'string' ? { name } : {};
}
