import type { Operation } from '../../harness/report/model.ts';
import { type Requirement, requirements } from './requirement.ts';

/** Each operation with its request that is accepted with the right key, and the requirement that shows it. */
const OPERATIONS = [
  { operation: 'listPets', route: 'GET /pets', request: 'a list request', control: 'list.ok' },
  { operation: 'createPet', route: 'POST /pets', request: 'a creation', control: 'create.minimal' },
  {
    operation: 'getPet',
    route: 'GET /pets/{petId}',
    request: 'the fetch of an existing pet',
    control: 'deprecation.still-served',
  },
] as const;

type Texts = Pick<Requirement, 'statement' | 'section' | 'checked'> & {
  readonly usualCause: Readonly<Record<Operation, string>>;
};

function perOperation<const Id extends string>(id: Id, textsOf: (of: (typeof OPERATIONS)[number]) => Texts) {
  return OPERATIONS.map((of) => {
    const { operation } = of;
    const { usualCause, ...texts } = textsOf(of);
    return { id: `${id}.${operation}` as const, operation, ...texts, usualCause: usualCause[operation] };
  });
}

export const authRequirements = requirements({ area: 'auth', level: 'MUST' }, [
  {
    id: 'auth.accepted',
    statement: 'The configured key is accepted by every operation.',
    section: 'Authentication, rules 1 and 2',
    checked:
      'Decided in the preflight: each operation is called with the key as a bearer token. A key that every operation rejects stops the run. Later in the run, a 401 with the right key is repeated: if the key is then accepted, it is reported here; if a plain request is refused too, the key is locked out and nothing is concluded from it.',
    usualCause:
      'The key belongs to another environment or has expired, or one route checks credentials in a way of its own.',
  },
  ...perOperation('auth.missing', ({ operation, route, request, control }) => ({
    statement: `${operation} without an Authorization header is answered with 401.`,
    section: `Authentication, rule 3; Endpoints / ${route} / Responses`,
    checked: `Sends ${request} that is accepted with the right key, without the header; a list on a new connection, and with a filter on a used one. Every request of the run without a credential is watched too. Inconclusive without that accepted control (${control}).`,
    usualCause: {
      listPets:
        'The list was left public, or the check runs only for methods that write; a 403 means that the framework takes an unknown caller for a forbidden one.',
      createPet:
        'The route was registered outside the group that checks credentials, or a missing header is answered with 400 or 403.',
      getPet:
        'The check matches /pets exactly and not the paths below it, or the deprecated handler was left as it was when authentication came in.',
    },
  })),
  ...perOperation('auth.invalid-key', ({ operation, route, control }) => ({
    statement: `${operation} with a bearer token that is not the key is answered with 401.`,
    section: `Authentication, rule 3; Endpoints / ${route} / Responses`,
    checked: `Near misses of the key, as a property: another token, cut, extended, one character or the case changed, in quotes, as a parameter, followed by more, non-ASCII, random. Some are sent on a new connection and some on a connection that has just carried the right key. Their number is bounded by --max-bad-credentials. Only the status is checked; a 400 of the HTTP layer to a non-ASCII token is accepted. Inconclusive without an accepted control (${control}).`,
    usualCause: {
      listPets:
        'Only the presence or the length of a token is checked, or it is compared by prefix or without regard to case; a 403 is the habit of a framework.',
      createPet:
        'The token is compared by prefix, by length or without regard to case, or the route accepts any token that is there at all.',
      getPet:
        'The deprecated route keeps an older, looser check: any token, a prefix of the key, or a key without regard to case.',
    },
  })),
  ...perOperation('auth.wrong-scheme', ({ operation, route, control }) => ({
    statement: `${operation} with the right key under another scheme than Bearer is answered with 401.`,
    section: `Authentication, rules 1 and 3; Endpoints / ${route} / Responses`,
    checked: `The right key in the forms that clients really send: Basic with the key as user, as password or alone, Token, ApiKey, a scheme that only ends in Bearer, no scheme. Only the status is checked. Inconclusive without an accepted control (${control}).`,
    usualCause: {
      listPets:
        'The code takes the last word of the header, or searches it for the key, and never looks at the scheme.',
      createPet:
        'The scheme is optional in the pattern that reads the header, so a bare key or any other word before it passes.',
      getPet:
        'An older client sent the bare key, and the tolerance for it was never taken out of the deprecated route.',
    },
  })),
  {
    id: 'auth.malformed',
    statement: 'Bearer without a key, and an empty Authorization header, are answered with 401.',
    section: 'Authentication, rule 3',
    checked:
      'Sends the header reduced to the scheme, and empty, to every operation that accepts the right key in this run; the report lists which. A 400 fails: the specification gives 401 for a credential that is missing or invalid.',
    usualCause:
      'The header is split without looking whether there is a second part, so the server answers 400, crashes, or compares an empty key with an empty setting.',
  },
  {
    id: 'auth.header-only',
    statement:
      'The key counts in the Authorization header only: in the query string or in another header it is not accepted.',
    section: 'Authentication, rules 1 and 3',
    checked:
      'Sends the key in other headers, in a cookie and in the query string instead of Authorization, to every operation that accepts the right key in this run; the report lists which. It fails when such a request succeeds.',
    usualCause:
      'A library or gateway was set up to look for keys in several places, and the extra ones were never switched off.',
  },
  {
    id: 'auth.no-effect',
    operation: 'createPet',
    statement: 'A createPet refused with 401 adds no pet.',
    section: 'Authentication, rule 3; Endpoints / POST /pets / Responses',
    checked:
      'Every refused creation has a name of its own, and every page of the run is searched for those names. At the end of the run, after the consistency window, a page must be able to show one: a short page with control pets created around the refusal, a full page that shows the controls every time, or the ids between them. Otherwise inconclusive.',
    usualCause:
      'The handler runs before, or beside, the check of the credential, and only the answer is replaced by a 401.',
  },
  {
    id: 'auth.challenge',
    level: 'SHOULD',
    statement: 'Every 401 carries a WWW-Authenticate header that names the Bearer scheme.',
    section: 'RFC 9110 section 11.6.1; RFC 6750 section 3',
    checked: 'Reads the header on every 401 of the run. Inconclusive when no 401 was met.',
    usualCause:
      'The 401 is built by hand as a status and a body, and nobody set the header; clients then cannot tell how to log in.',
  },
  {
    id: 'auth.scheme-case',
    level: 'SHOULD',
    statement: 'The scheme is recognised whatever its case: bearer and BEARER do as well as Bearer.',
    section: 'RFC 9110 section 11.1',
    checked: 'Lists with the right key after bearer and after BEARER, which RFC 9110 calls the same scheme.',
    usualCause: 'The header is compared with the literal text Bearer and a space.',
  },
  {
    id: 'auth.first',
    level: 'SHOULD',
    statement: 'Without a credential, an invalid body or an unknown petId is answered with 401, not with 400 or 404.',
    section: 'Good practice; Authentication, rule 3',
    checked:
      'Sends, without a credential, broken JSON, a body without its required fields and an id that does not exist. Covers createPet and getPet where they accept the right key and require one.',
    usualCause:
      'Validation or lookup runs before authentication, so a stranger can learn which identifiers exist and what a valid body looks like.',
  },
]);
