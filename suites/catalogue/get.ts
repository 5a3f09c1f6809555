import { requirements } from './requirement.ts';

export const getRequirements = requirements({ area: 'get', level: 'MUST', operation: 'getPet' }, [
  {
    id: 'get.found',
    statement: 'A pet that exists is answered with 200 and the fields it was created with.',
    section: 'Endpoints / GET /pets/{petId} / Responses',
    checked:
      'Fetches pets of every kind that the run created and compares every field; a 404 is polled within the consistency window. Fetches listed pets of others too, which must be found only while a list still shows them. Every fetch of a created pet in the run is watched.',
    usualCause:
      'The handler reads from another store, cache or column than the one creation writes to, or looks the pet up by a number that has lost digits.',
  },
  {
    id: 'get.unknown',
    statement: 'An identifier that no pet has is answered with 404.',
    section: 'Endpoints / GET /pets/{petId} / Responses; Errors',
    checked:
      'Asks for ids drawn from the whole of int64, its two ends included, and for those that 32-bit, 53-bit or 64-bit arithmetic folds onto an existing id. A 200 that carries the very id asked for is a pet that exists, so another id is picked.',
    usualCause:
      'A missing row becomes 200 with null or an empty object, a lookup falls back to a neighbour, or zero, negative and very large identifiers run into validation or an overflow before the lookup.',
  },
  {
    id: 'get.invalid-id',
    statement: 'A petId that is not an int64 is refused with a 4xx status: it never gives a pet and never a 5xx.',
    section: 'Endpoints / GET /pets/{petId} / Path parameter; Errors',
    checked:
      'Asks for text, fractions, numbers beyond int64, an existing id with text, spaces or another id beside it, digits of other scripts and invalid UTF-8, next to that same id alone, which is found. Which 4xx is sent is left to the server; a 400 of the HTTP layer to invalid UTF-8 is accepted.',
    usualCause:
      'The path segment goes through a lenient parser that stops at the first character that is no digit, is cut to 32 or 64 bits, or reaches the database as text and the conversion error is not caught.',
  },
]);
