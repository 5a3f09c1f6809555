import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { parse } from 'lossless-json';

const { PORT, API_KEY, NAIVE: naive } = process.env;
const pets = new Map();

const PetStatus = { type: 'string', enum: ['available', 'pending', 'sold'] };
const NewPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name: { type: 'string' }, categoryId: { isInt64: true }, status: PetStatus },
};
// Responses are written by fast-json-stringify, which knows BigInt; JSON.stringify throws on it.
const Pet = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' }, categoryId: { type: 'integer' }, status: PetStatus },
};
const ListQuery = {
  type: 'object',
  properties: {
    // A pattern: Ajv converts Infinity to an integer and does not apply `maximum` to it (list.limit.malformed).
    limit: { type: 'string', pattern: '^([1-9][0-9]?|100)$', default: '20' },
    status: PetStatus,
  },
};

/** `type: integer` refuses BigInt, and `format: int64` only checks for an integer (create.int64, create.out-of-range). */
const isInt64 = {
  keyword: 'isInt64',
  validate: (_schema, value) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value,
};

const failure = (status, code, message) => Object.assign(new Error(message), { statusCode: status, code });
const notFound = () => failure(404, 'not_found', 'There is no such resource.');

/** The default format has `statusCode` and `error`, not `status` (errors.shape). */
function sendError(error, _request, reply) {
  const { statusCode: status = 500, message } = error;
  if (status === 500) console.error(error);
  // Whoever found it: one condition, one code (errors.informative).
  const code = { 400: 'bad_request', 401: 'unauthorized', 404: 'not_found', 500: 'internal' }[status] ?? 'refused';
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer'); // auth.challenge
  reply.code(status).type('application/json');
  reply.send(JSON.stringify({ code, message: status === 500 ? 'Something went wrong.' : message, status }));
}

const app = Fastify({
  bodyLimit: 1_000_000,
  frameworkErrors: sendError, // For addresses that cannot be decoded, such as /pets/%FF.
  ajv: {
    // By default a name of 42 is accepted as "42", and one of ["x"] as "x" (create.wrong-type).
    customOptions: { coerceTypes: naive === 'coercion' ? 'array' : false },
    plugins: [(ajv) => ajv.addKeyword(isInt64)],
  },
});
if (naive !== 'default-errors') app.setErrorHandler(sendError);
app.setNotFoundHandler(() => {
  throw notFound();
});

/** Digests have one length: timingSafeEqual throws on values of different lengths (errors.no-5xx). */
const digest = (text) => createHash('sha256').update(text).digest();

// onRequest, not preHandler: by then the body is parsed and validated, and broken JSON is answered with 400 (auth.first).
app.addHook('onRequest', async ({ headers: { authorization = '' } }) => {
  // The name of the scheme has no case (auth.scheme-case).
  const [, token] = /^bearer +(\S+)$/i.exec(authorization.trim()) ?? [];
  if (!token || !timingSafeEqual(digest(token), digest(API_KEY))) {
    throw failure(401, 'unauthorized', 'A valid API key is required.');
  }
});

// The default parser is JSON.parse, which rounds integers beyond 2^53 (create.int64).
app.removeContentTypeParser('application/json');
app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request, text) => {
  try {
    if (naive === 'double') return JSON.parse(text, (_key, value) => (Number.isInteger(value) ? BigInt(value) : value));
    return parse(text, undefined, (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits)));
  } catch {
    throw failure(400, 'bad_request', 'The body is not JSON.'); // Without a status code it is a 500 (create.bad-body).
  }
});

app.get(
  '/v1/pets',
  { schema: { querystring: ListQuery, response: { 200: { type: 'array', items: Pet } } } },
  async ({ query: { limit, status } }) =>
    [...pets.values()].filter((pet) => status === undefined || pet.status === status).slice(0, Number(limit)),
);

app.post('/v1/pets', { schema: { body: NewPet, response: { 201: Pet } } }, async ({ body }, reply) => {
  const { name, categoryId } = body;
  // Left out if absent: fast-json-stringify writes a null string as "" (body.pet-shape).
  const status = naive === 'null-status' ? (body.status ?? null) : body.status;
  // Only these fields: an id of the client must not replace another pet (create.client-id).
  const pet = { id: pets.size + 1, name, categoryId, status };
  pets.set(pet.id, pet);
  return reply.code(201).send(pet);
});

app.get('/v1/pets/:petId', { schema: { response: { 200: Pet } } }, async ({ params: { petId } }, reply) => {
  // As text: parseInt('1abc') is 1 (get.invalid-id), and Number folds ids beyond 2^53 onto others (get.unknown).
  const pet = /^[1-9]\d{0,14}$/.test(petId) ? pets.get(Number(petId)) : undefined;
  if (!pet) throw notFound();
  reply.headers({ Deprecation: '@1764892800', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' });
  return pet;
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
