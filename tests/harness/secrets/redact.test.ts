import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../../harness/secrets/own-request.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';

const PLACEHOLDER = '$PETSTORE_API_KEY';
const ORIGIN = 'http://127.0.0.1:4010';

/** Keys that developers use, and keys that are written in every report anyway. */
const COMMON_KEYS = [
  ...['1', 'k1', 'test', 'dev', 'http', '127', '/', 'true', '"', 'id', 'name', 'sold', 'json', '12345678', 'aaaaaaaa'],
  ...['available', 'categoryId', 'application/json', 'Authorization', '127.0.0.1', 'conformance', 'PETSTORE_API_KEY'],
];

describe('what a server says', () => {
  test('loses the key wherever it is, as often as it is there, in any case', () => {
    const redactor = new Redactor('s3cret-key');
    expect(redactor.text('xs3cret-keys3cret-key, S3CRET-KEY')).toBe(`x${PLACEHOLDER}${PLACEHOLDER}, ${PLACEHOLDER}`);
    expect(redactor.text('s3cret-kex')).toBe('s3cret-kex');
  });

  test('loses a key with characters that mean something in a pattern or in JSON', () => {
    for (const key of ['.*+?^$|()[]{}\\/-', 'quo"te\\back-7f3a']) {
      const redactor = new Redactor(key);
      expect(redactor.text(`<${key}>`)).toBe(`<${PLACEHOLDER}>`);
      expect(redactor.text(JSON.stringify({ message: `${key}!` }))).toBe(`{"message":"${PLACEHOLDER}!"}`);
      expect(redactor.text('any other text')).toBe('any other text');
    }
  });

  test('is never left with a distinctive key, whatever is around it', () => {
    const printable = fc.string({ unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(printable, fc.array(fc.string()), (random, texts) => {
        const key = `7f3a9b2c${random}`;
        expect(new Redactor(key).text(texts.join(key))).not.toContain(texts.length > 1 ? '7f3a9b2c' : key);
      }),
    );
  });

  test('loses header names and values that have the key', () => {
    const redactor = new Redactor('Secret-Key.7f3a');
    expect(redactor.responseHeader(['x-secret-key.7f3a', 'b'])).toEqual([`x-${PLACEHOLDER}`, 'b']);
    expect(redactor.responseHeader(['Content-Type', 'a/b; x=Secret-Key.7f3a'])[1]).toBe(`a/b; x=${PLACEHOLDER}`);
  });
});

describe('a key that is like ordinary text', () => {
  test.each(COMMON_KEYS)('%s: the run says so', (key) => {
    expect(new Redactor(key).isDistinctive).toBe(false);
    expect(new Redactor(key).warning).toMatch(/too short or too common/);
  });

  test.each(['Test-Key.7f3a', '7f3a9b2c', 'sk_live_4f9', 'correct horse battery'])('%s is not one', (key) => {
    expect(new Redactor(key).isDistinctive).toBe(true);
    expect(new Redactor(key).warning).toBeUndefined();
  });

  test.each(COMMON_KEYS)('%s: words, addresses, numbers and inputs of ours stay as they are', (key) => {
    const redactor = new Redactor(key);
    const sentence = `127 pets of status sold, id 1 twice, in the list of ${ORIGIN}/v1/pets?limit=1 (application/json)`;
    expect(redactor.sentence(sentence, ORIGIN)).toBe(sentence);
    expect(redactor.address(`${ORIGIN}/dev/test/k1/v1`)).toBe(`${ORIGIN}/dev/test/k1/v1`);
    expect(redactor.own('{"name":"test","categoryId":1,"status":"sold"}')).toContain('"test","categoryId":1');
    const target = redactor.requestTarget(ORIGIN, '/v1/pets?limit=1&status=sold');
    expect(textOf(target)).toBe(`${ORIGIN}/v1/pets?limit=1&status=sold`);
  });

  test.each(COMMON_KEYS)('%s: identifiers, counts, fields and media types of a server stay as they are', (key) => {
    const redactor = new Redactor(key);
    const body = '[{"id":1,"name":"conformance-k1-127","categoryId": 12345678}, {"id": 127, "ok": true}]';
    expect(redactor.text(body)).toBe(body);
    const header = ['Content-Type', 'application/json'] as const;
    expect(redactor.responseHeader(header)).toEqual(header);
    expect(redactor.text('http://127.0.0.1:4010/v1/pets/1')).toBe('http://127.0.0.1:4010/v1/pets/1');
  });

  test.each(['1', 'k1', 'test', '127', '/'])('%s: it is taken out where it is a word of its own', (key) => {
    const redactor = new Redactor(key);
    expect(redactor.text(`{"message":"${key}"}`)).toBe(`{"message":"${PLACEHOLDER}"}`);
    expect(redactor.text(`no such credential: Bearer ${key}.`)).toBe(`no such credential: Bearer ${PLACEHOLDER}.`);
    expect(redactor.text(`api_key=${key}&x`)).toBe(`api_key=${PLACEHOLDER}&x`);
    expect(redactor.sentence(`401 with {"message":"${key}"}`)).toBe(`401 with {"message":"${PLACEHOLDER}"}`);
  });

  test('it is taken out of a sentence of the server too, if it is not a number', () => {
    expect(new Redactor('k1').text('{"message":"The key k1 is unknown, not K1."}')).toBe(
      `{"message":"The key ${PLACEHOLDER} is unknown, not ${PLACEHOLDER}."}`,
    );
    expect(new Redactor('127').text('{"message":"line 127 of 128"}')).toBe('{"message":"line 127 of 128"}');
  });

  test('a server does not leak it by an ordinary word', () => {
    expect(new Redactor('test').holdsSecret('{"message":"test"}')).toBe(false);
    expect(new Redactor('Test-Key.7f3a').holdsSecret('{"message":"test-key.7f3a"}')).toBe(true);
  });
});

describe('a request of ours', () => {
  test.each(['1', 'B', 'k1', 'Bearer', 'Test-Key.7f3a', 'a b', 'x'.repeat(20_000)])('loses the key %.20s', (key) => {
    const redactor = new Redactor(key);
    const shown = (name: string, value: string) => textOf(redactor.requestHeader(name, value));
    expect(shown('Authorization', `Bearer ${key}`)).toBe(`Bearer ${PLACEHOLDER}`);
    expect(shown('Authorization', `Bearer token="${key}"`)).toBe(`Bearer token="${PLACEHOLDER}"`);
    expect(shown('Authorization', key)).toBe(PLACEHOLDER);
    expect(shown('X-API-Key', key)).toBe(PLACEHOLDER);
    expect(shown('Cookie', `api_key=${key}; x=y`)).toBe(`api_key=${PLACEHOLDER}; x=y`);
    const target = redactor.requestTarget(ORIGIN, `/v1/pets?limit=1&api_key=${encodeURIComponent(key)}`);
    expect(textOf(target)).toBe(`${ORIGIN}/v1/pets?limit=1&api_key=${PLACEHOLDER}`);
  });

  test('keeps what never has a credential', () => {
    expect(textOf(new Redactor('json').requestHeader('Accept', 'application/json'))).toBe('application/json');
    expect(textOf(new Redactor('json').requestHeader('Content-Type', 'json'))).toBe('json');
  });

  test('loses a distinctive key that a user put into the path', () => {
    const redactor = new Redactor('Test-Key.7f3a');
    expect(redactor.address(`${ORIGIN}/Test-Key.7f3a/v1`)).toBe(`${ORIGIN}/${PLACEHOLDER}/v1`);
    expect(redactor.address('http://test-key.7f3a:80/v1')).toBe('http://test-key.7f3a:80/v1');
  });
});

describe('near misses', () => {
  test('are taken out by what makes them, the longest first', () => {
    const redactor = new Redactor('key-7f3a');
    redactor.add('key-7f3', 'CUT');
    redactor.add('key-7f3ax', 'EXTENDED');
    expect(redactor.text('key-7f3 key-7f3a key-7f3ax key-7f')).toBe(`CUT ${PLACEHOLDER} EXTENDED key-7f`);
    expect(textOf(redactor.requestHeader('Authorization', 'Bearer key-7f3'))).toBe('Bearer CUT');
  });

  test('differ from the key in their case alone, if they do', () => {
    const redactor = new Redactor('Key-7f3a');
    redactor.add('kEY-7F3A', 'SWAPPED');
    expect(redactor.text('Key-7f3a kEY-7F3A KEY-7F3A')).toBe(`${PLACEHOLDER} SWAPPED ${PLACEHOLDER}`);
  });

  test('are only taken out as words of their own', () => {
    const redactor = new Redactor('k1');
    redactor.add('1', 'CUT');
    redactor.add('k', 'CUT');
    expect(textOf(redactor.requestHeader('Authorization', 'Bearer 1'))).toBe('Bearer CUT');
    expect(redactor.text('{"id":1,"name":"k-1","sent":"Bearer 1"}')).toBe('{"id":1,"name":"k-1","sent":"Bearer CUT"}');
    expect(redactor.sentence('1 pet of 1 in ok')).toBe('1 pet of 1 in ok');
  });

  test('that are ordinary words do not touch ours', () => {
    const redactor = new Redactor('available1');
    redactor.add('available', 'CUT');
    expect(redactor.own('{"status":"available"}')).toBe('{"status":"available"}');
    expect(redactor.sentence('only pets of status available')).toBe('only pets of status available');
  });

  test('keep the first name that they were given', () => {
    const redactor = new Redactor('key-7f3a');
    redactor.add('key-7f3a', 'OTHER');
    expect(redactor.text('key-7f3a')).toBe(PLACEHOLDER);
  });
});

test('without a key nothing is taken out', () => {
  const redactor = new Redactor('');
  expect(redactor.text('anything')).toBe('anything');
  expect(redactor.holdsSecret('anything')).toBe(false);
  expect(redactor.warning).toBeUndefined();
});
