/** The identifiers of the requirements, written out once more: a fault may name no other. */

const ofEachOperation = (id: string) => ['listPets', 'createPet', 'getPet'].map((operation) => `${id}.${operation}`);
const ofEachStatus = (id: string) => ['400', '401', '404', 'other'].map((status) => `${id}.${status}`);
const under = (prefix: string, names: string) => names.split(' ').map((name) => `${prefix}.${name}`);

export const MUST: readonly string[] = [
  ...under('auth', 'accepted malformed header-only no-effect'),
  ...['auth.missing', 'auth.invalid-key', 'auth.wrong-scheme'].flatMap(ofEachOperation),
  ...under('list', 'ok complete unique'),
  ...under('list.limit', 'default minimum maximum honoured above-maximum below-minimum malformed'),
  ...under('list.status', 'only complete unknown with-limit'),
  ...under('create', 'minimal with-status echo int64 id.int64 id.unique missing-field wrong-type out-of-range'),
  ...under('create', 'bad-status bad-body invalid no-effect client-id'),
  ...under('get', 'found unknown invalid-id'),
  ...['errors.shape', 'errors.status-matches'].flatMap(ofEachStatus),
  ...under('errors', 'documented-status no-5xx'),
  ...under('body', 'content-type json pet-shape'),
  ...under('deprecation', 'still-served replacement date'),
  'history.agrees',
];

export const SHOULD: readonly string[] = [
  ...under('auth', 'challenge scheme-case first'),
  ...under('errors', 'informative no-leak'),
  ...under('deprecation', 'announced only-there'),
];
