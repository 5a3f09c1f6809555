import fc from 'fast-check';
import type { Headers } from '../../harness/model/wire.ts';
import type { Operation } from '../reading/document.ts';
import { rare, type Table, tableOf, type Value } from './value.ts';

const VARIABLE = 'PETSTORE_API_KEY';

/** How the key is sent, or what is sent in its place. */
export interface Credential {
  readonly headers: Headers;
  /** Appended to the query, already encoded. */
  readonly query?: string;
}

/** A wrong credential. What gives the key away is shown as the shell expression that makes it. */
export interface WrongCredential extends Value {
  /** Tried on this operation only: what compares keys is one for all of them. */
  readonly operation?: Operation;
  /** The seed chooses a place in the key, where one does not matter more than others. */
  readonly make: (key: string, seed?: number) => Credential & { readonly shown?: Shown };
}

interface Shown {
  readonly text: string;
  readonly shell: string;
}

/** What is made from the key, with its shell expression if it gives the key away. */
type FromKey = (key: string, seed: number) => readonly [text: string, shell?: string];

function behind(scheme: string, id: string, label: string, from: FromKey): WrongCredential {
  return {
    id,
    label,
    make: (key, seed = 0) => {
      const [text, shell] = from(key, seed);
      return { headers: [['Authorization', `${scheme} ${text}`]], ...(shell && { shown: { text, shell } }) };
    },
  };
}

function bearer(id: string, label: string, from: FromKey): WrongCredential {
  return behind('Bearer', id, label, from);
}

/** A token that has nothing of the key. */
function token(id: string, label: string, text: string): WrongCredential {
  return bearer(id, label, () => [text]);
}

const quoted = (text: string) => text.replaceAll('"', '\\"');

/** The key itself, with something before and after it. */
function around(id: string, label: string, before: string, after: string): WrongCredential {
  return bearer(id, label, (key) => [`${before}${key}${after}`, `${quoted(before)}\${${VARIABLE}}${quoted(after)}`]);
}

/** The key with another character at one place. A comparison of numbers overlooks a digit in place of a digit. */
function changedAt(
  id: string,
  label: string,
  place: (key: string, seed: number) => number,
  [one, other]: readonly [string, string] = ['x', 'y'],
): WrongCredential {
  return bearer(id, label, (key, seed) => {
    const at = place(key, seed);
    const before = key.slice(0, Math.max(0, at));
    const changed = key[at] === one ? other : one;
    return [
      at < 0 ? key : `${before}${changed}${key.slice(at + 1)}`,
      `\${${VARIABLE}:0:${before.length}}${changed}\${${VARIABLE}:${before.length + 1}}`,
    ];
  });
}

/** The seed chooses among the places with a character of this kind: -1 where there is none. */
const someOf = (kind: RegExp) => (key: string, seed: number) => {
  const places = [...key].flatMap((character, at) => (kind.test(character) ? [at] : []));
  return places[seed % places.length] ?? -1;
};

/** Header values are bytes: text beyond ASCII goes as UTF-8. */
function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function swapCase(text: string): string {
  return [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join('');
}

const printed = (filter: string) => `$(printf %s "$${VARIABLE}" | ${filter})`;

/** The key with one of its halves in another case. */
function inOtherCase(id: string, label: string, isFirst: boolean): WrongCredential {
  return bearer(id, label, (key) => {
    const at = key.length >> 1;
    const halves = [key.slice(0, at), key.slice(at)].map((half, index) =>
      (index === 0) === isFirst ? swapCase(half) : half,
    );
    const swapped = (half: string) => `$(printf %s "${half}" | tr 'a-zA-Z' 'A-Za-z')`;
    const [first, second] = [`\${${VARIABLE}:0:${at}}`, `\${${VARIABLE}:${at}}`];
    return [halves.join(''), isFirst ? `${swapped(first)}${second}` : `${first}${swapped(second)}`];
  });
}

function once(value: WrongCredential): WrongCredential {
  return { ...value, operation: 'listPets' };
}

/** Nothing at all: tried on every form of an operation. */
export const MISSING: WrongCredential = {
  id: 'missing',
  label: 'no Authorization header',
  make: () => ({ headers: [] }),
};

/** Bearer tokens that a careless comparison accepts, most common first. */
const NEAR_MISSES: readonly WrongCredential[] = [
  token('another-token', 'another token', 'not-the-key'),
  bearer('cut', 'the key without its last character', (key) => [key.slice(0, -1), `\${${VARIABLE}%?}`]),
  around('extended', 'the key and one more character', '', 'x'),
  bearer('other-case', 'the key with its case swapped', (key) => [swapCase(key), printed("tr 'a-zA-Z' 'A-Za-z'")]),
  changedAt('other-first-character', 'the key with another first character', () => 0),
  changedAt('other-last-character', 'the key with another last character', (key) => key.length - 1),
  changedAt('other-middle-character', 'the key with another character in the middle', (key) => key.length >> 1),
  {
    ...once(changedAt('other-digit', 'the key with another digit', someOf(/\d/), ['7', '8'])),
    where: 'where it has one',
  },
  { ...once(changedAt('other-letter', 'the key with another letter', someOf(/[a-z]/i))), where: 'where it has one' },
  once(changedAt('other-character', 'the key with another character anywhere', someOf(/./))),
  around('behind-one-character', 'the key behind one more character', 'x', ''),
  bearer('second-half', 'the second half of the key', (key) => {
    const half = key.length >> 1;
    return [key.slice(half), `\${${VARIABLE}:${half}}`];
  }),
  bearer('sorted', 'the key with its characters sorted', (key) => [
    [...key].sort().join(''),
    printed("fold -w1 | LC_ALL=C sort | tr -d '\\n'"),
  ]),
  once(token('undefined', 'the token undefined', 'undefined')),
  once(token('null', 'the token null', 'null')),
  once(token('none', 'the token None', 'None')),
  once(token('object', 'the token [object Object]', '[object Object]')),
  once(token('true', 'the token true', 'true')),
  once(token('empty-quotes', 'empty text in quotes', '""')),
  token('sql-wildcard', 'a wildcard of SQL', '%'),
  once(token('regular-expression', 'a regular expression for any text', '.*')),
  once(token('glob', 'a wildcard of files and caches', '*')),
  once(
    bearer('sql-pattern', 'a wildcard of SQL for each character', (key) => [
      '_'.repeat(key.length),
      printed("sed 's/./_/g'"),
    ]),
  ),
  once(around('leading-zero', 'the key behind a zero', '0', '')),
  // As many bytes as the key has: services that compare lengths first go on to compare.
  bearer('accent', 'the key with an accent at its end', (key) => [
    `${key.slice(0, -2)}${utf8('é')}`,
    `\${${VARIABLE}%??}$(printf '\\xc3\\xa9')`,
  ]),
  rare(
    bearer('without-hyphens', 'the key without its hyphens', (key) => [key.replaceAll('-', ''), printed('tr -d -')]),
  ),
  inOtherCase('half-other-case', 'the key with the case of its first half swapped', true),
  rare(inOtherCase('second-half-other-case', 'the key with the case of its second half swapped', false)),
  rare(bearer('doubled', 'the key twice', (key) => [`${key}${key}`, `\${${VARIABLE}}\${${VARIABLE}}`])),
  rare(bearer('reversed', 'the key reversed', (key) => [[...key].reverse().join(''), printed('rev')])),
];

const observed = (value: WrongCredential): WrongCredential => ({ ...value, observes: 'observed.key-notations' });

/** The whole key in another notation lets nobody in who does not know it. */
const NOTATIONS: readonly WrongCredential[] = [
  around('padded', 'the key with padding', '', '=='),
  around('in-quotes', 'the key in quotes', '"', '"'),
  around('as-parameter', 'the key as a parameter', 'token=', ''),
  bearer('percent-encoded', 'the key percent-encoded', (key) => [
    [...key].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
    printed("od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g'"),
  ]),
  bearer('in-curly-quotes', 'the key in curly quotes', (key) => [
    `${utf8('“')}${key}${utf8('”')}`,
    `$(printf '\\xe2\\x80\\x9c')\${${VARIABLE}}$(printf '\\xe2\\x80\\x9d')`,
  ]),
].map(observed);

const tokenCharacters = fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-._~');

export const anyToken: fc.Arbitrary<WrongCredential> = fc
  .string({ unit: tokenCharacters, minLength: 1 })
  .map((text) => token('random', `the token ${text}`, text));

function basic(id: string, label: string, user: (key: string) => string, shell: string): WrongCredential {
  return behind('Basic', id, label, (key) => [
    Buffer.from(user(key)).toString('base64'),
    `$(printf %s "${shell}" | base64 | tr -d '\\n')`,
  ]);
}

function scheme(id: string, label: string, value: (key: string) => string): WrongCredential {
  return { id, label, make: (key) => ({ headers: [['Authorization', value(key)]] }) };
}

/** The right key, but not as a bearer token: in the forms that clients really send. */
const OTHER_SCHEMES: readonly WrongCredential[] = [
  basic('basic-user', 'Basic with the key as user', (key) => `${key}:`, `$${VARIABLE}:`),
  scheme('token-scheme', 'Token and the key', (key) => `Token ${key}`),
  scheme('no-scheme', 'the key without a scheme', (key) => key),
  scheme('xbearer', 'a scheme that ends in Bearer', (key) => `XBearer ${key}`),
  basic('basic-password', 'Basic with the key as password', (key) => `pets:${key}`, `pets:$${VARIABLE}`),
  basic('basic-alone', 'Basic with the key alone', (key) => key, `$${VARIABLE}`),
  scheme('no-space', 'the key right behind Bearer', (key) => `Bearer${key}`),
  scheme('apikey-scheme', 'ApiKey and the key', (key) => `ApiKey ${key}`),
  scheme('basic-not-encoded', 'Basic with the key not encoded', (key) => `Basic ${key}`),
  once(scheme('jwt', 'JWT and the key', (key) => `JWT ${key}`)),
  rare(scheme('digest', 'Digest and the key', (key) => `Digest ${key}`)),
  rare(scheme('negotiate', 'Negotiate and the key', (key) => `Negotiate ${key}`)),
];

const MALFORMED: readonly WrongCredential[] = [
  scheme('bearer-alone', 'Bearer alone', () => 'Bearer'),
  scheme('empty-header', 'an empty Authorization header', () => ''),
];

const KEY_HEADERS = ['X-API-Key', 'Api-Key', 'api_key', 'ApiKey', 'X-Auth-Token', 'X-Access-Token'];
/** Where a gateway keeps an Authorization header that it replaces. */
const COPIES = ['X-Authorization', 'X-Forwarded-Authorization', 'X-Original-Authorization'];
const KEY_COOKIES = ['api_key', 'token', 'access_token', 'session', 'auth'];
const KEY_PARAMETERS = ['api_key', 'apikey', 'apiKey', 'api-key', 'key', 'access_token', 'auth_token', 'token', 'auth'];

/** The right key where it does not belong. */
const OTHER_PLACES: readonly WrongCredential[] = [
  {
    id: 'other-headers',
    label: `the key in ${KEY_HEADERS.join(', ')}, and behind Bearer in ${COPIES.join(', ')}`,
    make: (key: string) => ({
      headers: [
        ...KEY_HEADERS.map((name) => [name, key] as const),
        ...COPIES.map((name) => [name, `Bearer ${key}`] as const),
      ],
    }),
  },
  {
    id: 'cookie',
    label: 'the key in a cookie',
    make: (key: string) => {
      const value = encodeURIComponent(key);
      return { headers: [['Cookie', KEY_COOKIES.map((name) => `${name}=${value}`).join('; ')] as const] };
    },
  },
  {
    id: 'query',
    label: 'the key in the query',
    make: (key: string) => {
      const value = encodeURIComponent(key);
      return { headers: [], query: KEY_PARAMETERS.map((name) => `${name}=${value}`).join('&') };
    },
  },
];

/** What is sent in place of the key, the most telling first. */
export const CREDENTIALS: Table<WrongCredential> = tableOf('credential', [
  MISSING,
  ...MALFORMED,
  ...OTHER_PLACES,
  ...NEAR_MISSES,
  ...OTHER_SCHEMES,
  ...NOTATIONS,
]);

/** The right key: the name of a scheme has no case. */
export const SCHEME_CASES: Table<WrongCredential> = tableOf('scheme-case', [
  { ...scheme('lower', 'the scheme as bearer', (key) => `bearer ${key}`), operation: 'listPets' },
  { ...scheme('upper', 'the scheme as BEARER', (key) => `BEARER ${key}`), operation: 'getPet' },
]);
