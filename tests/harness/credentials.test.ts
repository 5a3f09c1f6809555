import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../../harness/context.ts';
import { curlOf } from '../../harness/report/curl.ts';
import { startReference } from '../../reference/server.ts';
import {
  anyNearMiss,
  credentialOf,
  describeNearMiss,
  NEAR_MISSES,
  type NearMiss,
  otherPlaces,
  otherSchemes,
} from '../../suites/credentials.ts';
import { withContext } from './checks.ts';
import { argumentsIn } from './shell.ts';

const KEY = 'Secret_Key-7f3a9b2c';

async function contextWith<T>(apiKey: string, use: (context: CheckContext) => T): Promise<T> {
  const reference = await startReference({ apiKey });
  try {
    return await withContext(reference.baseUrl, async (context) => use(context), { apiKey });
  } finally {
    await reference.close();
  }
}

const tokenOf = (credential: { readonly headers: readonly (readonly [string, string])[] } | undefined) =>
  credential?.headers[0]?.[1];

/** One of each kind, in the order of the expectations below. */
const MISSES: readonly NearMiss[] = [
  { kind: 'random', token: 'not-the-key' },
  { kind: 'first character cut' },
  { kind: 'last character cut' },
  { kind: 'extended', by: 'x' },
  { kind: 'case swapped' },
  { kind: 'one character changed', at: 0 },
  { kind: 'one character changed', at: Number.MAX_SAFE_INTEGER },
];

const tokensFor = (key: string) =>
  contextWith(key, (context) => MISSES.map((miss) => tokenOf(credentialOf(miss, context))?.replace('Bearer ', '')));

describe('a near miss', () => {
  test('differs from the key in one small way', async () => {
    expect(await tokensFor(KEY)).toEqual([
      'not-the-key',
      'ecret_Key-7f3a9b2c',
      'Secret_Key-7f3a9b2',
      'Secret_Key-7f3a9b2cx',
      'sECRET_kEY-7F3A9B2C',
      'xecret_Key-7f3a9b2c',
      'Secret_Key-7f3a9b2x',
    ]);
    expect((await tokensFor('xyx')).slice(-2)).toEqual(['yyx', 'xyy']);
  });

  test('that would be the key itself, or nothing, is none', async () => {
    expect(await tokensFor('7')).toEqual(['not-the-key', undefined, undefined, '7x', undefined, 'x', 'x']);
    expect((await tokensFor('not-the-key'))[0]).toBeUndefined();
  });

  test('is among those that are tried, in every kind', () => {
    expect(new Set(NEAR_MISSES.map(({ kind }) => kind))).toEqual(new Set(MISSES.map(({ kind }) => kind)));
  });

  test('is never recorded, and can be sent again by whoever has the key', async () => {
    await contextWith(KEY, (context) => {
      fc.assert(
        fc.property(fc.oneof(fc.constantFrom(...NEAR_MISSES), anyNearMiss), (miss) => {
          const credential = credentialOf(miss, context);
          if (!credential) return;
          const request = { method: 'GET', path: '/v1/pets', headers: credential.headers };
          const command = curlOf(request, 'http://127.0.0.1:9', context.redactor);
          if (miss.kind !== 'random') expect(context.redactor.text(tokenOf(credential) ?? '')).not.toContain('7f3a9b2');
          expect(argumentsIn(command, KEY).at(-1)).toBe(`Authorization: ${tokenOf(credential)}`);
        }),
        { numRuns: 60 },
      );
    });
  });

  test('is told in words, without the key', () => {
    expect(MISSES.map(describeNearMiss)).toEqual([
      'the token not-the-key',
      'the key with its first character cut',
      'the key with its last character cut',
      'the key followed by x',
      'the key with its case swapped',
      'the key with one character changed',
      'the key with one character changed',
    ]);
  });
});

test.each([KEY, '7f3a9b2c'.repeat(10)])('the right key under another scheme can be sent again too: %s', async (key) => {
  await contextWith(key, (context) => {
    const credentials = otherSchemes(context);
    const encoded = Buffer.from(`${key}:`).toString('base64');
    expect(credentials.map(tokenOf)).toEqual(expect.arrayContaining([`Basic ${encoded}`, `Token ${key}`, key]));
    expect(credentials.filter((credential) => /^bearer /i.test(tokenOf(credential) ?? ''))).toEqual([]);
    for (const { kind, headers } of credentials) {
      expect(kind).toBe('wrong');
      const command = curlOf({ method: 'GET', path: '/', headers }, 'http://127.0.0.1:9', context.redactor);
      expect(command).not.toMatch(new RegExp(`${key}|${encoded}`));
      expect(argumentsIn(command, key).at(-1)).toBe(`Authorization: ${headers[0]?.[1]}`);
    }
  });
});

test('the right key in another place is never in the Authorization header', async () => {
  const places = await contextWith('a/b+c', (context) => otherPlaces(context));
  expect(places).toEqual([
    { kind: 'wrong', headers: [['X-API-Key', 'a/b+c']] },
    { kind: 'wrong', headers: [], query: 'api_key=a%2Fb%2Bc' },
    { kind: 'wrong', headers: [], query: 'access_token=a%2Fb%2Bc' },
  ]);
});
