import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../harness/model/wire.ts';
import { basePathOf, classify, credentialOf } from '../../suites/reading/request.ts';
import { KEY, SCOPE } from './record.ts';

const RIGHT = [['Authorization', `Bearer ${KEY}`]] as const;

const classified = (
  method: string,
  path: string,
  more: Partial<WireRequest> = {},
  categories: readonly string[] = [],
) => classify({ method, path: `/v1${path}`, headers: RIGHT, ...more }, { ...SCOPE, categories });

describe('the credential', () => {
  const flipped = KEY.replace('T', 't');
  test.each([
    ['right', `Bearer ${KEY}`],
    ['scheme-case', `bearer ${KEY}`],
    ['scheme-case', `BEARER ${KEY}`],
    ['malformed', ''],
    ['malformed', 'Bearer'],
    ['malformed', 'Bearer  '],
    ['malformed', 'bearer'],
    ['invalid-key', `Bearer ${KEY}x`],
    ['invalid-key', `Bearer ${KEY.slice(1)}`],
    ['invalid-key', `Bearer ${flipped}`],
    ['invalid-key', 'Bearer ""'],
    ['invalid-key', `Bearer "${KEY.slice(1)}"`],
    ['invalid-key', `Bearer ${KEY}${KEY}`],
    ['invalid-key', `Bearer x${KEY}`],
    ['invalid-key', 'Bearer \u00e9'],
    ['invalid-key', `Bearer word ${KEY}`],
    ['wrong-scheme', KEY],
    ['wrong-scheme', `Token ${KEY}`],
    ['wrong-scheme', `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`],
    ['wrong-scheme', `Bearer${KEY}`],
    ['wrong-scheme', `Bearer\t${KEY}`],
    // Rule 17: careful servers trim white space, no-break spaces too, and take the first word.
    ['open', `Bearer  ${KEY}`],
    ['open', `Bearer ${KEY}\u00a0`],
    ['open', `Bearer \u00a0${KEY}`],
    ['open', `Bearer ${KEY} word`],
    // The whole key in another notation.
    ['open', `Bearer ${KEY},${KEY}`],
    ['open', `Bearer "${KEY}"`],
    ['open', `Bearer ${KEY}==`],
    ['open', `Bearer token=${KEY}`],
    ['open', `Bearer token="${KEY}"`],
    ['open', `Bearer ${Buffer.from(`“${KEY}”`).toString('latin1')}`],
    ['open', `Bearer ${[...KEY].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('')}`],
  ])('is %s: %j', (expected, value) => {
    expect(credentialOf([['authorization', value]], '', KEY)).toBe(expected);
  });

  test.each([
    ['missing', [], ''],
    ['missing', [['X-Api-Key', 'other']], 'limit=1'],
    ['header-only', [['X-Api-Key', KEY]], ''],
    ['header-only', [['Cookie', `key=${KEY}`]], ''],
    ['header-only', [], `access_token=${KEY}`],
  ] as const)('is %s without Authorization: %j %j', (expected, headers, search) => {
    expect(credentialOf(headers, search, KEY)).toBe(expected);
  });

  test('is found elsewhere when it is percent-encoded, and two lines count as one value', () => {
    expect(credentialOf([], 'key=a%2Bb%2Fc%3D', 'a+b/c=')).toBe('header-only');
    expect(credentialOf([...RIGHT, ...RIGHT], '', KEY)).toBe('open');
  });
});

describe('a list', () => {
  const pageOf = (query: string) => classified('GET', `/pets${query && `?${query}`}`).page;

  test.each([
    ['', 'absent', 20],
    ['limit=1', 'minimum', 1],
    ['limit=2', 'between', 2],
    ['limit=99', 'between', 99],
    ['limit=100', 'maximum', 100],
    ['limit=101', 'above', 100],
    ['limit=9223372036854775808', 'above', 100],
    ['limit=0', 'below', 100],
    ['limit=-1', 'below', 100],
    ['limit=abc', 'malformed', 100],
    ['limit=', 'malformed', 100],
    ['limit=1.5', 'malformed', 100],
    ['limit=1&limit=2', 'malformed', 100],
    ['limit=1&limit%5B%5D=2', 'malformed', 100],
    ['limit=+5', 'malformed', 100],
    ['limit=05', 'malformed', 100],
    ['limit=1000000000000000000000', 'malformed', 100],
    ['status=sold&limit=7', 'between', 7],
    ['status=sold&limit=101', 'above', 100],
    ['status=unknown&limit=5', 'between', 5],
    ['limit=20&page=2', 'between', 20],
    // An unknown parameter may choose the size.
    ['page=2', 'absent', Number.POSITIVE_INFINITY],
  ])('%j has a limit of the kind %s, so at most %i pets', (query, limitKind, limit) => {
    expect(pageOf(query)).toMatchObject({ limitKind, limit });
  });

  test.each([
    ['', 'absent', true],
    ['limit=7', 'absent', true],
    ['limit=0', 'absent', false],
    ['status=sold', 'status', true],
    ['status=sold&limit=100', 'status', true],
    ['status=sold&limit=0', 'status', false],
    ['status=SOLD', 'unknown', false],
    ['status=unknown&limit=5', 'unknown', false],
    ['status=sold%20x', 'unknown', false],
    ['status=sold%20', 'open', false],
    ['status=+sold', 'open', false],
    ['status=', 'open', false],
    ['status=sold&status=sold', 'open', false],
    ['page=2', 'open', false],
    ['limit=20&page=2', 'open', false],
    ['limit%5B%5D=20', 'open', false],
    ['status=sold&page=2', 'open', false],
  ])('%j has a filter of the kind %s; as documented: %s', (query, filterKind, isExact) => {
    const filter = filterKind === 'status' ? 'sold' : undefined;
    expect(pageOf(query)).toMatchObject({ filterKind, isExact, filter });
  });
});

describe('a creation', () => {
  const pet = (categoryId: string, name = '"Rex"', rest = '') => `{"name":${name},"categoryId":${categoryId}${rest}}`;
  const asked = (body: string | undefined, more: Partial<WireRequest> = {}, categories: readonly string[] = []) => {
    const headers = [...RIGHT, ['Content-Type', 'application/json'] as const];
    return classified('POST', '/pets', { headers, ...(body !== undefined && { body }), ...more }, categories);
  };
  const text = (value: string) => JSON.stringify(value);

  test.each([
    ['minimal', pet('1')],
    ['minimal', pet('1', text('y'.repeat(64)))],
    ['with-status', pet('1', '"Rex"', ',"status":"sold"')],
    ['echo', pet('1', text('Zoë'))],
    ['echo', pet('1', '"null"')],
    ['echo', pet('1', '"007"')],
    ['echo', `{ "name": "Rex", "categoryId": 1 }`],
    ['echo', `{"categoryId":1,"name":"Rex"}`],
    ['echo', pet('1', '"\\u0052ex"')],
    ['echo', pet('2147483648')],
    ['int64', pet('9007199254740993')],
    ['int64', pet('9223372036854775807')],
  ])('is valid, of the kind %s: %s', (kind, body) => {
    expect(asked(body)).toMatchObject({ body: kind, mayBeRefused: false, sent: expect.anything() });
  });

  test.each([
    ['echo', pet('0')],
    ['echo', pet('-5')],
    ['int64', pet('-9223372036854775808')],
    ['echo', pet('1', '""')],
    ['echo', pet('1', '"  "')],
    ['echo', pet('1', text(`x ${'y'.repeat(63)}`))],
    ['echo', pet('1', text('y'.repeat(65)))],
    ['echo', pet('1', text('y'.repeat(65)), ',"status":"sold"')],
    ['echo', pet('1', text('a\u0007b'))],
  ])('may be refused, of the kind %s: %s', (kind, body) => {
    expect(asked(body)).toMatchObject({ body: kind, mayBeRefused: true, sent: expect.anything() });
  });

  test.each([
    ['missing-field', '{}'],
    ['missing-field', '{"name":"Rex"}'],
    ['missing-field', '{"categoryId":1}'],
    ['wrong-type', pet('"1"')],
    ['wrong-type', pet('1.5')],
    ['wrong-type', pet('true')],
    ['wrong-type', pet('null')],
    ['wrong-type', pet('[1]')],
    ['wrong-type', pet('1', '7')],
    ['wrong-type', pet('1', 'null')],
    ['out-of-range', pet('9223372036854775808')],
    ['out-of-range', pet('-9223372036854775809')],
    ['out-of-range', pet('1e30')],
    ['bad-status', pet('1', '"Rex"', ',"status":"SOLD"')],
    ['bad-status', pet('1', '"Rex"', ',"status":""')],
    ['bad-status', pet('1', '"Rex"', ',"status":["sold"]')],
    ['null-status', pet('1', '"Rex"', ',"status":null')],
    ['bad-body', ''],
    ['bad-body', undefined],
    ['bad-body', '[]'],
    ['bad-body', '"name"'],
    ['bad-body', 'null'],
    ['bad-body', '{"name":"Rex","categoryId":'],
    ['bad-body', 'name=Rex&categoryId=1'],
    ['bad-body', '<pet><name>Rex</name><categoryId>1</categoryId></pet>'],
    ['lenient-body', `${pet('1')} x`],
    ['lenient-body', `/* c */ ${pet('1')}`],
    ['lenient-body', `{"name":"Rex","categoryId":1,}`],
    ['lenient-body', `{'name':'Rex','categoryId':1}`],
    ['lenient-body', `{name:"Rex",categoryId:1}`],
    ['lenient-body', 'name: Rex\ncategoryId: 1\n'],
    ['bad-body', 'name: Rex\n'],
    ['lenient-body', `{"NAME":"Rex","CategoryID":1}`],
    ['lenient-body', `{"name":"Rex","category_id":1}`],
    ['lenient-body', '{"name":"a\u0001b","categoryId":1}'],
  ])('is broken, of the kind %s: %s', (kind, body) => {
    expect([asked(body).body, asked(body).sent]).toEqual([kind, undefined]);
  });

  // Rules 9 and 17.
  test.each([
    ['a point', pet('1.0')],
    ['an exponent', pet('1e0')],
    ['a fraction that a double loses', pet('1.00000000000000000001')],
    ['a field twice', `{"name":"Rex","name":"Max","categoryId":1}`],
    ['half a character', pet('1', '"\\ud83d"')],
    ['another field', pet('1', '"Rex"', ',"colour":"red"')],
    ['a byte order mark', `\ufeff${pet('1')}`],
  ])('is open with %s', (_what, body) => {
    expect(asked(body).body).toBe('open');
  });

  test('is open with another Content-Type, or none, and not with a parameter', () => {
    const kindWith = (type: string) => asked(pet('1'), { headers: [...RIGHT, ['content-type', type]] }).body;
    expect(['text/plain', 'application/jsonx', 'application/json ; charset=utf-8'].map(kindWith)).toEqual([
      'open',
      'open',
      'echo',
    ]);
    expect(asked(pet('1'), { headers: RIGHT }).body).toBe('open');
  });

  test('with an id, and in pieces', () => {
    expect(asked(pet('1', '"Rex"', ',"id":7'))).toMatchObject({ body: 'client-id', clientId: 7 });
    expect(asked(pet('1'), { cutAt: 4 }).body).toBe('echo');
  });

  test('in a category that the user named is an ordinary one', () => {
    for (const named of ['2147483649', '9007199254740993']) expect(asked(pet(named), {}, [named]).body).toBe('minimal');
    expect(asked(pet('2147483649')).body).toBe('echo');
  });
});

describe('a fetch', () => {
  test.each(['1', '0', '-7', '9223372036854775807', '-9223372036854775808'])('of the int64 %s', (id) => {
    expect(classified('GET', `/pets/${id}`)).toMatchObject({ operation: 'getPet', idKind: 'int64', petId: id });
  });

  test.each(['+1', '01', '1.0', '0x1', '%31', '%201', '1%20', '1_000', '1,000', "1'000", '%EF%BC%91', '%C2%A01'])(
    'of %s, another spelling, is open',
    (id) => {
      const asked = classified('GET', `/pets/${id}`);
      expect([asked.operation, asked.idKind, asked.petId]).toEqual(['getPet', 'open', undefined]);
    },
  );

  test.each([
    'abc',
    '1.5',
    '1abc',
    '9223372036854775808',
    '-9223372036854775809',
    '1e3',
    '%FF',
    '--1',
    'null',
    '0xffffffffffffffffff',
  ])('of %s is not one of a pet', (id) => {
    const asked = classified('GET', `/pets/${id}`);
    expect([asked.idKind, asked.petId]).toEqual(['invalid', undefined]);
  });
});

test.each([
  ['GET', '/store/orders'],
  ['GET', '/pets/'],
  ['GET', '/pets/1/2'],
  ['DELETE', '/pets/1'],
  ['PUT', '/pets'],
  ['HEAD', '/pets'],
  ['GET', '/petsx'],
])('%s %s is no operation of the document', (method, path) => {
  expect(classified(method, path)).toEqual({ credential: 'right', isOddHttp: false });
});

test('the HTTP layer may refuse escapes that are not UTF-8, and headers beyond ASCII', () => {
  expect(classified('GET', '/pets/%FF').isOddHttp).toBe(true);
  expect(classified('GET', '/pets?status=%C3%28').isOddHttp).toBe(true);
  expect(classified('GET', '/pets', { headers: [['Authorization', 'Bearer \u00e9']] }).isOddHttp).toBe(true);
  expect(classified('GET', '/pets/%C3%A9', { headers: [['X', 'a\tb']] }).isOddHttp).toBe(false);
});

test.each(['http://pets.test', 'http://pets.test/v1/', 'http://pets.test/a/b/v1'])(
  'the base URL may be %s',
  (baseUrl) => {
    const path = `${new URL(baseUrl).pathname.replace(/\/$/, '')}/pets/5?x=1?y`;
    expect(classify({ method: 'GET', path, headers: [] }, { ...SCOPE, basePath: basePathOf(baseUrl) })).toMatchObject({
      operation: 'getPet',
      petId: '5',
    });
  },
);
