import { folded } from './views.ts';

/** A shorter key occurs in ordinary text by chance. */
const SHORTEST = 8;
/** The same for digits alone, and for a few repeated characters. */
const SHORTEST_OF_DIGITS = 16;
const FEWEST_CHARACTERS = 4;

/** Text of every report, whatever the key: addresses, headers, fields, values and words of the suite. */
const VOCABULARY = folded(
  [
    'http://127.0.0.1:8080/v1/pets https://localhost:443/v1/pets?limit=100&status=available',
    '/v1/pets?status=pending&limit=100 /v1/pets?status=sold /v1/pets?limit=1 /v1/pets?limit=20 api_key access_token',
    'Authorization: Bearer Basic Token ApiKey X-API-Key Cookie WWW-Authenticate: Bearer realm="petstore"',
    'Accept: application/json Accept-Encoding: identity User-Agent: petstore-conformance/0.2.0',
    'Content-Type: application/json; charset=utf-8 text/html text/plain Content-Length Content-Encoding: gzip',
    'Connection: keep-alive Connection: close Keep-Alive: timeout=5 Transfer-Encoding: chunked Retry-After',
    'Deprecation Sunset Location Date: Monday Tuesday Wednesday Thursday Friday Saturday Sunday GMT 2030-12-05',
    'January February March April May June July August September October November December',
    '"id" "name" "categoryId" "status" "available" "pending" "sold" "code" "message" "unauthorized" "not_found"',
    'bad_request invalid_request internal_server_error validation_error missing or invalid credentials',
    '$PETSTORE_API_KEY PETSTORE_BASE_URL PETSTORE_CATEGORY_IDS conformance-unauthorised-minimal',
    'listPets createPet getPet authentication authorization deprecation observations requirement requirements',
    'expected actual response responses request requests operation operations identifier identifiers',
    'parameter parameters undocumented documented preflight inconclusive interrupted consistency condition',
    'accepts accepted the configured key credential credentials specification character characters integer in int64',
    'created creation creations existing pet pets in the list with status 200 201 400 401 404 500',
    'well-formed JSON a JSON array of Pet objects a JSON object an Error body a valid Pet a body in UTF-8',
    'something everything otherwise whatever together repeated answered answers accepts anything password passwords',
  ].join(' '),
);

/** Expects folded text. */
export function isOrdinary(text: string): boolean {
  return VOCABULARY.includes(text);
}

/** Whether a key can be found in any text: long enough, and not an ordinary word. */
export function isDistinctive(key: string): boolean {
  if (key.length < SHORTEST || isOrdinary(folded(key))) return false;
  const isMonotonous = /^\d+$/.test(key) || new Set(key).size < FEWEST_CHARACTERS;
  return !isMonotonous || key.length >= SHORTEST_OF_DIGITS;
}
