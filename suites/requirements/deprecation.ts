import { STATUSES, SUCCESS, SUNSET } from '../reading/document.ts';
import { type Reading, show } from '../reading/reading.ts';
import { headerOf } from '../reading/request.ts';
import { showsItsPet } from '../world/timeline.ts';
import type { World } from '../world/world.ts';
import { created, get, list, ok, REX, SOLD } from './example.ts';
import { requirementsOfArea } from './requirement.ts';
import { answeredWith, exactly, hasAnswer } from './rules/answers.ts';
import { instantOf, isStructuredDate } from './rules/http-dates.ts';
import { areFull, lacking, shortPage } from './rules/pages.ts';
import { expectedPet } from './rules/pets.ts';
import { agreesIf, type Flaw, flawsIn, violates } from './rules/violation.ts';

const DEPRECATION_HEADER = ['Deprecation', '@1688169599'] as const;
const SUNSET_HEADER = ['Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT'] as const;

const ofGetPet = { operation: 'getPet', needs: 'getPet' } as const;

/** Pets that getPet had returned before a list was asked for. */
const fetchedBefore =
  ({ sentAt }: Reading, { timeline }: World) =>
  (id: string) =>
    timeline(id).fetches.some((fetch) => showsItsPet(fetch) && fetch.answeredAt < sentAt);

const COMMON = { area: 'deprecation', level: 'MUST', topics: ['deprecation'] } as const;

export const deprecationRequirements = requirementsOfArea(COMMON, [
  {
    ...ofGetPet,
    id: 'deprecation.still-served',
    namedPets: 'any',
    everywhere: true,
    isBasis: true,
    cites: ['GET /pets/{petId}, removal date', 'Versioning, rule 3'],
    statement: 'Before its removal on 5 December 2030, GET /pets/{petId} answers as documented.',
    example: { given: created(REX), right: get(7, ok(REX)) },
    checked:
      'Fetches pets that exist; it fails when none of them is ever answered with 200, and the other getPet requirements are then inconclusive. From 5 December 2030 on (see --now) all of them are skipped, because the operation may be gone.',
    usually:
      'Deprecated was read as removed: the route is switched off, answers 404, 410 or 501, or is missing from the router or the gateway.',
    isUsual: ({ status }) => status >= 400 && status !== 401,
    about: ({ credential, idKind }) => credential === 'right' && idKind === 'int64',
    check: (reading, world) => {
      if (reading.isSuccess) return 'agrees';
      if (world.served.has('getPet')) return undefined;
      const expected = expectedPet(reading, world);
      const isDue = expected === 'found' || (expected === 'lags' && reading.status !== 404);
      return isDue ? flawsIn(answeredWith(exactly(SUCCESS.getPet), reading, world)) : undefined;
    },
  },
  {
    ...ofGetPet,
    id: 'deprecation.replacement',
    everywhere: true,
    cites: ['GET /pets/{petId}, replacement'],
    statement: 'A pet with a status that getPet returns is also found by GET /pets with that status.',
    example: { given: [...created(SOLD), get(7, ok(SOLD))], right: list('status=sold', ok([SOLD])) },
    checked:
      'Looks for fetched pets on filtered pages sent after the fetch. It fails when a short page lacks one that it must show. Unobservable if every filtered page is full.',
    usually:
      'The two operations read from different places, such as a table and a search index, or a fetch changes what it reads.',
    about: ({ credential, page }) => credential === 'right' && page?.isExact === true && page.filter !== undefined,
    check: (reading, world) => {
      if (!reading.isSuccess || !reading.pets) return undefined;
      const { filter } = reading.asked.page ?? {};
      const isFetched = fetchedBefore(reading, world);
      const flaws = lacking(reading, world)
        .filter(isFetched)
        .map((petId): Flaw => {
          const pet = world.pets.get(petId)?.pet ?? { id: BigInt(petId) };
          const expected = `the pet ${show(pet)}, which getPet returned, under status ${filter}`;
          return { expected, actual: shortPage(reading, petId), petId };
        });
      if (flaws.length > 0) return flaws;
      return reading.ids.some(isFetched) ? 'agrees' : undefined;
    },
    pass: {
      absentFrom: STATUSES,
      lacks: (world) => (areFull(STATUSES, world) ? 'page with room for a fetched pet' : undefined),
    },
  },
  {
    ...ofGetPet,
    id: 'deprecation.date',
    form: ({ headers }) => `deprecation.date ${headerOf(headers, 'sunset')}`,
    everywhere: true,
    cites: ['GET /pets/{petId}, removal date', 'Versioning, rule 3'],
    statement: 'A Sunset header on getPet, if there is one, is an HTTP-date that names 5 December 2030.',
    example: { right: get(7, ok(REX, [SUNSET_HEADER])) },
    checked:
      'Reads the Sunset header of every answer of getPet; 5 December 2030 in any time zone is right. It passes if no such header is sent, and says so.',
    usually:
      'The header has an ISO 8601 date, a Unix time or a placeholder instead of an HTTP-date (RFC 9110 section 5.6.7), or the date is mistyped.',
    about: ({ operation }) => operation === 'getPet',
    check: (reading) => {
      const sunset = headerOf(reading.headers, 'sunset');
      if (!hasAnswer(reading) || sunset === undefined) return undefined;
      const instant = instantOf(sunset.trim());
      const isThatDay = instant >= SUNSET.from && instant <= SUNSET.to;
      const expected = Number.isNaN(instant) ? 'a Sunset that is an HTTP-date' : 'a Sunset on 5 December 2030';
      return agreesIf(isThatDay, reading, expected, sunset);
    },
    pass: {
      unseen: 'No Sunset header was sent.',
      lacks: ({ served }) => (served.has('getPet') ? undefined : 'pet that getPet returns'),
    },
  },
  {
    ...ofGetPet,
    id: 'deprecation.announced',
    form: ({ headers }) => `deprecation.announced ${headerOf(headers, 'deprecation')}`,
    everywhere: true,
    level: 'SHOULD',
    cites: ['Standards, RFC 9745 section 2', 'Standards, RFC 8594 section 3'],
    statement: 'getPet announces its end with a well-formed Deprecation header and a Sunset header.',
    example: { right: get(7, ok(REX, [DEPRECATION_HEADER, SUNSET_HEADER])) },
    checked:
      'Looks for both headers on every 200 of getPet. Deprecation must be a structured-field date such as @1767225600; deprecation.date checks the value of Sunset.',
    usually:
      'The deprecation is announced in the documentation only, or Deprecation is true or an HTTP-date, as in drafts before RFC 9745.',
    about: ({ operation, credential }) => operation === 'getPet' && credential === 'right',
    check: (reading) => {
      if (!reading.isSuccess) return undefined;
      const [deprecation, sunset] = ['deprecation', 'sunset'].map((name) => headerOf(reading.headers, name));
      const isAnnounced = isStructuredDate(deprecation ?? '') && sunset !== undefined;
      const seen = [
        sunset === undefined ? 'no Sunset header' : `Sunset: ${sunset}`,
        deprecation === undefined ? 'no Deprecation header' : `Deprecation: ${deprecation}`,
      ];
      const expected = 'a Sunset header, and a Deprecation header such as @1688169599';
      return agreesIf(isAnnounced, reading, expected, seen.join(', '));
    },
  },
  {
    id: 'deprecation.only-there',
    form: ({ headers }) => `deprecation.only-there ${headerOf(headers, 'deprecation')}`,
    everywhere: true,
    level: 'SHOULD',
    cites: ['Versioning, rule 3', 'Standards, RFC 9745 section 2', 'Standards, RFC 8594 section 3'],
    statement: 'The operations that stay, listPets and createPet, carry neither a Deprecation nor a Sunset header.',
    example: { right: list('', ok([REX])) },
    checked: 'Looks for the two headers on every answer of listPets and createPet.',
    usually: 'Middleware or a gateway rule sets the headers for everything under /pets.',
    about: ({ operation }) => operation === 'listPets' || operation === 'createPet',
    check: (reading) => {
      if (!hasAnswer(reading)) return undefined;
      const found = ['deprecation', 'sunset'].flatMap((name) => headerOf(reading.headers, name) ?? []);
      const expected = `no Deprecation and no Sunset header on ${reading.asked.operation}`;
      return agreesIf(found.length === 0, reading, expected, found.join(', '));
    },
  },
  {
    id: 'version.path',
    topics: [],
    everywhere: true,
    cites: ['What the service does, addresses', 'Versioning, rule 2'],
    statement: 'The path of the base URL ends in /v1.',
    example: { right: list('', ok([REX])) },
    checked: 'Reads the configured base URL; a slash at its end is ignored.',
    usually: 'The base URL lacks its version segment, or a proxy publishes the server under another path.',
    about: () => true,
    check: (reading, { served, scope: { basePath } }) => {
      if (basePath.endsWith('/v1')) return 'agrees';
      const actual = `the path ${basePath || '/'}`;
      return reading.isSuccess || served.size === 0
        ? violates(reading, 'a base URL whose path ends in /v1', actual)
        : undefined;
    },
  },
]);
