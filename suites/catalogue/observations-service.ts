import { requirements } from './requirement.ts';

/** What a server shows of itself: routes, headers, limits and timing that the specification leaves open. */
export const serviceObservations = requirements({ area: 'observations', level: 'INFO' }, [
  {
    id: 'observed.rate-limited',
    statement: 'Whether and when requests are rate limited, with 429 or with 503 and Retry-After, is left open.',
    section: 'Limits (rate limits: not shown)',
    checked: 'Counts them over the run. Each was waited out, within bounds, and none was checked.',
    usualCause:
      'Not checked. Many of them slow a run down and may leave requirements inconclusive; a lower concurrency helps.',
  },
  {
    id: 'observed.interruptions',
    statement: 'How often something in front of the service answers in its place, with 502, 503 or 504, is left open.',
    section: 'Limits (silent)',
    checked:
      'Counts answers of that kind that are not in the format of Error and that went away when the request was repeated. More than five make the run incomplete.',
    usualCause: 'Not checked. The service was restarted, or a gateway gave up on it, while the run was going on.',
  },
  {
    id: 'observed.rate-limit-headers',
    statement: 'Which headers tell a client about rate limits is left open.',
    section: 'Limits (rate limits: not shown)',
    checked: 'Collects the names of headers such as RateLimit, X-RateLimit-Remaining and Retry-After over the run.',
    usualCause: 'Not checked. They usually come from a gateway in front of the service.',
  },
  {
    id: 'observed.pagination',
    operation: 'listPets',
    statement: 'Whether lists carry pagination headers or links is left open.',
    section: 'Endpoints / GET /pets (pagination controls and metadata: not shown)',
    checked: 'Collects headers such as Link and X-Total-Count from the lists of the run.',
    usualCause: 'Not checked. They show that the service has a way to further pages that is not documented.',
  },
  {
    id: 'observed.extra-fields-pet',
    statement: 'Which fields pets carry beyond the documented ones is left open.',
    section: 'Resources and their fields / Pet (silent)',
    checked: 'Collects the names of such fields over every pet of the run.',
    usualCause: 'Not checked. Internal columns that show here are worth a look before clients come to rely on them.',
  },
  {
    id: 'observed.extra-fields-error',
    statement: 'Which fields Errors carry beyond the documented ones is left open.',
    section: 'Resources and their fields / Error (silent)',
    checked: 'Collects the names of such fields over every Error of the run.',
    usualCause: 'Not checked. Details and trace identifiers are usual.',
  },
  {
    id: 'observed.error-codes',
    statement: 'Which error codes are used for which condition is left open.',
    section: 'Errors (values of code: not shown)',
    checked: 'Groups the codes of every Error of the run by condition.',
    usualCause:
      'Not checked here; errors.informative checks whether they are stable. The list is a start for documenting them.',
  },
  {
    id: 'observed.store-orders',
    statement: 'What GET /store/orders answers is left open.',
    section: 'Endpoints / Other operations (not shown)',
    checked: 'Asks once with the right key, and records the status and the type of the body.',
    usualCause: 'Not checked: the specification refers to the operation without describing it.',
  },
  {
    id: 'observed.put-pet',
    statement: 'What PUT on a pet answers is left open.',
    section: 'Endpoints / Other operations (update: not shown)',
    checked: 'Tries it once on a pet that the run created, and records the status.',
    usualCause: 'Not checked. A success shows an update operation that is not documented.',
  },
  {
    id: 'observed.patch-pet',
    statement: 'What PATCH on a pet answers is left open.',
    section: 'Endpoints / Other operations (update: not shown)',
    checked: 'Tries it once on a pet that the run created, and records the status.',
    usualCause: 'Not checked. A success shows an update operation that is not documented.',
  },
  {
    id: 'observed.delete-pet',
    statement: 'What DELETE on a pet answers is left open.',
    section: 'Endpoints / Other operations (delete: not shown)',
    checked: 'Tries it once on a pet that the run created, and records the status.',
    usualCause: 'Not checked. A success shows a delete operation that is not documented.',
  },
  {
    id: 'observed.head',
    statement: 'What HEAD answers where GET is documented is left open.',
    section: 'Endpoints (silent)',
    checked: 'Sends HEAD /pets with the right key, and records the status.',
    usualCause: 'Not checked. Many frameworks answer HEAD from the GET handler; others refuse it with 404 or 405.',
  },
  {
    id: 'observed.options',
    statement: 'What OPTIONS answers is left open.',
    section: 'Endpoints (silent)',
    checked: 'Sends OPTIONS /pets, and records the status and the Allow header.',
    usualCause: 'Not checked. Its answer often comes from cross-origin middleware rather than from the service.',
  },
  {
    id: 'observed.trailing-slash',
    statement: 'What /pets/, with a slash at its end, answers is left open.',
    section: 'Endpoints (silent)',
    checked: 'Lists with a slash after pets, and records the status; redirects are not followed.',
    usualCause: 'Not checked. The answer is the habit of the router: the same list, a redirect or 404.',
  },
  {
    id: 'observed.visibility',
    statement: 'Whether a new pet is visible at once, or how soon, is left open.',
    section: 'Endpoints (silent)',
    checked: 'Records the longest time between a creation and the first read that showed the pet.',
    usualCause: 'Not checked within the consistency window. A delay points to replicas, a cache or an index.',
  },
  {
    id: 'observed.earlier-pets',
    statement: 'Whether pets of earlier runs are still there and unchanged is left open.',
    section: 'Endpoints (update and delete: not shown)',
    checked:
      'Compares the pets that the ledger lists for this target with the pages of the run, and fetches up to 12 that no page shows.',
    usualCause:
      'Not checked. Pets that are missing or changed point to a cleanup, a store that was reset, lost data or a migration gone wrong.',
  },
  {
    id: 'observed.latency',
    statement: 'How long an answer may take is left open.',
    section: 'Limits (silent)',
    checked: 'Computed from the duration of every exchange of the run, waits for rate limits left out.',
    usualCause: 'Not checked. It includes the network and the concurrency of the run, so compare like with like.',
  },
]);
