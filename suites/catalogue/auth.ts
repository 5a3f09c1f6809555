import { requirements } from './requirement.ts';

/** Each operation with the requests that it accepts with the right key: the forms that bad credentials are sent on. */
const OPERATIONS = [
  {
    operation: 'listPets',
    route: 'GET /pets',
    forms: 'a plain list, a list with a limit, and lists with limit and status',
  },
  {
    operation: 'createPet',
    route: 'POST /pets',
    forms: 'valid creations with and without a status, sent whole and in pieces',
  },
  {
    operation: 'getPet',
    route: 'GET /pets/{petId}',
    forms: 'fetches of existing pets, of every status and without one',
  },
] as const;

export const authRequirements = requirements({ area: 'auth', level: 'MUST' }, [
  {
    id: 'auth.accepted',
    statement: 'Every operation accepts the configured key.',
    section: 'Authentication, rules 1 and 2',
    checked:
      'Every response to the right key counts. It fails when an operation never accepts the key (401 or 403), or answers 401 to a request that it also accepts. A key that every operation refuses stops the run; while plain requests get 401 too, the key is locked out and nothing counts.',
    usualCause:
      'The key is for another environment or has expired, or one route checks credentials in a way of its own.',
  },
  ...OPERATIONS.map(({ operation, route, forms }) => ({
    id: `auth.missing.${operation}` as const,
    operation,
    statement: `${operation} without an Authorization header is answered with 401.`,
    section: `Authentication, rule 3; Endpoints / ${route} / Responses`,
    checked: `Sends ${forms}, without the header. Inconclusive if ${operation} never accepts the right key in this run.`,
    usualCause: {
      listPets:
        'The list is public, or the check runs only for methods that write. A 403 means that the framework treats an unknown caller as a forbidden one.',
      createPet:
        'The route is registered outside the group that checks credentials, or a missing header is answered with 400 or 403.',
      getPet:
        'The check matches /pets exactly and not the paths below it, or the deprecated handler never got authentication.',
    }[operation],
  })),
  ...OPERATIONS.map(({ operation, route, forms }) => ({
    id: `auth.invalid-key.${operation}` as const,
    operation,
    statement: `${operation} with a bearer token that is not the key is answered with 401.`,
    section: `Authentication, rule 3; Endpoints / ${route} / Responses`,
    checked: `Sends tokens that are not the key on ${forms}, also on a new connection and on one that has carried the right key. The whole key in another notation is only observed. Inconclusive if ${operation} never accepts the right key.`,
    usualCause: {
      listPets:
        'Only the presence or the length of a token is checked, or tokens are compared by prefix or without regard to case. A 403 is the habit of a framework.',
      createPet: 'The token is compared by prefix, by length or without regard to case, or any token is accepted.',
      getPet: 'The deprecated route keeps an older check: any token, a prefix of the key, or the key in any case.',
    }[operation],
  })),
  ...OPERATIONS.map(({ operation, route, forms }) => ({
    id: `auth.wrong-scheme.${operation}` as const,
    operation,
    statement: `${operation} with the right key under a scheme other than Bearer is answered with 401.`,
    section: `Authentication, rules 1 and 3; Endpoints / ${route} / Responses`,
    checked: `Sends the key under other schemes, as clients do by mistake, on ${forms}. Inconclusive if ${operation} never accepts the right key.`,
    usualCause: {
      listPets: 'The code takes the last word of the header, or searches it for the key, and never reads the scheme.',
      createPet: 'The scheme is optional in the pattern that reads the header, so a bare key or another word passes.',
      getPet: 'An older client sent the bare key, and the deprecated route still accepts it.',
    }[operation],
  })),
  {
    id: 'auth.malformed',
    statement: 'Bearer without a key, and an empty Authorization header, are answered with 401.',
    section: 'Authentication, rule 3',
    checked:
      'Sends both to every operation that accepts the right key; the report lists the operations if they are not all three. A 400 fails: the specification gives 401 for a missing or invalid credential.',
    usualCause:
      'The header is split without a check for a second part, so the server answers 400, crashes, or compares an empty key with an empty setting.',
  },
  {
    id: 'auth.header-only',
    statement: 'The key is accepted in the Authorization header only, not in the query, a cookie or another header.',
    section: 'Authentication, rules 1 and 3',
    checked:
      'Sends the key in other places, without Authorization, to every operation that accepts the right key. It fails when such a request succeeds; the report lists the operations if they are not all three.',
    usualCause: 'A library or gateway looks for keys in several places, and nobody switched the others off.',
  },
  {
    id: 'auth.no-effect',
    operation: 'createPet',
    statement: 'A createPet refused with 401 adds no pet.',
    section: 'Authentication, rule 3; Endpoints / POST /pets / Responses',
    checked:
      'Every refused creation has a name or category of its own; it fails when a list or fetch shows one. It passes when something would have shown it after the consistency window: a short page, a full page with pets of this run from before and after the refusal, or fetches of all ids between two such pets. Otherwise inconclusive; unobservable if every page is full.',
    usualCause: 'The handler runs before or beside the check of the credential, and only the answer is replaced.',
  },
  {
    id: 'auth.challenge',
    level: 'SHOULD',
    statement: 'Every 401 carries a WWW-Authenticate header that names the Bearer scheme.',
    section: 'RFC 9110 section 11.6.1; RFC 6750 section 3',
    checked: 'Reads the header of every 401. Inconclusive if there is no 401.',
    usualCause: 'The 401 is built by hand from a status and a body, without the header that says how to log in.',
  },
  {
    id: 'auth.scheme-case',
    level: 'SHOULD',
    statement: 'The scheme is accepted in any case: bearer and BEARER mean the same as Bearer.',
    section: 'RFC 9110 section 11.1',
    checked: 'Lists and fetches with the right key after the scheme in another case. It fails on 401.',
    usualCause: 'The header is compared with the literal text Bearer and a space.',
  },
  {
    id: 'auth.first',
    level: 'SHOULD',
    statement: 'Without a credential, an invalid body or an unknown petId is answered with 401, not with 400 or 404.',
    section: 'Good practice; Authentication, rule 3',
    checked:
      'Sends bodies that are not valid and an id that no pet has, without a credential, to createPet and getPet where they accept the right key. Inconclusive where a missing credential is accepted.',
    usualCause:
      'Validation or lookup runs before authentication, so anybody can learn which ids exist and what a valid body is.',
  },
]);
