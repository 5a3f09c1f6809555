import { OPERATIONS, type Operation, SUCCESS } from '../reading/document.ts';
import type { Reading } from '../reading/reading.ts';
import { type Asked, headerOf } from '../reading/request.ts';
import type { World } from '../world/world.ts';
import { created, type Example, error, get, list, MARKED, ok, post, REX } from './example.ts';
import type { Place } from './places.ts';
import { requirementsOfArea } from './requirement.ts';
import { answeredWith, exactly, isNotRefusedElsewhere, letIn, refusedWith401 } from './rules/answers.ts';
import { noEffect } from './rules/effects.ts';
import { expectedPet } from './rules/pets.ts';
import { agreesIf, type Verdict, violates } from './rules/violation.ts';

/** Each operation with the requests that it accepts with the right key: the forms that bad credentials are sent on. */
const FORMS = [
  { operation: 'listPets', forms: 'a plain list, a list with a limit, and lists with limit and status' },
  { operation: 'createPet', forms: 'valid creations with and without a status, sent whole and in pieces' },
  { operation: 'getPet', forms: 'fetches of existing pets, of every status and without one' },
] as const;

const REFUSAL: Readonly<Record<Operation, Place>> = {
  listPets: 'GET /pets, response 401',
  createPet: 'POST /pets, response 401',
  getPet: 'GET /pets/{petId}, response 401',
};

/** A request that each operation accepts with the right key, and refuses with this credential. */
const EXAMPLES: Readonly<Record<Operation, (credential: string | null) => Example>> = {
  listPets: (credential) => ({ given: [list('', ok([REX]))], right: list('', error(401), { credential }) }),
  createPet: (credential) => ({
    given: created(REX),
    right: post({ name: 'Rex', categoryId: 3 }, error(401), { credential }),
  }),
  getPet: (credential) => ({
    given: [...created(REX), get(7, ok(REX))],
    right: get(7, error(401), { credential }),
  }),
};

/** Requests of an operation with a credential that is wrong in one way. */
const sent =
  (operation: Operation, credential: Asked['credential']) =>
  (asked: Asked): boolean =>
    asked.operation === operation && asked.credential === credential;

/** 401 for a bad credential; another spelling of an id may be another address, or none. */
const refusesCredential =
  (operation: Operation) =>
  (reading: Reading, world: World): Verdict =>
    reading.asked.idKind === 'open' ? letIn(reading) : refusedWith401(reading, operation, world);

/** Something else is wrong with the request, and was looked at first. */
function isWrongOtherwise({ asked, status }: Reading, world: World): boolean {
  if (status < 400 || status >= 500) return false;
  const { operation, sent: valid, petId, idKind } = asked;
  if (operation === 'createPet') return !valid;
  if (idKind === 'invalid') return true;
  return petId !== undefined && !world.creations.has(petId) && world.timeline(petId).views.length === 0;
}

/**
 * The right key is refused if nothing else in the request can be the reason: the request is plain, or was accepted at
 * another time, or the operation never accepts the key.
 */
function isKeyRefused(reading: Reading, world: World): boolean {
  const { asked, status, request } = reading;
  const { operation = 'listPets', page, body } = asked;
  if (![401, 403].includes(status)) return false;
  // A pet that did not exist yet, and is found later, says nothing about the key.
  if (asked.petId !== undefined && world.served.has('getPet') && expectedPet(reading, world) === 'unknown')
    return false;
  if (!world.served.has(operation)) return true;
  const isPlain = page
    ? !/\?./.test(request.path) || isNotRefusedElsewhere(reading, world)
    : body === 'minimal' || body === 'with-status';
  // The 404 of a pet that did not exist yet says nothing about the key.
  const isAccepted = (other: Reading) =>
    other.isSuccess || other.status === 400 || (other.status === 404 && operation !== 'getPet');
  return status === 401 && (isPlain || world.sameRequest(reading).some(isAccepted));
}

export const authRequirements = requirementsOfArea({ area: 'auth', level: 'MUST', topics: ['keys'] }, [
  {
    id: 'auth.accepted',
    topics: ['keys', 'last look'],
    isOfKey: true,
    everywhere: true,
    cites: ['Authentication, rule 1', 'Authentication, rule 2', 'Endpoints, required credential'],
    statement: 'Every operation accepts the configured key.',
    example: { right: list('', ok([REX])) },
    checked:
      'Every response to the right key counts. It fails when an operation never accepts the key (401 or 403), or answers 401 to a plain request or to one that it also accepts. A key that every operation refuses stops the run; while plain requests of several shapes get 401 too, the key is locked out and nothing counts.',
    usually: 'The key is for another environment or has expired, or one route checks credentials in a way of its own.',
    isUsual: () => true,
    about: ({ credential }) => credential === 'right',
    check: (reading, world) => {
      const { operation } = reading.asked;
      const expected = `the configured key accepted by ${operation} each time`;
      if (isKeyRefused(reading, world)) return violates(reading, expected);
      return reading.isSuccess ? 'agrees' : undefined;
    },
  },
  ...FORMS.map(({ operation, forms }) => ({
    id: `auth.missing.${operation}` as const,
    operation,
    refuses: 401 as const,
    subject: 'requests without a credential',
    cites: ['Authentication, rule 3', REFUSAL[operation], 'Errors, row 401'] as const,
    statement: `${operation} without an Authorization header is answered with 401.`,
    example: EXAMPLES[operation](null),
    checked: `Sends ${forms}, without the header. A success fails at once. Inconclusive if ${operation} never accepts the right key in this run.`,
    usually: {
      listPets:
        'The list is public, or the check runs only for methods that write. A 403 means that the framework treats an unknown caller as a forbidden one.',
      createPet:
        'The route is registered outside the group that checks credentials, or a missing header is answered with 400 or 403.',
      getPet:
        'The check matches /pets exactly and not the paths below it, or the deprecated handler never got authentication.',
    }[operation],
    about: sent(operation, 'missing'),
    check: (reading: Reading, world: World) =>
      isWrongOtherwise(reading, world) ? undefined : refusesCredential(operation)(reading, world),
  })),
  ...FORMS.map(({ operation, forms }) => ({
    id: `auth.invalid-key.${operation}` as const,
    operation,
    refuses: 401 as const,
    subject: 'wrong keys',
    cites: ['Authentication, rule 3', REFUSAL[operation], 'Errors, row 401'] as const,
    statement: `${operation} with a bearer token that is not the key is answered with 401.`,
    example: EXAMPLES[operation]('Bearer another'),
    checked: `Sends tokens that are not the key on ${forms}, also on a new connection and on one that has carried the right key; the whole key in another notation is only observed. A success fails at once. Inconclusive if ${operation} never accepts the right key.`,
    usually: {
      listPets:
        'Only the presence or the length of a token is checked, or tokens are compared by prefix or without regard to case. A 403 is the habit of a framework.',
      createPet: 'The token is compared by prefix, by length or without regard to case, or any token is accepted.',
      getPet: 'The deprecated route keeps an older check: any token, a prefix of the key, or the key in any case.',
    }[operation],
    about: sent(operation, 'invalid-key'),
    check: refusesCredential(operation),
  })),
  ...FORMS.map(({ operation, forms }) => ({
    id: `auth.wrong-scheme.${operation}` as const,
    operation,
    refuses: 401 as const,
    subject: 'other schemes',
    cites: ['Authentication, rule 1', 'Authentication, rule 3', REFUSAL[operation]] as const,
    statement: `${operation} with the right key under a scheme other than Bearer is answered with 401.`,
    example: EXAMPLES[operation]('Basic KEY'),
    checked: `Sends the key under other schemes, as clients do by mistake, on ${forms}. A success fails at once. Inconclusive if ${operation} never accepts the right key.`,
    usually: {
      listPets: 'The code takes the last word of the header, or searches it for the key, and never reads the scheme.',
      createPet: 'The scheme is optional in the pattern that reads the header, so a bare key or another word passes.',
      getPet: 'An older client sent the bare key, and the deprecated route still accepts it.',
    }[operation],
    about: sent(operation, 'wrong-scheme'),
    check: refusesCredential(operation),
  })),
  {
    id: 'auth.malformed',
    refuses: 401,
    subject: 'bad credentials',
    cites: ['Authentication, rule 3', 'Errors, row 401'],
    statement: 'Bearer without a key, and an empty Authorization header, are answered with 401.',
    example: EXAMPLES.listPets('Bearer'),
    checked:
      'Sends both to every operation that accepts the right key; the report lists the operations if they are not all three. A 400 fails: the specification gives 401 for a missing or invalid credential.',
    usually:
      'The header is split without a check for a second part, so the server answers 400, crashes, or compares an empty key with an empty setting.',
    about: ({ operation, credential }) => operation !== undefined && credential === 'malformed',
    check: (reading, world) => refusedWith401(reading, reading.asked.operation ?? 'listPets', world),
    pass: { operations: OPERATIONS },
  },
  {
    id: 'auth.header-only',
    refuses: 401,
    subject: 'bad credentials',
    cites: ['Authentication, rule 1', 'Authentication, rule 3'],
    statement: 'The key is accepted in the Authorization header only, not in the query, a cookie or another header.',
    example: { given: [list('', ok([REX]))], right: list('api_key=KEY', error(401), { credential: null }) },
    checked:
      'Sends the key in other places, without Authorization, to every operation that accepts the right key. It fails when such a request succeeds; the report lists the operations if they are not all three.',
    usually: 'A library or gateway looks for keys in several places, and nobody switched the others off.',
    about: ({ operation, credential }) => operation !== undefined && credential === 'header-only',
    check: (reading, world) => {
      const isControlled = world.served.has(reading.asked.operation ?? 'listPets');
      return letIn(reading) ?? (isControlled && reading.status >= 400 ? 'agrees' : undefined);
    },
    pass: { operations: OPERATIONS },
  },
  {
    id: 'auth.no-effect',
    topics: ['keys', 'last look'],
    operation: 'createPet',
    cites: ['Authentication, rule 3', 'POST /pets, response 401'],
    statement: 'A createPet refused with 401 adds no pet.',
    example: { right: post(MARKED, error(401), { credential: null }), later: [list('', ok([]))] },
    checked:
      'Every refused creation has a name or category of its own; it fails when a list or fetch shows one. It passes when something would have shown it after the consistency window: a short page, a full page with pets of this run from before and after the refusal where all pages are in one order of ids, or fetches of all ids between two such pets. Otherwise inconclusive; unobservable if every page is full.',
    usually: 'The handler runs before or beside the check of the credential, and only the answer is replaced.',
    everywhere: true,
    isOfEffect: true,
    about: ({ operation }) => operation === 'createPet',
    check: (reading, world) => (reading.status === 401 ? noEffect(reading, world) : undefined),
    pass: { absentFrom: ['available', 'pending', 'sold'] },
  },
  {
    id: 'auth.challenge',
    form: ({ headers }) => `WWW-Authenticate ${headerOf(headers, 'www-authenticate')}`,
    everywhere: true,
    level: 'SHOULD',
    cites: ['Standards, RFC 9110 section 11.6.1', 'Standards, RFC 6750 section 3'],
    statement: 'Every 401 carries a WWW-Authenticate header that names the Bearer scheme.',
    example: { right: list('', error(401), { credential: null }) },
    checked: 'Reads the header of every 401. Inconclusive if there is no 401.',
    usually: 'The 401 is built by hand from a status and a body, without the header that says how to log in.',
    about: () => true,
    check: (reading) => {
      if (reading.status !== 401) return undefined;
      const challenge = headerOf(reading.headers, 'www-authenticate') ?? 'no WWW-Authenticate header';
      return agreesIf(/(^|[\s,])bearer\b/i.test(challenge), reading, 'WWW-Authenticate naming Bearer', challenge);
    },
  },
  {
    id: 'auth.scheme-case',
    level: 'SHOULD',
    cites: ['Standards, RFC 9110 section 11.1'],
    statement: 'The scheme is accepted in any case: bearer and BEARER mean the same as Bearer.',
    example: { given: [list('', ok([REX]))], right: list('', ok([REX]), { credential: 'bearer KEY' }) },
    checked: 'Lists and fetches with the right key after the scheme in another case. It fails on 401.',
    usually: 'The header is compared with the literal text Bearer and a space.',
    about: ({ credential }) => credential === 'scheme-case',
    check: (reading, world) => {
      const { operation = 'listPets' } = reading.asked;
      return world.served.has(operation)
        ? agreesIf(reading.status !== 401, reading, `status ${SUCCESS[operation]}`)
        : undefined;
    },
  },
  {
    id: 'auth.first',
    level: 'SHOULD',
    cites: ['Standards, good practice', 'Authentication, rule 3'],
    statement: 'Without a credential, an invalid body or an unknown petId is answered with 401, not with 400 or 404.',
    example: { given: created(REX), right: post({}, error(401), { credential: null }) },
    checked:
      'Sends bodies that are not valid and an id that no pet has, without a credential, to createPet and getPet where they accept the right key. Inconclusive where a missing credential is accepted.',
    usually: 'Validation or lookup runs before authentication, so that its answers can be read without a key.',
    about: ({ operation, credential }) => operation !== 'listPets' && credential === 'missing',
    check: (reading, world) => {
      const { operation = 'createPet', petId } = reading.asked;
      if (!world.served.has(operation) || !isWrongOtherwise(reading, world)) return undefined;
      // A route for positive numbers does not match, and nothing is learned from its 404.
      if (petId?.startsWith('-') && reading.status === 404) return undefined;
      return answeredWith(exactly(401), reading, world);
    },
    pass: { operations: ['createPet', 'getPet'] },
  },
]);
