import type { Fault } from '../change.ts';
import { headerOf, type Request } from '../model.ts';
import { readQuery } from '../operations.ts';
import { bearerToken } from '../rules/access.ts';
import { crash, OPERATIONS } from './tools.ts';

const onEvery = (requirement: string) => OPERATIONS.map((operation) => `${requirement}.${operation}`);

const authorization = (request: Request) => headerOf(request, 'authorization');

const presents = (request: Request, scheme: string, key: string) => authorization(request) === `${scheme} ${key}`;

/** Which credentials are let in, or refused with another status, by every operation alike. */
export const authFaults: readonly Fault[] = [
  {
    name: 'no-key-needed-anywhere',
    story: 'Authentication was switched off for a demonstration and never switched on again.',
    violates: [
      ...onEvery('auth.missing'),
      ...onEvery('auth.invalid-key'),
      ...onEvery('auth.wrong-scheme'),
      'auth.malformed',
      'auth.header-only',
    ],
    change: () => ({ authorised: () => true }),
  },
  {
    name: 'scheme-found-anywhere',
    story: 'The header is searched for the scheme instead of being read from its start.',
    violates: onEvery('auth.wrong-scheme'),
    change: () => ({ authorised: (request, key) => /bearer (.*)$/i.exec(authorization(request) ?? '')?.[1] === key }),
  },
  {
    name: 'token-is-the-second-word',
    story: 'The header is split at spaces, and what comes after the key is not looked at.',
    violates: onEvery('auth.invalid-key'),
    change: () => ({
      authorised: (request, key) => {
        const [scheme, token] = authorization(request)?.split(' ') ?? [];
        return scheme?.toLowerCase() === 'bearer' && token === key;
      },
    }),
  },
  {
    name: 'missing-key-is-forbidden',
    story: 'A request without credential gets 403, as some frameworks do by default.',
    violates: onEvery('auth.missing'),
    change: (rules) => ({
      refusalStatus: (refusal, request) =>
        refusal.status === 401 && request.headers.authorization === undefined
          ? 403
          : rules.refusalStatus(refusal, request),
    }),
  },
  {
    name: 'wrong-key-is-forbidden',
    story: 'A key that is not known gets 403 instead of 401.',
    violates: onEvery('auth.invalid-key'),
    change: (rules) => ({
      refusalStatus: (refusal, request) =>
        refusal.status === 401 && bearerToken(request) !== undefined ? 403 : rules.refusalStatus(refusal, request),
    }),
  },
  {
    name: 'wrong-scheme-is-a-bad-request',
    story: 'An Authorization header of another scheme is taken for a syntax error.',
    violates: onEvery('auth.wrong-scheme'),
    change: (rules) => ({
      refusalStatus: (refusal, request) =>
        refusal.status === 401 && /^(?!bearer\b)\S/i.test(authorization(request) ?? '')
          ? 400
          : rules.refusalStatus(refusal, request),
    }),
  },
  {
    name: 'key-prefix-suffices',
    story: 'The comparison runs over the length of the key that was sent.',
    violates: onEvery('auth.invalid-key'),
    change: () => ({
      authorised: (request, key) => {
        const token = bearerToken(request);
        return token !== undefined && key.startsWith(token);
      },
    }),
  },
  {
    name: 'key-may-go-on',
    story: 'The comparison stops at the end of the right key.',
    violates: onEvery('auth.invalid-key'),
    change: () => ({ authorised: (request, key) => bearerToken(request)?.startsWith(key) ?? false }),
  },
  {
    name: 'key-case-ignored',
    story: 'Keys are looked up in a column that compares without case.',
    violates: onEvery('auth.invalid-key'),
    change: () => ({
      authorised: (request, key) => bearerToken(request)?.toLowerCase() === key.toLowerCase(),
    }),
  },
  {
    name: 'key-length-only',
    story: 'A key of the right length is taken for the right key.',
    violates: onEvery('auth.invalid-key'),
    change: () => ({ authorised: (request, key) => bearerToken(request)?.length === key.length }),
  },
  {
    name: 'key-last-character-ignored',
    story: 'An off-by-one leaves the last character of the key out of the comparison.',
    violates: onEvery('auth.invalid-key'),
    change: () => ({
      authorised: (request, key) => {
        const token = bearerToken(request) ?? '';
        return token.length === key.length && token.slice(0, -1) === key.slice(0, -1);
      },
    }),
  },
  {
    name: 'bare-key-accepted',
    story: 'The word Bearer is removed where it is found and never asked for.',
    violates: onEvery('auth.wrong-scheme'),
    change: (rules) => ({
      authorised: (request, key) => authorization(request) === key || rules.authorised(request, key),
    }),
  },
  {
    name: 'basic-accepted',
    story: 'The key is also taken as Basic credentials, plain or in base64, for an old client.',
    violates: onEvery('auth.wrong-scheme'),
    change: (rules) => ({
      authorised: (request, key) =>
        [key, ...[key, `${key}:`, `:${key}`].map((text) => Buffer.from(text).toString('base64'))].some((credentials) =>
          presents(request, 'Basic', credentials),
        ) || rules.authorised(request, key),
    }),
  },
  {
    name: 'token-scheme-accepted',
    story: 'A framework habit: Token is accepted beside Bearer.',
    violates: onEvery('auth.wrong-scheme'),
    change: (rules) => ({
      authorised: (request, key) => presents(request, 'Token', key) || rules.authorised(request, key),
    }),
  },
  {
    name: 'empty-credential-is-a-bad-request',
    story: 'A Bearer without a key, or an empty header, is taken for a syntax error.',
    violates: ['auth.malformed'],
    change: (rules) => ({
      refusalStatus: (refusal, request) =>
        refusal.status === 401 && /^(bearer)?\s*$/i.test(authorization(request) ?? '-')
          ? 400
          : rules.refusalStatus(refusal, request),
    }),
  },
  {
    name: 'bearer-alone-crashes',
    story: 'The header is split at its space and the second part used unseen.',
    violates: ['auth.malformed', 'errors.no-5xx'],
    change: (rules) => ({
      authorised: (request, key) =>
        /^bearer\s*$/i.test(authorization(request) ?? '') ? crash() : rules.authorised(request, key),
    }),
  },
  {
    name: 'bearer-alone-accepted',
    story: 'A Bearer without a key matches the empty key of a forgotten test account.',
    violates: ['auth.malformed'],
    change: (rules) => ({
      authorised: (request, key) => /^bearer\s*$/i.test(authorization(request) ?? '') || rules.authorised(request, key),
    }),
  },
  {
    name: 'empty-credential-accepted',
    story: 'An empty Authorization header passes for one that was checked before.',
    violates: ['auth.malformed'],
    change: (rules) => ({
      authorised: (request, key) => authorization(request) === '' || rules.authorised(request, key),
    }),
  },
  {
    name: 'key-in-query-accepted',
    story: 'The key is also read from the query string, for links in mails.',
    violates: ['auth.header-only'],
    change: (rules) => ({
      authorised: (request, key) =>
        (request.headers.authorization === undefined && [...readQuery(request.search).values()].flat().includes(key)) ||
        rules.authorised(request, key),
    }),
  },
  {
    name: 'get-takes-the-key-from-the-query',
    story: 'getPet, and only getPet, reads the key from the query string as well, for links to single pets.',
    violates: ['auth.header-only'],
    change: (rules) => ({
      authorised: (request, key) =>
        (request.operation === 'getPet' &&
          request.headers.authorization === undefined &&
          request.search.includes(key)) ||
        rules.authorised(request, key),
    }),
  },
  {
    name: 'key-in-other-header-accepted',
    story: 'The key is also read from X-API-Key, which the gateway in front used to send.',
    violates: ['auth.header-only'],
    change: (rules) => ({
      authorised: (request, key) => headerOf(request, 'x-api-key') === key || rules.authorised(request, key),
    }),
  },
];
