import { requirements } from './requirement.ts';

export const createRequirements = requirements({ area: 'create', level: 'MUST', operation: 'createPet' }, [
  {
    id: 'create.minimal',
    statement: 'A body of name and categoryId alone is answered with 201 and a pet with an id and the same two fields.',
    section: 'Endpoints / POST /pets; Resources and their fields / NewPet',
    checked:
      'Creates one plain pet. It is the basis of the other create checks: when it fails, they are inconclusive and name it. Where categories are refused, PETSTORE_CATEGORY_IDS names those that the target knows.',
    usualCause:
      'The answer is 200 or has no body, status is taken to be required, or the server refuses a category that it does not know.',
  },
  {
    id: 'create.with-status',
    statement: 'A pet created as available, pending or sold is answered with 201 and that same status.',
    section: 'States and transitions, rule 1; Resources and their fields / PetStatus',
    checked:
      'Creates one pet with each of the three statuses and compares the answer. Inconclusive when create.minimal fails.',
    usualCause:
      'The status of the body is ignored in favour of a default, or the server insists that new pets are available.',
  },
  {
    id: 'create.echo',
    statement: 'Any valid pet comes back from its creation with the very fields that were sent.',
    section: 'Endpoints / POST /pets / Responses; Resources and their fields / Pet',
    checked:
      'Creates pets with names that servers are known to alter: many scripts, quotes, escapes, markup, emoji, combining and invisible characters, white space inside and around, text that looks like a number or code, 255 characters; with each status and none, with Content-Length and chunked; then random ones, shrunk. Names that are empty, blank, longer than 255 or hold control characters may be refused, but what is accepted must come back exactly. Every other creation of the run is compared too.',
    usualCause:
      'Names are trimmed, normalised, escaped for HTML or cut, often in the middle of a character, or the store uses a character set without emoji.',
  },
  {
    id: 'create.int64',
    statement: 'A categoryId beyond 2^53, up to both ends of int64, comes back digit for digit.',
    section: 'Resources and their fields / NewPet',
    checked:
      'Creates pets with categories such as 9007199254740993 and both ends of int64, and compares the digits of the answer. Skipped when PETSTORE_CATEGORY_IDS names the categories to use; inconclusive when create.minimal fails.',
    usualCause: 'JSON numbers are read as doubles, which round above 2^53, or the column is a 32-bit integer.',
  },
  {
    id: 'create.id.int64',
    statement: 'The id of a created pet is an integer in the range of int64.',
    section: 'Resources and their fields / Pet',
    checked:
      'Reads the id of every creation answer without losing digits. Inconclusive when no creation was answered with 201.',
    usualCause:
      'Identifiers are UUIDs or text, are serialised as strings to spare clients the digits, or are unsigned and too large.',
  },
  {
    id: 'create.id.unique',
    statement: 'Every creation gets an id of its own, also for identical bodies and for many creations at once.',
    section: 'Resources and their fields / Pet',
    checked:
      'Creates the same body several times at once and once more, and compares the ids of all creations of the run. Inconclusive with --concurrency 1, which cannot show a race.',
    usualCause:
      'The next id is read and written without a lock, is made from the clock, or equal bodies are taken for a repeated request.',
  },
  {
    id: 'create.missing-field',
    statement: 'A body without name, without categoryId or without both is refused with 400.',
    section: 'Endpoints / POST /pets / Responses; Errors',
    checked:
      'Leaves out name, categoryId or both, or spells the keys in another case or with spaces, in a body that is accepted otherwise. Only the status is checked.',
    usualCause: 'A missing field takes the zero value of its type and passes, or the framework answers 422.',
  },
  {
    id: 'create.wrong-type',
    statement: 'A name that is not a string, or a categoryId that is not an integer, is refused with 400.',
    section: 'Endpoints / POST /pets / Responses; Resources and their fields / NewPet',
    checked:
      'Puts numbers, text, booleans, null, arrays, objects and fractions, however small, in place of one field of a body that is accepted otherwise. Only the status is checked.',
    usualCause:
      'The JSON library converts types on its own, so "1" becomes 1 and 1.5 becomes 1, or the framework answers 422.',
  },
  {
    id: 'create.out-of-range',
    statement: 'A categoryId outside the range of int64 is refused with 400.',
    section: 'Endpoints / POST /pets / Responses; Resources and their fields / NewPet',
    checked:
      'Sends 2^63, the integer below -2^63 and a number of many digits in a body that is accepted otherwise. Only the status is checked. Skipped when PETSTORE_CATEGORY_IDS is set, inconclusive when create.minimal fails.',
    usualCause:
      'The number wraps around, is clamped or becomes a double, or the overflow error of the store is not caught.',
  },
  {
    id: 'create.bad-status',
    statement: 'A status that is not exactly available, pending or sold is refused with 400.',
    section: 'Endpoints / POST /pets / Responses; Resources and their fields / PetStatus',
    checked:
      'Sends other words, other case, empty text, text with spaces, null, numbers, booleans, lists and objects as the status of a body that is accepted with a valid one. Only the status of the response is checked. Inconclusive when create.with-status fails.',
    usualCause:
      'The value is stored without a check, compared without regard to case, or null and empty text are taken as absent.',
  },
  {
    id: 'create.bad-body',
    statement: 'A body that is absent, empty, broken JSON or JSON other than an object is refused with 400.',
    section: 'Endpoints / POST /pets; Errors',
    checked:
      'Sends no body, an empty one, JSON that is not an object, and text that is JSON only to lenient parsers: NaN, comments, trailing commas, single quotes, raw line breaks, unknown escapes, leading zeros, text after the object, deep nesting and more. Only the status is checked.',
    usualCause:
      'The parser throws outside the error handling and a 500 comes out, an absent body is read as an empty object, or a list is unpacked.',
  },
  {
    id: 'create.invalid',
    statement: 'Any pet that is broken in one way is refused with 400.',
    section: 'Endpoints / POST /pets / Responses; Errors',
    checked:
      'Breaks valid bodies in one random way and shrinks a failure to the smallest body. Kinds of breaks that another requirement already reports are left out. Out-of-range categories are not sent when categories are restricted.',
    usualCause:
      'A check holds for the usual bad values only: a long text, a deep object or a number of another size slips through.',
  },
  {
    id: 'create.no-effect',
    statement: 'A createPet refused with 400 adds no pet.',
    section: 'Endpoints / POST /pets / Responses',
    checked:
      'Every refused creation has a name of its own, and every page of the run is searched for those names. At the end of the run, after the consistency window, a page must be able to show one: a short page with control pets created around the refusal, a full page that shows the controls every time, or the ids between them. Otherwise inconclusive.',
    usualCause:
      'The pet is stored before the last check, and the transaction is not rolled back when that check refuses.',
  },
  {
    id: 'create.client-id',
    statement: 'An id sent by the client never replaces or duplicates an existing pet.',
    section: 'Resources and their fields / Pet; Endpoints / POST /pets',
    checked:
      'Creates with the id of an existing pet: 201 with another id, or a 4xx, is right, and the existing pet must stay as it was, as far as getPet shows it. Inconclusive when create.minimal fails.',
    usualCause:
      'The body is bound straight to the stored record and saved with an insert-or-update, so a known id overwrites its pet.',
  },
]);
