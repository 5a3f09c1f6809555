import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { PORT, API_KEY, NAIVE: naive } = process.env;
const STATUSES = ['available', 'pending', 'sold'];
const MAX_BODY = 1_000_000;
const pets = new Map();

class HttpError extends Error {
  constructor(status, code, message) {
    super(message);
    Object.assign(this, { status, code });
  }
}

const invalid = (message) => new HttpError(400, 'invalid_pet', message);
const notFound = () => new HttpError(404, 'not_found', 'There is no such resource.');

/** Digests have one length: timingSafeEqual throws on values of different lengths (auth.invalid-key, errors.no-5xx). */
const digest = (text) => createHash('sha256').update(text).digest();
const sameKey = (token) =>
  naive === 'unequal-lengths'
    ? timingSafeEqual(Buffer.from(token), Buffer.from(API_KEY))
    : timingSafeEqual(digest(token), digest(API_KEY));

/** Whatever is wrong with the credential, it is 401 and never 400 (auth.malformed, auth.wrong-scheme). */
function authenticate({ headers: { authorization = '' } }) {
  // The name of the scheme has no case (auth.scheme-case).
  const [, token] = /^bearer +(\S+)$/i.exec(authorization.trim()) ?? [];
  if (!token || !sameKey(token)) throw new HttpError(401, 'unauthorized', 'A valid API key is required.');
}

/** JSON.parse turns 2^53 + 1 into 2^53 (create.int64), so integers are put into strings that no client can guess. */
const MARK = randomUUID();
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function parseExactly(text) {
  if (naive === 'double') return JSON.parse(text, (_key, value) => (Number.isInteger(value) ? BigInt(value) : value));
  JSON.parse(text); // Only valid JSON can be split into tokens by an expression.
  const marked = text.replace(TOKEN, (token) => (/^-?\d+$/.test(token) ? `"${MARK}${token}"` : token));
  const isMarked = (value) => typeof value === 'string' && value.startsWith(MARK);
  return JSON.parse(marked, (_key, value) => (isMarked(value) ? BigInt(value.slice(MARK.length)) : value));
}

/** Decoded at the end: a chunk can end within a character (create.echo). */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) throw new HttpError(413, 'too_large', 'The body is larger than 1 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function newPetFrom(text) {
  let body;
  try {
    body = parseExactly(text);
  } catch {
    throw invalid('The body is not JSON.'); // Without this, broken JSON is a 500 (create.bad-body).
  }
  // `null` is an object too, and a list has no name (create.bad-body).
  if (typeof body !== 'object' || body === null) throw invalid('The body is not an object.');
  const { name, categoryId, status } = body;
  // An empty name is a name: `!name` would refuse it, `String(name)` would accept 42 (create.wrong-type).
  if (typeof name !== 'string') throw invalid('name must be a string.');
  // `Number(categoryId)` would accept "1", true and null (create.wrong-type).
  if (typeof categoryId !== 'bigint') throw invalid('categoryId must be an integer.');
  if (BigInt.asIntN(64, categoryId) !== categoryId) throw invalid('categoryId must be an int64.'); // create.out-of-range
  // `status in STATUSES_BY_NAME` would accept "constructor" (create.bad-status); null is not a status (create.null-status).
  if (status !== undefined && !STATUSES.includes(status))
    throw invalid(`status must be one of ${STATUSES.join(', ')}.`);
  // Only these fields: an id of the client must not replace another pet (create.client-id).
  return { name, categoryId, status };
}

function createPet(text) {
  const pet = { id: pets.size + 1, ...newPetFrom(text) };
  pets.set(pet.id, pet);
  return pet;
}

function listPets(query) {
  // getAll: the first of two limits would hide the other (list.limit.malformed).
  const [limit = '20', ...otherLimits] = query.getAll('limit');
  const [status, ...otherStatuses] = query.getAll('status');
  if (otherLimits.length > 0 || !/^([1-9]\d?|100)$/.test(limit)) {
    throw new HttpError(400, 'invalid_limit', 'limit must be an integer from 1 to 100.');
  }
  if (otherStatuses.length > 0 || (status !== undefined && !STATUSES.includes(status))) {
    throw new HttpError(400, 'invalid_status', `status must be one of ${STATUSES.join(', ')}.`);
  }
  const found = [...pets.values()].filter((pet) => status === undefined || pet.status === status);
  return found.slice(0, Number(limit)); // The limit counts after the filter (list.status.complete).
}

function getPet(text) {
  // parseInt('1abc') is 1 (get.invalid-id), and Number folds ids beyond 2^53 onto others (get.unknown).
  const id = naive === 'parse-int' || /^[1-9]\d{0,14}$/.test(text) ? Number.parseInt(text, 10) : undefined;
  const pet = pets.get(id);
  if (!pet) throw notFound();
  return pet;
}

/** JSON.stringify throws on a BigInt; undefined is left out, as it has to be (body.pet-shape). */
const toJson = (value) =>
  Array.isArray(value)
    ? `[${value.map(toJson)}]`
    : JSON.stringify(value, (_key, field) => (typeof field === 'bigint' ? `${MARK}${field}` : field)).replaceAll(
        new RegExp(`"${MARK}(-?\\d+)"`, 'g'),
        '$1',
      );

const DEPRECATED = { Deprecation: '@1764892800', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' };

async function answer(request) {
  authenticate(request); // Before anything else is looked at, the body included (auth.first).
  const [path, query] = request.url.split(/\?(.*)/s);
  const [, petId] = /^\/v1\/pets\/([^/]+)$/.exec(path) ?? [];
  if (request.method === 'GET' && path === '/v1/pets') return [200, listPets(new URLSearchParams(query))];
  if (request.method === 'POST' && path === '/v1/pets') return [201, createPet(await readBody(request))];
  if (request.method === 'GET' && petId !== undefined) return [200, getPet(petId), DEPRECATED];
  throw notFound();
}

const server = createServer(async (request, response) => {
  const [status, body, headers] = await answer(request).catch((error) => {
    const known = error instanceof HttpError ? error : new HttpError(500, 'internal', 'Something went wrong.');
    if (known !== error) console.error(error);
    const { status, code, message } = known;
    // A 401 names the scheme that it wants (auth.challenge).
    return [status, { code, message, status }, status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}];
  });
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(toJson(body));
});

server.listen(Number(PORT), '127.0.0.1');
