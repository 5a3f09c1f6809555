import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Credential } from '../../harness/http/credential.ts';
import { curlOf } from '../../harness/report/curl.ts';
import type { CheckContext } from '../../harness/run/context.ts';
import { startReference } from '../../reference/server.ts';
import { anyNearMiss, askingWith, NEAR_MISSES, otherPlaces, otherSchemes } from '../../suites/credentials.ts';
import { withContext } from '../harness/checks.ts';
import { argumentsIn } from '../harness/shell.ts';

const KEY = 'Secret_Key-7f3a9b2c';

async function contextWith<T>(apiKey: string, use: (context: CheckContext) => T): Promise<T> {
  const reference = await startReference({ apiKey });
  try {
    return await withContext(reference.baseUrl, async (context) => use(context), { apiKey });
  } finally {
    await reference.close();
  }
}

const headerValueOf = (credential: Credential | undefined) => credential?.headers[0]?.[1];

/** The token of each near miss by its label; those that are left out are undefined. */
const tokensFor = (key: string) =>
  contextWith(key, (context) =>
    Object.fromEntries(
      NEAR_MISSES.map((miss) => [
        miss.label,
        headerValueOf(askingWith(miss, context)?.credential)?.replace('Bearer ', ''),
      ]),
    ),
  );

describe('a near miss', () => {
  test('differs from the key in one small way', async () => {
    expect(await tokensFor(KEY)).toEqual({
      'another token': 'not-the-key',
      'last character cut': 'Secret_Key-7f3a9b2',
      'followed by a character': 'Secret_Key-7f3a9b2cx',
      'case swapped': 'sECRET_kEY-7F3A9B2C',
      'first character changed': 'xecret_Key-7f3a9b2c',
      'last character changed': 'Secret_Key-7f3a9b2x',
      'followed by a second word': 'Secret_Key-7f3a9b2c x',
      'followed by a comma and text': 'Secret_Key-7f3a9b2c,x',
      'in quotes': '"Secret_Key-7f3a9b2c"',
      'as a parameter': 'token="Secret_Key-7f3a9b2c"',
      'non-ASCII token': 'cl\u00c3\u00a9-\u00e5\u00af\u0086\u00e9\u0092\u00a5',
      'followed by a no-break space': 'Secret_Key-7f3a9b2c\u00a0',
      'followed by a combining accent': 'Secret_Key-7f3a9b2c\u00cc\u0081',
      'first eight characters kept': 'Secret_Kzz',
    });
    expect(await tokensFor('xyx')).toMatchObject({
      'first character changed': 'yyx',
      'last character changed': 'xyy',
    });
  });

  test('that would be the key itself, or empty, is left out', async () => {
    expect(await tokensFor('7')).toMatchObject({ 'last character cut': undefined, 'case swapped': undefined });
    expect(await tokensFor('not-the-key')).toMatchObject({ 'another token': undefined });
  });

  test('may be refused by the HTTP layer only where it is not ASCII', async () => {
    await contextWith(KEY, (context) => {
      for (const miss of NEAR_MISSES) {
        const options = askingWith(miss, context);
        const token = headerValueOf(options?.credential) ?? '';
        expect(options?.credential?.kind).toBe('invalid-key');
        expect(options?.httpLayerMayRefuse ?? false, miss.label).toBe(/[^ -~]/.test(token));
      }
    });
  });

  test('is never recorded, and can be sent again by whoever has the key', async () => {
    await contextWith(KEY, (context) => {
      const plain = NEAR_MISSES.filter(({ make }) => /^[^\u0080-\uffff]*$/.test(make(KEY).token));
      fc.assert(
        fc.property(fc.oneof(fc.constantFrom(...plain), anyNearMiss), (miss) => {
          const credential = askingWith(miss, context)?.credential;
          if (!credential) return;
          const request = { method: 'GET', path: '/v1/pets', headers: credential.headers };
          const command = curlOf(request, {
            origin: 'http://127.0.0.1:9',
            redactor: context.redactor,
            curlNetwork: [],
          });
          expect(context.redactor.text(headerValueOf(credential) ?? '')).not.toContain('7f3a9b2');
          expect(argumentsIn(command, KEY).at(-1)).toBe(`Authorization: ${headerValueOf(credential)}`);
        }),
        { numRuns: 60 },
      );
    });
  });

  test('has a label of its own without the key', () => {
    expect(new Set(NEAR_MISSES.map(({ label }) => label)).size).toBe(NEAR_MISSES.length);
  });
});

test.each([KEY, '7f3a9b2c'.repeat(10)])('the right key under another scheme can be sent again too: %s', async (key) => {
  await contextWith(key, (context) => {
    const credentials = otherSchemes(context);
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const encoded = [`${key}:`, `:${key}`, key].map(base64);
    const values = credentials.map(({ credential }) => headerValueOf(credential) ?? '');
    expect(values).toEqual(
      expect.arrayContaining([...encoded.map((text) => `Basic ${text}`), `Token ${key}`, `ApiKey ${key}`, key]),
    );
    expect(values.filter((value) => /^bearer /i.test(value))).toEqual([]);
    for (const { credential } of credentials) {
      const { kind, headers } = credential;
      expect(kind).toBe('wrong-scheme');
      const command = curlOf(
        { method: 'GET', path: '/', headers },
        { origin: 'http://127.0.0.1:9', redactor: context.redactor, curlNetwork: [] },
      );
      expect([key, ...encoded].filter((secret) => command.includes(secret))).toEqual([]);
      expect(argumentsIn(command, key).at(-1)).toBe(`Authorization: ${headerValueOf(credential)}`);
    }
  });
});

test('the right key in another place is never in the Authorization header', async () => {
  const places = await contextWith('a/b+c', (context) => otherPlaces(context).map(({ credential }) => credential));
  expect(places.map(({ kind }) => kind)).toEqual(places.map(() => 'header-only'));
  const names = places.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase()));
  expect(names).toEqual(expect.arrayContaining(['x-api-key', 'cookie']));
  expect(names).not.toContain('authorization');
  expect(places.some(({ query }) => query?.includes('api_key=a%2Fb%2Bc'))).toBe(true);
});
