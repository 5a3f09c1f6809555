import { isInteger, isObject } from '../../harness/json/exact-json.ts';
import { catalogue, type RequirementId } from '../catalogue.ts';
import { memoize } from '../memoize.ts';
import type { Violation } from './findings.ts';
import { inputsOf, type Link, type Relation } from './links.ts';
import { isShownUnder } from './page-rules.ts';
import { isOfGateway, petProblem, type Reading } from './reading.ts';
import type { World } from './world.ts';

interface Context {
  readonly world: World;
  /** All violations that may be explained, and all that may be the cause. */
  readonly explained: readonly Violation[];
  readonly causes: readonly Violation[];
}

/** What else must be true of a violation and its cause. */
export type Condition = (violation: Violation, cause: Violation, context: Context) => boolean;

export interface Row {
  readonly ids: readonly RequirementId[];
  readonly of: readonly RequirementId[];
  readonly link: Link;
  readonly when?: readonly Condition[];
}

const idsLike = (pattern: RegExp) => catalogue.map(({ id }) => id).filter((id) => pattern.test(id));
export const SIZES = idsLike(/^list\.(limit|status\.with-limit)/);
export const COMPLETENESS = ['list.complete', 'list.status.complete'] as const;
export const BROKEN_BODIES = idsLike(/^create\.(missing-field|wrong-type|out-of-range|bad-status|bad-body)$/);
/** What comes back from a creation that is more than a plain one. */
const ECHOES = idsLike(/^create\.(echo|with-status|int64|whitespace)$/);
/** Bad credentials that are refused. */
const REFUSALS = idsLike(/^auth\.(missing|invalid-key|wrong-scheme|malformed|header-only)/);

const hasSameStatus: Relation = ({ reading }, cause) => reading.status === cause.reading.status;
const hasSameOperation: Relation = ({ reading }, cause) => reading.asked.operation === cause.reading.asked.operation;
const isAnother: Relation = ({ id }, cause) => id !== cause.id;
/** The smaller combination: all of its inputs are among the others, which are more. */
const isLarger: Relation = (violation, cause) => isPartOf(inputsOf(cause), inputsOf(violation));
/** What comes back differently from two creations is compared field by field. */
const isWithoutPet: Relation = (_violation, { reading }) => reading.status !== 201 || reading.json === undefined;
const areNoPets: Relation = ({ reading }, cause) => !hasPet(reading) && !hasPet(cause.reading);
const areNoLists: Relation = ({ reading }, cause) => !Array.isArray(reading.json) && !Array.isArray(cause.reading.json);
const isAnsweredByGateway: Relation = ({ reading }) => isOfGateway(reading);
const isRefused: Relation = ({ reading }) => reading.status >= 400;
const areInPieces: Relation = ({ reading }, cause) =>
  reading.request.cutAt !== undefined && cause.reading.request.cutAt !== undefined;

/**
 * In this order: a violation of one of `ids` is only a consequence of a violation of one of `of` where both are linked and
 * `when` is true of them. A row without a link does not exist: what no link explains is a failure of its own.
 */
export const CONSEQUENCES: readonly Row[] = [
  // Something in front of the service answered in its place.
  {
    ids: idsLike(/^(auth|list|create|get|deprecation)\./),
    of: ['errors.no-5xx'],
    link: 'request',
    when: [isAnsweredByGateway],
  },
  // A key that is refused now and then, or in some requests, whatever they ask for.
  { ids: idsLike(/^(list|create|get)\./), of: ['auth.accepted'], link: 'credential', when: [hasSameStatus] },
  { ids: ECHOES, of: ['create.minimal'], link: 'input' },
  { ids: ['create.client-id'], of: ['create.minimal'], link: 'input', when: [areNoPets] },
  // The smallest combination of inputs that fails is the story; larger ones contain it.
  { ids: ECHOES, of: ECHOES, link: 'input', when: [isAnother, isLarger, isWithoutPet] },
  // A service that does not read bodies in pieces, each time or at times, does not refuse them for a field.
  { ids: ECHOES, of: ['create.echo'], link: 'field', when: [isAnother, isRefused, areInPieces] },
  // A status that the document does not know does not depend on the input where plain creations get it too.
  {
    ids: [...ECHOES, 'create.id.unique', 'create.client-id'],
    of: ['errors.documented-status'],
    link: 'field',
  },
  {
    ids: [...BROKEN_BODIES, 'create.null-status', 'create.lenient-body'],
    of: ['create.echo'],
    link: 'input',
    when: [isLarger, isWithoutPet],
  },
  { ids: ['get.found', 'create.client-id', ...COMPLETENESS], of: ['create.id.unique'], link: 'pet' },
  { ids: ['create.id.int64'], of: ['create.minimal'], link: 'input', when: [areNoPets] },
  // A service that does not read bodies in pieces says nothing about the key in front of them, unless it lets one in.
  { ids: REFUSALS, of: ['create.minimal', ...ECHOES], link: 'field', when: [isRefused, areInPieces] },
  // The very pet that was asked for, whose id is not the fault of getPet.
  { ids: ['get.invalid-id'], of: ['create.id.int64'], link: 'pet' },
  {
    ids: ['auth.first'],
    of: ['auth.missing.createPet', 'auth.missing.getPet'],
    link: 'credential',
    when: [hasSameOperation],
  },
  { ids: ['create.echo'], of: ['create.int64'], link: 'field', when: [areLargeCategories] },
  // A category that other pets have kept is not what the service refuses.
  { ids: ['create.int64'], of: ['create.echo'], link: 'field', when: [isRefused, hasKeptCategory] },
  // As doubles, the largest categories become 2^63, which is outside int64.
  { ids: ['body.pet-shape'], of: ['create.int64'], link: 'request', when: [isOnlyCategoryTooLarge] },
  // A service that takes or refuses the one like the other has one defect.
  { ids: ['create.null-status'], of: ['create.bad-status'], link: 'field' },
  { ids: ['create.lenient-body'], of: ['create.missing-field', 'create.bad-body'], link: 'field' },
  // A lone pet where a list of one should be, whatever was asked for.
  { ids: [...SIZES, 'list.status.unknown'], of: ['list.ok'], link: 'page', when: [areNoLists] },
  // Pages that never get longer than this are capped: the limit reports it.
  { ids: COMPLETENESS, of: SIZES, link: 'pet', when: [isShort, isCapped] },
  // What is missing from both is reported once.
  { ids: ['list.complete'], of: ['list.status.complete', 'deprecation.replacement'], link: 'pet', when: [isShort] },
  // A page is too short only because lists lose these very pets.
  { ids: SIZES, of: COMPLETENESS, link: 'pet', when: [isShort, areShownNowhere] },
];

/** The answer has something of a pet, right or wrong. */
function hasPet({ json }: Reading): boolean {
  return isObject(json) && (json.id !== undefined || json.name !== undefined);
}

/** Categories beyond 32 bits with the same sign: numbers of a type that is too small. */
function areLargeCategories({ reading }: Violation, cause: Violation): boolean {
  const [category, other] = [reading, cause.reading].map(({ asked }) => BigInt(asked.sent?.categoryId ?? 0));
  if (category === undefined || other === undefined) return false;
  const isLarge = category >= 2n ** 31n || category < -(2n ** 31n);
  return isLarge && category < 0n === other < 0n;
}

const keptCategories = memoize(
  ({ readings }: World) =>
    new Set(
      readings.flatMap(({ isSuccess, asked: { sent }, json }) =>
        isSuccess && sent && isObject(json) && String(json.categoryId) === String(sent.categoryId)
          ? [String(sent.categoryId)]
          : [],
      ),
    ),
);

function hasKeptCategory(...[{ reading }, , { world }]: Parameters<Condition>): boolean {
  return keptCategories(world).has(String(reading.asked.sent?.categoryId));
}

/** With another category it would be a valid pet. */
function isOnlyCategoryTooLarge({ reading: { json } }: Violation): boolean {
  return isObject(json) && isInteger(json.categoryId) && petProblem({ ...json, categoryId: 1 }) === undefined;
}

/** The page has fewer pets than it should. */
export function isShort({ reading, changed }: Violation): boolean {
  return changed === undefined && reading.isFull === false;
}

/** Pages end at this length, and shorter ones lack nothing. */
function isCapped(...[{ reading }, cause, { world, explained }]: Parameters<Condition>): boolean {
  const { asked, pets: shown = [] } = reading;
  const isLongerPage = ({ asked: other, pets = [] }: Reading) =>
    other.page?.sizedBy === asked.page?.sizedBy &&
    other.page?.isDefault === asked.page?.isDefault &&
    pets.length > shown.length;
  const isSame = shown.length > 0 && shown.length === cause.reading.pets?.length;
  const isLossOnShorter = (other: Violation) => isShort(other) && (other.reading.pets?.length ?? 0) < shown.length;
  return isSame && !explained.some(isLossOnShorter) && !(isShort(cause) && world.pages.some(isLongerPage));
}

/** What this page lacks, no other page of the kind shows. */
function areShownNowhere(...[{ reading, lacks = [] }, , { world }]: Parameters<Condition>): boolean {
  return lacks.every((id) => !isShownUnder(reading.asked.page?.filter, id, world));
}

/** Fewer inputs, and all of them among the others. */
export function isPartOf(some: readonly string[], inputs: readonly string[]): boolean {
  return some.length < inputs.length && some.every((input) => inputs.includes(input));
}
