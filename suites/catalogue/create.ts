import { requirements } from './requirement.ts';

export const createRequirements = requirements({ area: 'create', level: 'MUST', operation: 'createPet' }, [
  {
    id: 'create.minimal',
    statement: 'A body of name and categoryId alone is answered with 201 and a pet with an id and the same two fields.',
    section: 'Endpoints / POST /pets; Resources and their fields / NewPet',
    checked:
      'Checks every creation with a plain name, an ordinary category and nothing else. If no creation is ever accepted, the other createPet requirements are inconclusive. Where the service refuses categories, name known ones in PETSTORE_CATEGORY_IDS.',
    usualCause:
      'The answer is 200 or has no body, status is required, or the server refuses a category that it does not know.',
  },
  {
    id: 'create.with-status',
    statement: 'A pet created as available, pending or sold is answered with 201 and that same status.',
    section: 'States and transitions, rule 1; Resources and their fields / PetStatus',
    checked: 'Checks the status in the answer to every creation with a status. It passes when all three were accepted.',
    usualCause: 'A default replaces the status in the body, or the server insists that new pets are available.',
  },
  {
    id: 'create.echo',
    statement: 'Any valid pet comes back from its creation with the very fields that were sent.',
    section: 'Endpoints / POST /pets / Responses; Resources and their fields / Pet',
    checked:
      'Combines names, categories, statuses, spellings of the JSON, framings and headers; a failing combination is reduced to the values that matter. Categories below 1, and names that are empty, blank, longer than 64 characters or have control characters, may be refused, but what is accepted must come back unchanged.',
    usualCause:
      'Names are normalised, escaped or cut, or bodies that come in pieces are not read, or decoded piece by piece.',
  },
  {
    id: 'create.whitespace',
    level: 'SHOULD',
    statement: 'White space at either end of a name is kept.',
    section: 'Resources and their fields / NewPet',
    checked:
      'Creates pets whose names begin and end with white space, and compares the answer. Trimming is common and does no harm, so it is a warning.',
    usualCause: 'A form helper or a validation library trims every text.',
  },
  {
    id: 'create.int64',
    statement: 'A categoryId beyond 2^53, up to both ends of int64, comes back digit for digit.',
    section: 'Resources and their fields / NewPet',
    checked:
      'Creates pets with categories that a double cannot represent, up to both ends of int64; negative ones may be refused. Skipped with PETSTORE_CATEGORY_IDS; inconclusive if the service accepts only one category.',
    usualCause: 'JSON numbers are read as doubles, which round above 2^53, or the column is a 32-bit integer.',
  },
  {
    id: 'create.id.int64',
    statement: 'The id of a created pet is an integer in the range of int64.',
    section: 'Resources and their fields / Pet',
    checked: 'Reads the id of every 201 without losing digits.',
    usualCause: 'Ids are UUIDs or text, are written as strings, or are unsigned and too large.',
  },
  {
    id: 'create.id.unique',
    statement: 'Every creation gets an id of its own, also for identical bodies and for many creations at once.',
    section: 'Resources and their fields / Pet',
    checked:
      'Compares the ids of all creations, and looks for pets that one creation made twice. The same body is sent several times at once; it passes when at least two of them were accepted. With --concurrency 1 they are sent one after the other, and the report says so.',
    usualCause:
      'The next id is read and written without a lock, is made from the clock, equal bodies count as one request, or a write is repeated.',
  },
  {
    id: 'create.missing-field',
    statement: 'A body without name, without categoryId or without both is refused with 400.',
    section: 'Endpoints / POST /pets / Responses; Errors',
    checked: 'Sends bodies that lack one required field or both, with every status.',
    usualCause: 'A missing field gets the zero value of its type, or the framework answers 422.',
  },
  {
    id: 'create.wrong-type',
    statement: 'A name that is not a string, or a categoryId that is not an integer, is refused with 400.',
    section: 'Endpoints / POST /pets / Responses; Resources and their fields / NewPet',
    checked:
      'Replaces one field of a valid body with a value of another type. Fractions that a double cannot distinguish from an integer are not decided.',
    usualCause: 'The JSON library converts types, so "1" becomes 1 and 1.5 becomes 1, or the framework answers 422.',
  },
  {
    id: 'create.out-of-range',
    statement: 'A categoryId outside the range of int64 is refused with 400.',
    section: 'Endpoints / POST /pets / Responses; Resources and their fields / NewPet',
    checked:
      'Sends integers outside int64 in a body that is valid otherwise. Skipped with PETSTORE_CATEGORY_IDS; inconclusive if the service accepts only one category.',
    usualCause: 'The number wraps around, is clamped or becomes a double, or the overflow error is not caught.',
  },
  {
    id: 'create.bad-status',
    statement: 'A status that is not exactly available, pending or sold is refused with 400.',
    section: 'Endpoints / POST /pets / Responses; Resources and their fields / PetStatus',
    checked: 'Replaces the status of a valid body with values that are not one of the three.',
    usualCause: 'The value is stored without a check, compared without regard to case, or empty text means absent.',
  },
  {
    id: 'create.null-status',
    level: 'SHOULD',
    statement: 'null as status is refused with 400.',
    section: 'Resources and their fields / PetStatus',
    checked: 'Sends null as the status of a valid body. Many libraries read it as absent, so it is a warning.',
    usualCause: 'The JSON library reads null as an absent field.',
  },
  {
    id: 'create.bad-body',
    statement:
      'A body that is absent, empty, not an object, or that no parser can read as a NewPet is refused with 400.',
    section: 'Endpoints / POST /pets; Errors',
    checked: 'Sends bodies that are not a JSON object, and text that no parser can read as one.',
    usualCause:
      'The parser throws outside the error handling and a 500 results, an absent body is read as an empty object, or a list is unpacked.',
  },
  {
    id: 'create.lenient-body',
    level: 'SHOULD',
    statement: 'Text that is a NewPet only to lenient parsers is refused with 400.',
    section: 'Endpoints / POST /pets; RFC 8259 section 9',
    checked:
      'Sends text that is not JSON, or has other keys, in ways that parsers of real stacks accept, as far as the creations of a run allow. RFC 8259 lets a parser accept them, so it is a warning; a crash still fails errors.no-5xx.',
    usualCause:
      'The parser reads a superset of JSON, takes keys in any case, or ignores what follows the first object.',
  },
  {
    id: 'create.invalid',
    statement: 'Any pet that is broken in one way is refused with 400.',
    section: 'Endpoints / POST /pets / Responses; Errors',
    checked:
      'Breaks valid bodies in one way, also at random, and shrinks a failure to the smallest body. If another requirement about invalid bodies fails first, that one reports it and this one is inconclusive.',
    usualCause: 'The check covers the usual bad values only: a long text or a number of another size is accepted.',
  },
  {
    id: 'create.no-effect',
    statement: 'A createPet refused with 400 adds no pet.',
    section: 'Endpoints / POST /pets / Responses',
    checked:
      'Every refused creation has a name or category of its own; it fails when a list or fetch shows one. It passes when something would have shown it after the consistency window: a short page, a full page with pets of this run from before and after the refusal, or fetches of all ids between two such pets. Otherwise inconclusive; unobservable if every page is full.',
    usualCause: 'The pet is stored before the last check, and the transaction is not rolled back.',
  },
  {
    id: 'create.client-id',
    statement: 'An id sent by the client never replaces or duplicates an existing pet.',
    section: 'Resources and their fields / Pet; Endpoints / POST /pets',
    checked:
      'Creates a pet with the id of another pet of this run, and one with a free id: 201, or a 4xx other than 401, is right; later creations must not break on an id that was taken over. It passes when a later list or fetch shows the first pet unchanged.',
    usualCause:
      'The body is bound to the stored record and saved with insert-or-update, so a known id overwrites its pet.',
  },
]);
