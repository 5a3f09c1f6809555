import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../../harness/http/http-client.ts';
import { curlOf } from '../../../harness/report/curl.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';
import { argumentsIn } from '../shell.ts';

const ORIGIN = 'http://127.0.0.1:4010';

function handedOver(request: WireRequest, key = 'unused-key-7f3a'): readonly string[] {
  return argumentsIn(curlOf(request, { origin: ORIGIN, redactor: new Redactor(key), curlNetwork: [] }), key);
}

const printable = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code));
/** A process takes no NUL in its arguments, and no request of the suite holds one. */
const anyText = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0'));
const anyHeaderValue = fc.string({ unit: printable, minLength: 1, maxLength: 40 });
const anyKey = fc.string({ unit: printable, minLength: 6, maxLength: 40 });

describe('a command line gives the shell', () => {
  test('any body, character for character', () => {
    fc.assert(
      fc.property(anyText, (body) => {
        const request = { method: 'POST', path: '/v1/pets', headers: [], body };
        expect(handedOver(request)).toEqual(['-sS', '-i', `${ORIGIN}/v1/pets`, '--data-raw', body]);
      }),
    );
  });

  test('any header value and any key, character for character', () => {
    fc.assert(
      fc.property(anyKey, anyHeaderValue, (key, value) => {
        fc.pre(!value.includes(key) && !`X-Any: ${ORIGIN}/v1/pets Authorization: Bearer `.includes(key));
        const headers = [['Authorization', `Bearer ${key}`] as const, ['X-Any', value] as const];
        expect(handedOver({ method: 'GET', path: '/v1/pets', headers }, key)).toEqual([
          '-sS',
          '-i',
          `${ORIGIN}/v1/pets`,
          '-H',
          `Authorization: Bearer ${key}`,
          '-H',
          `X-Any: ${value}`,
        ]);
      }),
    );
  });

  test('a key in the middle of any body', () => {
    const key = "it's-7f3a";
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const body = `${before}${key}-${after}`;
        const given = handedOver({ method: 'POST', path: '/v1/pets', headers: [], body }, key);
        expect(given.at(-1)).toBe(body);
      }),
    );
  });

  test('any key in the middle of any text', () => {
    const anyShortKey = fc.string({ unit: printable, minLength: 1 }).map((key) => `${key.trim()}0`);
    fc.assert(
      fc.property(anyShortKey, anyHeaderValue, anyHeaderValue, (key, before, after) => {
        const body = `${before}${key}${after}`;
        expect(handedOver({ method: 'POST', path: '/v1/pets', headers: [], body }, key).at(-1)).toBe(body);
      }),
    );
  });

  test.each(['k3y/with+odd=chars&more.7f3a', '-k3y/with+odd=chars', 'a b"c\'d$e`f\\g!h'])(
    'the key %s as it stands in a query',
    (key) => {
      const path = `/v1/pets?api_key=${encodeURIComponent(key)}`;
      const url = new URL(handedOver({ method: 'GET', path, headers: [] }, key).at(-1) ?? '');
      expect(url.searchParams.get('api_key')).toBe(key);
    },
  );

  test('a long body that repeats itself, which it makes in the shell', () => {
    const unit = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0'));
    // Not longer, as a command of more than 128 kB is too long for the system.
    const repeated = fc.tuple(unit, fc.integer({ min: 30, max: 700 })).map(([text, times]) => text.repeat(times));
    const anyLongBody = fc.tuple(anyText, repeated, anyText, repeated).map((parts) => parts.join(''));
    fc.assert(
      fc.property(anyLongBody, (body) => {
        expect(handedOver({ method: 'POST', path: '/v1/pets', headers: [], body }).at(-1)).toBe(body);
      }),
    );
    for (const name of ['abcdefghij'.repeat(1_000), '猫の名前'.repeat(2_500), '['.repeat(2_000) + ']'.repeat(2_000)]) {
      const body = `{"name":"conformance-7 ${name}","categoryId":1}`;
      const request = { method: 'POST', path: '/v1/pets', headers: [], body };
      expect(handedOver(request).at(-1)).toBe(body);
      expect(curlOf(request, { origin: ORIGIN, redactor: new Redactor('k'), curlNetwork: [] }).length).toBeLessThan(
        250,
      );
    }
  });

  test('the corners of quoting', () => {
    for (const body of ['', "'", '"', '\\', '!', '`id`', '$HOME', '\n', '\t\u0001\u007f1a', "\u0001'\\x41", '@file']) {
      const request = { method: 'POST', path: '/v1/pets', headers: [], body };
      expect(handedOver(request).at(-1)).toBe(body);
    }
  });
});

describe('a command line', () => {
  const key = 'Secret-7f3a';
  const redactor = new Redactor(key);
  const options = { origin: ORIGIN, redactor, curlNetwork: [] };
  const headers = [
    ['Authorization', `Bearer ${key}`],
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
    ['User-Agent', 'suite'],
  ] as const;

  test('takes the key from the environment and leaves out what has no weight', () => {
    expect(curlOf({ method: 'GET', path: '/v1/pets', headers }, options)).toBe(
      `curl -sS -i '${ORIGIN}/v1/pets' -H "Authorization: Bearer $PETSTORE_API_KEY"`,
    );
  });

  test('names a method that curl would not choose itself', () => {
    const path = '/v1/pets/1';
    expect(handedOver({ method: 'DELETE', path, headers: [] })).toEqual(['-sS', '-i', '-X', 'DELETE', ORIGIN + path]);
    expect(handedOver({ method: 'PUT', path, headers: [], body: '{}' }).slice(2, 4)).toEqual(['-X', 'PUT']);
    expect(handedOver({ method: 'POST', path, headers: [] }).slice(2, 4)).toEqual(['-X', 'POST']);
    expect(handedOver({ method: 'POST', path, headers: [], body: '' })).not.toContain('-X');
    expect(handedOver({ method: 'GET', path, headers: [] })).not.toContain('-X');
  });

  test('sends an empty header, which curl takes for a removal when written with a colon', () => {
    const request = { method: 'GET', path: '/v1/pets', headers: [['Authorization', ''] as const] };
    expect(handedOver(request).slice(-2)).toEqual(['-H', 'Authorization;']);
  });

  test('sends what went over the same connection first', () => {
    const request = { method: 'GET', path: '/v1/pets', headers: [] };
    const carrier = { ...request, path: '/v1/pets?limit=1' };
    expect(argumentsIn(curlOf(request, options, carrier), key)).toEqual([
      ...['-sS', '-i', `${ORIGIN}/v1/pets?limit=1`, '--next'],
      ...['-sS', '-i', `${ORIGIN}/v1/pets`],
    ]);
  });

  test('sends a body in chunks where it was sent so', () => {
    const request = { method: 'POST', path: '/v1/pets', headers: [], body: '{}', chunked: true };
    expect(handedOver(request)).toContain('Transfer-Encoding: chunked');
  });

  test('switches off the patterns of curl where the path would be one', () => {
    expect(handedOver({ method: 'GET', path: '/v1/pets?x={a,b}[1-3]', headers: [] })).toEqual([
      '-sS',
      '-i',
      '--globoff',
      `${ORIGIN}/v1/pets?x={a,b}[1-3]`,
    ]);
  });

  test('survives copying: no control character stands in it', () => {
    for (const body of ['a\u0000\u001b[31m\r\n\u007f', `{\t"${key}"\n}`, `\t${key}\n`]) {
      const command = curlOf({ method: 'POST', path: '/v1/pets', headers: [], body }, options);
      expect([...command].some((char) => char < ' ' || char === '\u007f')).toBe(false);
    }
  });
});
