import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../../harness/context.ts';
import { curlOf } from '../../harness/curl.ts';
import { startReference } from '../../reference/server.ts';
import {
  anyNearMiss,
  credentialOf,
  describeNearMiss,
  NEAR_MISSES,
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

describe('a near miss', () => {
  test('differs from the key in one small way', async () => {
    const tokens = await contextWith(KEY, (context) => NEAR_MISSES.map((miss) => tokenOf(credentialOf(miss, context))));
    expect(tokens).toEqual([
      'Bearer not-the-key',
      'Bearer Secret_Key-7f3a9b2',
      'Bearer Secret_Key-7f3a9b2cx',
      'Bearer sECRET_kEY-7F3A9B2C',
      'Bearer xecret_Key-7f3a9b2c',
      'Bearer Secret_Key-7f3a9b2x',
      'Bearer ecret_Key-7f3a9b2c',
    ]);
  });

  test('that would be the key itself, or nothing, is none', async () => {
    const tokens = await contextWith('7', (context) => NEAR_MISSES.map((miss) => tokenOf(credentialOf(miss, context))));
    expect(tokens).toEqual([
      'Bearer not-the-key',
      undefined,
      'Bearer 7x',
      undefined,
      'Bearer x',
      'Bearer x',
      undefined,
    ]);
    const same = { kind: 'random', token: KEY } as const;
    expect(await contextWith(KEY, (context) => credentialOf(same, context))).toBeUndefined();
    expect(
      await contextWith('xyz', (context) => tokenOf(credentialOf({ kind: 'one character changed', at: 0 }, context))),
    ).toBe('Bearer yyz');
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
    expect(NEAR_MISSES.map(describeNearMiss)).toEqual([
      'the token not-the-key',
      'the key with its last character cut',
      'the key followed by x',
      'the key with its case swapped',
      'the key with one character changed',
      'the key with one character changed',
      'the key with its first character cut',
    ]);
  });
});

test.each([KEY, '7f3a9b2c'.repeat(10)])('the right key under another scheme can be sent again too: %s', async (key) => {
  await contextWith(key, (context) => {
    const credentials = otherSchemes(context);
    const encoded = Buffer.from(`${key}:`).toString('base64');
    expect(credentials.map(tokenOf)).toEqual([`Basic ${encoded}`, `Basic ${key}`, `Token ${key}`, key]);
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
