import { isObject } from '../../harness/json/exact-json.ts';
import type * as report from '../../harness/model/report.ts';
import { labelOf } from '../inputs/values.ts';
import { LIMIT, STATUSES, SUCCESS } from '../reading/document.ts';
import { errorProblem, petProblem, type Reading } from '../reading/reading.ts';
import { headerOf } from '../reading/request.ts';
import { requirementOf } from '../requirements/index.ts';
import type { Violation } from './findings.ts';
import type { Group } from './groups.ts';
import type { CheckedRecord } from './index.ts';
import type { Story } from './stories.ts';

/* What the record itself shows about the cause of a story. Each rule says only what was seen. */

/** Everything that the rules look at. */
interface Seen {
  readonly headline: Group;
  readonly groups: readonly Group[];
  readonly violations: readonly Violation[];
  /** The status of every answer; undefined if they differ. */
  readonly status: number | undefined;
  readonly checked: CheckedRecord;
}

/** What is wrong in one sentence; undefined if the story is about something else. */
type Rule = (seen: Seen) => string | undefined;

/** The first one with a sentence counts. */
const RULES: readonly Rule[] = [
  open,
  stopped,
  crash,
  foreignErrors,
  refusedCategory,
  wrongRefusal,
  otherSuccess,
  notServed,
  pageCap,
  pageOffByOne,
  noLimit,
  noFilter,
  refusedInput,
  noAnswer,
  oneProblem,
];

type Cause = NonNullable<report.Story['cause']>;

/** One sentence about the cause of a story: what the record shows, or else the usual cause. Silent rather than wrong. */
export function causeOf(story: Story, checked: CheckedRecord): Cause | undefined {
  const text = shownBy(story, checked);
  return text === undefined ? usualCause(story) : { from: 'record', text };
}

/** Only where nothing that was seen contradicts it: no usual cause is about a crash, or about a key that is refused. */
function usualCause({ headline }: Story): Cause | undefined {
  const { id, violations } = headline;
  const { usually: text, isUsual = () => true } = requirementOf(id);
  const isRefusedKey = ({ status, asked }: Reading) =>
    status === 401 && asked.credential === 'right' && id !== 'auth.accepted';
  const isPossible = violations.every(
    ({ reading }) => reading.status > 0 && reading.status < 500 && !isRefusedKey(reading) && isUsual(reading),
  );
  return isPossible ? { from: 'usual', text } : undefined;
}

function shownBy({ headline, others }: Story, checked: CheckedRecord): string | undefined {
  const groups = [headline, ...others];
  const violations = groups.flatMap((group) => group.violations);
  const statuses = new Set(violations.map(({ reading }) => reading.status));
  const seen = { headline, groups, violations, status: statuses.size === 1 ? [...statuses][0] : undefined, checked };
  for (const rule of RULES) {
    const text = rule(seen);
    if (text !== undefined) return text;
  }
  return undefined;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** "listPets answers", "listPets and getPet answer". */
function operationsWith(verb: string, violations: readonly Violation[]): string {
  const all = [...new Set(violations.flatMap(({ reading }) => reading.asked.operation ?? []))];
  const words = all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  return `${words} ${verb}${all.length === 1 && verb !== 'can' ? 's' : ''}`;
}

/** A key may be wrong in many ways; no credential at all needs no explanation. */
function open({ violations }: Seen): string | undefined {
  const anonymous = violations.filter(({ id, reading }) => id.startsWith('auth.missing.') && isSuccess(reading.status));
  return anonymous.length === 0 ? undefined : `${operationsWith('can', anonymous)} be used without a credential.`;
}

/** More of them are not listed. */
const LISTED = 5;

/** A generated value has no label, but others that fail in the same way may have one. */
const isOfPlainRequests = ({ culprits, violations }: Group) =>
  culprits.length === 0 && violations.some(({ reading }) => !reading.generated);

function inputsOf(groups: readonly Group[]): string | undefined {
  const [one, ...others] = new Set(groups.filter(({ culprits }) => culprits.length > 0).map(combined));
  if (one === undefined || groups.some(isOfPlainRequests)) return undefined;
  const listed =
    others.length < LISTED ? others : [...others.slice(0, LISTED - 1), `${others.length - LISTED + 1} more`];
  return [one, ...listed].join('; ');
}

/** Nothing, if other requests of the kind do not fail. */
function subjectOf({ headline: { id }, checked }: Seen): string | undefined {
  const { accepts, refuses } = requirementOf(id);
  return checked.agreeing.has(id) ? undefined : (refuses?.one ?? (accepts === true ? undefined : accepts));
}

const combined = ({ culprits }: Group) => culprits.map(labelOf).join(', ');
const isOfError = ({ id }: Group) => id.startsWith('errors.') || id.startsWith('body.');

/** Any of them may be the reason, or that they came at once. */
function stopped({ violations, checked: { world } }: Seen): string | undefined {
  const suspects = new Set(
    violations
      .filter(({ reading }) => world.conclusionOf(reading)?.cause === 'crash')
      .map(({ reading }) => reading.key),
  );
  return suspects.size > 1
    ? `The service stopped while it answered ${suspects.size} requests at once: one of them is the reason, or that they came together.`
    : undefined;
}

function crash(seen: Seen): string | undefined {
  const { groups, violations, status = 0, checked } = seen;
  if (status < 500) return undefined;
  const own = groups.some((group) => !isOfError(group)) ? groups.filter((group) => !isOfError(group)) : groups;
  if (own.every(({ isIntermittent }) => isIntermittent))
    return `${operationsWith('answer', violations)} ${status} now and then.`;
  // What plain requests of another story get as well is not the fault of an input.
  const operations = new Set(violations.map(({ reading }) => reading.asked.operation));
  const isOfAny = ({ reading }: Violation) => reading.status === status && operations.has(reading.asked.operation);
  const isPlain = (group: Group) => isOfPlainRequests(group) && group.violations.some(isOfAny);
  const inputs = checked.groups.some(isPlain)
    ? undefined
    : (inputsOf(own.filter(({ isIntermittent }) => !isIntermittent)) ?? subjectOf(seen));
  return inputs
    ? `${status} for ${inputs.includes('; ') ? 'each of: ' : ''}${inputs}.`
    : `${operationsWith('answer', violations)} ${status}.`;
}

/** An error page of a framework or a gateway breaks every requirement on bodies at once. */
function foreignErrors({ groups, violations }: Seen): string | undefined {
  if (!groups.every(isOfError) || violations.some(({ reading }) => reading.status < 400)) return undefined;
  const types = new Set(violations.map(({ reading }) => headerOf(reading.headers, 'content-type')?.split(';')[0]));
  const [type] = types;
  if (types.size > 1 || /json/i.test(type ?? '')) return undefined;
  return `Errors are sent ${type ? `as ${type}` : 'without a Content-Type'}, not as a JSON Error.`;
}

/** What is to be refused with a status that the document has. */
function refusalOf({ id }: Group) {
  const { refuses } = requirementOf(id);
  return refuses?.status === undefined ? undefined : refuses;
}

const GENERAL: Readonly<Record<number, string>> = { 400: 'Invalid bodies', 401: 'Bad credentials', 404: 'Unknown ids' };

function wrongRefusal({ headline, groups, status = 0, checked }: Seen): string | undefined {
  const documented = refusalOf(headline)?.status;
  if (documented === undefined || status < 400 || status >= 500 || status === documented) return undefined;
  const own = groups.filter(refusalOf);
  const kinds = new Set(own.map((group) => refusalOf(group)?.what));
  const what = kinds.size === 1 ? [...kinds][0] : GENERAL[documented];
  if (own.every(({ isIntermittent }) => isIntermittent)) return `${what} are refused with ${status} now and then.`;
  if (!own.some(({ id }) => checked.agreeing.has(id)))
    return `${what} are refused with ${status}, not with ${documented}.`;
  // Others of the kind are refused as documented, so only these inputs can be named.
  const inputs = inputsOf(own.filter(({ isIntermittent }) => !isIntermittent));
  return inputs && `${status}, not ${documented}, for ${inputs.includes('; ') ? 'each of: ' : ''}${inputs}.`;
}

/** A success of another kind than the documented one. What must not succeed is wrong with any. */
function otherSuccess({ headline, groups, status = 0 }: Seen): string | undefined {
  const { operation } = headline.violations[0]?.reading.asked ?? {};
  if (operation === undefined || !isSuccess(status) || status === SUCCESS[operation]) return undefined;
  if (groups.some(refusalOf)) return undefined;
  const isOne = groups.every(({ violations }) =>
    violations.every(({ reading }) => reading.asked.operation === operation),
  );
  return isOne ? `${operation} answers ${status}, not ${SUCCESS[operation]}.` : undefined;
}

function notServed({ headline, status = 0 }: Seen): string | undefined {
  const isRemoved = headline.id === 'deprecation.still-served' && !headline.isIntermittent && status >= 400;
  return isRemoved ? `getPet answers ${status} for every pet.` : undefined;
}

const isOfSize = ({ id }: Group) => /^list\.(limit\.|status\.with-limit)/.test(id);

/** Pages whose length is wrong. While there are few pets, no page can show it. */
function sizedIn({ headline, groups }: Seen) {
  if (!isOfSize(headline)) return [];
  const pages = groups.filter(isOfSize).flatMap(({ violations }) => violations.map(({ reading }) => reading));
  const isSized = pages.every(({ asked, pets, isSuccess }) => asked.page?.isExact && pets && isSuccess);
  return isSized ? pages.map(({ asked, pets = [] }) => ({ size: pets.length, limit: asked.page?.limit ?? 0 })) : [];
}

function pageCap(seen: Seen): string | undefined {
  const sized = sizedIn(seen);
  const [{ size: cap } = { size: 0 }] = sized;
  const isCap =
    cap > 1 &&
    sized.every(({ size, limit }) => size === cap && limit > cap) &&
    sized.some(({ limit }) => limit > cap + 1);
  const isLongest = seen.checked.world.pages.every(({ pets = [] }) => pets.length <= cap);
  return isCap && isLongest ? `Pages never have more than ${cap} pets.` : undefined;
}

/** Whether some page ends where its limit does. */
const isEverFull = ({ checked }: Seen) =>
  checked.world.pages.some(({ asked, pets = [] }) => asked.page?.isExact && pets.length === asked.page.limit);

function noLimit(seen: Seen): string | undefined {
  const sized = sizedIn(seen);
  const isLonger = sized.length > 0 && sized.every(({ size, limit }) => size > limit + 1);
  return isLonger && !isEverFull(seen) ? 'The limit is not applied.' : undefined;
}

function pageOffByOne(seen: Seen): string | undefined {
  const differences = new Set(sizedIn(seen).map(({ size, limit }) => size - limit));
  const [difference] = differences;
  if (differences.size !== 1 || isEverFull(seen)) return undefined;
  if (difference === -1) return 'Every page is one pet short.';
  return difference === 1 ? 'Every full page has one pet too many.' : undefined;
}

/** Under every status that has pets, the lists show all kinds of pets. */
function noFilter({ headline, checked }: Seen): string | undefined {
  if (headline.id !== 'list.status.only' || headline.isIntermittent) return undefined;
  const isUnfiltered = (status: (typeof STATUSES)[number]) =>
    checked.world
      .pagesOf(status)
      .filter(({ pets = [] }) => pets.length > STATUSES.length)
      .every(({ pets = [] }) => {
        const shown = new Set(pets.map((pet) => pet.status));
        return shown.has(status) && shown.size > 2;
      });
  const isSeen = STATUSES.every((status) =>
    checked.world.pagesOf(status).some(({ pets = [] }) => pets.length > LIMIT.default / 2),
  );
  return isSeen && STATUSES.every(isUnfiltered) ? 'The filter is not applied.' : undefined;
}

function refusedGroups({ headline, groups, status = 0 }: Seen): readonly Group[] {
  if (status < 400 || status >= 500) return [];
  const isValid = ({ id }: Group) => requirementOf(id).accepts !== undefined;
  return isValid(headline) ? groups.filter(isValid) : [];
}

/** The commonest reason is one that the document leaves open, and a setting takes care of it. */
function refusedCategory({ headline, violations, status, checked }: Seen): string | undefined {
  const { readings, scope } = checked.world;
  if (headline.id !== 'create.minimal' || status !== 400 || scope.categories?.length) return undefined;
  const categoryOf = ({ asked: { sent } }: Reading) => sent && String(sent.categoryId);
  const [first] = violations.map(({ reading }) => categoryOf(reading));
  const isAlike = (reading: Reading) => reading.asked.credential === 'right' && categoryOf(reading) === first;
  if (readings.some((reading) => isAlike(reading) && reading.status !== 400)) return undefined;
  return `createPet refuses every pet of category ${first} with 400. If it takes only some categories, name them with --category-ids.`;
}

function refusedInput(seen: Seen): string | undefined {
  const { status, violations } = seen;
  const refused = refusedGroups(seen);
  if (refused.length === 0) return undefined;
  const refuses = operationsWith('refuse', violations);
  if (refused.every(({ isIntermittent }) => isIntermittent))
    return `${refuses} valid requests with ${status} now and then.`;
  const inputs = inputsOf(refused.filter(({ isIntermittent }) => !isIntermittent)) ?? subjectOf(seen);
  return inputs ? `${refuses} valid input with ${status}: ${inputs}.` : `${refuses} valid requests with ${status}.`;
}

const SILENCES: Readonly<Record<string, string>> = {
  timeout: 'There is no answer in time',
  reset: 'The connection is closed without an answer',
};

function noAnswer({ groups, violations }: Seen): string | undefined {
  const kinds = new Set(violations.map(({ reading }) => (reading.status > 0 ? '' : (reading.failure?.kind ?? ''))));
  const [what] = [...kinds].map((kind) => SILENCES[kind]);
  if (kinds.size > 1 || what === undefined) return undefined;
  const inputs = inputsOf(groups.filter(({ isIntermittent }) => !isIntermittent));
  const [operation] = violations.flatMap(({ reading }) => reading.asked.operation ?? []);
  return inputs ? `${what} for ${inputs.includes('; ') ? 'each of: ' : ''}${inputs}.` : `${what} from ${operation}.`;
}

/** Pets, or errors, that are all wrong in one way. */
function oneProblem({ groups, violations }: Seen): string | undefined {
  const ofPets = groups.every(({ id }) => id === 'body.pet-shape');
  const ofErrors = groups.every(({ id }) => id.startsWith('errors.shape.') || id === 'auth.challenge');
  if (!ofPets && !ofErrors) return undefined;
  const shaped = violations.filter(({ id }) => id !== 'auth.challenge');
  const problems = new Set(
    shaped.map(({ reading: { json } }) => (isObject(json) ? problemIn(json, ofPets) : undefined)),
  );
  const [problem] = problems;
  return problems.size === 1 && problem ? `In every such ${ofPets ? 'pet' : 'error'}, ${problem}.` : undefined;
}

const problemIn = (json: object, isPet: boolean) => (isPet ? petProblem(json) : errorProblem(json));
