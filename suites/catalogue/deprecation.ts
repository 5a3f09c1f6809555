import { requirements } from './requirement.ts';

export const deprecationRequirements = requirements({ area: 'deprecation', level: 'MUST' }, [
  {
    id: 'deprecation.still-served',
    operation: 'getPet',
    statement: 'Before its removal on 5 December 2030, GET /pets/{petId} answers as documented.',
    section: 'Endpoints / GET /pets/{petId}; Versioning, rule 3',
    checked:
      'Fetches pets that exist; it fails when none of them is ever answered with 200, and the other getPet requirements are then inconclusive. From 5 December 2030 on (see --now) all of them are skipped, because the operation may be gone.',
    usualCause:
      'Deprecated was read as removed: the route is switched off, answers 404, 410 or 501, or is missing from the router or the gateway.',
  },
  {
    id: 'deprecation.replacement',
    operation: 'getPet',
    statement: 'A pet with a status that getPet returns is also found by GET /pets with that status.',
    section: 'Endpoints / GET /pets/{petId}',
    checked:
      'Looks for fetched pets on filtered pages sent after the fetch. It fails when the filter shows pets until they are fetched and not after that; other missing pets are reported by list.status.complete. Unobservable if every filtered page is full.',
    usualCause:
      'The two operations read from different places, such as a table and a search index, or a fetch changes what it reads.',
  },
  {
    id: 'deprecation.date',
    operation: 'getPet',
    statement: 'A Sunset header on getPet, if there is one, is an HTTP-date that names 5 December 2030.',
    section: 'Endpoints / GET /pets/{petId}; Versioning, rule 3',
    checked:
      'Reads the Sunset header of every answer of getPet to the right key; 5 December 2030 in any time zone is right. It passes if no such header is sent, and says so.',
    usualCause:
      'The header has an ISO 8601 date, a Unix time or a placeholder instead of an HTTP-date (RFC 9110 section 5.6.7), or the date is mistyped.',
  },
  {
    id: 'deprecation.announced',
    level: 'SHOULD',
    operation: 'getPet',
    statement: 'getPet announces its end with a well-formed Deprecation header and a Sunset header.',
    section: 'RFC 9745 section 2; RFC 8594 section 3',
    checked:
      'Looks for both headers on every 200 of getPet. Deprecation must be a structured-field date such as @1767225600; deprecation.date checks the value of Sunset.',
    usualCause:
      'The deprecation is announced in the documentation only, or Deprecation is true or an HTTP-date, as in drafts before RFC 9745.',
  },
  {
    id: 'deprecation.only-there',
    level: 'SHOULD',
    statement: 'The operations that stay, listPets and createPet, carry neither a Deprecation nor a Sunset header.',
    section: 'Versioning, rule 3; RFC 9745 section 2; RFC 8594 section 3',
    checked: 'Looks for the two headers on every answer of listPets and createPet.',
    usualCause: 'Middleware or a gateway rule sets the headers for everything under /pets.',
  },
  {
    id: 'version.path',
    statement: 'The path of the base URL ends in /v1.',
    section: 'What the service does; Versioning, rule 2',
    checked: 'Reads the configured base URL; a slash at its end is ignored.',
    usualCause: 'The base URL lacks its version segment, or a proxy publishes the service under another path.',
  },
]);
