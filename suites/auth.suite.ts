import type { AskOptions } from '../harness/http/api.ts';
import { NO_CREDENTIAL, otherSchemeCase, wrong } from '../harness/http/credential.ts';
import type { Reply } from '../harness/http/reply.ts';
import { OPERATIONS, type Operation } from '../harness/report/model.ts';
import type { Finding } from '../harness/run/check.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { expectReply } from '../harness/verdict/expect-reply.ts';
import { Inconclusive, Violation } from '../harness/verdict/verdicts.ts';
import {
  anyNearMiss,
  askingWith,
  type LabelledCredential,
  NEAR_MISSES,
  otherPlaces,
  otherSchemes,
} from './credentials.ts';
import { addsNothing } from './no-effect.ts';
import { after, type Plan, requirement, tryEach, watched } from './requirement.ts';

/** Three requirements of near misses, and as many bad credentials again for four times as many others. */
const SHARES = 8;

const NONE: AskOptions = { credential: NO_CREDENTIAL };

const UNLIKELY_ID = -7_415_227;

/** What shows that an operation accepts the request when the credential is right. */
const BASIS = { listPets: 'list.ok', createPet: 'create.minimal', getPet: 'deprecation.still-served' } as const;
const BASES = Object.values(BASIS);

const EVERYWHERE: Plan = { stage: 'anytime', needs: ['auth.accepted', ...after(...BASES)] };

/** Near misses that are tried on a connection of their own: a service may remember who asked on it before. */
const ON_OWN_CONNECTION = 2;

export const authChecks = [
  requirement('auth.accepted', { stage: 'create' }, async ({ preflight }) => {
    const asked = { listPets: preflight.list, createPet: preflight.creation, getPet: preflight.fetch };
    for (const operation of OPERATIONS) {
      const reply = asked[operation];
      // That an operation gives no answer is reported by the requirement that it is the basis of.
      if (!reply || reply instanceof Error) continue;
      if (reply.status === 401 || reply.status === 403) {
        throw new Violation(`${operation} accepts the configured key`, `status ${reply.status}`, [reply]);
      }
    }
  }),

  ...OPERATIONS.map((operation) =>
    requirement(`auth.missing.${operation}`, probing(operation), (context) => {
      const plain = { label: 'no Authorization header', ask: () => probe(operation, NONE, context) };
      const onNewConnection = {
        label: 'on a new connection',
        ask: () => probe(operation, { ...NONE, connection: 'fresh' }, context),
      };
      const filtered = {
        label: 'with a filter',
        ask: () => context.api.listPets({ status: 'pending', limit: 5 }, NONE),
      };
      const inputs = operation === 'listPets' ? [onNewConnection, filtered] : [plain];
      return tryEach(context, inputs, async ({ ask }) => expectReply(await ask()).answers(401));
    }),
  ),

  ...OPERATIONS.map((operation) =>
    requirement(`auth.invalid-key.${operation}`, { ...probing(operation), property: true }, async (context) => {
      const share = Math.max(1, context.badCredentialShare(SHARES));
      const examples = NEAR_MISSES.slice(0, share);
      const refuses = async (miss: (typeof examples)[number], connection?: 'fresh' | 'reused') => {
        const options = askingWith(miss, context);
        if (!options) return;
        const reply = await probe(operation, { ...options, ...(connection && { connection }) }, context);
        // The HTTP layer may refuse bytes that are not ASCII by itself.
        if (reply.checked) expectReply(reply).answers(401);
      };
      await context.tryAll(
        examples
          .slice(0, ON_OWN_CONNECTION)
          .flatMap((miss, index) => [
            { input: `${miss.label}, after the right key`, attempt: () => refuses(miss, 'reused') },
            ...(index === 0
              ? [{ input: `${miss.label}, on a new connection`, attempt: () => refuses(miss, 'fresh') }]
              : []),
          ]),
      );
      await context.forAll(
        anyNearMiss,
        {
          examples: examples.slice(ON_OWN_CONNECTION),
          runs: Math.max(0, Math.min(context.settings.runs, share - ON_OWN_CONNECTION)),
          show: ({ label }) => label,
        },
        (miss) => refuses(miss),
      );
    }),
  ),

  ...OPERATIONS.map((operation) =>
    requirement(`auth.wrong-scheme.${operation}`, probing(operation), (context) =>
      tryEach(context, otherSchemes(context), async ({ credential }) =>
        expectReply(await probe(operation, { credential }, context)).answers(401),
      ),
    ),
  ),

  requirement('auth.malformed', EVERYWHERE, (context) => {
    const malformed = [
      { label: 'Bearer alone', credential: wrong('malformed', 'Bearer') },
      { label: 'empty header value', credential: wrong('malformed', '') },
    ];
    return isRefusedEverywhere(malformed, context, (reply) => expectReply(reply).answers(401));
  }),

  requirement('auth.header-only', EVERYWHERE, (context) =>
    isRefusedEverywhere(otherPlaces(context), context, (reply) => {
      if (reply.status < 400) {
        throw new Violation('401: the key belongs in the Authorization header', `status ${reply.status}`, [reply]);
      }
    }),
  ),

  requirement(
    'auth.no-effect',
    {
      stage: 'create',
      writes: true,
      needs: ['auth.accepted', 'create.minimal', 'list.ok', ...after('create.with-status')],
    },
    (context) => addsNothing(context, 401, refusedCreations(context)),
  ),

  requirement('auth.scheme-case', { stage: 'anytime', needs: ['auth.accepted', 'list.ok'] }, (context) =>
    tryEach(context, [{ label: 'bearer' }, { label: 'BEARER' }], async ({ label }) => {
      const credential = otherSchemeCase(label, context.settings.apiKey);
      expectReply(await context.api.listPets({}, { credential })).answers(200);
    }),
  ),

  requirement(
    'auth.first',
    {
      stage: 'anytime',
      needs: ['auth.accepted', ...after('auth.missing.createPet', 'auth.missing.getPet', ...BASES)],
    },
    async (context) => {
      const covered = await operationsThatNeedAKey(context);
      if (covered.length === 0) {
        throw new Inconclusive({ kind: 'no-control', control: 'no createPet or getPet that asks for a credential' });
      }
      const { api } = context;
      const options = { credential: NO_CREDENTIAL, toBeRefused: true };
      const requests = [
        { operation: 'getPet', label: 'an id that does not exist', ask: () => api.getPet(UNLIKELY_ID, options) },
        { operation: 'createPet', label: 'an empty object', ask: () => api.createPet({}, options) },
        { operation: 'createPet', label: 'broken JSON', ask: () => api.createPet({ raw: '{"name":' }, options) },
      ] as const;
      const asked = requests.filter(({ operation }) => covered.includes(operation));
      await tryEach(context, asked, async ({ ask }) => expectReply(await ask()).answers(401));
      return covered.length < 2 ? { covered } : undefined;
    },
  ),

  watched('auth.challenge', { what: '401' }),
];

function probing(operation: Operation): Plan {
  return {
    stage: 'anytime',
    writes: operation === 'createPet',
    getsPets: operation === 'getPet',
    needs: ['auth.accepted', BASIS[operation]],
  };
}

/** The request that has been accepted with the right key, with another credential. */
function probe(operation: Operation, options: AskOptions, { api, population }: CheckContext): Promise<Reply> {
  switch (operation) {
    case 'listPets':
      return api.listPets({}, options);
    case 'createPet':
      return api.createPet(population.uniquePet('unauthorized'), { ...options, toBeRefused: true });
    case 'getPet':
      return api.getPet(population.anyFetchable().id, options);
  }
}

/** By every operation that accepts the right key; those are reported unless they are all. */
async function isRefusedEverywhere(
  credentials: readonly LabelledCredential[],
  context: CheckContext,
  refused: (reply: Reply) => unknown,
): Promise<Finding> {
  const covered = await acceptedOperations(context);
  const inputs = covered.flatMap((operation) =>
    credentials.map(({ label, credential }) => ({
      label: covered.length === 1 ? label : `${operation}: ${label}`,
      ask: () => probe(operation, { credential }, context),
    })),
  );
  await tryEach(context, inputs, async ({ ask }) => refused(await ask()));
  return covered.length < OPERATIONS.length ? { covered } : {};
}

/** The operations that accept the right key: only there does a refusal prove anything. */
async function acceptedOperations(context: CheckContext): Promise<readonly Operation[]> {
  const outcomes = await Promise.all(OPERATIONS.map((operation) => context.outcomeOf(BASIS[operation])));
  const accepted = OPERATIONS.filter(
    (operation, index) => outcomes[index] === 'pass' || context.failedInPart(BASIS[operation]),
  );
  if (accepted.length > 0) return accepted;
  throw new Inconclusive({ kind: 'depends-on', because: BASES, outcome: 'undecided' });
}

/** Those of createPet and getPet that accept the right key and do not already fail auth.missing. */
async function operationsThatNeedAKey(context: CheckContext): Promise<readonly Operation[]> {
  const asked = (['createPet', 'getPet'] as const).filter(
    (operation) => operation !== 'createPet' || !context.settings.readOnly,
  );
  const accepted = await acceptedOperations(context);
  const outcomes = await Promise.all(asked.map((operation) => context.outcomeOf(`auth.missing.${operation}`)));
  return asked.filter((operation, index) => accepted.includes(operation) && outcomes[index] !== 'fail');
}

/** Creations that lack the right credential. */
function refusedCreations({ population, settings }: CheckContext) {
  const credentials = [
    NO_CREDENTIAL,
    wrong('invalid-key', 'Bearer not-the-key'),
    wrong('wrong-scheme', `Token ${settings.apiKey}`),
  ];
  return credentials.map((credential) => ({
    body: population.uniquePet('unauthorized', population.quietStatus),
    options: { credential },
  }));
}
