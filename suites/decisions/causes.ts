import { isObject } from '../../harness/json/exact-json.ts';
import type * as report from '../../harness/model/report.ts';
import { labelOf } from '../inputs/values.ts';
import { LIMIT, type Operation, type PetStatus, STATUSES, SUCCESS } from '../reading/document.ts';
import { errorProblem, petProblem, type Reading } from '../reading/reading.ts';
import { headerOf } from '../reading/request.ts';
import { type Requirement, requirementOf } from '../requirements/index.ts';
import type { Refused } from '../requirements/requirement.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import type { World } from '../world/world.ts';
import type { Failure } from './failures.ts';
import type { Agreements } from './findings.ts';
import type { Story } from './stories.ts';

type Cause = NonNullable<report.ReportedStory['cause']>;

/** What a whole record shows. */
export interface CheckedRecord {
  readonly world: World;
  readonly failures: readonly Failure[];
  readonly agreeing: Agreements;
}

/** A story with what the whole record shows. */
interface Evidence {
  readonly headline: Failure;
  /** All failures of the story. */
  readonly failures: readonly Failure[];
  /** Those of all failures. */
  readonly violations: readonly Violation[];
  /** That of every answer; undefined if they differ. */
  readonly status: number | undefined;
  readonly checked: CheckedRecord;
}

/** A sentence about a cause, and when the record shows it. */
interface Row {
  readonly when: (evidence: Evidence) => boolean;
  readonly text: (evidence: Evidence) => string;
}

/** What the record itself shows. The first row that applies counts, and each says only what was seen. */
const CAUSES: readonly Row[] = [
  {
    when: (story) => letInWithoutCredential(story).length > 0,
    text: (story) => `${operationsIn(letInWithoutCredential(story))} can be used without a credential.`,
  },
  {
    when: (story) => suspectsOf(story) > 1,
    text: (story) =>
      `The server stopped while it answered ${suspectsOf(story)} requests at once: one of them is the reason, or that they came together.`,
  },
  {
    when: (story) => suspectsOf(story) === 1 && inputsOf(story.failures).length > 0,
    text: (story) => `The server stops when it gets ${eachOf(inputsOf(story.failures))}.`,
  },
  {
    when: (story) => isCrash(story) && crashedFailures(story).every(isNowAndThen),
    text: (story) => `${subjectWith('answer', story)} ${story.status} now and then.`,
  },
  {
    when: (story) => isCrash(story) && crashingInputs(story).length > 0,
    text: (story) => `${story.status} for ${eachOf(crashingInputs(story))}.`,
  },
  {
    when: isCrash,
    text: (story) => `${subjectWith('answer', story)} ${story.status}.`,
  },
  {
    when: (story) => hasOnlyErrors(story) && typesOf(story).size === 1 && !/json/i.test(typeOf(story)),
    text: (story) =>
      `Errors are sent ${typeOf(story) === '' ? 'without a Content-Type' : `as ${typeOf(story)}`}, not as a JSON Error.`,
  },
  {
    when: isOneCategoryRefused,
    text: (story) =>
      `createPet refuses every pet of category ${categoryOf(story)} with 400. If it takes only some categories, name them with --category-ids.`,
  },
  {
    when: (story) => isOtherRefusal(story) && refusalFailures(story).every(isNowAndThen),
    text: (story) => `${refusedIn(story)} are refused with ${story.status} now and then.`,
  },
  {
    when: (story) => isOtherRefusal(story) && !isEverRefusedRightly(story),
    text: (story) => `${refusedIn(story)} are refused with ${story.status}, not with ${documentedFor(story)}.`,
  },
  {
    // Others of the kind are refused as documented, so only these inputs can be named.
    when: (story) => isOtherRefusal(story) && inputsOf(refusalFailures(story)).length > 0,
    text: (story) => `${story.status}, not ${documentedFor(story)}, for ${eachOf(inputsOf(refusalFailures(story)))}.`,
  },
  {
    when: isOtherSuccess,
    text: ({ headline, status }) => `${operationOf(headline)} answers ${status}, not ${successOf(headline)}.`,
  },
  {
    when: ({ headline, status = 0 }) => isBasisOf('getPet', headline) && !headline.isIntermittent && status >= 400,
    text: ({ status }) => `getPet answers ${status} for every pet.`,
  },
  {
    when: isCapped,
    text: (story) => `Pages never have more than ${sizedPages(story)[0]?.size} pets.`,
  },
  {
    when: (story) => isEveryPage(story, ({ size, limit }) => size === limit - 1),
    text: () => 'Every page is one pet short.',
  },
  {
    when: (story) => isEveryPage(story, ({ size, limit }) => size === limit + 1),
    text: () => 'Every full page has one pet too many.',
  },
  {
    when: (story) => isEveryPage(story, ({ size, limit }) => size > limit + 1),
    text: () => 'The limit is not applied.',
  },
  {
    when: isUnfiltered,
    text: () => 'The filter is not applied.',
  },
  {
    when: (story) => isRefusal(story) && acceptedFailures(story).every(isNowAndThen),
    text: (story) => `${subjectWith('refuse', story)} valid requests with ${story.status} now and then.`,
  },
  {
    when: (story) => isRefusal(story) && refusedInputs(story).length > 0,
    text: (story) =>
      `${subjectWith('refuse', story)} valid input with ${story.status}: ${refusedInputs(story).join('; ')}.`,
  },
  {
    when: isRefusal,
    text: (story) => `${subjectWith('refuse', story)} valid requests with ${story.status}.`,
  },
  {
    when: (story) => silenceOf(story) !== undefined && inputsOf(story.failures).length > 0,
    text: (story) => `${silenceOf(story)} for ${eachOf(inputsOf(story.failures))}.`,
  },
  {
    when: (story) => silenceOf(story) !== undefined,
    text: (story) => `${silenceOf(story)} from ${operationsOf(story.violations)[0]}.`,
  },
  {
    when: (story) => problemIn(story) !== undefined,
    text: (story) => `In every such ${isSuccess(story.status ?? 0) ? 'pet' : 'error'}, ${problemIn(story)}.`,
  },
];

/** One sentence about the cause of a story: what the record shows, or else the usual cause. Silent rather than wrong. */
export function causeOf({ headline, others }: Story, checked: CheckedRecord): Cause | undefined {
  const failures = [headline, ...others];
  const violations = failures.flatMap((failure) => failure.violations);
  const [status, ...otherStatuses] = new Set(violations.map(({ reading }) => reading.status));
  const evidence = {
    headline,
    failures,
    violations,
    status: otherStatuses.length === 0 ? status : undefined,
    checked,
  };
  const row = CAUSES.find(({ when }) => when(evidence));
  return row ? { from: 'record', text: row.text(evidence) } : usualCause(headline);
}

/** Only where nothing that was seen contradicts it: no usual cause is about a crash. */
function usualCause({ id, violations }: Failure): Cause | undefined {
  const { usually, isUsual = isOfAcceptedKey } = requirementOf(id);
  const isPossible = violations.every(({ reading }) => reading.status > 0 && reading.status < 500 && isUsual(reading));
  return isPossible ? { from: 'usual', text: usually } : undefined;
}

/** What a service does that refuses the key has another reason. */
const isOfAcceptedKey = ({ status, asked }: Reading) => status !== 401 || asked.credential !== 'right';

/* What many rows ask. */

const isSuccess = (status: number) => status >= 200 && status < 300;
const isNowAndThen = ({ isIntermittent }: Failure) => isIntermittent;
const requirementOn = ({ id }: Failure): Requirement => requirementOf(id);

function operationsOf(violations: readonly Violation[]): readonly Operation[] {
  return [...new Set(violations.flatMap(({ reading }) => reading.asked.operation ?? []))];
}

/** "listPets", "listPets and getPet". */
function operationsIn(violations: readonly Violation[]): string {
  const all = operationsOf(violations);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** "listPets answers", "listPets and getPet answer". */
function subjectWith(verb: string, { violations }: Evidence): string {
  return `${operationsIn(violations)} ${verb}${operationsOf(violations).length === 1 ? 's' : ''}`;
}

/** A generated value has no label, but others that fail in the same way may have one. */
function isOfPlainRequests({ culprits, violations }: Failure): boolean {
  return culprits.length === 0 && violations.some(({ reading }) => !reading.generated);
}

/** More of them are not listed. */
const LISTED = 5;

/** What fails each time, in words; nothing if plain requests fail as well. */
function inputsOf(failures: readonly Failure[]): readonly string[] {
  const steady = failures.filter((failure) => !isNowAndThen(failure));
  if (steady.some(isOfPlainRequests)) return [];
  const named = steady.filter(({ culprits }) => culprits.length > 0);
  const inputs = [...new Set(named.map(({ culprits }) => culprits.map(labelOf).join(', ')))];
  return inputs.length > LISTED ? [...inputs.slice(0, LISTED), `${inputs.length - LISTED} more`] : inputs;
}

function eachOf(inputs: readonly string[]): string {
  return `${inputs.length > 1 ? 'each of: ' : ''}${inputs.join('; ')}`;
}

/** What a requirement is about, if no request of the kind is answered as it says. */
function wholeKindOf({ headline, checked }: Evidence): readonly string[] {
  const { accepts, refuses } = requirementOn(headline);
  if (checked.agreeing.has(headline.id)) return [];
  if (refuses?.one !== undefined) return [refuses.one];
  return typeof accepts === 'string' ? [accepts] : [];
}

/** Whether a failure is about the very requests that show whether this operation can be used at all. */
function isBasisOf(operation: Operation, failure: Failure): boolean {
  return requirementOn(failure).isBasis === true && operationOf(failure) === operation;
}

const operationOf = ({ violations }: Failure) => violations[0]?.reading.asked.operation;

/* Credentials. A key may be wrong in many ways; no credential at all needs no explanation. */

function letInWithoutCredential({ violations }: Evidence): readonly Violation[] {
  return violations.filter(
    ({ id, reading }) =>
      requirementOf(id).refuses !== undefined && reading.asked.credential === 'missing' && isSuccess(reading.status),
  );
}

/* Crashes. */

/** How many different requests may have stopped the service at once. */
function suspectsOf({ violations }: Evidence): number {
  const crashes = violations.filter(({ underWay }) => underWay !== undefined);
  const beside = ({ underWay = [] }: Violation) => crashes.filter(({ reading }) => underWay.includes(reading.number));
  const counts = crashes.map((crash) => new Set(beside(crash).map(({ reading }) => reading.key)).size);
  return Math.max(0, ...counts);
}

function isCrash({ status = 0 }: Evidence): boolean {
  return status >= 500;
}

const isOfErrors = (failure: Failure) => requirementOn(failure).area === 'errors';

/** What a crash breaks besides its own error. */
function crashedFailures({ failures }: Evidence): readonly Failure[] {
  const others = failures.filter((failure) => !isOfErrors(failure));
  return others.length > 0 ? others : failures;
}

/** What plain requests of another story get as well is not the fault of an input. */
function crashingInputs(story: Evidence): readonly string[] {
  const { checked, violations, status } = story;
  const operations = operationsOf(violations);
  const isAlike = ({ reading: { asked, status: other } }: Violation) =>
    other === status && asked.operation !== undefined && operations.includes(asked.operation);
  if (checked.failures.some((failure) => isOfPlainRequests(failure) && failure.violations.some(isAlike))) return [];
  const inputs = inputsOf(crashedFailures(story));
  return inputs.length > 0 ? inputs : wholeKindOf(story);
}

/* Errors in another form. An error page of a framework or a gateway breaks every requirement on bodies at once. */

function hasOnlyErrors({ failures, violations }: Evidence): boolean {
  return failures.every(isOfErrors) && violations.every(({ reading }) => reading.status >= 400);
}

function typesOf({ violations }: Evidence): ReadonlySet<string> {
  return new Set(violations.map(({ reading }) => headerOf(reading.headers, 'content-type')?.split(';')[0] ?? ''));
}

const typeOf = (story: Evidence) => [...typesOf(story)].join();

/* Refusals with another status. */

/** What is to be refused with a status that the document has. */
function refusalOf(failure: Failure): Required<Pick<Refused, 'what' | 'status'>> | undefined {
  const { what, status } = requirementOn(failure).refuses ?? {};
  return what === undefined || status === undefined ? undefined : { what, status };
}

const refusalFailures = ({ failures }: Evidence) => failures.filter((failure) => refusalOf(failure) !== undefined);
const documentedFor = ({ headline }: Evidence) => refusalOf(headline)?.status;

function isOtherRefusal(story: Evidence): boolean {
  const { status = 0 } = story;
  const documented = documentedFor(story);
  return documented !== undefined && status >= 400 && status < 500 && status !== documented;
}

const GENERAL: Readonly<Record<number, string>> = { 400: 'Invalid bodies', 401: 'Bad credentials', 404: 'Unknown ids' };

function refusedIn(story: Evidence): string {
  const kinds = new Set(refusalFailures(story).map((failure) => refusalOf(failure)?.what));
  const [only] = kinds;
  return (kinds.size === 1 ? only : GENERAL[documentedFor(story) ?? 0]) ?? '';
}

function isEverRefusedRightly(story: Evidence): boolean {
  return refusalFailures(story).some(({ id }) => story.checked.agreeing.has(id));
}

/* Successes of another kind than the documented one. What must not succeed is wrong with any. */

function isOtherSuccess(story: Evidence): boolean {
  const { headline, violations, status = 0 } = story;
  if (!requirementOn(headline).accepts || refusalFailures(story).length > 0) return false;
  const isOneOperation = violations.every(({ reading }) => reading.asked.operation === operationOf(headline));
  return isSuccess(status) && status !== successOf(headline) && isOneOperation;
}

function successOf(failure: Failure): number | undefined {
  const operation = operationOf(failure);
  return operation && SUCCESS[operation];
}

/* Pages. */

interface SizedPage {
  readonly size: number;
  readonly limit: number;
}

/** What is wrong is the length of a page, and no pet on it. */
function isAboutSize({ petId, changed, reading: { asked, pets, isSuccess: isRight } }: Violation): boolean {
  const hasLimit = asked.page !== undefined && pets !== undefined && isRight;
  return hasLimit && petId === undefined && changed === undefined && pets.length !== asked.page.limit;
}

/** Pages whose length is wrong. While there are few pets, no page can show it. */
function sizedPages({ headline, failures }: Evidence): readonly SizedPage[] {
  const isOfSize = ({ violations }: Failure) => violations.every(isAboutSize);
  if (!isOfSize(headline)) return [];
  const readings = failures.filter(isOfSize).flatMap(({ violations }) => violations.map(({ reading }) => reading));
  if (!readings.every(({ asked }) => asked.page?.isExact)) return [];
  return readings.map(({ asked, pets = [] }) => ({ size: pets.length, limit: asked.page?.limit ?? 0 }));
}

/** Each wrong page is, and no page ends where its limit does. */
function isEveryPage(story: Evidence, is: (page: SizedPage) => boolean): boolean {
  const pages = sizedPages(story);
  const isFilled = ({ asked, pets = [] }: Reading) => asked.page?.isExact && pets.length === asked.page.limit;
  return pages.length > 0 && pages.every(is) && !story.checked.world.pages.some(isFilled);
}

function isCapped(story: Evidence): boolean {
  const pages = sizedPages(story);
  const [{ size: cap } = { size: 0 }] = pages;
  return (
    cap > 1 &&
    pages.every(({ size, limit }) => size === cap && limit > cap) &&
    pages.some(({ limit }) => limit > cap + 1) &&
    story.checked.world.pages.every(({ pets = [] }) => pets.length <= cap)
  );
}

/** A pet is on a page of another status. */
function isMisplaced({ petId, reading: { asked, pets = [], ids } }: Violation): boolean {
  const filter = asked.page?.filter;
  const pet = petId === undefined ? undefined : pets[ids.indexOf(petId)];
  return filter !== undefined && pet !== undefined && pet.status !== filter;
}

/** Under every status that has pets, the lists show all kinds of pets. */
function isUnfiltered({ headline, checked: { world } }: Evidence): boolean {
  if (headline.isIntermittent || !headline.violations.every(isMisplaced)) return false;
  const showsAll = (status: PetStatus, { pets = [] }: Reading) => {
    const shown = new Set(pets.map((pet) => pet.status));
    return shown.has(status) && shown.size > 2;
  };
  return STATUSES.every((status) => {
    const pages = world.pagesOf(status);
    const isSeen = pages.some(({ pets = [] }) => pets.length > LIMIT.default / 2);
    const long = pages.filter(({ pets = [] }) => pets.length > STATUSES.length);
    return isSeen && long.every((page) => showsAll(status, page));
  });
}

/* Refusals of what is valid. */

const isOfValidRequests = (failure: Failure) => requirementOn(failure).accepts !== undefined;
const acceptedFailures = ({ failures }: Evidence) => failures.filter(isOfValidRequests);

function isRefusal({ headline, status = 0 }: Evidence): boolean {
  return status >= 400 && status < 500 && isOfValidRequests(headline);
}

function refusedInputs(story: Evidence): readonly string[] {
  const inputs = inputsOf(acceptedFailures(story));
  return inputs.length > 0 ? inputs : wholeKindOf(story);
}

const categoryIn = ({ asked: { sent } }: Reading) => (sent ? String(sent.categoryId) : undefined);
const categoryOf = ({ violations: [first] }: Evidence) => first && categoryIn(first.reading);

/** The commonest reason is one that the document leaves open, and a setting takes care of it. */
function isOneCategoryRefused(story: Evidence): boolean {
  const { headline, status, checked } = story;
  const { readings, scope } = checked.world;
  if (!isBasisOf('createPet', headline) || status !== 400 || scope.categories?.length) return false;
  const isAlike = (reading: Reading) =>
    reading.asked.credential === 'right' && categoryIn(reading) === categoryOf(story);
  return readings.filter(isAlike).every((reading) => reading.status === 400);
}

/* No answer, and bodies with one mistake. */

const SILENCES: Readonly<Record<string, string>> = {
  timeout: 'There is no answer in time',
  reset: 'The connection is closed without an answer',
};

function silenceOf({ violations }: Evidence): string | undefined {
  const kinds = new Set(violations.map(({ reading }) => (reading.status > 0 ? '' : (reading.failure?.kind ?? ''))));
  const [only = ''] = kinds;
  return kinds.size === 1 ? SILENCES[only] : undefined;
}

/** What is wrong with every pet, or with every error. */
function problemIn({ failures, violations }: Evidence): string | undefined {
  const isOfMust = ({ id }: Violation | Failure) => requirementOf(id).level === 'MUST';
  if (!failures.filter(isOfMust).every(isOfErrors)) return undefined;
  const problems = new Set(violations.filter(isOfMust).map(({ reading }) => problemOf(reading)));
  return problems.size === 1 ? [...problems][0] : undefined;
}

function problemOf({ json, status }: Reading): string | undefined {
  if (!isObject(json)) return undefined;
  return isSuccess(status) ? petProblem(json) : errorProblem(json);
}
