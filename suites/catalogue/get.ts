import { requirements } from './requirement.ts';

export const getRequirements = requirements({ area: 'get', level: 'MUST', operation: 'getPet' }, [
  {
    id: 'get.found',
    statement: 'A pet that exists is answered with 200 and the fields it was created with.',
    section: 'Endpoints / GET /pets/{petId} / Responses',
    checked:
      'Compares every fetch of a pet of this run with its creation, and fetches some pets of others. A 404 counts only for pets acknowledged more than the consistency window before; for pets of others, only if they were seen that long before and after.',
    usualCause:
      'The handler reads from another store, cache or column than creation writes to, or the id has lost digits.',
  },
  {
    id: 'get.unknown',
    statement: 'An id that no pet has is answered with 404.',
    section: 'Endpoints / GET /pets/{petId} / Responses; Errors',
    checked:
      'Fetches ids next to the last one, ids of 1 to 18 digits, 0, -1, both ends of int64, random ids, and ids that 32-bit, 53-bit or 64-bit arithmetic maps to an existing one. A 200 with the very id asked for is a pet that exists, and is accepted.',
    usualCause:
      'A missing row becomes 200 with null or an empty object, a lookup returns a neighbour, or zero, negative and very large ids fail before the lookup.',
  },
  {
    id: 'get.invalid-id',
    statement: 'A petId that is not an int64 is refused with a 4xx status: it never gives a pet and never a 5xx.',
    section: 'Endpoints / GET /pets/{petId} / Path parameter; Errors',
    checked:
      'Fetches abc, constructor, numbers beyond int64, an existing id followed by .5, abc, L or digits up to 20, and invalid UTF-8. Any 4xx is right; a 400 of the HTTP layer to invalid UTF-8 is accepted. Blanks, signs, leading zeros and digits of other scripts are not decided.',
    usualCause:
      'A lenient parser stops at the first character that is not a digit, the number is cut to 32 or 64 bits, or the text reaches the database and the conversion error is not caught.',
  },
]);
