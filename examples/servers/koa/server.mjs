import { createHash, timingSafeEqual } from 'node:crypto';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Joi from 'joi';
import Koa from 'koa';
import { parse, stringify } from 'lossless-json';

const { PORT, API_KEY, NAIVE: naive } = process.env;
const pets = new Map();

const PetStatus = Joi.valid('available', 'pending', 'sold');
const Int64 = Joi.custom((value) => {
  if (Number.isSafeInteger(value) || (typeof value === 'bigint' && BigInt.asIntN(64, value) === value)) return value;
  throw new Error('must be an int64');
});
const NewPet = Joi.object({
  name: Joi.string().allow('').required(), // Joi.string() alone refuses the empty string.
  // Joi.number() accepts "1" (create.wrong-type) and refuses integers beyond 2^53 as unsafe (create.int64).
  categoryId: (naive === 'joi-number' ? Joi.number().integer() : Int64).required(),
  status: PetStatus,
});
// Here conversion is wanted. Joi refuses Infinity, which Ajv lets through (list.limit.malformed).
const ListQuery = Joi.object({ limit: Joi.number().integer().min(1).max(100).default(20), status: PetStatus });

/** A ValidationError has no status, so it would be a 500. stripUnknown drops an id of the client (create.client-id). */
function validated(ctx, schema, input) {
  const { value, error } = schema.validate(input, { stripUnknown: true });
  if (error) ctx.throw(400, error.message);
  return value;
}

/** Koa writes objects with JSON.stringify, which throws on a BigInt. */
function send(ctx, status, value) {
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.body = stringify(value);
}

/** By default Koa answers errors with plain text, and a path without a handler too (errors.shape, body.content-type). */
async function writeErrors(ctx, next) {
  if (naive === 'text-errors') return next();
  try {
    await next();
    if (ctx.status === 404 && !ctx.body) ctx.throw(404, 'There is no such resource.');
  } catch (error) {
    // `expose` is false for what clients must not see (errors.no-leak).
    const { status = 500, message, expose, headers = {} } = error;
    if (status === 500) console.error(error);
    const code = { 400: 'bad_request', 401: 'unauthorized', 404: 'not_found', 500: 'internal' }[status] ?? 'refused';
    ctx.set(headers);
    send(ctx, status, { code, message: expose ? message : 'Something went wrong.', status });
  }
}

/** Digests have one length: timingSafeEqual throws on values of different lengths (errors.no-5xx). */
const digest = (text) => createHash('sha256').update(text).digest();

async function authenticate(ctx, next) {
  // The name of the scheme has no case (auth.scheme-case).
  const [, token] = /^bearer +(\S+)$/i.exec(ctx.get('Authorization').trim()) ?? [];
  if (!token || !timingSafeEqual(digest(token), digest(API_KEY))) {
    ctx.throw(401, 'A valid API key is required.', { headers: { 'WWW-Authenticate': 'Bearer' } }); // auth.challenge
  }
  await next();
}

// As text: the JSON parser of this middleware rounds integers beyond 2^53 (create.int64).
const readText = bodyParser({ enableTypes: ['text'], extendTypes: { text: ['application/json'] } });

function parseBody(ctx) {
  try {
    return parse(ctx.request.body, undefined, (digits) => {
      const isBig = /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits));
      return isBig ? BigInt(digits) : Number(digits);
    });
  } catch {
    return ctx.throw(400, 'The body is not JSON.');
  }
}

const router = new Router({ prefix: '/v1' });

router.get('/pets', (ctx) => {
  const { limit, status } = validated(ctx, ListQuery, ctx.query);
  const found = [...pets.values()].filter((pet) => status === undefined || pet.status === status);
  send(ctx, 200, found.slice(0, limit)); // The limit counts after the filter (list.status.complete).
});

router.post('/pets', (ctx) => {
  const pet = { id: pets.size + 1, ...validated(ctx, NewPet.required(), parseBody(ctx)) };
  pets.set(pet.id, pet);
  send(ctx, 201, pet);
});

router.get('/pets/:petId', (ctx) => {
  const { petId } = ctx.params;
  // As text: parseInt('1abc') is 1 (get.invalid-id), and Number folds ids beyond 2^53 onto others (get.unknown).
  const pet = /^[1-9]\d{0,14}$/.test(petId) ? pets.get(Number(petId)) : undefined;
  // A body of undefined is 204 No Content in Koa, not 404 (get.unknown).
  if (!pet && naive !== 'undefined-body') ctx.throw(404, 'There is no such pet.');
  ctx.set({ Deprecation: '@1764892800', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' });
  send(ctx, 200, pet);
});

const app = new Koa();
app.silent = true; // Every error is logged above.
// In this order: without a key, broken JSON is 401 as well (auth.first).
app.use(writeErrors).use(authenticate).use(readText).use(router.routes());
app.listen(Number(PORT), '127.0.0.1');
