import type { Fault } from '../change.ts';
import { headerOf, type Operation, type Request } from '../model.ts';
import { bearerToken } from '../rules/access.ts';
import { OPERATIONS, wordFor } from './tools.ts';

/** The key stands nowhere in the request, so nothing but the missing credential can be the reason to let it in. */
const anonymous = (request: Request, apiKey: string) =>
  request.headers.authorization === undefined && !JSON.stringify([request.search, request.headers]).includes(apiKey);

const openOperation = (operation: Operation): Fault => ({
  name: `${wordFor(operation)}-needs-no-key`,
  story: `The route of ${operation} was registered before the authentication filter.`,
  violates: [
    `auth.missing.${operation}`,
    `auth.invalid-key.${operation}`,
    `auth.wrong-scheme.${operation}`,
    'auth.malformed',
    'auth.header-only',
  ],
  change: (rules) => ({
    authorised: (request, key) => request.operation === operation || rules.authorised(request, key),
  }),
});

const anonymousOperation = (operation: Operation): Fault => ({
  name: `${wordFor(operation)}-lets-anonymous-in`,
  story: `${operation} checks a credential only where one is sent.`,
  violates: [`auth.missing.${operation}`],
  change: (rules) => ({
    authorised: (request, key) =>
      (request.operation === operation && anonymous(request, key)) || rules.authorised(request, key),
  }),
});

const anyTokenOperation = (operation: Operation): Fault => ({
  name: `${wordFor(operation)}-takes-any-token`,
  story: `${operation} looks whether there is a bearer token and not which.`,
  violates: [`auth.invalid-key.${operation}`],
  change: (rules) => ({
    authorised: (request, key) =>
      (request.operation === operation && bearerToken(request) !== undefined) || rules.authorised(request, key),
  }),
});

const otherSchemesOperation = (operation: Operation): Fault => ({
  name: `${wordFor(operation)}-ignores-the-scheme`,
  story: `${operation} takes whatever stands last in the Authorization header for the key.`,
  violates: [`auth.wrong-scheme.${operation}`],
  change: (rules) => ({
    authorised: (request, key) =>
      (request.operation === operation && headerOf(request, 'authorization')?.split(' ').at(-1) === key) ||
      rules.authorised(request, key),
  }),
});

const keyRefusedOperation = (operation: Operation): Fault => ({
  name: `${wordFor(operation)}-refuses-the-key`,
  story: `${operation} looks the key up in a table that was never filled.`,
  violates: ['auth.accepted'],
  change: (rules) => ({
    authorised: (request, key) => request.operation !== operation && rules.authorised(request, key),
  }),
});

/** What one operation gets wrong about the credential while the other two get it right. */
export const authOperationFaults: readonly Fault[] = [
  {
    name: 'filtered-list-lets-anonymous-in',
    story: 'A list by status was meant for the public page and asks for no key.',
    violates: ['auth.missing.listPets'],
    change: (rules) => ({
      authorised: (request, key) =>
        (request.operation === 'listPets' && request.search.includes('status=') && anonymous(request, key)) ||
        rules.authorised(request, key),
    }),
  },
  ...[openOperation, anonymousOperation, anyTokenOperation, otherSchemesOperation, keyRefusedOperation].flatMap(
    (fault) => OPERATIONS.map(fault),
  ),
];
