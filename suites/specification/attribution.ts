import { catalogue, type RequirementId } from '../catalogue.ts';
import type { Findings, Violation } from './findings.ts';
import { noEffectRequirement } from './pet-rules.ts';
import type { Reading } from './reading.ts';
import { isUnusual } from './request.ts';
import { isNoEffectShown } from './telling.ts';
import type { World } from './world.ts';

/** What the record says about one requirement. */
export interface Attributed {
  /** How many exchanges say something about it. */
  applied: number;
  /** Of its own, in the order of sending. */
  violations: Violation[];
  /** The requirements that report what would have been violations of this one. */
  readonly consequenceOf: Set<RequirementId>;
}

const idsLike = (pattern: RegExp) => catalogue.map(({ id }) => id).filter((id) => pattern.test(id));
const SIZES = idsLike(/^list\.(limit|status\.with-limit)/);
const COMPLETENESS = ['list.complete', 'list.status.complete'] as const;
const BROKEN_BODIES = idsLike(/^create\.(missing-field|wrong-type|out-of-range|bad-status|bad-body)$/);
/** What comes back from a creation that is more than a plain one. */
const ECHOES = idsLike(/^create\.(echo|with-status|int64|whitespace)$/);
/** Bad credentials that are refused. */
const REFUSALS = idsLike(/^auth\.(missing|invalid-key|wrong-scheme|malformed|header-only)/);

interface Adoption {
  readonly id: RequirementId;
  readonly of: readonly RequirementId[];
  readonly when: (violations: readonly Violation[], world: World) => boolean;
}

/** A violation of `of` is one of `id` where `when` is true of all of them. Otherwise `id` is inconclusive. */
const ADOPTIONS: readonly Adoption[] = [
  // What the inputs of a property show first is reported by it, and so is what others see of it later.
  { id: 'create.invalid', of: BROKEN_BODIES, when: ([first]) => first?.reading.probe === 'create.invalid' },
  {
    id: 'history.agrees',
    of: [...COMPLETENESS, 'list.status.only', 'get.found', 'create.echo', 'create.with-status', 'create.minimal'],
    when: areOfHistory,
  },
  { id: 'deprecation.replacement', of: ['list.status.complete'], when: haveVanished },
];

type Relation = (violation: Violation, cause: Violation, world: World) => boolean;

const isAnother: Relation = ({ id }, cause) => id !== cause.id;
const hasSameStatus: Relation = ({ reading }, cause) => reading.status === cause.reading.status;
const hasSameOperation: Relation = ({ reading }, cause) => reading.asked.operation === cause.reading.asked.operation;
const isNoList: Relation = ({ reading }) => !Array.isArray(reading.json);
const isAskedFor: Relation = ({ reading }) => reading.request.path.endsWith(`/${reading.ids[0]}`);
const isWithoutJson: Relation = ({ reading }) => reading.json === undefined;
const isRefused: Relation = ({ reading }) => reading.status >= 400;
const isInPieces: Relation = ({ reading }, cause) =>
  reading.request.cutAt !== undefined && cause.reading.request.cutAt !== undefined;
/** Every input of the cause, which gets no pet, is also an input of the violation. */
const contains: Relation = ({ reading }, { reading: { status, json, input = [] } }) =>
  (status !== 201 || json === undefined) && isPartOf(input, reading.input ?? []);
const isRead: Relation = (violation, cause, world) =>
  violation.changed !== undefined || (violation.reading.status === 404 && hasSameStatus(violation, cause, world));
const isAboutCategory: Relation = ({ changed, reading }) =>
  changed === 'categoryId' || (changed === undefined && isUnusual(reading.asked.sent?.categoryId ?? 1));

interface Consequence {
  readonly of: readonly RequirementId[];
  readonly ids: readonly RequirementId[];
  readonly when?: readonly Relation[];
}

/** In this order: a violation of `ids` is only a consequence where one of `of` is violated, and `when` is true of both. */
const CONSEQUENCES: readonly Consequence[] = [
  // A key that is refused now and then, or in some requests, whatever they ask for.
  { ids: idsLike(/^(list|create|get)\./), of: ['auth.accepted'], when: [hasSameStatus] },
  { ids: ECHOES, of: ['create.minimal'] },
  { ids: ['create.client-id'], of: ['create.minimal'], when: [hasSameStatus, isWithoutJson] },
  // The smallest combination of inputs that fails is the story; larger ones contain it.
  { ids: ECHOES, of: ECHOES, when: [isAnother, hasSameStatus, contains] },
  // A status that the document does not know is no matter of the input where plain creations get it too.
  {
    ids: [...ECHOES, 'create.id.unique', 'create.client-id'],
    of: ['errors.documented-status'],
    when: [hasSameStatus, hasSameOperation],
  },
  { ids: [...BROKEN_BODIES, 'create.null-status', 'create.lenient-body'], of: ['create.echo'], when: [contains] },
  { ids: ['get.found', 'create.client-id', ...COMPLETENESS], of: ['create.id.unique'] },
  { ids: ['create.client-id'], of: ['get.found', ...COMPLETENESS], when: [isRead] },
  { ids: ['create.id.int64'], of: ['create.minimal'], when: [(_violation, { reading }) => reading.status === 201] },
  // A service that does not read bodies in pieces says nothing about the key in front of them, unless it lets one in.
  { ids: REFUSALS, of: ['create.minimal', ...ECHOES], when: [isRefused, hasSameStatus, isInPieces] },
  // The very pet that was asked for, whose id is no fault of getPet.
  { ids: ['get.invalid-id'], of: ['create.id.int64'], when: [isAskedFor] },
  { ids: ['auth.first'], of: ['auth.missing.createPet', 'auth.missing.getPet'] },
  { ids: ['get.unknown'], of: ['auth.accepted'], when: [hasSameStatus] },
  { ids: ['create.echo'], of: ['create.int64'], when: [isAboutCategory] },
  // A service that takes or refuses the one like the other has one defect.
  { ids: ['create.null-status'], of: ['create.bad-status'], when: [hasSameStatus] },
  { ids: ['create.lenient-body'], of: ['create.missing-field', 'create.bad-body'], when: [hasSameStatus] },
  // A lone pet where a list of one should be, whatever was asked for.
  { ids: [...SIZES, 'list.status.unknown'], of: ['list.ok'], when: [hasSameStatus, isNoList] },
  // Pages that never get longer than this are capped: the limit reports it.
  { ids: COMPLETENESS, of: SIZES, when: [isShort, isCapped] },
  // What is missing from both is reported once.
  { ids: ['list.complete'], of: ['list.status.complete', 'deprecation.replacement'], when: [isShort] },
  // Where lists lose pets anyway, too few of them say nothing about the limit.
  { ids: SIZES, of: COMPLETENESS, when: [isShort] },
];

/** The page has fewer pets than it should. */
function isShort({ reading, changed }: Violation): boolean {
  return changed === undefined && reading.isFull === false;
}

function isCapped({ reading: { asked, pets: shown = [] } }: Violation, cause: Violation, { pages }: World): boolean {
  const isLonger = ({ asked: other, pets = [] }: Reading) =>
    other.page?.sizedBy === asked.page?.sizedBy &&
    other.page?.isDefault === asked.page?.isDefault &&
    pets.length > shown.length;
  const isSame = shown.length > 0 && shown.length === cause.reading.pets?.length;
  return isSame && !(isShort(cause) && pages.some(isLonger));
}

/** Fewer inputs, and all of them among the others. */
export function isPartOf(some: readonly string[], inputs: readonly string[]): boolean {
  return some.length < inputs.length && some.every((input) => inputs.includes(input));
}

/** Only pets that several clients created and read at once are wrong. What is sent after the last look repeats it. */
function areOfHistory(all: readonly Violation[], { creations, readings, shown, fetches }: World): boolean {
  const property: RequirementId = 'history.agrees';
  const isOfHistory = (id: string) => creations.get(id)?.some(({ probe }) => probe === property) === true;
  const lastLook = readings.findLast(({ probe }) => probe === 'last look')?.number ?? Number.POSITIVE_INFINITY;
  const own = all.filter(({ reading }) => reading.number <= lastLook);
  // Where getPet finds none of them, it is not for having several clients.
  const isFound = [...fetches].some(([id, all]) => isOfHistory(id) && all.some(({ isSuccess }) => isSuccess));
  if (own.length === 0 || (!isFound && own.every(({ id }) => id === 'get.found'))) return false;
  return own.every((violation) => {
    const { petId, changed, reading } = violation;
    if (changed === 'id' || ![200, 201, 404].includes(reading.status)) return false;
    if (petId === undefined) return reading.probe === property;
    // A pet that a later list shows is not lost.
    const isShownLater = shown.get(petId)?.some(({ sentAt }) => sentAt > reading.sentAt) === true;
    return isOfHistory(petId) && !(isShort(violation) && isShownLater);
  });
}

/** Pets that the filter shows until they are fetched: the replacement of getPet lacks them. */
function haveVanished(violations: readonly Violation[], { shown, fetches }: World): boolean {
  const lost = violations.filter(({ petId }) => petId !== undefined);
  const viewsOfLost = ({ petId = '' }: Violation) => (shown.get(petId) ?? []).filter(({ asked }) => asked.page?.filter);
  const isSince = (violation: Violation) => {
    const found = (fetches.get(violation.petId ?? '') ?? []).filter(({ isSuccess }) => isSuccess);
    const fetchedAt = Math.min(...found.map(({ answeredAt }) => answeredAt));
    return fetchedAt < violation.reading.sentAt && viewsOfLost(violation).every(({ sentAt }) => sentAt <= fetchedAt);
  };
  return lost.every(isSince) && lost.some((violation) => viewsOfLost(violation).length > 0);
}

/** What the record says about each requirement. */
export function attribute(all: readonly Findings[], world: World): (id: RequirementId) => Attributed {
  const results = new Map<RequirementId, Attributed>();
  const of = (id: RequirementId): Attributed => {
    const known = results.get(id) ?? { applied: 0, violations: [], consequenceOf: new Set() };
    results.set(id, known);
    return known;
  };
  for (const { reading, agreed, violations } of all) {
    const ids = new Set([...agreed, ...violations.map(({ id }) => id)]);
    const property = ADOPTIONS.find(({ id, of: others }) => id === reading.probe && others.some((one) => ids.has(one)));
    for (const id of property ? [...ids, property.id] : ids) of(id).applied += 1;
    for (const violation of violations) of(violation.id).violations.push(violation);
  }
  for (const { id, of: others, when } of ADOPTIONS) {
    const violations = others
      .flatMap((other) => of(other).violations)
      .toSorted((a, b) => a.reading.sentAt - b.reading.sentAt);
    const isAdopted = when(violations, world);
    if (isAdopted) of(id).violations = violations;
    for (const other of new Set(violations.map((violation) => violation.id))) {
      of(isAdopted ? other : id).consequenceOf.add(isAdopted ? id : other);
      if (isAdopted) of(other).violations = [];
    }
  }
  for (const refusal of world.refused.values())
    if (isNoEffectShown(refusal, world)) of(noEffectRequirement(refusal)).applied += 1;
  for (const { ids, of: causes, when = [] } of CONSEQUENCES) {
    const known = causes.flatMap((id) => of(id).violations);
    for (const own of ids.map(of)) {
      own.violations = own.violations.filter((violation) => {
        const cause = known.find((one) => when.every((isTrue) => isTrue(violation, one, world)));
        if (cause) own.consequenceOf.add(cause.id);
        return cause === undefined;
      });
    }
  }
  return of;
}
