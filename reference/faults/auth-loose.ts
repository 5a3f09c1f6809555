import { createHash } from 'node:crypto';
import type { Fault } from '../change.ts';
import { type Answer, headerOf, type Operation, type Request } from '../model.ts';
import { readQuery } from '../operations.ts';
import { crash, OPERATIONS, onlyValue, wordFor } from './tools.ts';

const onEvery = (requirement: string) => OPERATIONS.map((operation) => `${requirement}.${operation}`);

const authorization = (request: Request) => headerOf(request, 'authorization') ?? '';

/** A fault by which some credentials are let in besides the right one. */
const letsIn = (
  name: string,
  story: string,
  violates: readonly string[],
  isLetIn: (request: Request, key: string) => boolean,
): Fault => ({
  name,
  story,
  violates,
  change: (rules) => ({
    authorised: (request, key) => rules.authorised(request, key) || isLetIn(request, key),
  }),
});

const takesToken = (name: string, story: string, isKey: (token: string, key: string) => boolean): Fault =>
  letsIn(name, story, onEvery('auth.invalid-key'), (request, key) => {
    const token = /^bearer +(.+)$/i.exec(authorization(request))?.[1];
    return token !== undefined && isKey(token, key);
  });

const takesScheme = (
  name: string,
  story: string,
  scheme: string,
  isKey: (credentials: string, key: string) => boolean = (credentials, key) => credentials === key,
): Fault =>
  letsIn(name, story, onEvery('auth.wrong-scheme'), (request, key) => {
    const credentials = new RegExp(`^(?:${scheme}) +(.+)$`, 'i').exec(authorization(request))?.[1];
    return credentials !== undefined && isKey(credentials, key);
  });

/** Basic credentials, decoded and split at the first colon. */
const takesBasic = (
  name: string,
  story: string,
  isKey: (user: string, password: string | undefined, key: string) => boolean,
): Fault =>
  takesScheme(name, story, 'Basic', (credentials, key) => {
    const [user = '', ...rest] = Buffer.from(credentials, 'base64').toString().split(':');
    return isKey(user, rest.length === 0 ? undefined : rest.join(':'), key);
  });

const takesPlace = (name: string, story: string, isKey: (request: Request, key: string) => boolean): Fault =>
  letsIn(
    name,
    story,
    ['auth.header-only'],
    (request, key) => request.headers.authorization === undefined && isKey(request, key),
  );

const takesBareBearer = (operation: Operation): Fault =>
  letsIn(
    `${wordFor(operation)}-takes-a-bare-bearer`,
    `${operation} takes a Bearer without a token for a request that was checked before.`,
    ['auth.malformed'],
    (request) => request.operation === operation && /^bearer\s*$/i.test(authorization(request)),
  );

/** A cache that never asks who sends a request; a request with the right key refreshes it. */
const cached = (operation: Operation): Fault => ({
  name: `${wordFor(operation)}-cached-for-anyone`,
  story: `A cache knows the answers of ${operation} by their URL and gives them to anyone.`,
  violates: openTo(operation),
  change: (rules) => {
    const answers = new Map<string, Answer>();
    return {
      around: async (request, answer, store) => {
        const given = await rules.around(request, answer, store);
        if (request.operation !== operation) return given;
        const url = `${request.path}?${request.search}`;
        if (given.status === 200) answers.set(url, given);
        return given.status === 401 ? (answers.get(url) ?? given) : given;
      },
    };
  },
});

const openTo = (operation: Operation) => [
  `auth.missing.${operation}`,
  `auth.invalid-key.${operation}`,
  `auth.wrong-scheme.${operation}`,
  'auth.malformed',
  'auth.header-only',
];

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');
const asUtf8 = (header: string) => Buffer.from(header, 'latin1').toString();
const lowestBit = (text: string) => (createHash('sha256').update(text).digest().at(-1) ?? 0) % 2;
const cookiesOf = (request: Request) => (headerOf(request, 'cookie') ?? '').split(/;\s*/);

/** Keys that are compared in another way than exactly, or read from another place. */
export const authLooseFaults: readonly Fault[] = [
  ...OPERATIONS.map(takesBareBearer),
  cached('listPets'),
  cached('getPet'),
  takesBasic(
    'basic-key-as-password',
    'Basic is accepted with the key as the password.',
    (_user, password, key) => password === key,
  ),
  takesBasic(
    'basic-key-as-user',
    'Basic is accepted with the key as the user and any password.',
    (user, password, key) => user === key && password !== undefined,
  ),
  takesBasic(
    'basic-key-alone',
    'Basic is accepted with the key alone, in base64.',
    (user, password, key) => user === key && password === undefined,
  ),
  takesScheme('basic-key-as-it-is', 'Basic is accepted with the key alone, as it is.', 'Basic'),
  takesScheme('api-key-scheme-accepted', 'A scheme named ApiKey is accepted beside Bearer.', 'api[-_]?key'),
  takesToken('token-as-a-parameter', 'The token may be a parameter: token="…".', (token, key) =>
    [`token="${key}"`, `token=${key}`].includes(token),
  ),
  takesToken('token-in-quotes', 'Quotes around the token are removed.', (token, key) => token === `"${key}"`),
  takesToken(
    'token-ends-at-a-comma',
    'What follows a comma is another challenge and is skipped.',
    (token, key) => token.split(',')[0] === key,
  ),
  takesToken('token-contains-the-key', 'The key is searched in the token.', (token, key) => token.includes(key)),
  takesToken(
    'token-trimmed',
    'The token is trimmed of everything that Unicode calls white space.',
    (token, key) => token.trim() === key,
  ),
  takesToken('token-without-accents', 'The token is normalised before it is compared.', (token, key) =>
    [folded(token), folded(asUtf8(token))].includes(key),
  ),
  takesToken(
    'first-eight-characters-of-the-key',
    'Keys are stored in a column of eight characters.',
    (token, key) => token.slice(0, 8) === key.slice(0, 8),
  ),
  takesToken(
    'one-bit-of-the-key',
    'Digests of keys are compared by their lowest bit.',
    (token, key) => lowestBit(token) === lowestBit(key),
  ),
  {
    name: 'token-beyond-ascii-crashes',
    story: 'A token beyond ASCII cannot be compared, and nobody catches that.',
    violates: [...onEvery('auth.invalid-key'), 'errors.no-5xx'],
    change: (rules) => ({
      authorised: (request, key) =>
        /[^\x20-\x7e]/.test(authorization(request)) ? crash() : rules.authorised(request, key),
    }),
  },
  takesPlace('key-in-a-cookie', 'The key is also read from cookies, for browsers.', (request, key) =>
    cookiesOf(request).some((cookie) => cookie.slice(cookie.indexOf('=') + 1) === key),
  ),
  takesPlace(
    'key-in-x-auth-token',
    'The key is also read from X-Auth-Token.',
    (request, key) => headerOf(request, 'x-auth-token') === key,
  ),
  takesPlace(
    'key-in-access-token',
    'The key is also read from the parameter access_token.',
    (request, key) => onlyValue(readQuery(request.search), 'access_token') === key,
  ),
  takesPlace(
    'key-in-parameter-key',
    'The key is also read from the parameter key.',
    (request, key) => onlyValue(readQuery(request.search), 'key') === key,
  ),
  {
    name: 'json-parsed-before-key',
    story: 'Bodies are parsed by the framework before the key is looked at.',
    violates: [],
    warns: ['auth.first'],
    change: (rules) => ({
      authorised: (request, key) => {
        if (request.operation === 'createPet' && request.headers.authorization === undefined) {
          rules.parse(rules.readText(request.body));
        }
        return rules.authorised(request, key);
      },
    }),
  },
  {
    name: 'empty-list-is-null-and-open',
    story: 'An empty list is null, and lists need no key.',
    violates: ['list.ok', ...openTo('listPets')],
    change: (rules) => ({
      presentList: (pets, view) => (pets.length === 0 ? null : rules.presentList(pets, view)),
      authorised: (request, key) => request.operation === 'listPets' || rules.authorised(request, key),
    }),
  },
];
