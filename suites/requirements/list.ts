import { memoize } from '../../harness/basics/memoize.ts';
import { identityOf } from '../../harness/json/exact-json.ts';
import { LIMIT, petsInWords, STATUSES } from '../reading/document.ts';
import { formOf, isAlone, oddParts } from '../reading/odd-parts.ts';
import { type Reading, show } from '../reading/reading.ts';
import type { Asked, AskedPage } from '../reading/request.ts';
import type { World } from '../world/world.ts';
import { created, error, list, ok, pets, REX, SOLD } from './example.ts';
import { type Control, requirementsOfArea } from './requirement.ts';
import {
  type Allowed,
  answeredWith,
  isDecidable,
  isNotRefusedElsewhere,
  notRefused,
  orRefused,
} from './rules/answers.ts';
import { complete, rightSize, visiblePets } from './rules/pages.ts';
import { unchanged } from './rules/pets.ts';
import { agreesIf, every, type Flaw, type Verdict, violates } from './rules/violation.ts';

/** Lists with the right key whose limit and filter are documented. */
const exact =
  (isIt: (page: AskedPage) => boolean) =>
  ({ credential, page }: Asked): boolean =>
    credential === 'right' && page?.isExact === true && isIt(page);

/** Lists with the right key whose limit is of one kind, with a filter or without one. */
const limited =
  (kind: AskedPage['limitKind']) =>
  ({ credential, page }: Asked): boolean =>
    credential === 'right' && page?.limitKind === kind && ['absent', 'status'].includes(page.filterKind);

/** Lists with the right key, a documented limit and no status. Nothing that comes beside a limit makes its page longer. */
const ofLimit =
  (kind: AskedPage['limitKind']) =>
  ({ credential, page }: Asked): boolean =>
    credential === 'right' && page?.limitKind === kind && ['absent', 'open'].includes(page.filterKind);

/** Which requirement judges whether a documented list is accepted, so that no combination accuses one of its values. */
function judgedAs(reading: Reading, world: World): 'plain' | Parameter | 'limit and filter' | undefined {
  const parts = oddParts(reading);
  const [parameter, ...others] = PARAMETERS.filter((part) => parts.has(part));
  if (parts.size === 1) return parameter ?? 'plain';
  // What the limit or the filter gets alone is not the fault of what comes with it.
  const alone = PARAMETERS.find((part) => parts.has(part) && isAnsweredAlike(part, reading, world));
  if (alone) return alone;
  if (others.length > 0) return 'limit and filter';
  // A limit or a filter that comes with other headers is a combination as well, and a matter of list.ok: unless these
  // headers are accepted elsewhere, and nobody knows what the limit or the filter gets alone.
  const isOpen = parameter !== undefined && answersAlone(parameter, reading, world).length === 0;
  return isOpen && acceptedForms(world).has(formOf(reading)) ? undefined : 'plain';
}

const PARAMETERS = ['limit', 'filter'] as const;
type Parameter = (typeof PARAMETERS)[number];

/** Whether a list with the same limit, or the same filter, and nothing else odd gets this very status. */
function isAnsweredAlike(part: Parameter, reading: Reading, world: World): boolean {
  return answersAlone(part, reading, world).some(({ status }) => status === reading.status);
}

function answersAlone(part: Parameter, { asked }: Reading, world: World): readonly Reading[] {
  const value = asked.page?.[part];
  return listsWithOnly(world)[part].filter(({ asked: { page } }) => page?.[part] === value);
}

const listsWithOnly = memoize((world: World): Readonly<Record<Parameter, readonly Reading[]>> => {
  const isOf = (part: Parameter) => (reading: Reading) =>
    reading.asked.credential === 'right' &&
    reading.asked.page?.isExact === true &&
    isAlone(reading) &&
    oddParts(reading).has(part) &&
    isDecidable(reading, world);
  return { limit: world.readings.filter(isOf('limit')), filter: world.readings.filter(isOf('filter')) };
});

/** The headers and the connection of accepted lists, each as a whole. */
const acceptedForms = memoize((world: World) => new Set(world.pages.map(formOf)));

/** "No result" is an empty array, so 404 or another success is a matter of list.ok. */
const isNoResult = ({ status }: Reading) => status === 404 || (status > 200 && status < 300);

/** A documented list that this requirement judges is accepted. */
const accepted = (as: ReturnType<typeof judgedAs>, reading: Reading, world: World): Verdict =>
  judgedAs(reading, world) === as && reading.asked.page?.isExact && !isNoResult(reading)
    ? notRefused(reading, world)
    : undefined;

const sized = (reading: Reading, world: World): Verdict =>
  every(accepted('limit', reading, world), reading.isSuccess ? rightSize(reading, world) : undefined);

const AT_MOST = orRefused(200, ` with at most ${petsInWords(LIMIT.maximum)}`);

/** A 5xx, a 401 or silence for a combination says nothing about an undocumented value in it. */
function refusedAlone(allowed: Allowed, reading: Reading, world: World): Verdict {
  const { status } = reading;
  const isOfOthers = status === 0 || status >= 500 || (status === 401 && isNotRefusedElsewhere(reading, world));
  return isOfOthers && !isAlone(reading) ? undefined : answeredWith(allowed, reading, world);
}

/** A value that the document says nothing about: a refusal, or any list that is not longer than the largest one. */
function refusedOrCapped(reading: Reading, world: World): Verdict {
  if (!reading.isSuccess || reading.status !== 200) return refusedAlone(AT_MOST, reading, world);
  if (reading.unreadable) return undefined;
  if (!Array.isArray(reading.json) || !reading.pets) return violates(reading, 'a JSON array of Pet objects');
  return rightSize(reading, world);
}

/** Whether any pet with a status was known when the page was asked for. */
const hasStatus = (reading: Reading, world: World) =>
  STATUSES.some((status) => visiblePets(reading, world, status).length > 0);

const LIMITED: Control = {
  what: 'listPets with a limit',
  isIt: ({ asked: { page } }) => page?.isExact === true && page.limitKind !== 'absent',
  because: ['list.limit.minimum', 'list.limit.honoured', 'list.limit.maximum'],
};
const FILTERED: Control = {
  what: 'listPets with a status',
  isIt: ({ asked: { page } }) => page?.isExact === true && page.filter !== undefined,
  because: ['list.status.only'],
};

const COMMON = { area: 'list', level: 'MUST', operation: 'listPets', topics: ['lists', 'pets'] } as const;

export const listRequirements = requirementsOfArea(COMMON, [
  {
    id: 'list.ok',
    accepts: true,
    isBasis: true,
    cites: ['GET /pets, response 200', 'Pets, array of Pet', 'What the service does, operations'],
    statement: 'GET /pets is answered with 200 and a JSON array of pets, also when there is one pet or none.',
    example: { right: list('', ok([REX])) },
    checked:
      'The plain list must be answered with 200. Every list with documented parameters that succeeds must be an array; no result is not 404. Where only the empty or the single case is wrong, the other list requirements are still decided.',
    usually:
      'The array is wrapped in an object such as {"items": []}, no result becomes null, 204 or 404, or a single result is not an array.',
    isUsual: ({ status }) => status < 300 || status === 404,
    about: exact(() => true),
    check: (reading, world) => {
      const { json, pets, isSuccess, unreadable } = reading;
      const isJudged = judgedAs(reading, world) === 'plain' || isNoResult(reading);
      const refusal = isJudged ? notRefused(reading, world) : undefined;
      if (refusal || !isSuccess || unreadable) return refusal;
      return agreesIf(Array.isArray(json) && pets !== undefined, reading, 'a JSON array of Pet objects');
    },
  },
  {
    id: 'list.limit.default',
    accepts: true,
    cites: ['GET /pets, parameter limit', 'Limits, row default'],
    statement: `Without a limit, a list has exactly ${LIMIT.default} pets when at least ${LIMIT.default} exist.`,
    example: { given: created(...pets(21)), right: list('', ok(pets(20))) },
    checked: `Checks every list without limit and status. Too many pets fail at once; too few fail when at least ${LIMIT.default} pets were acknowledged more than the consistency window before. It passes on a page of ${LIMIT.default} while more pets are known.`,
    usually: 'The default is another number, such as 10, 25 or 50, or a missing limit means no limit.',
    about: ofLimit('absent'),
    check: sized,
    pass: { what: `full page of more than ${LIMIT.default} pets` },
  },
  {
    id: 'list.limit.minimum',
    accepts: true,
    cites: ['GET /pets, parameter limit', 'Limits, row minimum'],
    statement: `limit=${LIMIT.minimum} is accepted and gives at most one pet, and one when any exists.`,
    example: { given: created(...pets(2)), right: list('limit=1', ok(pets(1))) },
    checked:
      'Checks every list with this limit. An empty page fails when a pet was acknowledged more than the consistency window before. It passes on a page of one while more than one pet is known.',
    usually:
      'The lower bound is exclusive, the page is cut one too late or too early, or one result is answered as an object.',
    isUsual: ({ status }) => status !== 401,
    about: ofLimit('minimum'),
    check: sized,
  },
  {
    id: 'list.limit.maximum',
    accepts: true,
    cites: ['GET /pets, parameter limit', 'Limits, row maximum'],
    statement: `limit=${LIMIT.maximum} is accepted and gives at most ${LIMIT.maximum} pets, and ${LIMIT.maximum} when as many exist.`,
    example: { given: created(...pets(101)), right: list('limit=100', ok(pets(100))) },
    checked: `Checks every list with this limit. Too many pets fail at once; too few fail when at least ${LIMIT.maximum} were acknowledged more than the consistency window before. It passes on a page of ${LIMIT.maximum} while more pets are known; without so many it is inconclusive.`,
    usually: 'The upper bound is exclusive, or the query or a gateway has a lower cap, often 50.',
    isUsual: ({ status }) => status !== 401,
    about: ofLimit('maximum'),
    check: sized,
    pass: { what: `full page of more than ${LIMIT.maximum} pets` },
  },
  {
    id: 'list.limit.honoured',
    accepts: true,
    cites: ['GET /pets, parameter limit', 'Limits, row minimum', 'Limits, row maximum'],
    statement: `For every limit from ${LIMIT.minimum} to ${LIMIT.maximum}, a page is never longer than asked for, and shorter only when it is complete.`,
    example: { given: created(...pets(3)), right: list('limit=2', ok(pets(2))) },
    checked:
      'Lists with each of these limits after the consistency window. Only pages that could be longer count for a pass.',
    usually: 'Limits are rounded to page sizes, capped below the maximum, or off by one above or below some value.',
    about: ofLimit('between'),
    check: sized,
  },
  {
    id: 'list.limit.above-maximum',
    refuses: 'any',
    cites: ['GET /pets, parameter limit', 'Limits, row maximum'],
    statement: `A limit above ${LIMIT.maximum} is refused with a 4xx status other than 401, or gives a list of at most ${LIMIT.maximum} pets.`,
    example: { right: list('limit=101', error(400)) },
    checked: `Lists with numbers above the maximum, with and without a filter. A 200 counts for a pass only while more than ${LIMIT.maximum} pets are known.`,
    usually: 'The maximum is documented but not enforced, or a large number overflows and the limit is dropped.',
    about: limited('above'),
    check: refusedOrCapped,
    pass: { what: `more than ${LIMIT.maximum} pets`, control: LIMITED },
  },
  {
    id: 'list.limit.below-minimum',
    refuses: 'any',
    cites: ['GET /pets, parameter limit', 'Limits, row minimum'],
    statement: `A limit below ${LIMIT.minimum} is refused with a 4xx status other than 401, or gives a list of at most ${LIMIT.maximum} pets.`,
    example: { right: list('limit=0', error(400)) },
    checked: `Lists with numbers below the minimum. A 200 needs a JSON array, and counts for a pass only while more than ${LIMIT.maximum} pets are known.`,
    usually: 'The number goes into the query unchecked: a negative limit breaks it, and zero may switch it off.',
    about: limited('below'),
    check: refusedOrCapped,
    pass: { control: LIMITED },
  },
  {
    id: 'list.limit.malformed',
    refuses: 'any',
    cites: ['GET /pets, parameter limit', 'Errors, Error body'],
    statement: `A limit that is not an integer is refused with a 4xx status other than 401, or gives a list of at most ${LIMIT.maximum} pets, never a 5xx.`,
    example: { right: list('limit=abc', error(400)) },
    checked: `Lists with limits that are not integers. A 200 counts for a pass only while more than ${LIMIT.maximum} pets are known; a 400 of the HTTP layer to invalid UTF-8 is accepted.`,
    usually: 'The conversion error is not caught, or a failed conversion switches the limit off.',
    about: limited('malformed'),
    check: refusedOrCapped,
    pass: { control: LIMITED },
  },
  {
    id: 'list.status.only',
    accepts: true,
    cites: ['GET /pets, parameter status', 'States and transitions, rule 2'],
    statement: 'A list filtered by status has only pets with exactly that status, and none without a status.',
    example: { right: list('status=sold', ok([SOLD])) },
    checked:
      'Checks every pet on every filtered page. It passes when a pet was shown under each status that this run created pets of; pets that earlier runs left behind in an invalid state do not count.',
    usually: 'The filter is ignored, matches by prefix, or treats a pet without a status as if it had a default.',
    about: ({ credential, page }) => credential === 'right' && page?.filterKind === 'status',
    check: (reading, world) => {
      const { asked, pets = [], isSuccess } = reading;
      const { filter } = asked.page ?? {};
      const others = isSuccess ? pets.filter(({ status }) => status !== filter) : [];
      const flaws = others.map(
        (pet): Flaw => ({
          expected: `only pets of status ${filter}`,
          actual: `pet ${show(pet.id)} with status ${show(pet.status)}`,
          petId: identityOf(pet.id),
        }),
      );
      const shown = flaws.length > 0 ? flaws : isSuccess && pets.length > 0 ? 'agrees' : undefined;
      return every(accepted('filter', reading, world), shown);
    },
    pass: {
      lacks: ({ pages, pets }) => {
        const shown = new Set(pages.flatMap((page) => (page.pets?.length ? (page.asked.page?.filter ?? []) : [])));
        const own = new Set([...pets.values()].map(({ pet }) => pet.status));
        const missing = STATUSES.filter((status) => own.has(status) && !shown.has(status));
        return missing.length > 0 ? `pet under ${missing.join(' and ')}` : undefined;
      },
      caveat: ({ count }) => {
        const unseen = STATUSES.filter((status) => count(status) === 0);
        return unseen.length > 0 ? `No pet is ${unseen.join(' or ')}.` : undefined;
      },
    },
  },
  {
    id: 'list.status.complete',
    everywhere: true,
    cites: ['GET /pets, parameter status', 'States and transitions, rule 2'],
    statement: 'A filtered page shorter than its limit has every matching pet known to exist.',
    example: { given: created(SOLD), right: list('status=sold', ok([SOLD])) },
    checked:
      'Every short page with a filter must have each matching pet that was acknowledged more than the consistency window before, and pets of others seen that long before and after. It passes on a short page with pets of this run, or a full page with all of them. Unobservable if every filtered page is full.',
    usually:
      'The limit is applied before the filter, so matches beyond the first page are lost, or an index lags or misses pets.',
    about: exact(({ filter }) => filter !== undefined),
    check: complete,
    pass: {
      absentFrom: STATUSES,
      caveat: (world) => {
        const full = STATUSES.filter((status) => {
          const pages = world.pagesOf(status);
          return pages.length > 0 && pages.every(({ isFull }) => isFull);
        });
        return full.length > 0 ? `Not decided for ${full.join(' and ')}: those pages are full.` : undefined;
      },
    },
  },
  {
    id: 'list.status.unknown',
    refuses: 'any',
    cites: ['PetStatus, allowed values', 'States and transitions, rule 2'],
    statement:
      'A status filter that is not one of the three values is refused with a 4xx status other than 401, or gives an empty list.',
    example: { right: list('status=lost', error(400)) },
    checked:
      'Filters by words that are not a status, though a loose comparison may match one. An empty list counts for a pass only while pets with a status are known; a 400 of the HTTP layer to invalid UTF-8 is accepted.',
    usually:
      'An unknown value, or one that counts as false, switches the filter off, or values are compared without regard to case.',
    isUsual: ({ pets = [] }) => pets.length > 0,
    about: ({ credential, page }) => credential === 'right' && page?.filterKind === 'unknown',
    check: (reading, world) => {
      const { isSuccess, status, json, pets, unreadable } = reading;
      if (!isSuccess || status !== 200) return refusedAlone(orRefused(200, ' with no pet'), reading, world);
      if (unreadable) return undefined;
      if (!Array.isArray(json) || !pets) return violates(reading, 'a JSON array of Pet objects');
      // Without a pet that has a status, a filter that compares loosely has nothing to show.
      if (pets.length === 0 && !hasStatus(reading, world)) return undefined;
      const actual = `200 with ${petsInWords(pets.length)}`;
      return agreesIf(pets.length === 0, reading, 'a 4xx Error, or 200 with no pet', actual);
    },
    pass: { control: FILTERED },
  },
  {
    id: 'list.status.with-limit',
    cites: ['GET /pets, parameter limit', 'GET /pets, parameter status'],
    statement: `Filter and limit apply together, and the default of ${LIMIT.default} and the maximum of ${LIMIT.maximum} apply under a filter too.`,
    example: {
      given: created(...pets(2, { status: 'sold' })),
      right: list('status=sold&limit=1', ok(pets(1, { status: 'sold' }))),
    },
    checked:
      'Checks the size of every filtered page, with a limit and without one. It passes on a full page while more pets of that status are known.',
    usually: 'Filtered lists take another path through the code, without the default, the cap or the limit itself.',
    about: exact(({ filter }) => filter !== undefined),
    check: (reading, world) =>
      reading.isSuccess ? rightSize(reading, world) : accepted('limit and filter', reading, world),
  },
  {
    id: 'list.complete',
    everywhere: true,
    cites: ['What the service does, operations', 'GET /pets, response 200'],
    statement: 'A page shorter than its limit has every pet known to exist, with the fields it was created with.',
    example: { given: created(REX), right: list('', ok([REX])) },
    checked:
      'Every short page without a filter must have each pet that was acknowledged more than the consistency window before, and pets of others seen that long before and after; on every page, pets of this run must be unchanged. It passes on a short page with pets of this run, or a full page with all of them. Unobservable if every such page is full.',
    usually:
      'Pets without a status drop out of a join, a cache is never refreshed, or text and large numbers change in the store.',
    about: ({ credential, page }) => credential === 'right' && page !== undefined,
    check: (reading, world) => {
      if (!reading.isSuccess) return undefined;
      const changes = unchanged(reading, world);
      const whole = reading.asked.page?.filter === undefined ? complete(reading, world) : undefined;
      return every(changes === 'agrees' ? undefined : changes, whole);
    },
    pass: { absentFrom: [undefined] },
  },
  {
    id: 'list.unique',
    everywhere: true,
    cites: ['Pet, row id', 'GET /pets, response 200'],
    statement: 'No id appears twice in one list.',
    example: { right: list('', ok(pets(2))) },
    checked:
      'Compares the ids on every page digit for digit. Inconclusive if no page has two pets; different pets that got one id in an earlier run do not count.',
    usually: 'A join multiplies rows, parts of the store overlap, or large ids are rounded to the same number.',
    about: ({ credential, page }) => credential === 'right' && page !== undefined,
    check: (reading) => {
      const { ids, isSuccess } = reading;
      if (!isSuccess || ids.length < 2) return undefined;
      const twice = new Set(ids).size === ids.length ? undefined : ids.find((id, at) => ids.indexOf(id) !== at);
      return twice === undefined ? 'agrees' : violates(reading, 'every id once', `${twice} twice`, { petId: twice });
    },
  },
]);
