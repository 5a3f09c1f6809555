import type { TopicalRow } from './row.ts';

type Common = Pick<TopicalRow, 'area' | 'level' | 'topics' | 'section' | 'checked'> & Partial<TopicalRow>;

/** Observations with what they have in common, unless they say otherwise. */
function rows<const Id extends string>(
  common: Common,
  own: readonly (Pick<TopicalRow, 'statement'> & Partial<TopicalRow> & { readonly id: Id })[],
) {
  return own.map((row) => ({ cites: [], ...common, ...row }) satisfies TopicalRow as TopicalRow & { readonly id: Id });
}

const common = {
  area: 'observations',
  level: 'INFO',
  topics: ['observations'],
  checked: 'Sends such a request with the right key, and records the answer.',
} as const;
const seen = { ...common, checked: 'Looks at every answer of the run.' };
const other = { ...common, section: 'Other operations (not shown)' };

/** What the specification is silent about: what a server does with such input, and what it shows of itself. */
export const observations = [
  ...rows({ ...common, operation: 'listPets', section: 'GET /pets, parameters (silent)' }, [
    { id: 'observed.limits', statement: 'What limit=0, limit=101 and limit=abc get.' },
    { id: 'observed.filters', statement: 'What an empty status filter and one that comes twice get.' },
    {
      id: 'observed.unknown-parameters',
      statement: 'What happens to a query parameter that listPets does not have.',
    },
  ]),
  ...rows({ ...seen, operation: 'listPets', section: 'GET /pets (silent)' }, [
    { id: 'observed.list-order', statement: 'Which order lists have, by id or by name.' },
    { id: 'observed.pagination', statement: 'Which pagination headers lists have, such as Link and X-Total-Count.' },
  ]),
  ...rows({ ...common, operation: 'createPet', section: 'NewPet (silent)' }, [
    {
      id: 'observed.names',
      statement: 'Whether an empty name, one of spaces alone and one of 10,000 characters are accepted.',
    },
    { id: 'observed.categories', statement: 'Whether categories of 0 and below are accepted.' },
    { id: 'observed.unknown-fields', statement: 'What happens to a field that NewPet does not have.' },
    { id: 'observed.default-status', statement: 'Whether a pet created without a status gets one, and which.' },
    { id: 'observed.free-client-id', statement: 'What happens to an id sent by the client that no pet has.' },
    {
      id: 'observed.content-type-other',
      statement: 'What a valid JSON body gets under a Content-Type other than application/json.',
      section: 'Endpoints (silent)',
    },
  ]),
  ...rows({ ...common, operation: 'getPet', section: 'GET /pets/{petId}, parameter petId (silent)' }, [
    {
      id: 'observed.id-spellings',
      statement: 'What an existing id in another spelling gets: 7.0, +7, 007, 0x7 and %37.',
    },
  ]),
  ...rows({ ...common, operation: 'listPets', section: 'Authentication (silent)' }, [
    {
      id: 'observed.key-notations',
      statement: 'Which other notations of the whole key are accepted as the key.',
      checked: 'Sends the key in other notations, which let nobody in who does not know it, and records the answers.',
    },
  ]),
  ...rows({ ...common, section: 'Endpoints (silent)' }, [
    { id: 'observed.trailing-slash', statement: 'What /pets/, with a slash at its end, answers.' },
    {
      id: 'observed.visibility',
      statement: 'How soon a new pet is visible in lists.',
      checked: 'Records the longest time between a creation and the first filtered page that shows the pet.',
    },
    {
      id: 'observed.earlier-pets',
      statement: 'Whether pets of earlier runs still exist unchanged.',
      section: 'Other operations (update and delete: not shown)',
      checked:
        'Compares pets that the ledger lists for this server with the pages of the run, and fetches up to 12 that no page shows.',
    },
  ]),
  ...rows(other, [
    { id: 'observed.undocumented', statement: 'What GET /store/orders, HEAD /pets and OPTIONS /pets answer.' },
  ]),
  ...rows({ ...seen, section: 'Limits (not shown)' }, [
    {
      id: 'observed.rate-limited',
      statement: 'How often requests are rate limited, with 429 or with 503 and Retry-After.',
      checked: 'Counts them over the run. Each is waited out, within --max-wait, and none is checked.',
    },
    {
      id: 'observed.interruptions',
      statement: 'How often something in front of the server answers instead of it, or the connection is refused.',
      checked:
        'Lists the 408, 502, 503 and 504 that are not Errors, and refused connections, that went away within --max-wait. More than five make the run incomplete.',
    },
    { id: 'observed.latency', statement: 'How long answers take: median, 95th and 99th percentile.' },
  ]),
  ...rows({ ...seen, section: 'Pet (silent)' }, [
    { id: 'observed.extra-fields-pet', statement: 'Which fields pets have beyond the documented ones.' },
    { id: 'observed.extra-fields-error', statement: 'Which fields Errors have beyond the documented ones.' },
  ]),
  ...rows({ ...seen, section: 'Errors (values of code: not shown)' }, [
    { id: 'observed.error-codes', statement: 'Which error codes each operation uses with each status.' },
  ]),
] as const;
