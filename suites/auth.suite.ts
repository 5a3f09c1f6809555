import type { CheckContext } from '../harness/context.ts';
import { type Credential, NO_CREDENTIAL, wrong } from '../harness/http/credential.ts';
import { headerOf, type Reply } from '../harness/http/reply.ts';
import { judge } from '../harness/judge.ts';
import { OPERATIONS, type Operation } from '../harness/report/model.ts';
import { Inconclusive, Violation } from '../harness/verdicts.ts';
import { addsNothing } from './adds-nothing.ts';
import { anyNearMiss, credentialOf, describeNearMiss, NEAR_MISSES, otherPlaces, otherSchemes } from './credentials.ts';
import { type Needs, requirement } from './requirement.ts';

/** Three requirements of near misses, and as many bad credentials again for four times as many others. */
const SHARES = 8;

const UNLIKELY_ID = -7_415_227;

/** What shows that an operation accepts the request when the credential is right. */
const BASIS = { listPets: 'list.ok', createPet: 'create.minimal', getPet: 'deprecation.still-served' } as const;

const GUARDS = ['auth.missing.createPet', 'auth.missing.getPet'] as const;

export const authChecks = [
  requirement('auth.accepted', { stage: 'create' }, async ({ preflight }) => {
    const asked = { listPets: preflight.list, createPet: preflight.creation, getPet: preflight.fetch };
    for (const operation of OPERATIONS) {
      const reply = asked[operation];
      // That an operation gives no answer is told by the requirement that it is the basis of.
      if (!reply || reply instanceof Error) continue;
      if (reply.status === 401 || reply.status === 403) {
        throw new Violation(`${operation} accepts the configured key`, `status ${reply.status}`, [reply]);
      }
    }
  }),

  ...OPERATIONS.map((operation) =>
    requirement(`auth.missing.${operation}`, probing(operation), async (context) => {
      judge(await probe(operation, NO_CREDENTIAL, context)).answers(401);
    }),
  ),

  ...OPERATIONS.map((operation) =>
    requirement(`auth.invalid-key.${operation}`, { ...probing(operation), property: true }, async (context) => {
      const share = Math.max(1, context.badCredentialShare(SHARES));
      await context.forAll(
        anyNearMiss,
        {
          examples: NEAR_MISSES.slice(0, share),
          runs: Math.min(context.settings.runs, share),
          show: describeNearMiss,
        },
        async (miss) => {
          const credential = credentialOf(miss, context);
          if (credential) judge(await probe(operation, credential, context)).answers(401);
        },
      );
    }),
  ),

  ...OPERATIONS.map((operation) =>
    requirement(`auth.wrong-scheme.${operation}`, probing(operation), async (context) => {
      const probes = otherSchemes(context).map((credential) => probe(operation, credential, context));
      for (const reply of await Promise.all(probes)) judge(reply).answers(401);
    }),
  ),

  requirement('auth.malformed', { stage: 'create', after: ['auth.accepted'] }, async (context) => {
    const malformed = [wrong('Bearer'), wrong('')];
    const probes = malformed.flatMap((credential) =>
      acceptedOperations(context).map((operation) => probe(operation, credential, context)),
    );
    for (const reply of await Promise.all(probes)) judge(reply).answers(401);
  }),

  requirement('auth.header-only', { stage: 'create', after: ['auth.accepted'] }, async (context) => {
    const probes = otherPlaces(context).flatMap((credential) =>
      acceptedOperations(context).map((operation) => probe(operation, credential, context)),
    );
    for (const reply of await Promise.all(probes)) {
      if (reply.status < 400) {
        throw new Violation('401: the key belongs in the Authorization header', `status ${reply.status}`, [reply]);
      }
    }
  }),

  requirement(
    'auth.no-effect',
    { stage: 'fetch', writes: true, after: ['auth.accepted', 'create.minimal', 'list.ok'] },
    (context) => addsNothing(context, 401, refusedCreations(context)),
  ),

  requirement(
    'auth.scheme-case',
    { stage: 'create', after: ['auth.accepted', 'list.ok'] },
    async ({ api, settings }) => {
      const credentials = ['bearer', 'BEARER'].map((scheme) => wrong(`${scheme} ${settings.apiKey}`));
      const replies = await Promise.all(credentials.map((credential) => api.listPets({}, { credential })));
      for (const reply of replies) judge(reply).answers(200);
    },
  ),

  requirement('auth.first', { stage: 'create', after: ['auth.accepted'], asks: GUARDS }, async (context) => {
    const { api } = context;
    const options = { credential: NO_CREDENTIAL };
    const guarded = await operationsThatNeedAKey(context);
    if (guarded.length === 0) throw new Inconclusive('Neither createPet nor getPet is seen to ask for a credential.');
    if (guarded.includes('getPet')) judge(await api.getPet(UNLIKELY_ID, options)).answers(401);
    if (guarded.includes('createPet')) judge(await api.createPet({}, options)).answers(401);
  }),

  requirement('auth.challenge', { stage: 'journal', traffic: 'everything' }, async ({ journal }) => {
    const refusals = journal.filter((reply) => reply.judged && reply.status === 401);
    if (refusals.length === 0) throw new Inconclusive('No 401 was met.');
    const silent = refusals.find((reply) => !/(^|[\s,])bearer\b/i.test(headerOf(reply, 'www-authenticate') ?? ''));
    if (silent) {
      const challenge = headerOf(silent, 'www-authenticate') ?? 'no WWW-Authenticate header';
      throw new Violation('WWW-Authenticate naming Bearer', challenge, [silent]);
    }
  }),
];

function probing(operation: Operation): Needs {
  return {
    stage: 'create',
    writes: operation === 'createPet',
    getsPets: operation === 'getPet',
    after: ['auth.accepted', BASIS[operation]],
  };
}

/** The request that the preflight has shown to be accepted, with another credential. */
function probe(operation: Operation, credential: Credential, { api, population }: CheckContext): Promise<Reply> {
  switch (operation) {
    case 'listPets':
      return api.listPets({}, { credential });
    case 'createPet':
      return api.createPet(population.newPet('minimal'), { credential });
    case 'getPet':
      return api.getPet(population.anyFetchable().id, { credential });
  }
}

/** The operations that the preflight has seen accept the right key: only there does a refusal prove anything. */
function acceptedOperations({ preflight, getPetIsServed }: CheckContext): readonly Operation[] {
  const { creation } = preflight;
  const creates = creation !== undefined && !(creation instanceof Error) && creation.status === 201;
  return ['listPets', ...(creates ? (['createPet'] as const) : []), ...(getPetIsServed ? (['getPet'] as const) : [])];
}

/** Those of createPet and getPet that can be asked and that do not already fail auth.missing. */
async function operationsThatNeedAKey(context: CheckContext): Promise<readonly Operation[]> {
  const asked = acceptedOperations(context).filter((operation) => operation !== 'listPets');
  const outcomes = await Promise.all(asked.map((operation) => context.outcomeOf(`auth.missing.${operation}`)));
  return asked.filter((_operation, index) => outcomes[index] !== 'fail');
}

/** Creations that lack a right credential, each with a name to look for afterwards. */
function refusedCreations({ population, settings }: CheckContext) {
  const credentials = [NO_CREDENTIAL, wrong('Bearer not-the-key'), wrong(`Token ${settings.apiKey}`)];
  return credentials.map((credential, index) => {
    const body = population.newPet(`unauthorised-${index + 1}`, population.quietStatus);
    return { body, options: { credential }, isIt: (animal: { readonly name?: unknown }) => animal.name === body.name };
  });
}
