import type { ReportedFailure } from '../../harness/model/report.ts';
import { labelOf } from '../inputs/values.ts';
import { STATUSES } from '../reading/document.ts';
import { isAccepted, type Reading } from '../reading/reading.ts';
import { headerOf } from '../reading/request.ts';
import { requirementOf } from '../requirements/index.ts';
import type { Violation } from '../requirements/rules/violation.ts';
import type { World } from '../world/world.ts';
import type { Story } from './stories.ts';

type Cause = NonNullable<ReportedFailure['cause']>;

/** A story, and what the whole record shows. */
interface Evidence {
  readonly story: Story;
  /** Of all its failures. */
  readonly violations: readonly Violation[];
  readonly world: World;
}

/** What neither the input nor the answer says. The first fact counts, and each says only what was seen. */
const FACTS: readonly ((evidence: Evidence) => string | undefined)[] = [
  isOpen,
  stopsAt,
  sendsErrorsAs,
  refusesOneCategory,
  answersAllAlike,
  cutsPages,
  ignoresFilter,
];

/** One sentence about the cause of a story: what the record shows, or else the usual cause. Silent rather than wrong. */
export function causeOf(story: Story, world: World): Cause | undefined {
  const evidence = { story, violations: story.flatMap(({ violations }) => violations), world };
  for (const fact of FACTS) {
    const text = fact(evidence);
    if (text !== undefined) return { from: 'record', text };
  }
  return usualCause(story);
}

/** Only where it explains every answer that was seen: no usual cause is about a crash or a refused key. */
function usualCause([{ id, violations }]: Story): Cause | undefined {
  const { usually, isUsual = isOfUsualAnswer } = requirementOf(id);
  const isExplained = ({ reading }: Violation) => reading.status > 0 && reading.status < 500 && isUsual(reading);
  return violations.every(isExplained) ? { from: 'usual', text: usually } : undefined;
}

/** Why the right key is refused, or a valid creation or list, is another question. */
function isOfUsualAnswer({ status, asked: { credential, sent, page } }: Reading): boolean {
  if (credential !== 'right' || status < 400) return true;
  return status !== 401 && sent === undefined && page?.isExact !== true;
}

function isOpen({ violations }: Evidence): string | undefined {
  const open = violations.filter(
    ({ id, reading }) =>
      requirementOf(id).refuses === 401 && reading.asked.credential === 'missing' && isAccepted(reading),
  );
  const operations = [...new Set(open.flatMap(({ reading }) => reading.asked.operation ?? []))];
  return operations.length > 0 ? `${operations.join(' and ')} can be used without a credential.` : undefined;
}

function stopsAt({ story, violations, world }: Evidence): string | undefined {
  const isStopped = violations.some(({ reading }) => world.conclusionOf(reading)?.cause === 'crash');
  const inputs = [...new Set(story.flatMap(({ culprits }) => culprits.map(labelOf).join(', ') || []))];
  return isStopped && inputs.length > 0 ? `The server stops when it gets ${inputs.join(' or ')}.` : undefined;
}

/** An error page of a framework or a gateway violates every requirement on bodies at once. */
function sendsErrorsAs({ story, violations }: Evidence): string | undefined {
  const areErrors = violations.every(({ reading }) => reading.status >= 400);
  if (!areErrors || !story.every(({ id }) => requirementOf(id).area === 'errors')) return undefined;
  const types = new Set(violations.map(({ reading }) => headerOf(reading.headers, 'content-type')?.split(';')[0]));
  const [type] = types;
  if (types.size > 1 || /json/i.test(type ?? '')) return undefined;
  return `Errors are sent ${type === undefined ? 'without a Content-Type' : `as ${type}`}, not as a JSON Error.`;
}

/** The commonest reason is one that the document leaves open, and a setting takes care of it. */
function refusesOneCategory({ story: [first], violations, world: { readings, scope } }: Evidence): string | undefined {
  const { isBasis, operation } = requirementOf(first.id);
  if (!isBasis || operation !== 'createPet' || scope.categories?.length) return undefined;
  const categoryIn = ({ asked: { sent } }: Reading) => sent && String(sent.categoryId);
  const [category] = violations.map(({ reading }) => categoryIn(reading));
  const alike = readings.filter((one) => one.asked.credential === 'right' && categoryIn(one) === category);
  const isRefused = [...alike, ...violations.map(({ reading }) => reading)].every(({ status }) => status === 400);
  return isRefused
    ? `createPet refuses every pet of category ${category} with 400. If it takes only some categories, name them with --category-ids.`
    : undefined;
}

function answersAllAlike({ story: [first], violations, world }: Evidence): string | undefined {
  const [{ reading }] = violations as readonly [Violation, ...Violation[]];
  const { status } = reading;
  const { operation } = reading.asked;
  const isOfAll = requirementOf(first.id).isBasis && first.culprits.length === 0 && !first.isIntermittent;
  const withKey = world.readings.filter(({ asked }) => asked.operation === operation && asked.credential === 'right');
  if (!isOfAll || !withKey.every((other) => other.status === status)) return undefined;
  return status === 0 ? `${operation} never answers.` : `${operation} answers every request with ${status}.`;
}

/** Pages whose length is wrong, each alike. While there are few pets, no page shows it. */
function cutsPages({ story, world }: Evidence): string | undefined {
  const sized = story.filter(({ violations }) => violations.every(isOfSize));
  if (sized[0] !== story[0]) return undefined;
  const wrong = sized.flatMap(({ violations }) => violations.map(({ reading }) => reading));
  const all = world.pages.filter(({ asked }) => asked.page?.isExact);
  const excess = new Set(wrong.map((page) => sizeOf(page) - limitOf(page)));
  const cap = sizeOf(wrong[0] as Reading);
  const isCap = wrong.every((page) => sizeOf(page) === cap) && all.every((page) => sizeOf(page) <= cap);
  if (isCap && cap > 1 && excess.size > 1) return `Pages never have more than ${cap} pets.`;
  if (all.some((page) => sizeOf(page) === limitOf(page))) return undefined;
  if (excess.size === 1 && excess.has(-1)) return 'Every page is one pet short.';
  return [...excess].every((pets) => pets > 1) ? 'The limit is not applied.' : undefined;
}

const sizeOf = ({ ids }: Reading) => ids.length;
const limitOf = ({ asked }: Reading) => asked.page?.limit ?? 0;

/** What is wrong is the length of a page, and no pet on it. */
function isOfSize({ petId, changed, reading }: Violation): boolean {
  const { asked, pets, isSuccess } = reading;
  const isPage = asked.page?.isExact === true && pets !== undefined && isSuccess;
  return isPage && petId === undefined && changed === undefined && sizeOf(reading) !== limitOf(reading);
}

/** Under every status that has pets, each long list shows pets of others. */
function ignoresFilter({ story: [first], world }: Evidence): string | undefined {
  const isMisplaced = ({ petId = '', reading: { asked, pets = [], ids } }: Violation) => {
    const pet = pets[ids.indexOf(petId)];
    return asked.page?.filter !== undefined && pet !== undefined && pet.status !== asked.page.filter;
  };
  if (first.isIntermittent || !first.violations.every(isMisplaced)) return undefined;
  const showsOthers = STATUSES.every((status) => {
    const long = world.pagesOf(status).filter((page) => sizeOf(page) > STATUSES.length);
    return long.length > 0 && long.every(({ pets = [] }) => pets.some((pet) => pet.status !== status));
  });
  return showsOthers ? 'The filter is not applied.' : undefined;
}
