import { createHash, timingSafeEqual } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { parse, stringify } from 'lossless-json';
import { z } from 'zod';

const { PORT, API_KEY, NAIVE: naive } = process.env;
const INT64_MAX = 2n ** 63n - 1n;
const pets = new Map();

const PetStatus = z.enum(['available', 'pending', 'sold']);
const NewPet = z.object({
  name: z.string(),
  // z.int() refuses integers beyond 2^53 (create.int64), and z.coerce accepts "1", true and false (create.wrong-type).
  categoryId: (naive === 'coerce' ? z.coerce : z)
    .bigint()
    .min(-INT64_MAX - 1n)
    .max(INT64_MAX),
  status: PetStatus.optional(), // Not nullish: null is not a status (create.null-status).
});
const INTEGER_TO_100 = /^([1-9]\d?|100)$/;
/** Parameters arrive as lists: the first of two limits would hide the other (list.limit.malformed). */
const once = (schema) => z.tuple([schema]).transform(([value]) => value);
const ListQuery = z.object({
  // z.coerce.number() accepts '' as 0 and '1e1' as 10; a pattern says what is meant (list.limit.malformed).
  limit: once(z.string().regex(INTEGER_TO_100).transform(Number)).default(20),
  status: once(PetStatus).optional(),
});

/** Zod throws an error without a status, which would be a 500. */
function validated(schema, value) {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new HTTPException(400, { message: z.prettifyError(error) });
  return data;
}

/** c.json throws on a BigInt. */
const send = (c, status, value, headers = {}) =>
  c.body(stringify(value), status, { 'Content-Type': 'application/json', ...headers });

/** Digests have one length: timingSafeEqual throws on values of different lengths (errors.no-5xx). */
const digest = (text) => createHash('sha256').update(text).digest();
const unauthorized = () => new HTTPException(401, { message: 'A valid API key is required.' });

const app = new Hono();

app.use(async (c, next) => {
  // bearerAuth answers 400 to a header that it cannot read, such as `Basic` (auth.wrong-scheme, auth.malformed).
  if (naive === 'bearer-auth') return bearerAuth({ token: API_KEY })(c, next);
  // The name of the scheme has no case (auth.scheme-case).
  const [, token] = /^bearer +(\S+)$/i.exec(c.req.header('Authorization')?.trim() ?? '') ?? [];
  if (!token || !timingSafeEqual(digest(token), digest(API_KEY))) throw unauthorized();
  await next();
});

app.get('/v1/pets', (c) => {
  const { limit, status } = validated(ListQuery, c.req.queries());
  const found = [...pets.values()].filter((pet) => status === undefined || pet.status === status);
  return send(c, 200, found.slice(0, limit)); // The limit counts after the filter (list.status.complete).
});

app.post('/v1/pets', bodyLimit({ maxSize: 1_000_000 }), async (c) => {
  // c.req.json() rounds integers beyond 2^53 (create.int64), and its SyntaxError is a 500 (create.bad-body).
  const text = await c.req.text();
  let body;
  try {
    body = parse(text, undefined, (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits)));
  } catch {
    throw new HTTPException(400, { message: 'The body is not JSON.' });
  }
  // z.object drops fields that it does not know: an id of the client does not replace another pet (create.client-id).
  const pet = { id: pets.size + 1, ...validated(NewPet, body) };
  pets.set(pet.id, pet);
  return send(c, 201, pet);
});

app.get('/v1/pets/:petId', (c) => {
  const text = c.req.param('petId');
  // Number('') is 0 and Number('0x1') is 1; Number folds ids beyond 2^53 onto others (get.invalid-id, get.unknown).
  const id = naive === 'parse-int' ? Number.parseInt(text, 10) : /^[1-9]\d{0,14}$/.test(text) && Number(text);
  const pet = pets.get(id);
  if (!pet) throw new HTTPException(404, { message: 'There is no such pet.' });
  return send(c, 200, pet, { Deprecation: '@1764892800', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' });
});

// The default answers are plain text (errors.shape, body.content-type).
const CODES = { 400: 'bad_request', 401: 'unauthorized', 404: 'not_found', 500: 'internal' };
const sendError = (c, status, message) =>
  send(
    c,
    status,
    { code: CODES[status] ?? 'refused', message, status },
    status === 401 && { 'WWW-Authenticate': 'Bearer' },
  );
app.notFound((c) => sendError(c, 404, 'There is no such resource.'));
app.onError((error, c) => {
  if (error instanceof HTTPException) return sendError(c, error.status, error.message || 'The request is refused.');
  console.error(error);
  return sendError(c, 500, 'Something went wrong.');
});

serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' });
