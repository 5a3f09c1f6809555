import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../reference/server.ts';
import { API_KEY, ask, create, type Question, type Reply, WITH_KEY } from './ask.ts';

let server: Reference;
beforeAll(async () => {
  server = await startReference({ apiKey: API_KEY, pets: 5 });
});
afterAll(() => server.close());

function expectError(reply: Reply, status: number): void {
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(reply.text)).toEqual({
    code: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/./),
    status,
  });
}

const NEW_PET = '{"name":"x","categoryId":1}';
const WITH_JSON = { ...WITH_KEY, 'content-type': 'application/json' };

describe('401 comes first', () => {
  const everywhere: Question[] = [
    { path: '/pets' },
    { path: '/pets?limit=%zz' },
    { path: '/pets', method: 'POST', body: NEW_PET },
    { path: '/pets', method: 'POST', body: 'x'.repeat(2 ** 20 + 1) },
    { path: '/pets/1' },
    { path: '/pets/99' },
    { path: '/pets/1', method: 'DELETE' },
    { path: '/nowhere' },
  ];
  const credentials = {
    none: undefined,
    empty: '',
    'scheme alone': 'Bearer',
    'key alone': API_KEY,
    'another key': 'Bearer something-else',
    'a shorter key': `Bearer ${API_KEY.slice(0, -1)}`,
    'a longer key': `Bearer ${API_KEY}x`,
    'another case': `Bearer ${API_KEY.toLowerCase()}`,
    'another scheme': `Basic ${API_KEY}`,
  };

  it.each(Object.entries(credentials))('credential: %s', async (_name, authorization) => {
    const before = server.pets();
    for (const question of everywhere) {
      const headers = authorization === undefined ? {} : { authorization };
      const reply = await ask(server.baseUrl, { ...question, headers });
      expectError(reply, 401);
      expect(reply.headers['www-authenticate']).toBe('Bearer realm="petstore"');
    }
    expect(server.pets()).toBe(before);
  });

  it('credential: the right one, twice', async () => {
    const headers = ['host', 'localhost', ...Object.entries(WITH_KEY).flat(), ...Object.entries(WITH_KEY).flat()];
    expectError(await ask(server.baseUrl, { path: '/pets', headers }), 401);
  });

  it.each(['bearer', 'BEARER', 'Bearer  '])('takes the scheme %s', async (scheme) => {
    const reply = await ask(server.baseUrl, { path: '/pets', headers: { authorization: `${scheme} ${API_KEY}` } });
    expect(reply.status).toBe(200);
  });
});

describe('parameters that are not documented', () => {
  const limits = [
    '0',
    '-1',
    '101',
    '1000',
    `${2n ** 63n}`,
    'abc',
    '1.5',
    '',
    '1e1',
    '%201',
    '1&limit=2',
    '9'.repeat(30),
  ];
  it.each(limits)('limit=%s', async (limit) => {
    expectError(await ask(server.baseUrl, { path: `/pets?limit=${limit}` }), 400);
  });

  it.each(['unknown', 'AVAILABLE', '', 'sold&status=sold', 'available%20', '%FF', '%'])('status=%s', async (status) => {
    expectError(await ask(server.baseUrl, { path: `/pets?status=${status}` }), 400);
  });

  it.each([
    'abc',
    '1.5',
    '1abc',
    '+1',
    '-',
    '%00',
    '%E0',
    '%zz',
    `${2n ** 63n}`,
    `${-(2n ** 63n) - 1n}`,
    '1'.repeat(5000),
  ])('petId %s', async (id) => {
    expectError(await ask(server.baseUrl, { path: `/pets/${id}` }), 400);
  });

  it.each(['0', '-1', '6', `${2n ** 63n - 1n}`, `${-(2n ** 63n)}`])('unknown petId %s', async (id) => {
    expectError(await ask(server.baseUrl, { path: `/pets/${id}` }), 404);
  });
});

describe('bodies that are no NewPet', () => {
  const withField = (field: string, values: readonly string[]) =>
    values.map((value) => JSON.stringify({ name: 'x', categoryId: 1, [field]: '\0' }).replace('"\\u0000"', value));
  const bodies = [
    ...['', ' ', '{', '{"name":"x","categoryId":1', '[]', `[${NEW_PET}]`, '"text"', '42', 'null', 'true', '{}'],
    ...['{"name":"x"}', '{"categoryId":1}', "{'name':'x','categoryId':1}", `${NEW_PET},`, `\ufeff${NEW_PET}`],
    ...['{"name":"x","categoryId":01}', '{"name":"a\nb","categoryId":1}', '{"name":"\\x","categoryId":1}'],
    ...['[', '{"a":'].map((opening) => opening.repeat(50_000)),
    ...withField('name', ['42', 'true', 'null', '[]', '{}', '["x"]']),
    ...withField('categoryId', ['"1"', 'null', 'true', '1.5', '[]', '{}', '[1]', '1e400', '-0.5', 'NaN']),
    ...withField('categoryId', ['9223372036854775808', '-9223372036854775809', `1${'0'.repeat(30)}`, '1e30']),
    ...withField('categoryId', ['9'.repeat(100_000), '1e999999999', '1e-999999999', `1${'0'.repeat(1_000_000)}1`]),
    ...withField('status', ['"lost"', '"AVAILABLE"', '""', '"available "', 'null', '1', 'true', '["available"]', '{}']),
  ];

  it.each(bodies.map((body) => [body.slice(0, 60), body]))('%s', async (_beginning, body) => {
    const before = server.pets();
    expectError(await create(server.baseUrl, body), 400);
    expect(server.pets()).toBe(before);
  });

  it('refuses what is not UTF-8', async () => {
    const body = Buffer.from('{"name":"\xe9","categoryId":1}', 'latin1');
    expectError(await ask(server.baseUrl, { method: 'POST', path: '/pets', body }), 400);
  });

  it('refuses more than 1 MiB', async () => {
    expectError(await create(server.baseUrl, JSON.stringify({ name: 'x'.repeat(2 ** 20), categoryId: 1 })), 413);
  });

  it.each([undefined, 'text/plain', 'application/jsonp', 'application/xml; x=application/json'])(
    'refuses the type %s',
    async (type) => {
      const headers = type === undefined ? WITH_KEY : { ...WITH_KEY, 'content-type': type };
      expectError(await ask(server.baseUrl, { method: 'POST', path: '/pets', headers, body: NEW_PET }), 415);
    },
  );

  it.each(['application/json', 'Application/JSON', 'application/json;charset=utf-8', 'application/json ; x=y'])(
    'takes the type %s',
    async (type) => {
      const headers = { ...WITH_JSON, 'content-type': type };
      expect((await ask(server.baseUrl, { method: 'POST', path: '/pets', headers, body: NEW_PET })).status).toBe(201);
    },
  );
});

describe('addresses and methods that are not documented', () => {
  it.each(['', '/', '/pets/', '/pets/1/', '/pets/1/toys', '/store/orders', '/petsx', '//pets'])('%s', async (path) => {
    expectError(await ask(server.baseUrl, { path }), 404);
  });

  it.each([
    ['PUT', '/pets', 'GET, HEAD, POST'],
    ['OPTIONS', '/pets', 'GET, HEAD, POST'],
    ['DELETE', '/pets/1', 'GET, HEAD'],
    ['PATCH', '/pets/1', 'GET, HEAD'],
  ])('%s %s', async (method, path, allowed) => {
    const reply = await ask(server.baseUrl, { method, path });
    expectError(reply, 405);
    expect(reply.headers.allow).toBe(allowed);
  });

  it('answers what is no HTTP with an Error, and lives on', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 400 });
    expect((await ask(server.baseUrl, { path: '/pets' })).status).toBe(200);
  });
});
