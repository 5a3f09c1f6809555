import { type CredentialKind, headerOf, type Reply } from '../../harness/http/reply.ts';
import { OPERATIONS } from '../../harness/report/model.ts';
import type { Invariant } from '../../harness/run/invariants.ts';
import { describe } from '../../harness/verdict/expect-reply.ts';
import type { RequirementId } from '../catalogue.ts';

/** Nothing succeeds without the right credential, whichever check sends the request. */
function refuses(requirement: RequirementId, appliesTo: (reply: Reply) => boolean): Invariant {
  return {
    requirement,
    appliesTo: (reply) => reply.checked && appliesTo(reply),
    breachOf: (reply) => (reply.status < 400 ? { expected: 'status 401', actual: describe(reply) } : undefined),
  };
}

const BY_OPERATION = ['missing', 'invalid-key', 'wrong-scheme'] as const satisfies readonly CredentialKind[];
const FOR_ALL = ['malformed', 'header-only'] as const satisfies readonly CredentialKind[];

export const credentialInvariants: readonly Invariant[] = [
  ...BY_OPERATION.flatMap((kind) =>
    OPERATIONS.map((operation) =>
      refuses(`auth.${kind}.${operation}`, (reply) => reply.credential === kind && reply.operation === operation),
    ),
  ),
  ...FOR_ALL.map((kind) => refuses(`auth.${kind}`, ({ credential }) => credential === kind)),
  {
    requirement: 'auth.accepted',
    appliesTo: ({ checked, credential }) => checked && credential === 'right',
    breachOf: (reply) =>
      reply.superseded === 'key-refused'
        ? { expected: 'the configured key accepted each time', actual: describe(reply) }
        : undefined,
  },
  {
    requirement: 'auth.challenge',
    appliesTo: ({ checked, status }) => checked && status === 401,
    breachOf: (reply) => {
      const challenge = headerOf(reply, 'www-authenticate');
      if (/(^|[\s,])bearer\b/i.test(challenge ?? '')) return undefined;
      return { expected: 'WWW-Authenticate naming Bearer', actual: challenge ?? 'no WWW-Authenticate header' };
    },
  },
];
