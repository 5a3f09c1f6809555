import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { memoize } from '../harness/basics/memoize.ts';
import type { LedgerEntry, RunState, Suite } from '../harness/engine/suite.ts';
import { bodyOf } from '../harness/model/body.ts';
import type { Decided } from '../harness/model/decided.ts';
import { type Exchange, isGatewayAnswer, isThrottled } from '../harness/model/exchange.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { checkRecord, worldIn } from './decisions/index.ts';
import { observe } from './decisions/observations.ts';
import { decidedFrom, storiesFrom } from './decisions/results.ts';
import { KeyRestorer } from './inputs/restore-key.ts';
import { servedInPart, servedWholly } from './inputs/values.ts';
import { drive } from './probes/index.ts';
import { requestKinds } from './probes/request-kinds.ts';
import { petsInWords } from './reading/document.ts';
import { errorProblem, petProblem } from './reading/reading.ts';
import { basePathOf, classify, isOdd, operationOf } from './reading/request.ts';
import type { Scope } from './reading/scope.ts';
import { catalogue, exampleOf } from './requirements/index.ts';
import { attemptsIn, countedIn, lossIn } from './world/attempts.ts';
import { createdPets } from './world/created-pets.ts';
import { earlierPets, ledgerLines, lookAt, sampleOf } from './world/earlier-pets.ts';
import { originOf } from './world/marks.ts';
import { occupancyOf } from './world/occupancy.ts';
import type { World } from './world/world.ts';

/** What is known about a run besides its record. A ledger takes long to read where there were many nights. */
const backgroundIn = memoize((ledger: RunState['ledger']) =>
  memoize((settings: RunSettings) => {
    const { baseUrl, apiKey, runId, consistencyWindowMs, now, categoryIds, knownIds } = settings;
    const earlier = earlierPets(ledger, new Redactor(apiKey).address(baseUrl));
    const scopeOf = (isForeign: boolean): Scope => ({
      basePath: basePathOf(baseUrl),
      apiKey,
      runId,
      windowMs: consistencyWindowMs,
      now,
      categories: categoryIds,
      isForeign,
      earlier: new Map(earlier.map(({ id, name }) => [id, name])),
      knownIds,
    });
    return { own: scopeOf(false), foreign: scopeOf(true), earlier, sample: sampleOf(earlier) };
  }),
);

function backgroundOf({ ledger, settings, isForeign, otherKeys }: RunState) {
  const { own, foreign, ...earlier } = backgroundIn(ledger)(settings);
  return { scope: isForeign ? { ...foreign, ...(otherKeys && { otherKeys }) } : own, ...earlier };
}

/** What a run knows about its target besides its record. */
export function scopeOf(state: RunState): Scope {
  return backgroundOf(state).scope;
}

/** By the name of the package: sources and the compiled package are not equally deep. */
const OPENAPI = 'petstore-conformance/schemas/openapi.yaml';

/** Read once, and only for a report: its digest says which version of the interface a verdict is about. */
function digestOfSpecification() {
  const text = readFileSync(createRequire(import.meta.url).resolve(OPENAPI));
  return { file: OPENAPI.replace(/.*\//, ''), sha256: createHash('sha256').update(text).digest('hex') };
}

let specification: ReturnType<typeof digestOfSpecification> | undefined;

/** All that is checked of a Pet Store service. */
export const petStore: Suite = {
  specification: () => {
    specification ??= digestOfSpecification();
    return specification;
  },
  rows: catalogue,
  exampleOf,
  controls: ({ baseUrl, apiKey }, userAgent) =>
    ['/pets', '/pets?limit=2'].map((path) => ({
      method: 'GET',
      path: `${basePathOf(baseUrl)}${path}`,
      headers: [
        ['Authorization', `Bearer ${apiKey}`],
        ['Accept', 'application/json'],
        ['Accept-Encoding', 'identity'],
        ['User-Agent', userAgent],
      ],
    })),
  restorerOf: (key) => new KeyRestorer(key),
  isOwnError: (exchange) => errorProblem(bodyOf(exchange).json) === undefined,
  operationOf: ({ request }) => operationOf(request),
  kindsOf: (state, record) => requestKinds(backgroundOf(state).scope, record),
  isOdd:
    (state) =>
    ({ request }) =>
      isOdd(classify(request, backgroundOf(state).scope)),
  expectedOf,
  ledgerOf,
  drive: (session, state) => {
    const { sample, scope } = backgroundOf(state);
    return drive(session, scope, { earlier: sample, again: state.again ?? [] });
  },
  decide: (record, state) => {
    const { settings, interruptions, noCredentials } = state;
    const { earlier, sample, scope } = backgroundOf(state);
    const attempts = attemptsIn(record);
    const losses = attempts.map((one) => (state.isForeign ? undefined : lossIn(worldIn(one, scope).readings)));
    const counted = attempts.map((one, index) => countedIn(one, losses[index]));
    const last = counted.at(-1) ?? [];
    const ended = losses.at(-1) === undefined ? state : { ...state, stopped: state.stopped ?? RESTARTED };
    const checked = checkRecord(counted, scope, {
      ...settings,
      ...ended,
      settled: settledIn(last, ended),
      sentInPart: servedInPart(last, settings),
    });
    const { world, decisions, groups } = checked;
    const comparison = lookAt(sample, world);
    const { missing, changed } = comparison;
    const byNumber = new Map(world.readings.map((reading) => [reading.number, reading]));
    return {
      decided: [
        ...decidedFrom(decisions, groups, world).map((decided) => withoutCredentials(decided, noCredentials)),
        ...observe({ world, comparison, interruptions, readOnly: settings.readOnly }),
      ],
      created: record.flatMap(createdPets(scope)).map(({ id, name, requirement }) => ({
        ...(id !== undefined && { id }),
        ...(name !== undefined && { name }),
        requirement,
      })),
      ledger: ledgerLines(earlier, sample, world),
      population: occupancyOf(world),
      ...(ended.stopped && { stopped: ended.stopped }),
      ...(attempts.length > 1 && { attempts: attempts.length }),
      warnings: [
        ...attemptsInWords(attempts.length),
        ...overlookedIn(world),
        ...lostLedgerIn(world, settings.ledger, earlier),
      ],
      stories: storiesFrom(checked),
      ...(missing.length + changed.length > 0 && { lost: { missing, changed } }),
      labelOf: ({ number }) => {
        const reading = byNumber.get(number);
        return reading && (reading.status === 0 ? 'unanswered' : world.excuseOf(reading));
      },
    };
  },
};

/** What was decided before the service stopped stays decided. The first requests show whether a key is accepted. */
function settledIn(record: readonly Exchange[], { stopped, settings }: RunState): ReadonlySet<string> | undefined {
  if (!stopped || stopped.kind === 'restarted') return undefined;
  const isOfService = (exchange: Exchange) =>
    !isThrottled(exchange) && !isGatewayAnswer(exchange, errorProblem(bodyOf(exchange).json) === undefined);
  const answered = record.filter((exchange) => exchange.status > 0 && isOfService(exchange));
  return servedWholly(answered, settings).add('auth.accepted');
}

const RESTARTED = { kind: 'restarted' } as const;

function attemptsInWords(attempts: number): readonly string[] {
  if (attempts === 1) return [];
  const times = attempts === 2 ? 'once' : `${attempts - 1} times`;
  return [
    `The service stopped and lost its pets ${times}, and the run began again: what failed before counts, and what passed is from the last attempt.`,
  ];
}

/** A ledger that is new, on a server that earlier runs have used. */
function lostLedgerIn(world: World, ledger: string | undefined, earlier: readonly unknown[]): readonly string[] {
  if (ledger === undefined || earlier.length > 0) return [];
  const shows = ({ pets = [] }: World['pages'][number]) => pets.some((pet) => originOf(pet, world) === 'mark');
  return world.pages.some(shows) ? [LOST_LEDGER] : [];
}

const LOST_LEDGER =
  'Pets of earlier runs are on the server, and the ledger lists none of them: use the ledger of those runs, or empty the server.';

/** Broken pets that only have the mark of another run: without a ledger, anybody may have put it there. */
function overlookedIn(world: World): readonly string[] {
  const overlooked = new Set<string>();
  for (const { pets = [], ids } of world.pages)
    for (const [at, pet] of pets.entries())
      if (petProblem(pet) !== undefined && originOf(pet, world) === 'mark') overlooked.add(ids[at] ?? '');
  if (overlooked.size === 0) return [];
  const count = petsInWords(overlooked.size);
  return [
    `${count} with invalid fields and the mark of another run ${overlooked.size === 1 ? 'was' : 'were'} not reported: keep one ledger for all runs (--ledger), so that only what this suite created is overlooked.`,
  ];
}

/** What a recording without credentials cannot show. */
function withoutCredentials(decided: Decided, why: RunState['noCredentials']): Decided {
  if (why === undefined) return decided;
  const { id, outcome } = decided;
  if (why.isAssumed) return id.startsWith('auth.') ? { id, outcome: 'skipped', why } : decided;
  return outcome === 'inconclusive' ? { id, outcome, why } : decided;
}

/** A valid creation: others are refused, and listed if a list or a fetch shows that they were not. */
function expectedOf(state: RunState): (exchange: Exchange) => readonly LedgerEntry[] {
  const { scope } = backgroundOf(state);
  return ({ request, probe }) => {
    const { sent, credential } = classify(request, scope);
    return sent && credential === 'right' ? [{ name: sent.name, requirement: probe, isExpected: true }] : [];
  };
}

/** Later runs do not miss what was removed on request. */
function ledgerOf(state: RunState): (exchange: Exchange) => readonly LedgerEntry[] {
  const created = createdPets(backgroundOf(state).scope);
  return (exchange) => {
    const { request, status } = exchange;
    const isRemoved = request.method === 'DELETE' && status >= 200 && status < 300;
    return isRemoved ? [{ id: request.path.split('/').at(-1) ?? '', removed: true }] : created(exchange);
  };
}
