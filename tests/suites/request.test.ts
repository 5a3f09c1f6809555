import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../harness/http/wire.ts';
import { basePathOf, classify, credentialOf } from '../../suites/specification/request.ts';
import { KEY, SCOPE } from './record.ts';

const RIGHT = [['Authorization', `Bearer ${KEY}`]] as const;

const classified = (
  method: string,
  path: string,
  more: Partial<WireRequest> = {},
  categories: readonly string[] = [],
) => classify({ method, path: `/v1${path}`, headers: RIGHT, ...more }, { ...SCOPE, categories });

/** Which of these statuses the document allows. */
const allowedOf = ({ allowed }: ReturnType<typeof classify>) =>
  [200, 201, 400, 401, 404, 418, 500].filter((status) => allowed.statuses(status)).join(' ');

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
  test.each([
    ['', 'list.ok', 20, '200'],
    ['limit=1', 'list.limit.minimum', 1, '200'],
    ['limit=2', 'list.limit.honoured', 2, '200'],
    ['limit=99', 'list.limit.honoured', 99, '200'],
    ['limit=100', 'list.limit.maximum', 100, '200'],
    ['limit=101', 'list.limit.above-maximum', 100, '200 400 404 418'],
    ['limit=9223372036854775808', 'list.limit.above-maximum', 100, '200 400 404 418'],
    ['limit=0', 'list.limit.below-minimum', 100, '200 400 404 418'],
    ['limit=-1', 'list.limit.below-minimum', 100, '200 400 404 418'],
    ['limit=abc', 'list.limit.malformed', 100, '200 400 404 418'],
    ['limit=', 'list.limit.malformed', 100, '200 400 404 418'],
    ['limit=1.5', 'list.limit.malformed', 100, '200 400 404 418'],
    ['limit=1&limit=2', 'list.limit.malformed', 100, '200 400 404 418'],
    ['limit=+5', 'list.limit.malformed', 100, '200 400 404 418'],
    ['limit=05', 'list.limit.malformed', 100, '200 400 404 418'],
    ['limit=1000000000000000000000', 'list.limit.malformed', 100, '200 400 404 418'],
    ['status=sold', 'list.status.only', 20, '200'],
    ['status=sold&limit=7', 'list.status.only', 7, '200'],
    ['status=sold&limit=101', 'list.limit.above-maximum', 100, '200 400 404 418'],
    ['status=SOLD', 'list.status.unknown', 20, '200 400 404 418'],
    ['status=unknown&limit=5', 'list.status.unknown', 5, '200 400 404 418'],
    ['status=sold%20', undefined, 20, '200 201 400 401 404 418'],
    ['status=+sold', undefined, 20, '200 201 400 401 404 418'],
    ['status=sold%20x', 'list.status.unknown', 20, '200 400 404 418'],
    ['status=', undefined, 20, '200 201 400 401 404 418'],
    ['status=sold&status=sold', undefined, 20, '200 201 400 401 404 418'],
    ['page=2', undefined, Number.POSITIVE_INFINITY, '200 201 400 401 404 418'],
    ['limit=20&page=2', undefined, 20, '200 201 400 401 404 418'],
  ] as const)('%j is decided by %s, at most %i pets, %s', (query, decidedBy, limit, allowed) => {
    const asked = classified('GET', `/pets${query && `?${query}`}`);
    expect([asked.operation, asked.decidedBy, asked.page?.limit]).toEqual(['listPets', decidedBy, limit]);
    expect(allowedOf(asked)).toBe(allowed);
  });

  test.each([
    ['', { sizedBy: 'list.limit.default', isExact: true, isDefault: true }],
    ['limit=7', { sizedBy: 'list.limit.honoured', isExact: true }],
    ['status=sold', { sizedBy: 'list.status.with-limit', isExact: true, filter: 'sold' }],
    ['status=sold&limit=0', { sizedBy: 'list.limit.below-minimum', isExact: false, filter: 'sold' }],
    ['status=x', { isExact: false }],
    ['status=', { isExact: false }],
    ['page=2', { isExact: false }],
  ])('%j asks for a page %j', (query, page) => {
    expect(classified('GET', `/pets?${query}`).page).toMatchObject(page);
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
    ['create.minimal', pet('1')],
    ['create.minimal', pet('1', text('y'.repeat(64)))],
    ['create.with-status', pet('1', '"Rex"', ',"status":"sold"')],
    ['create.echo', pet('1', text('Zoë'))],
    ['create.echo', pet('1', '"null"')],
    ['create.echo', pet('1', '"007"')],
    ['create.echo', `{ "name": "Rex", "categoryId": 1 }`],
    ['create.echo', `{"categoryId":1,"name":"Rex"}`],
    ['create.echo', pet('1', '"\\u0052ex"')],
    ['create.echo', pet('2147483648')],
    ['create.int64', pet('9007199254740993')],
    ['create.int64', pet('9223372036854775807')],
  ])('is valid, decided by %s: %s', (decidedBy, body) => {
    expect(asked(body).decidedBy).toBe(decidedBy);
    expect(allowedOf(asked(body))).toBe('201');
    expect(asked(body).sent).toBeDefined();
  });

  test.each([
    ['create.echo', pet('0')],
    ['create.echo', pet('-5')],
    ['create.int64', pet('-9223372036854775808')],
    ['create.echo', pet('1', '""')],
    ['create.echo', pet('1', '"  "')],
    ['create.echo', pet('1', text(`x ${'y'.repeat(63)}`))],
    ['create.echo', pet('1', text('y'.repeat(65)))],
    ['create.echo', pet('1', text('y'.repeat(65)), ',"status":"sold"')],
    ['create.echo', pet('1', text('a\u0007b'))],
  ])('may be refused, decided by %s: %s', (decidedBy, body) => {
    expect(asked(body).decidedBy).toBe(decidedBy);
    expect(allowedOf(asked(body))).toBe('201 400 404 418');
  });

  test.each([
    ['create.missing-field', '{}'],
    ['create.missing-field', '{"name":"Rex"}'],
    ['create.missing-field', '{"categoryId":1}'],
    ['create.wrong-type', pet('"1"')],
    ['create.wrong-type', pet('1.5')],
    ['create.wrong-type', pet('true')],
    ['create.wrong-type', pet('null')],
    ['create.wrong-type', pet('[1]')],
    ['create.wrong-type', pet('1', '7')],
    ['create.wrong-type', pet('1', 'null')],
    ['create.out-of-range', pet('9223372036854775808')],
    ['create.out-of-range', pet('-9223372036854775809')],
    ['create.out-of-range', pet('1e30')],
    ['create.bad-status', pet('1', '"Rex"', ',"status":"SOLD"')],
    ['create.bad-status', pet('1', '"Rex"', ',"status":""')],
    ['create.bad-status', pet('1', '"Rex"', ',"status":["sold"]')],
    ['create.null-status', pet('1', '"Rex"', ',"status":null')],
    ['create.bad-body', ''],
    ['create.bad-body', undefined],
    ['create.bad-body', '[]'],
    ['create.bad-body', '"name"'],
    ['create.bad-body', 'null'],
    ['create.bad-body', '{"name":"Rex","categoryId":'],
    ['create.bad-body', 'name=Rex&categoryId=1'],
    ['create.bad-body', '<pet><name>Rex</name><categoryId>1</categoryId></pet>'],
    ['create.lenient-body', `${pet('1')} x`],
    ['create.lenient-body', `/* c */ ${pet('1')}`],
    ['create.lenient-body', `{"name":"Rex","categoryId":1,}`],
    ['create.lenient-body', `{'name':'Rex','categoryId':1}`],
    ['create.lenient-body', `{name:"Rex",categoryId:1}`],
    ['create.lenient-body', 'name: Rex\ncategoryId: 1\n'],
    ['create.bad-body', 'name: Rex\n'],
    ['create.lenient-body', `{"NAME":"Rex","CategoryID":1}`],
    ['create.lenient-body', `{"name":"Rex","category_id":1}`],
    ['create.lenient-body', '{"name":"a\u0001b","categoryId":1}'],
  ])('is broken, decided by %s: %s', (decidedBy, body) => {
    expect(asked(body).decidedBy).toBe(decidedBy);
    expect(allowedOf(asked(body))).toBe('400');
    expect(asked(body).sent).toBeUndefined();
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
    expect(asked(body).decidedBy).toBeUndefined();
    expect(allowedOf(asked(body))).toBe('200 201 400 401 404 418');
  });

  test('is open with another Content-Type, or none, and not with a parameter', () => {
    const of = (type: string) => asked(pet('1'), { headers: [...RIGHT, ['content-type', type]] }).decidedBy;
    expect(['text/plain', 'application/jsonx', 'application/json ; charset=utf-8'].map(of)).toEqual([
      undefined,
      undefined,
      'create.echo',
    ]);
    expect(asked(pet('1'), { headers: RIGHT }).decidedBy).toBeUndefined();
  });

  test('with an id is decided by create.client-id, and with a cut body by create.echo', () => {
    const body = pet('1', '"Rex"', ',"id":7');
    expect(asked(body)).toMatchObject({ decidedBy: 'create.client-id', clientId: 7 });
    expect(allowedOf(asked(body))).toBe('201 400 404 418');
    expect(asked(pet('1'), { cutAt: 4 }).decidedBy).toBe('create.echo');
  });

  test('in a category that the user named is an ordinary one', () => {
    for (const named of ['2147483649', '9007199254740993'])
      expect(asked(pet(named), {}, [named]).decidedBy).toBe('create.minimal');
    expect(asked(pet('2147483649')).decidedBy).toBe('create.echo');
  });
});

describe('a fetch', () => {
  test.each(['1', '0', '-7', '9223372036854775807', '-9223372036854775808'])('of the int64 %s', (id) => {
    expect(classified('GET', `/pets/${id}`)).toMatchObject({ operation: 'getPet', petId: id });
  });

  test.each(['+1', '01', '1.0', '0x1', '%31', '%201', '1%20', '1_000', '1,000', "1'000", '%EF%BC%91', '%C2%A01'])(
    'of %s, another spelling, is open',
    (id) => {
      const asked = classified('GET', `/pets/${id}`);
      expect([asked.operation, asked.decidedBy, asked.petId]).toEqual(['getPet', undefined, undefined]);
      expect(allowedOf(asked)).toBe('200 201 400 401 404 418');
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
    expect(asked.decidedBy).toBe('get.invalid-id');
    expect(allowedOf(asked)).toBe('400 404 418');
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
  const asked = classified(method, path);
  expect([asked.operation, asked.decidedBy]).toEqual([undefined, undefined]);
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
