import fc from 'fast-check';
import type { Operation } from '../specification/document.ts';
import type { Credential } from './client.ts';
import type { Value } from './covering.ts';

const VARIABLE = 'PETSTORE_API_KEY';

/** A wrong credential. What gives the key away is shown as the shell expression that makes it. */
export interface WrongCredential extends Value {
  readonly make: (key: string) => Credential & { readonly shown?: { readonly text: string; readonly shell: string } };
}

/** What is made from the key, with its shell expression if it gives the key away. */
type FromKey = (key: string) => readonly [text: string, shell?: string];

function behind(scheme: string, label: string, from: FromKey): WrongCredential {
  return {
    label,
    make: (key) => {
      const [text, shell] = from(key);
      return { headers: [['Authorization', `${scheme} ${text}`]], ...(shell && { shown: { text, shell } }) };
    },
  };
}

function bearer(label: string, from: FromKey): WrongCredential {
  return behind('Bearer', label, from);
}

/** The key itself, with something before and after it. */
function around(label: string, before: string, after: string): WrongCredential {
  const quoted = (text: string) => text.replaceAll('"', '\\"');
  return bearer(label, (key) => [`${before}${key}${after}`, `${quoted(before)}\${${VARIABLE}}${quoted(after)}`]);
}

function changedAt(label: string, place: (key: string) => number): WrongCredential {
  return bearer(label, (key) => {
    const at = place(key);
    const other = key[at] === 'x' ? 'y' : 'x';
    return [
      `${key.slice(0, at)}${other}${key.slice(at + 1)}`,
      `\${${VARIABLE}:0:${at}}${other}\${${VARIABLE}:${at + 1}}`,
    ];
  });
}

/** Header values are bytes: text beyond ASCII goes as UTF-8. */
function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function swapCase(text: string): string {
  return [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('');
}

/** Nothing at all: tried on every form of an operation. */
export const MISSING: WrongCredential = { label: 'no Authorization header', make: () => ({ headers: [] }) };

/** Bearer tokens that a careless comparison accepts, most common first. */
export const NEAR_MISSES: readonly WrongCredential[] = [
  bearer('another token', () => ['not-the-key']),
  bearer('the key without its last character', (key) => [key.slice(0, -1), `\${${VARIABLE}%?}`]),
  around('the key and one more character', '', 'x'),
  bearer('the key with its case swapped', (key) => [
    swapCase(key),
    `$(printf %s "$${VARIABLE}" | tr 'a-zA-Z' 'A-Za-z')`,
  ]),
  changedAt('the key with another first character', () => 0),
  changedAt('the key with another last character', (key) => key.length - 1),
  changedAt('the key with another character in the middle', (key) => key.length >> 1),
  around('the key, a comma and text', '', ',x'),
  around('the key with padding', '', '=='),
  around('the key in quotes', '"', '"'),
  around('the key as a parameter', 'token=', ''),
  bearer('the second half of the key', (key) => {
    const half = key.length >> 1;
    return [key.slice(half), `\${${VARIABLE}:${half}}`];
  }),
  bearer('the key percent-encoded', (key) => [
    [...key].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
    `$(printf %s "$${VARIABLE}" | od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g')`,
  ]),
  bearer('the key with its characters sorted', (key) => [
    [...key].sort().join(''),
    `$(printf %s "$${VARIABLE}" | fold -w1 | LC_ALL=C sort | tr -d '\\n')`,
  ]),
  bearer('the key in curly quotes', (key) => [
    `${utf8('“')}${key}${utf8('”')}`,
    `$(printf '\\xe2\\x80\\x9c')\${${VARIABLE}}$(printf '\\xe2\\x80\\x9d')`,
  ]),
  bearer('a wildcard of SQL', () => ['%']),
  // As many bytes as the key has: services that compare lengths first go on to compare.
  bearer('the key with an accent at its end', (key) => [
    `${key.slice(0, -2)}${utf8('é')}`,
    `\${${VARIABLE}%??}$(printf '\\xc3\\xa9')`,
  ]),
];

const tokenCharacters = fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-._~');

export const anyNearMiss: fc.Arbitrary<WrongCredential> = fc.oneof(
  fc.string({ unit: tokenCharacters, minLength: 1 }).map((token) => bearer(`the token ${token}`, () => [token])),
  fc.nat(1000).map((at) => changedAt(`the key with character ${at} changed`, (key) => at % Math.max(1, key.length))),
);

function basic(label: string, user: (key: string) => string, shell: string): WrongCredential {
  return behind('Basic', label, (key) => [
    Buffer.from(user(key)).toString('base64'),
    `$(printf %s "${shell}" | base64 | tr -d '\\n')`,
  ]);
}

function scheme(label: string, value: (key: string) => string): WrongCredential {
  return { label, make: (key) => ({ headers: [['Authorization', value(key)]] }) };
}

/** The right key, but not as a bearer token: in the forms that clients really send. */
export const OTHER_SCHEMES: readonly WrongCredential[] = [
  basic('Basic with the key as user', (key) => `${key}:`, `$${VARIABLE}:`),
  scheme('Token and the key', (key) => `Token ${key}`),
  scheme('the key without a scheme', (key) => key),
  scheme('a scheme that ends in Bearer', (key) => `XBearer ${key}`),
  basic('Basic with the key as password', (key) => `pets:${key}`, `pets:$${VARIABLE}`),
  basic('Basic with the key alone', (key) => key, `$${VARIABLE}`),
  scheme('the key right behind Bearer', (key) => `Bearer${key}`),
  scheme('ApiKey and the key', (key) => `ApiKey ${key}`),
];

export const MALFORMED: readonly WrongCredential[] = [
  scheme('Bearer alone', () => 'Bearer'),
  scheme('an empty Authorization header', () => ''),
];

const KEY_HEADERS = ['X-API-Key', 'Api-Key', 'ApiKey', 'X-Auth-Token', 'X-Access-Token', 'X-Authorization'];

/** The right key where it does not belong. */
export const OTHER_PLACES: readonly WrongCredential[] = [
  { label: 'the key in other headers', make: (key) => ({ headers: KEY_HEADERS.map((name) => [name, key] as const) }) },
  {
    label: 'the key in a cookie',
    make: (key) => {
      const value = encodeURIComponent(key);
      const names = ['api_key', 'token', 'access_token', 'session', 'auth'];
      return { headers: [['Cookie', names.map((name) => `${name}=${value}`).join('; ')]] };
    },
  },
  {
    label: 'the key in the query',
    make: (key) => {
      const names = ['api_key', 'apikey', 'apiKey', 'key', 'access_token', 'auth_token', 'token'];
      return { headers: [], query: names.map((name) => `${name}=${encodeURIComponent(key)}`).join('&') };
    },
  },
];

/** The right key: the name of a scheme has no case. */
export const OTHER_CASES: Partial<Record<Operation, WrongCredential>> = {
  listPets: scheme('the scheme as bearer', (key) => `bearer ${key}`),
  getPet: scheme('the scheme as BEARER', (key) => `BEARER ${key}`),
};
