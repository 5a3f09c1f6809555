import { groupByEach } from '../../../harness/basics/group-by.ts';
import { memoize } from '../../../harness/basics/memoize.ts';
import { identityOf, isInt64, isObject } from '../../../harness/json/exact-json.ts';
import { SUCCESS } from '../../reading/document.ts';
import { oddParts } from '../../reading/odd-parts.ts';
import { petProblem, type Reading, same, show } from '../../reading/reading.ts';
import type { BodyKind } from '../../reading/request.ts';
import { originalOf, storesTwice } from '../../world/doubles.ts';
import { isClaimed, type World } from '../../world/world.ts';
import { answeredWith, exactly, orRefused } from './answers.ts';
import { comparedPets } from './pets.ts';
import { agreesIf, every, type Flaw, flawsIn, type Verdict, violates } from './violation.ts';

/* What the answer to a creation says, and what later reads say about ids. */

/**
 * Which requirement judges whether a valid creation is accepted: the one about its only part that is not plain, and
 * create.echo about everything else. So no combination accuses one of its values.
 */
function judgedAs(reading: Reading): BodyKind | undefined {
  const { body, sent } = reading.asked;
  if (!sent || body === 'open' || body === 'client-id') return undefined;
  const [part, ...others] = oddParts(reading);
  if (others.length > 0) return 'echo';
  if (part === undefined) return body === 'minimal' ? 'minimal' : 'echo';
  if (part === 'status' && body === 'with-status') return 'with-status';
  return part === 'category' && body === 'int64' ? 'int64' : 'echo';
}

/** A valid creation of this kind is accepted. A service may refuse some names and categories. */
export function accepted(kind: BodyKind, reading: Reading, world: World): Verdict {
  if (judgedAs(reading) !== kind) return undefined;
  const allowed = reading.asked.mayBeRefused ? orRefused(SUCCESS.createPet) : exactly(SUCCESS.createPet);
  const verdict = answeredWith(allowed, reading, world);
  if (verdict !== 'agrees' || !reading.isSuccess || reading.unreadable) return verdict;
  return reading.json === undefined ? violates(reading, 'a Pet', reading.problem ?? 'no body') : verdict;
}

/** One field of an accepted pet comes back as it was sent. */
export function kept(field: 'name' | 'categoryId' | 'status', reading: Reading): Verdict {
  const { asked, json, isSuccess } = reading;
  const { sent } = asked;
  if (!isSuccess || !sent || asked.clientId !== undefined || json === undefined) return undefined;
  const given = isObject(json) ? json[field] : undefined;
  const flaw = [`${field} ${show(sent[field])}`, () => `${field} ${show(given)}`, { changed: field }] as const;
  return agreesIf(same(given, sent[field]), reading, ...flaw);
}

/** Created without a status, and answered with a valid pet. */
const isStatusless = ({ asked, json, isSuccess }: Reading) =>
  isSuccess &&
  asked.sent !== undefined &&
  asked.sent.status === undefined &&
  asked.clientId === undefined &&
  petProblem(json) === undefined;

const statusIn = ({ json }: Reading) => (isObject(json) ? json.status : undefined);

/** By category: the statuses that nobody sent, the first one first. A default may depend on the category. */
const defaultsIn = memoize((world: World) =>
  groupByEach(
    world.readings.filter((reading) => isStatusless(reading) && statusIn(reading) !== undefined),
    (reading) => [categoryOf(reading)],
  ),
);

const categoryOf = ({ asked: { sent } }: Reading) => String(sent?.categoryId);

/**
 * A pet without a status does not get that of another one: in one category a default is one value. It may be absent now
 * and then, as long as a new version of the service replaces an old one.
 */
export function keptWithoutStatus(reading: Reading, world: World): Verdict {
  if (!isStatusless(reading)) return undefined;
  const [first] = defaultsIn(world).get(categoryOf(reading)) ?? [];
  const [usual, given] = [first && statusIn(first), statusIn(reading)];
  if (given === undefined || same(given, usual)) return undefined;
  const expected = `status ${show(usual)}, as another pet of the category that was created without one`;
  return violates(reading, expected, `status ${show(given)}`, { changed: 'status', earlier: first });
}

/** The id of an accepted pet. */
export function hasInt64Id(reading: Reading): Verdict {
  const { asked, json, isSuccess } = reading;
  if (!isSuccess || !asked.sent || json === undefined) return undefined;
  const id = isObject(json) ? json.id : undefined;
  const petId = identityOf(id);
  return agreesIf(isInt64(id), reading, 'an id that is an integer in int64', `id ${show(id)}`, { petId });
}

/** Other creations that were given the same id, this one included. */
function sameId(reading: Reading, { creations }: World): readonly Reading[] {
  return (creations.get(reading.ids[0] ?? '') ?? []).filter((other) => !isClaimed(other));
}

/** Every creation gets an id of its own, and identical bodies are two pets. */
export function ownId(reading: Reading, world: World): Verdict {
  const { asked, isSuccess, json, status, sentAt } = reading;
  if (!asked.sent || asked.clientId !== undefined) return undefined;
  if (!isSuccess) {
    const twins = world.sameRequest(reading).filter((other) => other.isSuccess);
    // Where another one is accepted later, or a new body gets the same, it is not refused for its twin.
    const isForTwin = twins.length > 0 && twins.every((twin) => twin.sentAt <= sentAt) && !refusesNew(status, world);
    return isForTwin ? flawsIn(answeredWith(exactly(SUCCESS.createPet), reading, world)) : undefined;
  }
  if (petProblem(json) !== undefined) return undefined;
  const alike = sameId(reading, world);
  const petId = reading.ids[0] ?? '';
  const earlier = alike.find((other) => other.number !== reading.number);
  const expected = 'an id of its own for every creation';
  return agreesIf(alike.length < 2, reading, expected, `id ${petId} twice`, { petId, earlier });
}

/** Whether valid bodies that were never accepted get this status too. */
function refusesNew(status: number, { readings, sameRequest }: World): boolean {
  return readings.some(
    (other) =>
      other.asked.sent &&
      other.asked.credential === 'right' &&
      !other.asked.mayBeRefused &&
      other.status === status &&
      !sameRequest(other).some(({ isSuccess }) => isSuccess),
  );
}

/** One creation makes one pet: lists do not show a second one with its name. */
export function madeOnce(reading: Reading, world: World): Verdict {
  const flaws = (reading.pets ?? []).flatMap((pet): readonly Flaw[] => {
    const petId = identityOf(pet.id);
    const [mark = ''] = world.creations.has(petId) ? [] : world.marksIn({ name: pet.name ?? null });
    const original = originalOf(mark, world);
    if (original === undefined || !reading.ids.includes(original) || !storesTwice(world)) return [];
    const [earlier] = world.marks.get(mark) ?? [];
    const actual = `pet ${original}, and ${show(pet)} beside it`;
    return [{ expected: 'one pet for one creation', actual, petId, earlier }];
  });
  return flaws.length > 0 ? flaws : undefined;
}

/** A creation that asks for an id neither gets that of a pet, nor changes it, nor takes one that is given away later. */
export function respectsIds(claim: Reading, world: World): Verdict {
  const { clientId } = claim.asked;
  if (clientId === undefined) return undefined;
  const petId = identityOf(clientId);
  const allowed = orRefused(SUCCESS.createPet, ' with an id of its own');
  return every(
    claim.isSuccess ? ownPet(petId, claim, world) : answeredWith(allowed, claim, world),
    ownerIsUnchanged(petId, claim, world),
    idIsNotGivenAgain(petId, claim, world),
  );
}

function ownPet(petId: string, claim: Reading, world: World): Verdict {
  const { json, unreadable, problem } = claim;
  if (json !== undefined)
    return agreesIf(!isTaken(claim, world), claim, 'an id of its own, or 400', `the id ${petId} of an existing pet`);
  return unreadable ? undefined : violates(claim, 'a Pet', problem ?? 'no body');
}

/** The claim was given the id of a pet that existed. */
function isTaken(claim: Reading, world: World): boolean {
  return isClaimed(claim) && sameId(claim, world).some(({ sentAt }) => sentAt <= claim.sentAt);
}

function idIsNotGivenAgain(petId: string, claim: Reading, { creations }: World): Verdict {
  const isLater = (other: Reading) => !isClaimed(other) && other.sentAt >= claim.answeredAt;
  const shownBy = isClaimed(claim) ? creations.get(petId)?.find(isLater) : undefined;
  const actual = `the id ${petId} given to another pet`;
  return shownBy ? violates(claim, 'an id that later creations do not get', actual, { petId, shownBy }) : undefined;
}

/** The pet was as it was created until the claim, and never again. */
function ownerIsUnchanged(petId: string, claim: Reading, world: World): Verdict {
  const { views } = world.timeline(petId);
  const flawIn = (view: Reading) => comparedPets(view, world).get(petId);
  const before = views.filter(({ answeredAt }) => answeredAt <= claim.sentAt);
  const after = views.filter(({ sentAt }) => sentAt >= claim.answeredAt);
  const shownBy = after.find(flawIn);
  const flaw = shownBy && flawIn(shownBy);
  const isFault = flaw && before.length > 0 && !before.some(flawIn) && after.every(flawIn);
  if (!isFault || isChangedElsewhere(flaw, claim, world)) return undefined;
  return [{ ...flaw, shownBy }];
}

/** Where other pets change in the same way, it would have happened without the claim. */
function isChangedElsewhere({ changed }: Flaw, claim: Reading, world: World): boolean {
  const reads = world.views.filter(({ sentAt }) => sentAt > claim.sentAt);
  const isChanged = ([id, flaw]: readonly [string, Flaw | undefined]) =>
    flaw?.changed === changed && !world.claims.has(id);
  return reads.some((view) => [...comparedPets(view, world)].some(isChanged));
}
