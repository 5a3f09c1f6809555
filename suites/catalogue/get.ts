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
      'Fetches ids that no pet of the run has, of every number of digits, among them those that arithmetic of fewer bits, a modulus or a comparison of text maps to an existing one. For 0, negative ids and those beyond 2^53, a 400 is right as well. A 200 with the very id asked for is a pet that exists, and is accepted.',
    usualCause:
      'A missing row becomes 200 with null or an empty object, a lookup returns a neighbour, or zero, negative and very large ids fail before the lookup.',
  },
  {
    id: 'get.invalid-id',
    statement:
      'A petId that is not an int64 is refused with a 4xx status other than 401: it never gives a pet and never a 5xx.',
    section: 'Endpoints / GET /pets/{petId} / Path parameter; Errors',
    checked:
      'Fetches path segments that are not an int64, though a loose parser may read an id in them. Any 4xx but 401 is right; a 400 of the HTTP layer to invalid UTF-8 is accepted. Blanks, signs, leading zeros and digits of other scripts are not decided.',
    usualCause:
      'A lenient parser stops at the first character that is not a digit, the number is cut to 32 or 64 bits, or the text reaches the database and the conversion error is not caught.',
  },
]);
