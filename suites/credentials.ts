import fc from 'fast-check';
import type { CheckContext } from '../harness/context.ts';
import { type Credential, wrong } from '../harness/http/credential.ts';

/** A key that is almost the right one: how to make it, and the shell expression that makes it from the variable. */
export type NearMiss =
  | { readonly kind: 'first character cut' | 'last character cut' | 'case swapped' }
  | { readonly kind: 'extended'; readonly by: string }
  | { readonly kind: 'one character changed'; readonly at: number }
  | { readonly kind: 'random'; readonly token: string };

/** Those that a careless comparison lets through, by prefix, by length or without case. */
export const NEAR_MISSES: readonly NearMiss[] = [
  { kind: 'random', token: 'not-the-key' },
  { kind: 'last character cut' },
  { kind: 'extended', by: 'x' },
  { kind: 'extended', by: ' x' },
  { kind: 'case swapped' },
  { kind: 'one character changed', at: 0 },
  { kind: 'one character changed', at: Number.MAX_SAFE_INTEGER },
  { kind: 'first character cut' },
];

const tokenCharacters = fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-._~');

export const anyNearMiss: fc.Arbitrary<NearMiss> = fc.oneof(
  fc.record({ kind: fc.constant('random' as const), token: fc.string({ unit: tokenCharacters, minLength: 1 }) }),
  fc.record({
    kind: fc.constant('extended' as const),
    by: fc.string({ unit: tokenCharacters, minLength: 1, maxLength: 8 }),
  }),
  fc.record({ kind: fc.constant('one character changed' as const), at: fc.nat() }),
);

/** The credential of a near miss; undefined where the key happens to leave no such difference. */
export function credentialOf(miss: NearMiss, { settings, redactor }: CheckContext): Credential | undefined {
  const key = settings.apiKey;
  const { token, shell } = makeOf(miss, key);
  if (token === key || token === '') return undefined;
  if (shell) redactor.add(token, shell);
  return wrong(`Bearer ${token}`);
}

export function describeNearMiss(miss: NearMiss): string {
  if (miss.kind === 'random') return `the token ${miss.token}`;
  if (miss.kind === 'extended') return `the key followed by ${miss.by}`;
  return `the key with its ${miss.kind}`.replace('its one', 'one');
}

function makeOf(miss: NearMiss, key: string): { readonly token: string; readonly shell?: string } {
  const name = 'PETSTORE_API_KEY';
  switch (miss.kind) {
    case 'random':
      return { token: miss.token };
    case 'first character cut':
      return { token: key.slice(1), shell: `\${${name}#?}` };
    case 'last character cut':
      return { token: key.slice(0, -1), shell: `\${${name}%?}` };
    case 'extended':
      return { token: key + miss.by, shell: `\${${name}}${miss.by}` };
    case 'case swapped':
      return { token: swapCase(key), shell: `$(printf %s "$${name}" | tr 'a-zA-Z' 'A-Za-z')` };
    case 'one character changed': {
      const at = miss.at === Number.MAX_SAFE_INTEGER ? key.length - 1 : miss.at % key.length;
      const other = key[at] === 'x' ? 'y' : 'x';
      return {
        token: key.slice(0, at) + other + key.slice(at + 1),
        shell: `\${${name}:0:${at}}${other}\${${name}:${at + 1}}`,
      };
    }
  }
}

function swapCase(text: string): string {
  return [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('');
}

/** The right key, but not as the bearer token. */
export function otherSchemes({ settings, redactor }: CheckContext): readonly Credential[] {
  const key = settings.apiKey;
  const encoded = Buffer.from(`${key}:`).toString('base64');
  redactor.add(encoded, '$(printf %s: "$PETSTORE_API_KEY" | base64 | tr -d "\\n")');
  return [wrong(`Basic ${encoded}`), wrong(`Token ${key}`), wrong(`XBearer ${key}`), wrong(key)];
}

/** The right key where no key belongs. */
export function otherPlaces({ settings }: CheckContext): readonly Credential[] {
  const key = settings.apiKey;
  const encoded = encodeURIComponent(key);
  return [
    { kind: 'wrong', headers: [['X-API-Key', key]] },
    { kind: 'wrong', headers: [], query: `api_key=${encoded}` },
    { kind: 'wrong', headers: [], query: `access_token=${encoded}` },
  ];
}
