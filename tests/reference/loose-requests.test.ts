import { afterEach, describe, expect, it } from 'vitest';
import { authLooseFaults } from '../../reference/faults/auth-loose.ts';
import { getLooseFaults } from '../../reference/faults/get-loose.ts';
import { listLooseFaults } from '../../reference/faults/list-loose.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { API_KEY, ask, type Question, WITH_KEY } from './ask.ts';

const PETS = 130;

let server: Reference | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const started = async (...names: string[]) => {
  server = await startReference({ apiKey: API_KEY, pets: PETS, faults: names });
  return server.baseUrl;
};

const base64 = (text: string) => Buffer.from(text).toString('base64');
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const swapped = (text: string, at: number) => `${text.slice(0, at)}_${text.slice(at + 1)}`;
const wide = (text: string) =>
  Buffer.from(text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))).toString(
    'latin1',
  );

describe('filters', () => {
  /** A text that is not a status, and finds pets there. */
  const filters: Readonly<Record<string, string>> = {
    'filter-trimmed': '%20sold',
    'filter-without-accents': 's%C3%B6ld',
    'filter-in-compatibility-form': '%EF%BD%93old',
    'filter-case-folded-beyond-ascii': '%C5%BFold',
    'filter-like-percent': '%25old',
    'filter-like-underscore': 's_ld',
    'filter-glob': 'so*',
    'filter-regular-expression': 'so.d',
    'filter-split-at-commas': 'sold,pending',
    'filter-split-at-bars': 'sold|pending',
    'filter-contained': 'old',
    'filter-may-go-on': 'soldout',
    'filter-unquoted': '%22sold%22',
    'filter-by-number': '2',
  };

  it.each(Object.entries(filters))('%s: %s', async (name, text) => {
    const baseUrl = await started(name);
    const found = async (status: string) =>
      JSON.parse((await ask(baseUrl, { path: `/pets?status=${status}` })).text).length;
    expect(await found(text)).toBeGreaterThan(0);
    expect(await found('unknown')).toBe(0);
    expect(await found('sold')).toBe(10);
  });

  it('are refused by the conforming server', async () => {
    const baseUrl = await started();
    for (const text of Object.values(filters)) {
      expect((await ask(baseUrl, { path: `/pets?status=${text}` })).status, text).toBe(400);
    }
  });

  it.each([
    ['invalid-utf-8-filter-crashes', '/pets?status=%FF', 500],
    ['invalid-utf-8-filter-crashes', '/pets?limit=%FF', 400],
    ['sold-filter-draws-401', '/pets?status=sold', 401],
    ['sold-filter-draws-401', '/pets?status=pending', 200],
  ])('%s: %s gets %i', async (name, path, status) => {
    expect((await ask(await started(name), { path })).status).toBe(status);
  });

  it('each has an example', () => {
    const named = listLooseFaults.map(({ name }) => name).filter((name) => name.startsWith('filter'));
    expect(named.sort()).toEqual(Object.keys(filters).sort());
  });
});

describe('limits', () => {
  const limits: Readonly<Record<string, string>> = {
    'limit-in-hexadecimal': '0x65',
    'limit-with-an-exponent': '1e3',
    'limit-in-wide-digits': '%EF%BC%91%EF%BC%90%EF%BC%91',
    'limit-padded': '101%20',
    'limit-signed': '%2B101',
    'limit-with-a-fraction': '101.0',
    'limit-with-a-suffix': '101abc',
    'limit-infinity': 'Infinity',
  };

  it.each(Object.entries(limits))('%s: %s', async (name, text) => {
    const baseUrl = await started(name);
    const reply = await ask(baseUrl, { path: `/pets?limit=${text}` });
    expect(JSON.parse(reply.text).length).toBeGreaterThan(100);
    expect((await ask(baseUrl, { path: '/pets?limit=101' })).status).toBe(400);
    expect(JSON.parse((await ask(baseUrl, { path: '/pets?limit=7' })).text)).toHaveLength(7);
  });

  it('limit-in-wide-digits-crashes', async () => {
    const baseUrl = await started('limit-in-wide-digits-crashes');
    expect((await ask(baseUrl, { path: '/pets?limit=%EF%BC%95' })).status).toBe(500);
    expect((await ask(baseUrl, { path: '/pets?limit=5' })).status).toBe(200);
    expect((await ask(baseUrl, { path: '/pets?limit=abc' })).status).toBe(400);
  });

  it('each has an example', () => {
    const named = listLooseFaults.map(({ name }) => name).filter((name) => name.startsWith('limit'));
    expect(named.sort()).toEqual([...Object.keys(limits), 'limit-in-wide-digits-crashes'].sort());
  });
});

describe('ids', () => {
  const LARGE = 2n ** 60n + 1024n;

  it.each([
    ['id-wraps-in-64-bits', `${2n ** 64n + 5n}`, 200],
    ['id-wraps-in-64-bits', `${5n - 2n ** 64n}`, 400],
    ['negative-id-wraps-in-64-bits', `${5n - 2n ** 64n}`, 200],
    ['negative-id-wraps-in-64-bits', `${2n ** 64n + 5n}`, 400],
    ['id-keeps-16-bits', `${2n ** 16n + 5n}`, 200],
    ['id-keeps-16-bits', '999', 404],
    ['id-keeps-53-bits', `${2n ** 53n + 5n}`, 200],
    ['id-keeps-53-bits', `${2n ** 32n + 5n}`, 404],
    ['id-loses-its-highest-bit', `${5n - 2n ** 63n}`, 200],
    ['id-loses-its-highest-bit', '-5', 404],
    ['large-id-through-double', `${LARGE}`, 200],
    ['large-id-through-double', `${LARGE + 1n}`, 200],
    ['large-id-through-double', '5', 404],
    ['id-trimmed-at-the-start', '%205', 200],
    ['id-trimmed-at-the-start', '5%20', 400],
    ['id-trimmed-at-the-end', '5%20', 200],
    ['id-trimmed-at-the-end', '%205', 400],
    ['id-in-wide-digits', '%EF%BC%95', 200],
    ['id-split-at-commas', '5,6', 200],
    ['invalid-utf-8-id-crashes', '%FF', 500],
    ['invalid-utf-8-id-crashes', 'abc', 400],
    ['unknown-is-401', '999', 401],
    ['unknown-is-401', '5', 200],
  ])('%s: %s gets %i', async (name, id, status) => {
    const baseUrl = await started(name);
    expect((await ask(baseUrl, { path: `/pets/${id}` })).status).toBe(status);
    expect((await ask(baseUrl, { path: '/pets' })).status).toBe(200);
  });

  it('invalid-utf-8-id-breaks-the-connection', async () => {
    const baseUrl = await started('invalid-utf-8-id-breaks-the-connection');
    await expect(ask(baseUrl, { path: '/pets/%FF' })).rejects.toThrow();
    expect((await ask(baseUrl, { path: '/pets/abc' })).status).toBe(400);
    expect((await ask(baseUrl, { path: '/pets/5' })).status).toBe(200);
  });

  it.each(getLooseFaults.map(({ name }) => [name]))('%s finds the pets that exist', async (name) => {
    const baseUrl = await started(name);
    const [{ id }] = JSON.parse(
      (await ask(baseUrl, { path: '/pets?limit=1' })).text.replace(/"id":(\d+)/, '"id":"$1"'),
    );
    expect((await ask(baseUrl, { path: `/pets/${id}` })).status).toBe(200);
  });
});

describe('credentials', () => {
  const accepted: Readonly<Record<string, Question>> = {
    'list-takes-a-bare-bearer': { path: '/pets', headers: { authorization: 'Bearer' } },
    'get-takes-a-bare-bearer': { path: '/pets/5', headers: { authorization: 'Bearer' } },
    'basic-key-as-password': { path: '/pets', headers: { authorization: `Basic ${base64(`user:${API_KEY}`)}` } },
    'basic-key-as-user': { path: '/pets', headers: { authorization: `Basic ${base64(`${API_KEY}:x`)}` } },
    'basic-key-alone': { path: '/pets', headers: { authorization: `Basic ${base64(API_KEY)}` } },
    'basic-key-as-it-is': { path: '/pets', headers: { authorization: `Basic ${API_KEY}` } },
    'api-key-scheme-accepted': { path: '/pets', headers: { authorization: `ApiKey ${API_KEY}` } },
    'token-as-a-parameter': { path: '/pets', headers: bearer(`token="${API_KEY}"`) },
    'token-in-quotes': { path: '/pets', headers: bearer(`"${API_KEY}"`) },
    'token-ends-at-a-comma': { path: '/pets', headers: bearer(`${API_KEY},junk`) },
    'token-contains-the-key': { path: '/pets', headers: bearer(`junk${API_KEY}`) },
    'token-trimmed': { path: '/pets', headers: bearer(`\u00a0${API_KEY}`) },
    'token-without-accents': { path: '/pets', headers: bearer(wide(API_KEY)) },
    'first-eight-characters-of-the-key': { path: '/pets', headers: bearer(swapped(API_KEY, 10)) },
    'key-in-a-cookie': { path: '/pets', headers: { cookie: `theme=dark; api_key=${API_KEY}` } },
    'key-in-x-auth-token': { path: '/pets', headers: { 'x-auth-token': API_KEY } },
    'key-in-access-token': { path: `/pets?access_token=${API_KEY}`, headers: {} },
    'key-in-parameter-key': { path: `/pets?key=${API_KEY}`, headers: {} },
    'empty-list-is-null-and-open': { path: '/pets', headers: {} },
  };

  it.each(Object.entries(accepted))('%s', async (name, question) => {
    const baseUrl = await started(name);
    expect((await ask(baseUrl, question)).status).toBe(200);
    expect((await ask(baseUrl, { path: '/pets/5', headers: bearer('another') })).status).toBe(401);
    expect((await ask(baseUrl, { path: '/pets/5', headers: {} })).status).toBe(401);
    expect((await ask(baseUrl, { path: '/pets', headers: WITH_KEY })).status).toBe(200);
  });

  it('are refused by the conforming server', async () => {
    const baseUrl = await started();
    for (const question of Object.values(accepted)) expect((await ask(baseUrl, question)).status).toBe(401);
  });

  const json = { 'content-type': 'application/json' };
  const post = (body: string, headers: Record<string, string>): Question => ({
    method: 'POST',
    path: '/pets',
    body,
    headers: { ...json, ...headers },
  });
  const NEW_PET = '{"name":"Tom","categoryId":1}';

  it.each([
    ['create-takes-a-bare-bearer', post(NEW_PET, { authorization: 'Bearer' }), 201],
    ['create-takes-a-bare-bearer', { path: '/pets', headers: { authorization: 'Bearer' } }, 401],
    ['token-beyond-ascii-crashes', { path: '/pets', headers: bearer('k\u00e9y') }, 500],
    ['token-beyond-ascii-crashes', { path: '/pets', headers: bearer('key') }, 401],
    ['json-parsed-before-key', post('{', {}), 400],
    ['json-parsed-before-key', post('{}', {}), 401],
    ['json-parsed-before-key', post('{', bearer('another')), 401],
  ] as const)('%s gets its answer', async (name, question, status) => {
    expect((await ask(await started(name), question)).status).toBe(status);
  });

  it('one-bit-of-the-key lets about half of all tokens in', async () => {
    const baseUrl = await started('one-bit-of-the-key');
    const statuses: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      statuses.push((await ask(baseUrl, { path: '/pets', headers: bearer(`key-${turn}`) })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 401]));
  });

  it.each([
    ['list-cached-for-anyone', '/pets?limit=3', '/pets/5'],
    ['get-cached-for-anyone', '/pets/5', '/pets?limit=3'],
  ])('%s', async (name, path, other) => {
    const baseUrl = await started(name);
    const anonymous = (at: string) => ask(baseUrl, { path: at, headers: {} });
    expect((await anonymous(path)).status).toBe(401);
    const { text } = await ask(baseUrl, { path });
    await ask(baseUrl, { path: other });
    expect(await anonymous(path)).toMatchObject({ status: 200, text });
    expect((await anonymous(other)).status).toBe(401);
    expect((await ask(baseUrl, { path, headers: bearer('another') })).status).toBe(200);
  });

  it('empty-list-is-null-and-open', async () => {
    server = await startReference({ apiKey: API_KEY, pets: 0, faults: ['empty-list-is-null-and-open'] });
    expect((await ask(server.baseUrl, { path: '/pets', headers: {} })).text).toBe('null');
  });

  it('each fault has a test', () => {
    const other = /-takes-a-bare-bearer$|-cached-for-anyone$|^token-beyond-ascii|^json-parsed|^one-bit/;
    const named = authLooseFaults.map(({ name }) => name).filter((name) => !other.test(name));
    expect(Object.keys(accepted)).toEqual(expect.arrayContaining(named));
  });
});
