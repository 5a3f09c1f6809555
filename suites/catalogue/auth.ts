import type { Requirement } from './requirement.ts';

export const authRequirements = [
  {
    id: 'auth.accepted',
    level: 'MUST',
    area: 'auth',
    statement: 'The configured key is accepted by every operation.',
    section: 'Authentication, rules 1 and 2',
    checked:
      'Decided in the preflight, before anything else: each operation is called with the key as a bearer token and must let it in. A key that every operation rejects stops the run, since nothing else could then be judged.',
    usualCause:
      'The key belongs to another environment or has expired, or one route checks credentials in a way of its own.',
  },
  {
    id: 'auth.missing.listPets',
    level: 'MUST',
    area: 'auth',
    operation: 'listPets',
    statement: 'listPets without an Authorization header is answered with 401.',
    section: 'Authentication, rule 3; Endpoints / GET /pets / Responses',
    checked:
      'Sends the list request that the preflight saw accepted with the right key, now without the header, and judges the status alone.',
    usualCause:
      'The list was left public, or the check runs only for methods that write; a 403 means that the framework takes an unknown caller for a forbidden one.',
  },
  {
    id: 'auth.missing.createPet',
    level: 'MUST',
    area: 'auth',
    operation: 'createPet',
    statement: 'createPet without an Authorization header is answered with 401.',
    section: 'Authentication, rule 3; Endpoints / POST /pets / Responses',
    checked:
      'Sends a body that the preflight saw accepted with the right key, now without the header, and judges the status alone. In that way a refusal cannot come from validation.',
    usualCause:
      'The route was registered outside the group that checks credentials, or a missing header is answered with 400 or 403.',
  },
  {
    id: 'auth.missing.getPet',
    level: 'MUST',
    area: 'auth',
    operation: 'getPet',
    statement: 'getPet without an Authorization header is answered with 401.',
    section: 'Authentication, rule 3; Endpoints / GET /pets/{petId} / Responses',
    checked:
      'Asks for an animal that the preflight fetched with the right key, now without the header, and judges the status alone. Inconclusive when deprecation.still-served fails.',
    usualCause:
      'The check matches /pets exactly and not the paths below it, or the deprecated handler was left as it was when authentication came in.',
  },
  {
    id: 'auth.invalid-key.listPets',
    level: 'MUST',
    area: 'auth',
    operation: 'listPets',
    statement: 'listPets with a bearer token that is not the key is answered with 401.',
    section: 'Authentication, rule 3; Endpoints / GET /pets / Responses',
    checked:
      'Sends the list request that the preflight saw accepted with a wrong key and with near misses of the right one: cut by one character at either end, extended, one character changed, case swapped, and random. The number tried is bounded by the setting for bad credentials; only the status is judged.',
    usualCause:
      'Only the presence or the length of a token is checked, or it is compared by prefix or without regard to case; a 403 is the habit of a framework.',
  },
  {
    id: 'auth.invalid-key.createPet',
    level: 'MUST',
    area: 'auth',
    operation: 'createPet',
    statement: 'createPet with a bearer token that is not the key is answered with 401.',
    section: 'Authentication, rule 3; Endpoints / POST /pets / Responses',
    checked:
      'Sends a body that the preflight saw accepted with a wrong key and with near misses of the right one: cut by one character at either end, extended, one character changed, case swapped, and random. The number tried is bounded by the setting for bad credentials; only the status is judged.',
    usualCause:
      'The token is compared by prefix, by length or without regard to case, or the route accepts any token that is there at all.',
  },
  {
    id: 'auth.invalid-key.getPet',
    level: 'MUST',
    area: 'auth',
    operation: 'getPet',
    statement: 'getPet with a bearer token that is not the key is answered with 401.',
    section: 'Authentication, rule 3; Endpoints / GET /pets/{petId} / Responses',
    checked:
      'Asks for an animal that the preflight fetched, with a wrong key and with near misses of the right one: cut by one character at either end, extended, one character changed, case swapped, and random. The number tried is bounded by the setting for bad credentials; only the status is judged. Inconclusive when deprecation.still-served fails.',
    usualCause:
      'The deprecated route keeps an older, looser check: any token, a prefix of the key, or a key without regard to case.',
  },
  {
    id: 'auth.wrong-scheme.listPets',
    level: 'MUST',
    area: 'auth',
    operation: 'listPets',
    statement: 'listPets with the right key under another scheme than Bearer is answered with 401.',
    section: 'Authentication, rules 1 and 3; Endpoints / GET /pets / Responses',
    checked:
      'Sends the list request that the preflight saw accepted with the right key after Basic, after Token, and with no scheme at all, and judges the status alone.',
    usualCause:
      'The code takes the last word of the header, or searches it for the key, and never looks at the scheme.',
  },
  {
    id: 'auth.wrong-scheme.createPet',
    level: 'MUST',
    area: 'auth',
    operation: 'createPet',
    statement: 'createPet with the right key under another scheme than Bearer is answered with 401.',
    section: 'Authentication, rules 1 and 3; Endpoints / POST /pets / Responses',
    checked:
      'Sends a body that the preflight saw accepted with the right key after Basic, after Token, and with no scheme at all, and judges the status alone.',
    usualCause:
      'The scheme is optional in the pattern that reads the header, so a bare key or any other word before it passes.',
  },
  {
    id: 'auth.wrong-scheme.getPet',
    level: 'MUST',
    area: 'auth',
    operation: 'getPet',
    statement: 'getPet with the right key under another scheme than Bearer is answered with 401.',
    section: 'Authentication, rules 1 and 3; Endpoints / GET /pets/{petId} / Responses',
    checked:
      'Asks for an animal that the preflight fetched, with the right key after Basic, after Token, and with no scheme at all, and judges the status alone. Inconclusive when deprecation.still-served fails.',
    usualCause:
      'An older client sent the bare key, and the tolerance for it was never taken out of the deprecated route.',
  },
  {
    id: 'auth.malformed',
    level: 'MUST',
    area: 'auth',
    statement: 'Bearer without a key, and an empty Authorization header, are answered with 401.',
    section: 'Authentication, rule 3',
    checked:
      'Sends requests that the preflight saw accepted, with the header reduced to the scheme and then to nothing, and judges the status alone. A 400 fails: the specification gives 401 for a credential that is missing or invalid.',
    usualCause:
      'The header is split without looking whether there is a second part, so the server answers 400, crashes, or compares an empty key with an empty setting.',
  },
  {
    id: 'auth.header-only',
    level: 'MUST',
    area: 'auth',
    statement:
      'The key counts in the Authorization header only: in the query string or in another header it is not accepted.',
    section: 'Authentication, rules 1 and 3',
    checked:
      'Sends requests that the preflight saw accepted, with the key in the query string and in X-API-Key instead of Authorization. It fails when such a request is not refused; a refusal with another 4xx than 401 is left to auth.first.',
    usualCause:
      'A library or gateway was set up to look for keys in several places, and the extra ones were never switched off.',
  },
  {
    id: 'auth.no-effect',
    level: 'MUST',
    area: 'auth',
    operation: 'createPet',
    statement: 'A createPet refused with 401 adds no animal.',
    section: 'Authentication, rule 3; Endpoints / POST /pets / Responses',
    checked:
      'Every refused animal bears a mark of its own. Once a control animal created afterwards is visible, the marks are looked for on a short page, else among the identifiers next to the control. Inconclusive when neither can be seen.',
    usualCause:
      'The handler runs before, or beside, the check of the credential, and only the answer is replaced by a 401.',
  },
  {
    id: 'auth.challenge',
    level: 'SHOULD',
    area: 'auth',
    statement: 'Every 401 carries a WWW-Authenticate header that names the Bearer scheme.',
    section: 'RFC 9110 section 11.6.1; RFC 6750 section 3',
    checked: 'Reads the header on every 401 of the run. Inconclusive when no 401 was met.',
    usualCause:
      'The 401 is built by hand as a status and a body, and nobody set the header; clients then cannot tell how to log in.',
  },
  {
    id: 'auth.scheme-case',
    level: 'SHOULD',
    area: 'auth',
    statement: 'The scheme is recognised whatever its case: bearer and BEARER do as well as Bearer.',
    section: 'RFC 9110 section 11.1',
    checked:
      'Sends a request that the preflight saw accepted, with the right key after bearer and after BEARER, and expects it to be accepted.',
    usualCause: 'The header is compared with the literal text Bearer and a space.',
  },
  {
    id: 'auth.first',
    level: 'SHOULD',
    area: 'auth',
    statement: 'Without a credential, an invalid body or an unknown petId is answered with 401, not with 400 or 404.',
    section: 'Good practice; Authentication, rule 3',
    checked:
      'Sends, without a credential, a body that lacks its required fields and a petId that no animal has, and judges the status alone. A key outside Authorization that is refused with another 4xx than 401 is told here too.',
    usualCause:
      'Validation or lookup runs before authentication, so a stranger can learn which identifiers exist and what a valid body looks like.',
  },
] as const satisfies readonly Requirement[];
