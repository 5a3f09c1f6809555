import { identityOf, isInt64, isObject, type JsonObject } from '../../harness/json/exact-json.ts';
import type { RequirementId } from '../catalogue.ts';
import type { NewPet } from './document.ts';
import type { Note } from './finding.ts';
import { isStructuredDate } from './http-dates.ts';
import { describe, petProblem, type Reading, same, show } from './reading.ts';
import { type Allowed, headerOf, isLarge } from './request.ts';
import { existedAt, isOfAnotherRun, isSameName, isTainted, marksOf, type World } from './world.ts';

/** A pet in a list or from getPet. */
export function checkPet(pet: JsonObject, reading: Reading, world: World, note: Note): void {
  const id = identityOf(pet.id);
  const problem = petProblem(pet);
  const isExcused = problem !== undefined && (isTainted(id, world) || isOfAnotherRun(pet, world));
  note(
    'body.pet-shape',
    problem === undefined || isExcused,
    'a valid Pet',
    () => `${problem}: ${show(pet)}`,
    () => ({ facts: { petIds: [id] } }),
  );
  checkNoEffect(pet, world, note);
  const own = world.pets.get(reading.asked.petId ?? id);
  if (!own || problem !== undefined || world.scope.isForeign) return;
  const fields = ['id', 'name', 'categoryId', 'status'] as const;
  const changed = fields.find((field) => !same(own.pet[field], pet[field]));
  const requirement = reading.asked.petId === undefined ? 'list.complete' : 'get.found';
  if (changed === undefined && requirement === 'list.complete') return;
  note(
    world.claimed.has(identityOf(own.pet.id)) ? 'create.client-id' : requirement,
    changed === undefined,
    `pet ${own.pet.id} with ${changed} ${show(changed && own.pet[changed])}`,
    () => `${changed} ${show(changed && pet[changed])}`,
    () => ({ facts: { petIds: [String(own.pet.id)], isChanged: changed === 'id' ? 'pet' : 'field' } }),
  );
}

/** What only refused creations carried must not exist. */
function checkNoEffect(pet: JsonObject, world: World, note: Note): void {
  if (world.refused.size === 0) return;
  for (const mark of marksOf(pet, world.scope)) {
    const refusal = world.refused.get(mark);
    if (!refusal) continue;
    note(
      noEffectRequirement(refusal),
      false,
      `nothing added by a creation refused with ${refusal.status}`,
      () => `the pet ${show(pet)}`,
      () => ({ earlier: refusal, facts: { petIds: [identityOf(pet.id)] } }),
    );
    return;
  }
}

export function noEffectRequirement({ status }: Reading): 'create.no-effect' | 'auth.no-effect' {
  return status === 400 ? 'create.no-effect' : 'auth.no-effect';
}

export function checkCreation(reading: Reading, world: World, note: Note): void {
  const { asked, json, problem } = reading;
  const { sent, clientId } = asked.creation ?? {};
  if (!sent) return;
  if (json === undefined) {
    note('create.minimal', false, 'a Pet', () => problem ?? 'no body');
    return;
  }
  const pet: JsonObject = isObject(json) ? json : {};
  const id = identityOf(pet.id);
  const shape = petProblem(json);
  const alike = (world.creations.get(id) ?? []).filter((other) => other.asked.creation?.clientId === undefined);
  note('body.pet-shape', shape === undefined, 'a valid Pet', () => `${shape}: ${show(json)}`);
  note('create.id.int64', isInt64(pet.id), 'an id that is an integer in int64', () => `id ${show(pet.id)}`);
  if (clientId !== undefined) {
    const isTaken = same(pet.id, clientId) && alike.length > 0;
    note('create.client-id', !isTaken, 'an id of its own, or 400', () => `the id ${id} of an existing pet`);
    return;
  }
  if (shape === undefined) {
    note(
      'create.id.unique',
      alike.length < 2,
      'an id of its own for every creation',
      () => `id ${id} twice`,
      () => ({ facts: { petIds: [id] }, earlier: alike.find((other) => other.number !== reading.number) }),
    );
  }
  checkFields(reading, sent, pet, shape !== undefined, note);
}

/** Every field comes back as it was sent. */
function checkFields({ asked }: Reading, sent: NewPet, pet: JsonObject, isInvalid: boolean, note: Note): void {
  for (const [field, value] of Object.entries(sent)) {
    const id = asked.decidedBy === 'create.minimal' ? asked.decidedBy : fieldRequirement(field, value, pet[field]);
    // A pet that is not valid is reported by body.pet-shape, and by the requirement about that very field.
    if (isInvalid && id !== 'create.minimal' && id !== 'create.int64') continue;
    note(
      id,
      same(pet[field], value),
      `${field} ${show(value)}`,
      () => `${field} ${show(pet[field])}`,
      () => ({ facts: { isAboutCategory: field === 'categoryId' } }),
    );
  }
}

function fieldRequirement(field: string, sent: unknown, given: unknown): RequirementId {
  if (field === 'status') return 'create.with-status';
  if (field === 'categoryId') return isLarge(sent as number | bigint) ? 'create.int64' : 'create.echo';
  return sent !== String(sent).trim() && isSameName(sent, given) ? 'create.whitespace' : 'create.echo';
}

/** How a fetch of this pet is answered, by what the run knows about it. */
export function petRequest(
  reading: Reading,
  world: World,
): { readonly decidedBy?: RequirementId; readonly allowed: Allowed } {
  const { asked, json, sentAt } = reading;
  const { petId = '' } = asked;
  const own = world.pets.get(petId);
  const found: RequirementId = world.served.has('getPet') ? 'get.found' : 'deprecation.still-served';
  const mustExist = { statuses: (status: number) => status === 200, words: 'status 200' };
  const mayExist = { statuses: (status: number) => status === 200 || status === 404, words: 'status 200, or 404' };
  if (own && own.acknowledgedAt <= sentAt) {
    const mayLag = own.acknowledgedAt + world.scope.windowMs >= sentAt || world.scope.isForeign;
    const allowed = mayLag && !existedAt(petId, reading, world) ? mayExist : mustExist;
    const isClaimed = world.claimed.has(petId) && world.served.has('getPet');
    return { decidedBy: isClaimed ? 'create.client-id' : found, allowed };
  }
  const creations = world.creations.get(petId) ?? [];
  // An id that was asked for before its creation was sent is that of no pet.
  if (creations.some((creation) => creation.sentAt < reading.answeredAt)) return { allowed: mayExist };
  if (world.shown.has(petId) && creations.length === 0) {
    return { decidedBy: found, allowed: existedAt(petId, reading, world) ? mustExist : mayExist };
  }
  // A pet that exists after all, or one that cannot be read, says nothing about ids without one.
  const isThatPet = isObject(json) && (same(json.id, BigInt(petId)) || json.id === petId);
  if (reading.status === 200 && (isThatPet || json === undefined)) return { allowed: mayExist };
  return { decidedBy: 'get.unknown', allowed: { statuses: (status) => status === 404, words: 'status 404' } };
}

export function checkFetch(reading: Reading, world: World, note: Note): void {
  const { asked, json, problem, headers } = reading;
  const [deprecation, sunset] = [headerOf(headers, 'deprecation'), headerOf(headers, 'sunset')];
  const isWellFormed = isStructuredDate(deprecation ?? '');
  note(
    'deprecation.announced',
    isWellFormed && sunset !== undefined,
    isWellFormed ? 'a Sunset header' : 'a Deprecation header such as @1688169599',
    () => (isWellFormed ? sunset : deprecation) ?? 'none',
  );
  if (asked.petId === undefined) return;
  const { decidedBy } = petRequest(reading, world);
  if (decidedBy === 'get.unknown') return;
  note('deprecation.still-served', true);
  if (!isObject(json)) {
    note('get.found', false, 'a Pet', () => problem ?? describe(reading));
    return;
  }
  checkPet(json, reading, world, note);
  const isOther = petProblem(json) === undefined && !world.creations.has(asked.petId);
  if (isOther) {
    note('get.found', same(json.id, BigInt(asked.petId)), `pet ${asked.petId}`, () => `pet ${show(json.id)}`);
  }
}
