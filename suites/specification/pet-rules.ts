import { smallest } from '../../harness/extremes.ts';
import { isStructuredDate } from '../../harness/http/http-dates.ts';
import { identityOf, isInt64, isObject, type JsonObject } from '../../harness/json/exact-json.ts';
import type { RequirementId } from '../catalogue.ts';
import { memoize } from '../memoize.ts';
import type { NewPet, Pet } from './document.ts';
import { existedAt, isNeverFound } from './existence.ts';
import type { Findings } from './findings.ts';
import { originOf } from './marks.ts';
import { petProblem, type Reading, same, show } from './reading.ts';
import { type Allowed, type Asked, exactly, headerOf, isLarge } from './request.ts';
import { originalOf, storesTwice } from './twins.ts';
import { isClaimed, isSameName, type World } from './world.ts';

/** An id as text that can be compared with others. */
const INTEGER = /^-?\d{1,19}$/;
const FIELDS = ['id', 'name', 'categoryId', 'status'] as const;

/**
 * A pet in a list or from getPet: its shape, where it comes from, and whether it is as it was created. A changed field
 * is a matter of get.found or of list.complete, whatever the filter of the list.
 */
export function checkPet(findings: Findings, pet: JsonObject, world: World): void {
  const { asked } = findings.reading;
  const petId = identityOf(pet.id);
  const problem = petProblem(pet);
  // A pet whose own creation was in violation, or that was changed since, proves nothing.
  const isChanged = world.isChanged(asked.petId ?? petId, findings.reading);
  const isTainted = isChanged || (world.creations.has(petId) && !world.pets.has(petId) && !isOfNull(petId, world));
  const isOk = problem === undefined || isTainted || originOf(pet, world) !== undefined;
  findings.check('body.pet-shape', isOk, 'a valid Pet', () => `${problem}: ${show(pet)}`, { petId });
  checkOrigin(findings, pet, world);
  if (problem !== undefined) return;
  const known = world.pets.get(asked.petId ?? petId);
  // What was read before the creation was sent is another pet.
  const own = known && known.sentAt < findings.reading.answeredAt ? known.pet : undefined;
  if (!own || isChanged || world.scope.isForeign) return;
  const changed = FIELDS.find((field) => !same(own[field], pet[field]));
  const requirement = asked.petId === undefined ? 'list.complete' : 'get.found';
  const id = isFaultOfClaim(String(own.id), findings.reading, world) ? 'create.client-id' : requirement;
  if (changed) {
    const expected = `pet ${own.id} with ${changed} ${show(own[changed])}`;
    const mixedWith = world.marksIn(pet).flatMap((mark) => world.marks.get(mark) ?? []);
    const details = { petId: String(own.id), changed, mixedWith: mixedWith.flatMap(({ ids }) => ids) };
    findings.violate(id, expected, `${changed} ${show(pet[changed])}`, details);
  } else if (asked.petId !== undefined) findings.agreed.add(id);
}

/** Whoever accepts null for a status may read it as none, but may not show it. */
function isOfNull(petId: string, { creations, takesAnyStatus }: World): boolean {
  return !takesAnyStatus && creations.get(petId)?.every(isNullAccepted) === true;
}

function isNullAccepted({ asked, isSuccess }: Reading): boolean {
  return isSuccess && asked.decidedBy === 'create.null-status';
}

/** The answer to a creation that the document does not allow to succeed, but that many libraries let through. */
export function checkNullStatus(findings: Findings, { takesAnyStatus }: World): void {
  const { reading } = findings;
  if (isNullAccepted(reading) && !takesAnyStatus && isObject(reading.json)) checkShape(findings, reading.json);
}

function checkShape(findings: Findings, json: unknown): boolean {
  const problem = petProblem(json);
  findings.check('body.pet-shape', problem === undefined, 'a valid Pet', () => `${problem}: ${show(json)}`);
  return problem === undefined;
}

/** Whether a pet, where a read shows it, has this field as it was created. */
const hasField = (own: Pet, field: (typeof FIELDS)[number], { pets = [], ids }: Reading): boolean | undefined => {
  const pet = pets[ids.indexOf(String(own.id))];
  return pet && same(own[field], pet[field]);
};

/** The fields in which reads show pets that nobody claimed differently after the first claim. */
const changedElsewhere = memoize((world: World) => {
  const since = smallest([...world.claims.values()].map(({ sentAt }) => sentAt));
  const unclaimed = [...world.pets].filter(([id]) => !world.claims.has(id));
  const isChangedIn = (field: (typeof FIELDS)[number]) =>
    unclaimed.some(([id, { pet }]) =>
      [...(world.shown.get(id) ?? []), ...(world.fetches.get(id) ?? [])].some(
        (view) => view.sentAt > since && hasField(pet, field, view) === false,
      ),
    );
  return new Set(FIELDS.filter(isChangedIn));
});

/**
 * What a read shows of a pet is the fault of a creation that asked for its id only if the pet was shown unchanged
 * before it, and is never again after it, and no other pet changes in the same way. Otherwise it would have happened
 * without that creation.
 */
function isFaultOfClaim(petId: string, reading: Reading, world: World): boolean {
  const { asked, sentAt } = reading;
  const claim = world.claims.get(petId);
  const own = world.pets.get(petId)?.pet;
  if (!claim || !own || sentAt < claim.sentAt) return false;
  const views = (asked.petId === undefined ? world.shown : world.fetches).get(petId) ?? [];
  const isUnchanged = (view: Reading) => FIELDS.every((field) => hasField(own, field, view) === true);
  const changed = FIELDS.find((field) => hasField(own, field, reading) === false);
  if (changed && changedElsewhere(world).has(changed)) return false;
  const isAlike = (view: Reading) => view.asked.page?.filter === asked.page?.filter;
  const before = views.filter(({ answeredAt }) => answeredAt <= claim.sentAt);
  return (
    before.some(isUnchanged) &&
    before.filter(isAlike).every(isUnchanged) &&
    !views.some((view) => view.sentAt > sentAt && isAlike(view) && isUnchanged(view))
  );
}

/** What only refused creations carried must not exist, and one creation makes one pet. */
function checkOrigin(findings: Findings, pet: JsonObject, world: World): void {
  const { refused, marks, marksIn, creations } = world;
  const petId = identityOf(pet.id);
  if (creations.has(petId)) return;
  const [earlier] = marksIn(pet).flatMap((mark) => refused.get(mark) ?? []);
  if (earlier) {
    const expected = `nothing added by a creation refused with ${earlier.status}`;
    findings.violate(noEffectRequirement(earlier), expected, `the pet ${show(pet)}`, { petId, earlier });
  }
  const [mark = ''] = marksIn({ name: pet.name ?? null });
  const original = originalOf(mark, world);
  if (original === undefined || !findings.reading.ids.includes(original) || !storesTwice(world)) return;
  const actual = `pet ${original}, and ${show(pet)} beside it`;
  const [made] = marks.get(mark) ?? [];
  findings.violate('create.id.unique', 'one pet for one creation', actual, { petId, earlier: made });
}

/** What a refused creation that adds a pet violates. */
export function noEffectRequirement({ status }: Reading): 'create.no-effect' | 'auth.no-effect' {
  return status === 400 ? 'create.no-effect' : 'auth.no-effect';
}

/** A creation that was answered with success: the pet is valid, has an id of its own, and is as it was sent. */
export function checkCreation(findings: Findings, world: World): void {
  const { asked, json, problem, number } = findings.reading;
  const { sent, clientId } = asked;
  if (!sent) return;
  if (json === undefined) {
    findings.violate(asked.decidedBy ?? 'create.minimal', 'a Pet', problem ?? 'no body');
    return;
  }
  const pet: JsonObject = isObject(json) ? json : {};
  const petId = identityOf(pet.id);
  const isValid = checkShape(findings, json);
  findings.check('create.id.int64', isInt64(pet.id), 'an id that is an integer in int64', () => `id ${show(pet.id)}`);
  const alike = (world.creations.get(petId) ?? []).filter((other) => !isClaimed(other));
  if (clientId !== undefined) {
    const isTaken = same(pet.id, clientId) && alike.length > 0;
    findings.check('create.client-id', !isTaken, 'an id of its own, or 400', `the id ${petId} of an existing pet`);
    return;
  }
  const claim = claimOf(petId, findings.reading, world);
  if (claim) {
    const expected = 'an id that no client has taken';
    findings.violate('create.client-id', expected, `the id ${petId} of an existing pet`, { petId, earlier: claim });
  }
  if (isValid) {
    const earlier = alike.find((other) => other.number !== number);
    const expected = 'an id of its own for every creation';
    findings.check('create.id.unique', alike.length < 2, expected, `id ${petId} twice`, { petId, earlier });
  }
  checkFields(findings, sent, pet);
}

/** The creation before this one that was given the very id that its client asked for. */
function claimOf(petId: string, { sentAt }: Reading, { creations }: World): Reading | undefined {
  return creations.get(petId)?.find((creation) => isClaimed(creation) && creation.answeredAt <= sentAt);
}

/** A creation that fails while the ids of others pass one that a client has taken, and that succeeds later. */
export function checkTakenId(findings: Findings, world: World): void {
  const { reading } = findings;
  if (!reading.asked.sent || reading.asked.clientId !== undefined) return;
  const isMadeLater = ({ isSuccess, sentAt }: Reading) => isSuccess && sentAt > reading.sentAt;
  if (!world.sameRequest(reading).some(isMadeLater)) return;
  for (const taken of world.claims.keys()) {
    const earlier = claimOf(taken, reading, world);
    if (!earlier || !isPassed(taken, reading, world)) continue;
    const expected = `a creation that is not broken by id ${taken}, which a client has taken`;
    findings.violate('create.client-id', expected, undefined, { petId: taken, earlier });
  }
}

/** Whether all creations before a request were given lower ids, and all after it higher ones. */
function isPassed(id: string, { sentAt, answeredAt }: Reading, { pets }: World): boolean {
  if (!INTEGER.test(id)) return false;
  const isBelow = (other: string) => BigInt(other) < BigInt(id);
  const before = [...pets].filter(([, pet]) => pet.acknowledgedAt <= sentAt);
  const after = [...pets].filter(([, pet]) => pet.sentAt >= answeredAt);
  const areBoth = before.length > 0 && after.length > 0;
  return areBoth && before.every(([other]) => isBelow(other)) && !after.some(([other]) => isBelow(other));
}

/** Every field comes back as it was sent. */
function checkFields(findings: Findings, sent: NewPet, pet: JsonObject): void {
  const { decidedBy } = findings.reading.asked;
  for (const [field, value] of Object.entries(sent)) {
    const id = decidedBy === 'create.minimal' ? decidedBy : fieldRequirement(field, value, pet[field]);
    // A field that is not valid is reported by body.pet-shape, and by the requirement about that very field. So is one
    // that is absent from an answer with more flaws than a wrong id, such as an id alone.
    const given = pet[field] === undefined ? { ...pet, id: 1 } : { id: 1, ...sent, [field]: pet[field] };
    const isInvalid = petProblem(given) !== undefined;
    if (isInvalid && id !== 'create.minimal' && id !== 'create.int64') continue;
    const actual = () => `${field} ${show(pet[field])}`;
    findings.check(id, same(pet[field], value), `${field} ${show(value)}`, actual, { changed: field });
  }
}

function fieldRequirement(field: string, sent: unknown, given: unknown): RequirementId {
  if (field === 'status') return 'create.with-status';
  if (field === 'categoryId') return isLarge(sent as number | bigint) ? 'create.int64' : 'create.echo';
  return sent !== String(sent).trim() && isSameName(sent, given) ? 'create.whitespace' : 'create.echo';
}

export const MAY_EXIST: Allowed = {
  statuses: (status) => status === 200 || status === 404,
  words: 'status 200, or 404',
};

/**
 * How a fetch of this pet is answered, by what the run knows about it:
 *
 * | the pet | allowed |
 * |---|---|
 * | of this run, acknowledged longer ago than the window | 200 |
 * | of this run, acknowledged within the window | 200, or 404 as reads may lag, unless it was seen before and after |
 * | of another client, in a record of their requests | the same, however long ago, as they may remove it |
 * | of this run, but changed, not acknowledged yet, or not as it was sent | 200 or 404, and nothing is decided |
 * | of somebody else, in a list | 200 or 404; only 200 if lists keep showing it while getPet never finds it |
 * | of an earlier run, or named by the user | 200 or 404, and nothing is decided |
 * | none that anybody knows | 404; also 400 for ids that no service gives to a pet; 200 if it turns out to exist |
 */
export function petRequest(reading: Reading, world: World): Pick<Asked, 'decidedBy' | 'allowed'> {
  const { asked, json, sentAt } = reading;
  const { petId = '' } = asked;
  const own = world.pets.get(petId);
  const isServed = world.served.has('getPet');
  const found: RequirementId = isServed ? 'get.found' : 'deprecation.still-served';
  if (own && own.acknowledgedAt <= sentAt && !world.isChanged(petId, reading)) {
    const mayLag = own.acknowledgedAt + world.scope.windowMs >= sentAt || world.scope.isForeign;
    const allowed = mayLag && !existedAt(petId, reading, world) ? MAY_EXIST : exactly(200);
    return { decidedBy: isFaultOfClaim(petId, reading, world) && isServed ? 'create.client-id' : found, allowed };
  }
  const creations = world.creations.get(petId) ?? [];
  // An id that was asked for before its creation was sent is that of no pet.
  if (creations.some((creation) => creation.sentAt < reading.answeredAt)) return { allowed: MAY_EXIST };
  if (world.shown.has(petId) && creations.length === 0) {
    return { decidedBy: found, allowed: isNeverFound(petId, reading, world) ? exactly(200) : MAY_EXIST };
  }
  const { scope } = world;
  if (world.isChanged(petId, reading) || scope.earlier?.has(petId) || scope.knownIds?.includes(petId))
    return { allowed: MAY_EXIST };
  // A pet that exists after all, or one that cannot be read, says nothing about ids without one.
  const isThatPet = isObject(json) && (same(json.id, BigInt(petId)) || json.id === petId) && !isFar(petId, world);
  if (reading.status === 200 && (isThatPet || json === undefined)) return { allowed: MAY_EXIST };
  return { decidedBy: 'get.unknown', allowed: isHandedOut(BigInt(petId)) ? exactly(404) : NEVER_FOUND };
}

const NEVER_FOUND: Allowed = { statuses: (status) => status === 404 || status === 400, words: 'status 404, or 400' };

/** Whether a service may give this id to a pet; others it may refuse as invalid. */
function isHandedOut(id: bigint): boolean {
  return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER);
}

/** Nobody finds a pet by chance so far from every other one. */
const FAR = 2n ** 40n;

function isFar(petId: string, { creations, shown }: World): boolean {
  const known = [...creations.keys(), ...shown.keys()].filter((id) => INTEGER.test(id));
  const distance = (id: string) => BigInt(petId) - BigInt(id);
  return known.length > 0 && known.every((id) => distance(id) > FAR || distance(id) < -FAR);
}

/** A fetch that was answered with 200. */
export function checkFetch(findings: Findings, world: World): void {
  const { asked, json, problem, headers } = findings.reading;
  const [deprecation, sunset] = [headerOf(headers, 'deprecation'), headerOf(headers, 'sunset')];
  const isAnnounced = isStructuredDate(deprecation ?? '') && sunset !== undefined;
  const expected = 'a Sunset header, and a Deprecation header such as @1688169599';
  const seen = [
    sunset === undefined ? 'no Sunset header' : `Sunset: ${sunset}`,
    deprecation === undefined ? 'no Deprecation header' : `Deprecation: ${deprecation}`,
  ];
  findings.check('deprecation.announced', isAnnounced, expected, seen.join(', '));
  const { petId } = asked;
  if (petId === undefined) return;
  findings.agreed.add('deprecation.still-served');
  if (!isObject(json)) {
    findings.violate('get.found', 'a Pet', problem);
    return;
  }
  checkPet(findings, json, world);
  if (petProblem(json) !== undefined || world.creations.has(petId)) return;
  findings.check('get.found', same(json.id, BigInt(petId)), `pet ${petId}`, `pet ${show(json.id)}`);
  if (same(json.id, BigInt(petId))) compareWithLists(findings, petId, json, world);
}

/** What getPet returns of a pet of somebody else, each time in the same way, while lists before and after it agree. */
function compareWithLists(findings: Findings, petId: string, pet: JsonObject, world: World): void {
  const { sentAt, answeredAt } = findings.reading;
  const views = world.shown.get(petId) ?? [];
  const [before, after] = [
    views.findLast((view) => view.answeredAt <= sentAt),
    views.find((view) => view.sentAt >= answeredAt),
  ].map((view) => view?.pets?.[view.ids.indexOf(petId)]);
  if (!before || !after) return;
  const fetched = (world.fetches.get(petId) ?? []).filter(({ isSuccess }) => isSuccess);
  const changed = FIELDS.find((field) => same(before[field], after[field]) && !same(pet[field], before[field]));
  if (!changed || fetched.length < 2) return;
  // An owner who changes a pet and changes it back does not do so each time that it is fetched.
  const isSame = ({ json }: Reading) => isObject(json) && same(json[changed], pet[changed]);
  if (!fetched.every(isSame)) return;
  const expected = `pet ${petId} with ${changed} ${show(before[changed])}, as lists show it`;
  findings.violate('get.found', expected, `${changed} ${show(pet[changed])}`, { petId, changed });
}
