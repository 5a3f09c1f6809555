import type { Requirement } from './requirement.ts';

export const getRequirements = [
  {
    id: 'get.found',
    level: 'MUST',
    area: 'get',
    operation: 'getPet',
    statement: 'An animal that exists is answered with 200 and the fields it was created with.',
    section: 'Endpoints / GET /pets/{petId} / Responses',
    checked:
      'Fetches animals that the run created and animals taken from a list, and compares every documented field with the creation answer or the list entry, asking again within the consistency window before calling it a failure. Inconclusive when deprecation.still-served fails or there is no animal to fetch.',
    usualCause:
      'The handler reads from another store, cache or column than the one creation writes to, or looks the animal up by a number that has lost digits.',
  },
  {
    id: 'get.unknown',
    level: 'MUST',
    area: 'get',
    operation: 'getPet',
    statement: 'An identifier that no animal has is answered with 404.',
    section: 'Endpoints / GET /pets/{petId} / Responses; Errors',
    checked:
      'Asks for identifiers drawn from the whole of int64, its two ends included. An answer of 200 that carries the very identifier asked for is an animal that exists, so another identifier is picked. Inconclusive when deprecation.still-served fails.',
    usualCause:
      'A missing row becomes 200 with null or an empty object, a lookup falls back to a neighbour, or zero, negative and very large identifiers run into validation or an overflow before the lookup.',
  },
  {
    id: 'get.invalid-id',
    level: 'MUST',
    area: 'get',
    operation: 'getPet',
    statement: 'A petId that is not an int64 is refused with a 4xx status: it never gives an animal and never a 5xx.',
    section: 'Endpoints / GET /pets/{petId} / Path parameter; Errors',
    checked:
      'Asks for abc, 1.5, 2^63 and an existing identifier with abc put after it, next to that same identifier alone, which is accepted. Which 4xx is sent is left to the server. Inconclusive when deprecation.still-served fails.',
    usualCause:
      'The path segment goes through a lenient parser that stops at the first character that is no digit, is cut to 32 or 64 bits, or reaches the database as text and the conversion error is not caught.',
  },
] as const satisfies readonly Requirement[];
