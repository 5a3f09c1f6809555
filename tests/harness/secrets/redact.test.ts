import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOfPieces } from '../../../harness/secrets/own-request.ts';
import { OWN_FIELDS, Redactor } from '../../../harness/secrets/redact.ts';
import { networkSecrets } from '../../../harness/settings/network.ts';

const SHOWN = '$PETSTORE_API_KEY';
const ORIGIN = 'http://127.0.0.1:4010';
const KEYS = [
  'Marked.Key-7f3aQ9zX',
  'M@rk3d"K<y>&7\\f%3a+Q/9=z',
  '7f3a9b2c',
  '.*+?^$|()[]{}\\/-',
  'key with spaces',
  'a%41b%42c',
];

const each = (text: string, write: (hex: string, code: number) => string) =>
  [...Buffer.from(text)].map((code) => write(code.toString(16).padStart(2, '0'), code)).join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string, quote = '&#39;') =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", quote);

const FORMS: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'JSON-escaped': json,
  'JSON-escaped as PHP does': (key) => json(key).replaceAll('/', '\\/'),
  'in \\u escapes': (key) => each(key, (hex) => `\\u00${hex}`),
  'in upper-case \\u escapes': (key) => each(key, (hex) => `\\u00${hex.toUpperCase()}`),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (key) => each(key, (hex) => `%${hex}`),
  'percent-encoded in upper case': (key) => each(key, (hex) => `%${hex.toUpperCase()}`),
  'as a form sends it': (key) => encodeURIComponent(key).replaceAll('%20', '+'),
  'HTML-escaped': html,
  'in decimal references': (key) => each(key, (_hex, code) => `&#${code};`),
  'in hexadecimal references': (key) => each(key, (hex) => `&#x${hex};`),
  'in hex': (key) => each(key, (hex) => hex),
  'in upper-case hex': (key) => each(key, (hex) => hex.toUpperCase()),
  'in base64': base64,
  'in base64url': (key) => Buffer.from(key).toString('base64url'),
  'in base64, JSON-escaped as PHP does': (key) => base64(key).replaceAll('/', '\\/'),
  'in base64, percent-encoded': (key) => encodeURIComponent(base64(key)),
  'as user in Basic': (key) => base64(`${key}:`),
  'as password in Basic': (key) => base64(`user:${key}`),
  'in a token of base64url': (key) => Buffer.from(`{"k":"${key}"}`).toString('base64url'),
};

describe.each(KEYS)('the key %s', (key) => {
  test.each(Object.entries(FORMS))('is removed %s', (_name, write) => {
    const redacted = new Redactor(key).text(`before${write(key)}after`);
    expect(redacted).toMatch(/^before.{0,12}\$PETSTORE_API_KEY.{0,8}after$/);
  });
});

test('the key is removed at all places of a longer base64 text, in both alphabets', () => {
  const [key = ''] = KEYS;
  const bytes = fc.uint8Array({ maxLength: 20 });
  fc.assert(
    fc.property(bytes, bytes, fc.constantFrom('base64' as const, 'base64url' as const), (before, after, alphabet) => {
      const text = Buffer.concat([before, Buffer.from(key), after]).toString(alphabet);
      const left = new Redactor(key).text(text).split(SHOWN);
      expect(left).toHaveLength(2);
      expect(left.join('').length).toBeLessThanOrEqual(text.length - Math.floor((key.length * 8) / 6) + 2);
    }),
  );
});

test('only the key is removed, as often as it is there, and what is around it stays', () => {
  const redactor = new Redactor('s3cret-key');
  expect(redactor.text('xs3cret-keys3cret-key, %73\\u0073&#115;')).toBe(`x${SHOWN}${SHOWN}, %73\\u0073&#115;`);
  expect(redactor.text('%41%73%33cret-key%42 \\"s3cret-key\\" &lt;')).toBe(`%41${SHOWN}%42 \\"${SHOWN}\\" &lt;`);
  const ordinary = '{"name":"caf\\u00e9 \\n %41 &amp; s3cret-kex"}';
  expect(redactor.text(ordinary)).toBe(ordinary);
});

describe('other secrets', () => {
  const redactorWith = (...given: readonly string[]) => {
    const [url] = given.filter((text) => text.startsWith('http:'));
    const headers = given.filter((text) => text !== url).map((text) => text.split(': ') as [string, string]);
    return new Redactor('key-7f3a', networkSecrets({ headers, proxy: url ? { url, variable: 'PROXY' } : undefined }));
  };

  test.each([
    ['X-Gate: open-sesame', 'xopen-sesame7 /open-sesame/', 'x$PETSTORE_HEADERS7 /$PETSTORE_HEADERS/'],
    ['cookie: a=first-one; b=second-one', 'first-one second-one', '$PETSTORE_HEADERS $PETSTORE_HEADERS'],
    ['http://kim:hush%40hush@p.test', 'hush@hush hush%40hush hush%40HUSH', '$PROXY $PROXY hush%40HUSH'],
    ['http://kim:hush@p.test', `Basic ${base64('kim:hush')}`, 'Basic $PROXY'],
    ['http://token-7f3a@p.test', 'token-7f3a', '$PROXY'],
    ['X-Flag: staging', 'staging', 'staging'],
    ['X-Gateway: Bearer token-7f3a', 'Unknown: token-7f3a.', 'Unknown: $PETSTORE_HEADERS.'],
    ['X-Gateway: Token token="token-7f3a", realm="x"', 'Unknown: token-7f3a.', 'Unknown: $PETSTORE_HEADERS.'],
    [`X-Gateway: Basic ${base64('kim:hush-hush')}`, 'hush-hush', '$PETSTORE_HEADERS'],
  ])('%s: %s', (given, text, shown) => {
    expect(redactorWith(given).text(text)).toBe(shown);
  });

  test.each([
    ['as they are', (text: string) => text],
    [
      'in \\u escapes',
      (text: string) => [...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
    ['in percent escapes', encodeURIComponent],
    ['in references', (text: string) => [...text].map((char) => `&#${char.codePointAt(0)};`).join('')],
    ['in base64', base64],
  ])('beyond ASCII are found %s', (_name, write) => {
    const secret = 'geheim-ü-7f3a';
    const shown = redactorWith(`X-Gate: ${secret}`).text(`before${write(secret)}after`);
    expect(shown).toMatch(/^before\$PETSTORE_HEADERS.{0,4}after$/);
  });

  test('are hidden in our own requests, whatever their length', () => {
    const redactor = redactorWith('X-Flag: on', 'Cookie: session=8b1946ac');
    expect(textOfPieces(redactor.requestHeader('X-Flag', 'on'))).toBe('$PETSTORE_HEADERS');
    expect(textOfPieces(redactor.requestHeader('Cookie', 'api_key=key-7f3a; session=8b1946ac'))).toBe(
      `api_key=${SHOWN}; $PETSTORE_HEADERS`,
    );
    expect(redactor.own('{"name":"8b1946ac"}')).toBe('{"name":"8b1946ac"}');
  });
});

test('a key is found where each of its characters is in another escape, or in none', () => {
  const ways = [
    (char: string) => char,
    (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    (char: string) => `%${char.charCodeAt(0).toString(16)}`,
    (char: string) => `&#${char.charCodeAt(0)};`,
    (char: string) => `&#x${char.charCodeAt(0).toString(16)};`,
  ];
  const key = fc.constantFrom(...KEYS.filter((one) => !one.includes('$')));
  fc.assert(
    fc.property(key, fc.infiniteStream(fc.constantFrom(...ways)), (text, stream) => {
      const written = text.split('').map((char) => (stream.next().value as (typeof ways)[number])(char));
      expect(new Redactor(text).text(`<${written.join('')}>`)).toBe(`<${SHOWN}>`);
    }),
  );
});

describe('a key of fewer than 8 characters', () => {
  test('is hidden in our own requests only, and the run says so', () => {
    const redactor = new Redactor('test');
    expect(redactor.warning).toMatch(/fewer than 8 characters/);
    expect(redactor.text('{"message":"test"}')).toBe('{"message":"test"}');
    expect(redactor.own('{"name":"test"}')).toBe('{"name":"test"}');
    expect(new Redactor('test-key').warning).toBeUndefined();
  });

  test('does not exist without a key', () => {
    const redactor = new Redactor('');
    expect([redactor.warning, redactor.text('x')]).toEqual([undefined, 'x']);
    expect(redactor.requestHeader('X-Empty', '')).toEqual([]);
  });
});

describe('a request of ours', () => {
  test.each(['1', 'B', 'k1', 'Bearer', 'Test-Key.7f3a', 'a b', 'x'.repeat(20_000)])('hides the key %.20s', (key) => {
    const redactor = new Redactor(key);
    const shown = (name: string, value: string) => textOfPieces(redactor.requestHeader(name, value));
    expect(shown('Authorization', `Bearer ${key}`)).toBe(`Bearer ${SHOWN}`);
    expect(shown('Authorization', `Bearer token="${key}"`)).toBe(`Bearer token="${SHOWN}"`);
    expect(shown('Authorization', key)).toBe(SHOWN);
    expect(shown('Authorization', `Bearer${key}`)).toBe(`Bearer${SHOWN}`);
    expect(shown('Authorization', 'Bearer')).toBe(key === 'Bearer' ? SHOWN : 'Bearer');
    expect(shown('Cookie', `api_key=${encodeURIComponent(key)}; x=y`)).toBe(`api_key=${SHOWN}; x=y`);
    const target = redactor.requestTarget(ORIGIN, `/v1/pets?limit=1&api_key=${encodeURIComponent(key)}`);
    expect(textOfPieces(target)).toBe(`${ORIGIN}/v1/pets?limit=1&api_key=${SHOWN}`);
  });

  test('encodes the key in the shell where it was encoded', () => {
    const [, piece] = new Redactor('a/b key-7f3a').requestTarget(ORIGIN, '?api_key=a%2Fb%20key-7f3a').slice(1);
    expect(piece).toEqual({ text: SHOWN, shell: `$(node -p 'encodeURIComponent(process.argv[1])' -- "${SHOWN}")` });
  });

  test('keeps headers without credentials, and addresses of the origin', () => {
    expect(textOfPieces(new Redactor('json').requestHeader('Content-Type', 'json'))).toBe('json');
    const redactor = new Redactor('127.0.0.1');
    expect(redactor.sentence(`${ORIGIN}/v1 says 127.0.0.1`, ORIGIN)).toBe(`${ORIGIN}/v1 says ${SHOWN}`);
    expect(redactor.address(`${ORIGIN}/127.0.0.1/v1`)).toBe(`${ORIGIN}/${SHOWN}/v1`);
  });
});

test('a near miss that is a word of the placeholder leaves the placeholder as it is', () => {
  const redactor = new Redactor('petstore');
  redactor.add('PETSTORE', '$(near miss)');
  expect(redactor.data({ header: 'Bearer $PETSTORE_API_KEY' })).toEqual({ header: 'Bearer $PETSTORE_API_KEY' });
});

test('near misses are shown by the expression that makes them, the longest first', () => {
  const redactor = new Redactor('key-7f3a');
  redactor.add('key-7f3', 'CUT');
  redactor.add('key-7f3ax', 'EXTENDED');
  redactor.add('key-7f3a', 'OTHER');
  redactor.add('key', 'TOO SHORT FOR SERVERS');
  expect(redactor.text('key-7f3 key-7f3a "key-7f3ax" key-7f')).toBe(`CUT ${SHOWN} "${SHOWN}x" key-7f`);
  expect(textOfPieces(redactor.requestHeader('Authorization', 'Bearer key-7f3ax'))).toBe('Bearer EXTENDED');
  expect(redactor.requestHeader('Authorization', 'Bearer key-7f3')).toEqual([
    { text: 'Bearer ' },
    { text: 'CUT', shell: 'CUT' },
  ]);
});

test.each([
  ['ordinary JSON', '{"id":7,"name":"conformance \\"x\\" 100%","categoryId":1,"status":"available"},\n'],
  ['nothing but escapes', '%41'],
  ['half escapes', '\\u00'],
  ['nothing but the key', 'Marked.Key-7f3aQ9zX'],
  ['nearly the key', 'Marked.Key-7f3aQ9z'],
])('a text of 1 MB takes little time: %s', (_name, unit) => {
  const [key = ''] = KEYS;
  const redactor = new Redactor(key);
  for (let miss = 0; miss < 50; miss += 1) redactor.add(`${key.slice(0, -1)}${miss}`, 'MISS');
  // Others may use the processor meanwhile.
  const start = process.cpuUsage();
  redactor.text(unit.repeat(1_000_000 / unit.length));
  expect(process.cpuUsage(start).user).toBeLessThan(20_000_000);
});

test('no field that a schema restricts is redacted: a key may be one of its words', () => {
  const restricted = new Set<string>();
  const visit = (node: unknown, field: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const isText = ['enum', 'const', 'format', 'pattern'].some((word) => word in node);
    const { type, const: only } = node as { readonly type?: string; readonly const?: unknown };
    if (isText && type !== 'integer' && !['number', 'boolean'].includes(typeof only)) restricted.add(field);
    for (const [name, value] of Object.entries(node)) {
      if (name !== 'properties' && name !== '$defs') visit(value, field);
      else for (const [inner, schema] of Object.entries(value as object)) visit(schema, inner);
    }
  };
  visit(JSON.parse(readFileSync(new URL('../../../schemas/report.schema.json', import.meta.url), 'utf8')), '');
  expect(restricted.size).toBeGreaterThan(10);
  expect([...restricted].filter((field) => !OWN_FIELDS.has(field))).toEqual([]);
});
