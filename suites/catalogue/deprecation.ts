import { requirements } from './requirement.ts';

export const deprecationRequirements = requirements({ area: 'deprecation', level: 'MUST' }, [
  {
    id: 'deprecation.still-served',
    operation: 'getPet',
    statement: 'Before its removal on 5 December 2030, GET /pets/{petId} still answers as documented.',
    section: 'Endpoints / GET /pets/{petId}; Versioning, rule 3',
    checked:
      'Fetches pets known to exist; it fails when none of them is ever answered with 200. The other checks of getPet build on it and are inconclusive when it fails. From 5 December 2030 on it is skipped, because the operation may then be gone.',
    usualCause:
      'Deprecated was taken to mean removed: the route is switched off, answers 404, 410 or 501, or is missing from the router or the gateway.',
  },
  {
    id: 'deprecation.replacement',
    operation: 'getPet',
    statement: 'A pet with a status that getPet returns is also found by GET /pets with that status.',
    section: 'Endpoints / GET /pets/{petId}',
    checked:
      'Fetches pets that have a status and looks for them on the list filtered by it, polling within the consistency window. A full page shows nothing about what is not on it.',
    usualCause:
      'The two operations read from different places, such as a table and a search index, and the filtered list is not brought up to date when a pet is created.',
  },
  {
    id: 'deprecation.date',
    operation: 'getPet',
    statement: 'A Sunset header on getPet, when there is one, is an HTTP-date that names 5 December 2030.',
    section: 'Endpoints / GET /pets/{petId}; Versioning, rule 3',
    checked:
      'Reads the Sunset header of every answer of getPet; any moment that is 5 December 2030 in some time zone is right. It is conditional: when no such header is met it holds, with that as its reason.',
    usualCause:
      'The header holds an ISO 8601 date, a Unix time or a placeholder instead of the HTTP-date format of RFC 9110 section 5.6.7, or the removal date was mistyped or reckoned from the day of the release.',
  },
  {
    id: 'deprecation.announced',
    level: 'SHOULD',
    operation: 'getPet',
    statement: 'getPet announces its end with a well-formed Deprecation header and a Sunset header.',
    section: 'RFC 9745 section 2; RFC 8594 section 3',
    checked:
      'Looks for both headers on the answers of getPet. Deprecation must be a structured-field date such as @1767225600; what Sunset says is checked by deprecation.date. Inconclusive when deprecation.still-served fails.',
    usualCause:
      'The deprecation is announced in the documentation only, or Deprecation is sent as true or as an HTTP-date, which were the forms of drafts before RFC 9745.',
  },
  {
    id: 'deprecation.only-there',
    level: 'SHOULD',
    statement: 'The operations that stay, listPets and createPet, carry neither a Deprecation nor a Sunset header.',
    section: 'Versioning, rule 3; RFC 9745 section 2; RFC 8594 section 3',
    checked: 'Looks for the two headers on every answer of listPets and createPet in the run.',
    usualCause:
      'The headers are set by middleware or a gateway rule for everything under /pets rather than for the one deprecated route.',
  },
  {
    id: 'version.path',
    statement: 'The path of the base URL ends in /v1.',
    section: 'What the service does; Versioning, rule 2',
    checked: 'Decided from the configured base URL alone, without a request; a slash at its end is ignored.',
    usualCause:
      'The base URL was configured without its version segment, or a proxy publishes the service under a path of its own.',
  },
]);
