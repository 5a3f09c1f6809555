import { requirements } from './requirement.ts';

/** What a server does with input that the specification is silent about. */
export const inputObservations = requirements({ area: 'observations', level: 'INFO' }, [
  {
    id: 'observed.list-order',
    operation: 'listPets',
    statement: 'The order of the pets in a list is left open.',
    section: 'Endpoints / GET /pets (silent)',
    checked:
      'Compares the identifiers in several lists: rising, falling, the same each time, or none that can be recognised.',
    usualCause:
      'Not checked. An order that changes from call to call usually means a query without one, which clients notice.',
  },
  {
    id: 'observed.free-client-id',
    operation: 'createPet',
    statement: 'What becomes of an id sent by the client that no pet has is left open.',
    section: 'Resources and their fields / Pet (silent)',
    checked: 'Creates a pet with an id that is free, and records whether it is taken, replaced or refused.',
    usualCause:
      'Not checked. An id that is taken over lets clients choose identifiers, which may collide with those assigned later.',
  },
  {
    id: 'observed.limit-zero',
    operation: 'listPets',
    statement: 'What limit=0 gets is left open: a refusal, an empty list, one pet or the default.',
    section: 'Endpoints / GET /pets / Query parameters (silent)',
    checked: 'Records the status and the length of the list for limit=0.',
    usualCause:
      'Not checked beyond list.limit.below-minimum. It tells whether the limit is refused, clamped or ignored.',
  },
  {
    id: 'observed.limit-above-maximum',
    operation: 'listPets',
    statement: 'What limit=101 gets is left open: a refusal, 100 pets or the default.',
    section: 'Endpoints / GET /pets / Query parameters (silent)',
    checked: 'Records the status and the length of the list for limit=101.',
    usualCause:
      'Not checked beyond list.limit.above-maximum. It tells whether the limit is refused, clamped or ignored.',
  },
  {
    id: 'observed.limit-malformed',
    operation: 'listPets',
    statement: 'What limit=abc gets is left open: a refusal or the default.',
    section: 'Endpoints / GET /pets / Query parameters (silent)',
    checked: 'Records the status and the length of the list for limit=abc.',
    usualCause: 'Not checked beyond list.limit.malformed. A limit that is ignored hides typing errors from clients.',
  },
  {
    id: 'observed.status-empty',
    operation: 'listPets',
    statement: 'What an empty status filter gets is left open: a refusal, an empty list or an unfiltered one.',
    section: 'Endpoints / GET /pets / Query parameters (silent)',
    checked: 'Records the status and the length of the list for a status parameter without a value.',
    usualCause: 'Not checked. An unfiltered list means that empty is taken as absent.',
  },
  {
    id: 'observed.default-status',
    operation: 'createPet',
    statement: 'Whether a pet created without a status is given one, and which, is left open.',
    section: 'Resources and their fields / NewPet (no default given)',
    checked: 'Reads the creation answers of pets that were sent without a status.',
    usualCause:
      'Not checked. A default set by the store or the model shows here, and such pets then appear under that filter.',
  },
  {
    id: 'observed.unknown-fields',
    operation: 'createPet',
    statement: 'What becomes of a field that NewPet does not have is left open.',
    section: 'Resources and their fields / NewPet (silent)',
    checked: 'Creates a pet with one more field, and records whether it is refused, dropped or given back.',
    usualCause: 'Not checked. A field that is given back means that bodies are stored as they come.',
  },
  {
    id: 'observed.unknown-parameters',
    operation: 'listPets',
    statement: 'What becomes of a query parameter that listPets does not have is left open.',
    section: 'Endpoints / GET /pets / Query parameters (silent)',
    checked: 'Lists with one more parameter, and records whether it is refused or ignored.',
    usualCause: 'Not checked. Ignoring is usual; refusing helps clients to find misspelt parameters.',
  },
  {
    id: 'observed.name-empty',
    operation: 'createPet',
    statement: 'Whether an empty name is accepted is left open.',
    section: 'Resources and their fields / NewPet (silent)',
    checked: 'Creates a pet whose name is the empty text, and records the status.',
    usualCause: 'Not checked: a name is required, but no length is documented.',
  },
  {
    id: 'observed.name-blank',
    operation: 'createPet',
    statement: 'Whether a name of white space alone is accepted is left open.',
    section: 'Resources and their fields / NewPet (silent)',
    checked: 'Creates a pet whose name is spaces only, and records the status and the name in the answer.',
    usualCause:
      'Not checked. A refusal or an empty name in the answer means that names are trimmed before they are checked.',
  },
  {
    id: 'observed.name-long',
    operation: 'createPet',
    statement: 'Whether a name of 10,000 characters is accepted is left open.',
    section: 'Resources and their fields / NewPet (silent)',
    checked: 'Creates a pet with such a name, and records the status and the length of the name in the answer.',
    usualCause: 'Not checked. A shorter name in the answer means that the store cuts text without saying so.',
  },
  {
    id: 'observed.name-control-characters',
    operation: 'createPet',
    statement: 'Whether a name with control characters is accepted is left open.',
    section: 'Resources and their fields / NewPet (silent)',
    checked:
      'Creates a pet whose name holds escaped control characters, and records the status and the name in the answer.',
    usualCause: 'Not checked. Characters that vanish point to a filter or to a store that does not take them.',
  },
  {
    id: 'observed.content-type-other',
    operation: 'createPet',
    statement: 'What a valid JSON body gets under another Content-Type than application/json is left open.',
    section: 'Endpoints (silent)',
    checked: 'Sends a valid body as text/plain, and records the status.',
    usualCause:
      'Not checked. Accepting it means that the type is not looked at, which may let other web pages post from a browser.',
  },
  {
    id: 'observed.id-decimal',
    operation: 'getPet',
    statement: 'What an existing identifier followed by .0 gets is left open.',
    section: 'Endpoints / GET /pets/{petId} / Path parameter (silent)',
    checked: 'Fetches an existing pet with .0 put after its identifier, and records the status.',
    usualCause: 'Not checked. A pet means that the identifier is read as a number with a fraction.',
  },
  {
    id: 'observed.id-plus',
    operation: 'getPet',
    statement: 'What an existing identifier after a plus sign gets is left open.',
    section: 'Endpoints / GET /pets/{petId} / Path parameter (silent)',
    checked: 'Fetches an existing pet with a plus sign before its identifier, and records the status.',
    usualCause: 'Not checked. A pet means that the parser takes signs, so that one pet has several addresses.',
  },
  {
    id: 'observed.id-leading-zeros',
    operation: 'getPet',
    statement: 'What an existing identifier with leading zeros gets is left open.',
    section: 'Endpoints / GET /pets/{petId} / Path parameter (silent)',
    checked: 'Fetches an existing pet with zeros before its identifier, and records the status.',
    usualCause: 'Not checked. A pet means that one pet has several addresses, which matters to caches.',
  },
  {
    id: 'observed.id-hexadecimal',
    operation: 'getPet',
    statement: 'What an existing id in hexadecimal, such as 0x1, gets is left open.',
    section: 'Endpoints / GET /pets/{petId} / Path parameter (silent)',
    checked: 'Fetches an existing pet by its id in hexadecimal, and records the status.',
    usualCause: 'Not checked. A pet means that ids go through a parser that knows more notations than decimal.',
  },
  {
    id: 'observed.id-escaped',
    operation: 'getPet',
    statement: 'What an existing id with percent-encoded digits, such as %31, gets is left open.',
    section: 'Endpoints / GET /pets/{petId} / Path parameter (silent)',
    checked: 'Fetches an existing pet by its id with every digit percent-encoded, and records the status.',
    usualCause:
      'Not checked. RFC 3986 calls both spellings equivalent; a router that does not decode them says otherwise.',
  },
]);
