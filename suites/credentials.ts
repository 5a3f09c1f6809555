import fc from 'fast-check';
import type { AskOptions } from '../harness/http/api.ts';
import { type Credential, wrong } from '../harness/http/credential.ts';
import type { CheckContext } from '../harness/run/context.ts';

const VARIABLE = 'PETSTORE_API_KEY';

/** A token that is almost the key: how to make it, and the shell expression that makes it from the variable. */
interface Token {
  readonly token: string;
  readonly shell?: string;
}

/** A bearer token that must be refused. */
interface NearMiss {
  readonly label: string;
  readonly make: (key: string) => Token;
  /** Bytes that the HTTP layer need not understand. */
  readonly isNonAscii?: boolean;
}

function kept(label: string, before: string, after: string): NearMiss {
  return {
    label,
    make: (key) => ({ token: `${before}${key}${after}`, shell: `${quoted(before)}\${${VARIABLE}}${quoted(after)}` }),
  };
}

/** As it is written between double quotes of the shell. */
function quoted(text: string): string {
  return text.replaceAll('"', '\\"');
}

/** Header values are bytes: text beyond ASCII goes as UTF-8. */
function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Those that a careless comparison lets through, most common first. */
export const NEAR_MISSES: readonly NearMiss[] = [
  { label: 'another token', make: () => ({ token: 'not-the-key' }) },
  { label: 'last character cut', make: (key) => ({ token: key.slice(0, -1), shell: `\${${VARIABLE}%?}` }) },
  kept('followed by a character', '', 'x'),
  {
    label: 'case swapped',
    make: (key) => ({ token: swapCase(key), shell: `$(printf %s "$${VARIABLE}" | tr 'a-zA-Z' 'A-Za-z')` }),
  },
  { label: 'first character changed', make: (key) => changedAt(key, 0) },
  { label: 'last character changed', make: (key) => changedAt(key, key.length - 1) },
  kept('followed by a second word', '', ' x'),
  kept('followed by a comma and text', '', ',x'),
  kept('in quotes', '"', '"'),
  kept('as a parameter', 'token="', '"'),
  { label: 'non-ASCII token', make: () => ({ token: utf8('clé-密钥') }), isNonAscii: true },
  {
    label: 'followed by a no-break space',
    make: (key) => ({ token: `${key}\u00a0`, shell: `\${${VARIABLE}}$(printf '\\xa0')` }),
    isNonAscii: true,
  },
  {
    label: 'followed by a combining accent',
    make: (key) => ({ token: `${key}${utf8('\u0301')}`, shell: `\${${VARIABLE}}$(printf '\\xcc\\x81')` }),
    isNonAscii: true,
  },
  {
    label: 'first eight characters kept',
    make: (key) => ({ token: `${key.slice(0, 8)}zz`, shell: `\${${VARIABLE}:0:8}zz` }),
  },
];

const tokenCharacters = fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-._~');

export const anyNearMiss: fc.Arbitrary<NearMiss> = fc.oneof(
  fc
    .string({ unit: tokenCharacters, minLength: 1 })
    .map((token): NearMiss => ({ label: `the token ${token}`, make: () => ({ token }) })),
  fc.string({ unit: tokenCharacters, minLength: 1, maxLength: 8 }).map((text) => kept(`followed by ${text}`, '', text)),
  fc.nat().map(
    (at): NearMiss => ({
      label: `character ${at} changed`,
      make: (key) => changedAt(key, at % Math.max(1, key.length)),
    }),
  ),
);

/** How to ask with a near miss; undefined where the key happens to leave no such difference. */
export function askingWith(
  { make, isNonAscii = false }: NearMiss,
  { settings, redactor }: CheckContext,
): AskOptions | undefined {
  const { apiKey } = settings;
  const { token, shell } = make(apiKey);
  if (token === apiKey || token === '') return undefined;
  if (shell) redactor.add(token, shell);
  const credential = wrong('invalid-key', `Bearer ${token}`);
  return isNonAscii ? { credential, httpLayerMayRefuse: true } : { credential };
}

function changedAt(key: string, at: number): Token {
  const other = key[at] === 'x' ? 'y' : 'x';
  return {
    token: key.slice(0, at) + other + key.slice(at + 1),
    shell: `\${${VARIABLE}:0:${at}}${other}\${${VARIABLE}:${at + 1}}`,
  };
}

function swapCase(text: string): string {
  return [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('');
}

export interface LabelledCredential {
  readonly label: string;
  readonly credential: Credential;
}

/** The right key, but not as a bearer token: in the forms that clients really send. */
export function otherSchemes({ settings, redactor }: CheckContext): readonly LabelledCredential[] {
  const key = settings.apiKey;
  const basic = (label: string, user: string, shell: string): LabelledCredential => {
    const encoded = Buffer.from(user).toString('base64');
    redactor.add(encoded, `$(printf %s ${shell} | base64 | tr -d '\\n')`);
    return { label, credential: wrong('wrong-scheme', `Basic ${encoded}`) };
  };
  const other = (label: string, value: string): LabelledCredential => ({
    label,
    credential: wrong('wrong-scheme', value),
  });
  return [
    basic('Basic with the key as user', `${key}:`, `"$${VARIABLE}:"`),
    other('Token', `Token ${key}`),
    other('no scheme', key),
    other('a scheme that ends in Bearer', `XBearer ${key}`),
    basic('Basic with the key as password', `:${key}`, `":$${VARIABLE}"`),
    basic('Basic with the key alone', key, `"$${VARIABLE}"`),
    other('Basic with the bare key', `Basic ${key}`),
    other('ApiKey', `ApiKey ${key}`),
  ];
}

/** The right key where no key belongs. */
export function otherPlaces({ settings }: CheckContext): readonly LabelledCredential[] {
  const key = settings.apiKey;
  const encoded = encodeURIComponent(key);
  const placed = (label: string, place: Omit<Credential, 'kind'>): LabelledCredential => ({
    label,
    credential: { kind: 'header-only', ...place },
  });
  return [
    placed('other headers', { headers: ['X-API-Key', 'Api-Key', 'X-Auth-Token'].map((name) => [name, key]) }),
    placed('cookie', { headers: [['Cookie', `api_key=${encoded}; token=${encoded}; access_token=${encoded}`]] }),
    placed('query string', {
      headers: [],
      query: ['api_key', 'apikey', 'key', 'access_token', 'token'].map((name) => `${name}=${encoded}`).join('&'),
    }),
  ];
}
