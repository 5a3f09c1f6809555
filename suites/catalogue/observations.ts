import { requirements } from './requirement.ts';

const common = {
  area: 'observations',
  level: 'INFO',
  checked: 'Sends such a request with the right key, and records the answer.',
} as const;

/** What the specification is silent about: what a server does with such input, and what it shows of itself. */
export const observations = [
  ...requirements({ ...common, operation: 'listPets', section: 'Endpoints / GET /pets / Query parameters (silent)' }, [
    {
      id: 'observed.limit-zero',
      statement: 'What limit=0 gets: a refusal, an empty list, one pet or the default.',
      usualCause: 'Shows whether the limit is refused, clamped or ignored; list.limit.below-minimum checks the rest.',
    },
    {
      id: 'observed.limit-above-maximum',
      statement: 'What limit=101 gets: a refusal, 100 pets or the default.',
      usualCause: 'Shows whether the limit is refused, clamped or ignored; list.limit.above-maximum checks the rest.',
    },
    {
      id: 'observed.limit-malformed',
      statement: 'What limit=abc gets: a refusal or the default.',
      usualCause: 'A limit that is ignored hides typing errors from clients; list.limit.malformed checks the rest.',
    },
    {
      id: 'observed.status-empty',
      statement: 'What an empty status filter gets: a refusal, an empty list or an unfiltered one.',
      usualCause: 'An unfiltered list means that empty is read as absent.',
    },
    {
      id: 'observed.unknown-parameters',
      statement: 'What happens to a query parameter that listPets does not have.',
      usualCause: 'Most servers ignore it; a refusal helps clients to find misspelt parameters.',
    },
  ]),
  ...requirements({ ...common, operation: 'listPets', section: 'Endpoints / GET /pets (silent)' }, [
    {
      id: 'observed.list-order',
      statement: 'Which order lists have.',
      checked: 'Compares the ids and names on the last two of the largest pages.',
      usualCause: 'An order that changes from call to call usually means a query without one, which clients notice.',
    },
    {
      id: 'observed.pagination',
      statement: 'Which pagination headers lists have.',
      section: 'Endpoints / GET /pets (pagination controls and metadata: not shown)',
      checked: 'Collects the names of headers such as Link and X-Total-Count.',
      usualCause: 'They show that the service has a way to further pages that is not documented.',
    },
  ]),
  ...requirements({ ...common, operation: 'createPet', section: 'Resources and their fields / NewPet (silent)' }, [
    {
      id: 'observed.name-empty',
      statement: 'Whether an empty name is accepted.',
      usualCause: 'A name is required, but no minimum length is documented.',
    },
    {
      id: 'observed.name-blank',
      statement: 'Whether a name of spaces alone is accepted.',
      usualCause: 'A refusal usually means that names are trimmed before they are checked.',
    },
    {
      id: 'observed.name-long',
      statement: 'Whether a name of 10,000 characters is accepted.',
      usualCause: 'No maximum length is documented. A name that is accepted and cut fails create.echo.',
    },
    {
      id: 'observed.name-control-characters',
      statement: 'Whether a name with control characters is accepted.',
      usualCause: 'A refusal points to a filter, or to a store that cannot keep them.',
    },
    {
      id: 'observed.unknown-fields',
      statement: 'What happens to a field that NewPet does not have.',
      usualCause: 'A refusal helps clients to find misspelt fields.',
    },
    {
      id: 'observed.default-status',
      statement: 'Whether a pet created without a status gets one, and which.',
      section: 'Resources and their fields / NewPet (no default given)',
      checked: 'Reads the answer to a creation without a status.',
      usualCause: 'The store or the model sets a default; such pets then appear under that filter.',
    },
    {
      id: 'observed.free-client-id',
      statement: 'What happens to an id sent by the client that no pet has.',
      section: 'Resources and their fields / Pet (silent)',
      usualCause: 'An id that is used lets clients choose ids, which may collide with those assigned later.',
    },
    {
      id: 'observed.content-type-other',
      statement: 'What a valid JSON body gets under a Content-Type other than application/json.',
      section: 'Endpoints (silent)',
      usualCause: 'If it is accepted, the type is not checked, which may let other web pages post from a browser.',
    },
  ]),
  ...requirements(
    { ...common, operation: 'getPet', section: 'Endpoints / GET /pets/{petId} / Path parameter (silent)' },
    [
      {
        id: 'observed.id-decimal',
        statement: 'What an existing id followed by .0 gets.',
        usualCause: 'A pet means that the id is read as a number with a fraction.',
      },
      {
        id: 'observed.id-plus',
        statement: 'What an existing id after a plus sign gets.',
        usualCause: 'A pet means that the parser accepts signs, so that one pet has several addresses.',
      },
      {
        id: 'observed.id-leading-zeros',
        statement: 'What an existing id with leading zeros gets.',
        usualCause: 'A pet means that one pet has several addresses, which matters to caches.',
      },
      {
        id: 'observed.id-hexadecimal',
        statement: 'What an existing id in hexadecimal, such as 0x1, gets.',
        usualCause: 'A pet means that the parser knows more notations than decimal.',
      },
      {
        id: 'observed.id-escaped',
        statement: 'What an existing id with percent-encoded digits, such as %31, gets.',
        usualCause: 'RFC 3986 calls both spellings equivalent; a router that does not decode them disagrees.',
      },
    ],
  ),
  ...requirements({ ...common, section: 'Endpoints (silent)' }, [
    {
      id: 'observed.head',
      statement: 'What HEAD /pets answers.',
      usualCause: 'Many frameworks answer HEAD from the GET handler; others refuse it with 404 or 405.',
    },
    {
      id: 'observed.options',
      statement: 'What OPTIONS /pets answers.',
      usualCause: 'The answer often comes from cross-origin middleware and not from the service.',
    },
    {
      id: 'observed.trailing-slash',
      statement: 'What /pets/, with a slash at its end, answers.',
      usualCause: 'The answer depends on the router: the same list, a redirect or 404.',
    },
    {
      id: 'observed.visibility',
      statement: 'How soon a new pet is visible in lists.',
      checked: 'Records the longest time between a creation and the first filtered page that shows the pet.',
      usualCause: 'A delay points to replicas, a cache or an index. Within the consistency window it fails nothing.',
    },
    {
      id: 'observed.earlier-pets',
      statement: 'Whether pets of earlier runs still exist unchanged.',
      section: 'Endpoints (update and delete: not shown)',
      checked:
        'Compares pets that the ledger lists for this target with the pages of the run, and fetches up to 12 that no page shows.',
      usualCause:
        'Missing or changed pets point to a cleanup, a store that was reset, lost data or a failed migration.',
    },
    {
      id: 'observed.store-orders',
      statement: 'What GET /store/orders answers.',
      section: 'Endpoints / Other operations (not shown)',
      usualCause: 'The specification names the operation and does not describe it.',
    },
    {
      id: 'observed.put-pet',
      statement: 'What PUT on a pet answers.',
      section: 'Endpoints / Other operations (update: not shown)',
      checked: 'Sends it once, unchanged, to a pet of this run at the end, and records the answer.',
      usualCause: 'A success shows an update operation that is not documented.',
    },
    {
      id: 'observed.patch-pet',
      statement: 'What PATCH on a pet answers.',
      section: 'Endpoints / Other operations (update: not shown)',
      checked: 'Sends it once, with the same name, to a pet of this run at the end, and records the answer.',
      usualCause: 'A success shows an update operation that is not documented.',
    },
    {
      id: 'observed.delete-pet',
      statement: 'What DELETE on a pet answers.',
      section: 'Endpoints / Other operations (delete: not shown)',
      checked: 'Sends it once to a pet of this run at the end, and records the answer.',
      usualCause: 'A success shows a delete operation that is not documented.',
    },
  ]),
  ...requirements({ ...common, section: 'Limits (silent)' }, [
    {
      id: 'observed.rate-limited',
      statement: 'How often requests are rate limited, with 429 or with 503 and Retry-After.',
      section: 'Limits (rate limits: not shown)',
      checked: 'Counts them over the run. Each is waited out, within --max-wait, and none is checked.',
      usualCause: 'Many of them slow a run down and may leave requirements inconclusive; a lower concurrency helps.',
    },
    {
      id: 'observed.rate-limit-headers',
      statement: 'Which headers inform clients about rate limits.',
      section: 'Limits (rate limits: not shown)',
      checked: 'Collects the names of headers such as RateLimit, X-RateLimit-Remaining and Retry-After.',
      usualCause: 'They usually come from a gateway in front of the service.',
    },
    {
      id: 'observed.interruptions',
      statement: 'How often something in front of the service answers instead of it, or the connection is refused.',
      checked:
        'Lists the 502, 503 and 504 that are not Errors, and refused connections, that went away within --max-wait. More than five make the run incomplete.',
      usualCause: 'The service was restarted, or a gateway gave up on it.',
    },
    {
      id: 'observed.latency',
      statement: 'How long answers take.',
      checked: 'Computes the median and the 95th and 99th percentiles for each operation.',
      usualCause: 'It includes the network and the concurrency of the run, so compare runs with the same settings.',
    },
    {
      id: 'observed.extra-fields-pet',
      statement: 'Which fields pets have beyond the documented ones.',
      section: 'Resources and their fields / Pet (silent)',
      checked: 'Collects their names over every pet.',
      usualCause: 'Check for internal columns before clients rely on them.',
    },
    {
      id: 'observed.extra-fields-error',
      statement: 'Which fields Errors have beyond the documented ones.',
      section: 'Resources and their fields / Error (silent)',
      checked: 'Collects their names over every Error.',
      usualCause: 'Details and trace ids are usual.',
    },
    {
      id: 'observed.error-codes',
      statement: 'Which error codes each operation uses with each status.',
      section: 'Errors (values of code: not shown)',
      checked: 'Groups the codes of every Error by operation and status.',
      usualCause: 'The list is a start for documenting them; errors.informative checks whether they are stable.',
    },
  ]),
] as const;
