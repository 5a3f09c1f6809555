import type { Fault } from '../change.ts';
import { headerOf, type Request } from '../model.ts';
import { readBody, readNewPet } from '../operations.ts';
import { refusal } from '../refusal.ts';
import { bearerToken } from '../rules/access.ts';
import type { Rules } from '../rules.ts';
import { afterwards, keepAnyway } from './tools.ts';

const writesBeforeAsking = (rules: Rules, when: (request: Request) => boolean): Partial<Rules> =>
  afterwards(rules, (answer, request, store) => {
    if (answer.status === 401 && request.operation === 'createPet' && when(request)) keepAnyway(rules, store, request);
  });

/** What a refusal has to do with the credential beyond its status. */
export const authEffectFaults: readonly Fault[] = [
  {
    name: 'unauthorised-create-adds',
    story: 'The pet is written before the credential is looked at.',
    violates: ['auth.no-effect'],
    change: (rules) => writesBeforeAsking(rules, () => true),
  },
  {
    name: 'create-without-key-adds',
    story: 'The check for a missing header answers 401 and forgets to return.',
    violates: ['auth.no-effect'],
    change: (rules) => writesBeforeAsking(rules, (request) => request.headers.authorization === undefined),
  },
  {
    name: 'create-with-wrong-key-adds',
    story: 'The key is verified by a slow service while the pet is already being written.',
    violates: ['auth.no-effect'],
    change: (rules) => writesBeforeAsking(rules, (request) => bearerToken(request) !== undefined),
  },
  {
    name: 'create-with-wrong-scheme-adds',
    story: 'A credential of another scheme is refused by a step that comes after the writing.',
    violates: ['auth.no-effect'],
    change: (rules) =>
      writesBeforeAsking(rules, (request) => /^(?!bearer\b)\S/i.test(headerOf(request, 'authorization') ?? '')),
  },
  {
    name: 'no-challenge',
    story: 'A 401 does not say which scheme is asked for.',
    violates: [],
    warns: ['auth.challenge'],
    change: (rules) => ({
      headers: (answer, request) => {
        const { 'www-authenticate': _challenge, ...rest } = rules.headers(answer, request);
        return rest;
      },
    }),
  },
  {
    name: 'challenge-names-basic',
    story: 'The challenge was copied from a service with passwords.',
    violates: [],
    warns: ['auth.challenge'],
    change: (rules) => ({
      headers: (answer, request) => {
        const headers = rules.headers(answer, request);
        return answer.status === 401 ? { ...headers, 'www-authenticate': 'Basic realm="petstore"' } : headers;
      },
    }),
  },
  {
    name: 'scheme-case-matters',
    story: 'The header is compared with the text "Bearer " letter by letter.',
    violates: [],
    warns: ['auth.scheme-case'],
    change: (rules) => ({
      authorised: (request, key) =>
        (headerOf(request, 'authorization') ?? '').startsWith('Bearer ') && rules.authorised(request, key),
    }),
  },
  {
    name: 'body-checked-before-key',
    story: 'Bodies are validated by a filter that runs before authentication.',
    violates: [],
    warns: ['auth.first'],
    change: (rules) => ({
      authorised: (request, key) => {
        if (request.operation === 'createPet') readNewPet(rules, readBody(rules, request));
        return rules.authorised(request, key);
      },
    }),
  },
  {
    name: 'pet-looked-up-before-key',
    story: 'The pet is loaded by the router, before anyone asks who wants it.',
    violates: [],
    warns: ['auth.first'],
    change: (rules) => ({
      around: async (request, answer, store) => {
        const id = request.operation === 'getPet' ? /\d+$/.exec(request.path)?.[0] : undefined;
        if (id !== undefined && rules.find(store, BigInt(id)) === undefined) throw refusal('petNotFound');
        return rules.around(request, answer, store);
      },
    }),
  },
];
