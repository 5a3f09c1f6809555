import { createHash, timingSafeEqual } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { middleware as openApi } from 'express-openapi-validator';
import { parse, stringify } from 'lossless-json';
import pg from 'pg';

const { PORT, API_KEY, DATABASE_URL, NAIVE: naive } = process.env;
const apiSpec = fileURLToPath(new URL('../../../schemas/openapi.yaml', import.meta.url));

// pg returns int8 as text, because a double cannot hold it (create.id.int64), and Number would round it (create.int64).
pg.types.setTypeParser(pg.types.builtins.INT8, naive === 'int8-as-number' ? Number : BigInt);
const database = new pg.Pool({ connectionString: DATABASE_URL });
await database.query(`CREATE TABLE pets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  category_id bigint NOT NULL,
  status text CHECK (status IN ('available', 'pending', 'sold'))
)`);

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const invalid = (message) => new HttpError(400, message);

const isInt64 = (value) => BigInt.asIntN(64, value) === value;

/** res.json throws on a BigInt; a status that is NULL is left out (body.pet-shape). */
const send = (res, status, value) => res.status(status).type('application/json').send(stringify(value));
const petOf = ({ id, name, category_id, status }) => ({ id, name, categoryId: category_id, ...(status && { status }) });

/** Digests have one length: timingSafeEqual throws on values of different lengths (errors.no-5xx). */
const digest = (text) => createHash('sha256').update(text).digest();

function authenticate(req, res, next) {
  // The name of the scheme has no case (auth.scheme-case).
  const [, token] = /^bearer +(\S+)$/i.exec(req.get('Authorization')?.trim() ?? '') ?? [];
  if (token && timingSafeEqual(digest(token), digest(API_KEY))) return next();
  res.set('WWW-Authenticate', 'Bearer'); // auth.challenge
  throw new HttpError(401, 'A valid API key is required.');
}

const readJson = express.json({
  limit: '1mb',
  // A double has no room for every int64 (create.int64): the text is parsed a second time, with all digits.
  verify: (req, _res, buffer) => {
    req.text = buffer.toString();
  },
});

const app = express().disable('x-powered-by');
app.use(authenticate); // Before the body is looked at: without a key, broken JSON is 401 as well (auth.first).
app.use(readJson);
app.use(
  openApi({
    apiSpec,
    validateSecurity: false, // Done above; this one runs after the body was parsed.
    validateRequests: {
      allowUnknownQueryParameters: true,
      coerceTypes: naive === 'coerce-types', // In a body, "1" is not 1 (create.wrong-type).
    },
  }),
);

app.get('/v1/pets', async (req, res) => {
  // Validated, converted and with its default by the middleware.
  const { limit, status } = req.query;
  // Ajv converts Infinity and 1e400, and applies `maximum` only to finite numbers (list.limit.malformed).
  if (naive !== 'infinite-limit' && !Number.isFinite(limit)) throw invalid('limit must be an integer from 1 to 100.');
  const { rows } = await database.query(
    'SELECT * FROM pets WHERE $1::text IS NULL OR status = $1 ORDER BY id LIMIT $2',
    [status, limit],
  );
  send(res, 200, rows.map(petOf));
});

app.post('/v1/pets', async (req, res) => {
  const { name, status } = req.body;
  // The schema is satisfied, but `format: int64` is only checked on the rounded double (create.out-of-range).
  const { categoryId } = parse(req.text, undefined, (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : digits));
  if (typeof categoryId !== 'bigint' || !isInt64(categoryId)) throw invalid('categoryId must be an int64.');
  // PostgreSQL cannot store U+0000 in text, and its error would be a 500 (errors.no-5xx).
  if (naive !== 'nul' && name.includes('\0')) throw invalid('name must not contain U+0000.');
  const { rows } = await database.query(
    'INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING *',
    [name, categoryId, status],
  );
  send(res, 201, petOf(rows[0]));
});

app.get('/v1/pets/:petId', async (req, res) => {
  // As text: the middleware replaces the parameter by a double (get.unknown).
  const text = req.path.split('/').at(-1);
  const id = /^\d{1,19}$/.test(text) ? BigInt(text) : 0n;
  // Beyond int64, PostgreSQL reports an error (get.invalid-id, errors.no-5xx).
  const { rows } = isInt64(id) ? await database.query('SELECT * FROM pets WHERE id = $1', [id]) : { rows: [] };
  if (rows.length === 0) throw new HttpError(404, 'There is no such pet.');
  res.set({ Deprecation: '@1764892800', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' });
  send(res, 200, petOf(rows[0]));
});

/** Four parameters make it an error handler. The default one answers in HTML (errors.shape, body.content-type). */
app.use((error, _req, res, _next) => {
  // Of the parser, of the validator, or of this server; anything else is a bug.
  const { status = 500, message } = error;
  if (status === 500) console.error(error);
  // One condition has one code, whoever found it (errors.informative).
  const code = { 400: 'bad_request', 401: 'unauthorized', 404: 'not_found', 500: 'internal' }[status] ?? 'refused';
  send(res, status, { code, message: status === 500 ? 'Something went wrong.' : message, status });
});

app.listen(Number(PORT), '127.0.0.1');
