import { defined } from '../harness/basics/defined.ts';
import { memoize } from '../harness/basics/memoize.ts';
import type { RunFacts } from '../harness/engine/run-facts.ts';
import type { LedgerEntry, Suite } from '../harness/engine/suite.ts';
import { bodyOf } from '../harness/model/body.ts';
import { type Exchange, isGatewayAnswer, isThrottled } from '../harness/model/exchange.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { worldIn } from './decisions/findings.ts';
import { checkRecord } from './decisions/index.ts';
import { observe } from './decisions/observations.ts';
import { servedInPart, servedWholly } from './inputs/values.ts';
import { sendAll } from './probes/index.ts';
import { requestKinds } from './probes/request-kinds.ts';
import { petsInWords } from './reading/document.ts';
import { errorProblem, petProblem } from './reading/reading.ts';
import { basePathOf, classify, operationOf } from './reading/request.ts';
import type { Scope } from './reading/scope.ts';
import { catalogue, exampleOf, idsWith } from './requirements/index.ts';
import { attemptsIn, countedIn, lossIn, witnessesIn } from './world/attempts.ts';
import { createdPets } from './world/created-pets.ts';
import { earlierPets, ledgerLines, lookAt, sampleOf } from './world/earlier-pets.ts';
import { originOf } from './world/marks.ts';
import { occupancyOf } from './world/occupancy.ts';
import type { World } from './world/world.ts';

/** A ledger takes long to read where there were many nights. */
const earlierIn = memoize((ledger: RunFacts['ledger']) =>
  memoize(({ apiKey, baseUrl }: RunSettings) => {
    const all = earlierPets(ledger, new Redactor(apiKey).address(baseUrl));
    return { all, sample: sampleOf(all) };
  }),
);

/** What exchanges are read with is the same from the first request of a run until its report: each is read once. */
const scopesIn = memoize((ledger: RunFacts['ledger']) =>
  memoize((settings: RunSettings) => {
    const { baseUrl, apiKey, runId, consistencyWindowMs, now, categoryIds, knownIds } = settings;
    const earlier = new Map(earlierIn(ledger)(settings).all.map(({ id, name }) => [id, name]));
    const known = { basePath: basePathOf(baseUrl), apiKey, runId, now, knownIds, earlier };
    return { ...known, windowMs: consistencyWindowMs, categories: categoryIds };
  }),
);

/** What the record of a run is read with. */
export function scopeOf({ ledger, settings }: RunFacts): Scope {
  return scopesIn(ledger)(settings);
}

/** All that is checked of a Pet Store service. */
export const petStore: Suite = {
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
  isOwnError: (exchange) => errorProblem(bodyOf(exchange).json) === undefined,
  operationOf: ({ request }) => operationOf(request),
  kindsOf: (facts, record) => requestKinds(scopeOf(facts), record),
  lossesIn: (facts, record) => {
    const known = () => worldIn(record(), scopeOf(facts));
    return {
      witnesses: () => witnessesIn(known().readings),
      isOfPet: (request) => {
        const { petId } = classify(request, scopeOf(facts));
        return petId !== undefined && known().readings.some(({ ids }) => ids.includes(petId));
      },
      isLost: () => lossIn(known()) !== undefined,
    };
  },
  expectedOf,
  ledgerOf,
  drive: (session, facts) => {
    const { sample } = earlierIn(facts.ledger)(session.settings);
    return sendAll(session, scopeOf(facts), sample);
  },
  decide: (record, facts) => {
    const { settings, interruptions } = facts;
    const { all: earlier, sample } = earlierIn(facts.ledger)(settings);
    const scope = scopeOf(facts);
    const { attempts, isLost } = countedAttempts(record, scope);
    const ended = isLost ? { ...facts, stopped: facts.stopped ?? RESTARTED } : facts;
    const limits = {
      ...settings,
      ...ended,
      settled: settledIn(attempts.at(-1) ?? [], ended),
      // A later attempt need not send again what an earlier one got an answer to.
      sentInPart: servedInPart(attempts.flat(), settings),
    };
    const { world, decisions } = checkRecord(attempts, scope, limits, record);
    const comparison = lookAt(sample, world);
    const { missing, changed } = comparison;
    const byNumber = new Map(world.readings.map((reading) => [reading.number, reading]));
    return defined({
      decided: [...decisions, ...observe({ world, comparison, interruptions, readOnly: settings.readOnly })],
      created: record
        .flatMap(createdPets(scope))
        .map(({ id, name, requirement }) => defined({ id, name, requirement })),
      ledger: ledgerLines(earlier, sample, world),
      population: occupancyOf(world),
      stopped: ended.stopped,
      attempts: attempts.length > 1 ? attempts.length : undefined,
      warnings: [
        ...attemptsInWords(attempts.length),
        ...overlookedIn(world),
        ...lostLedgerIn(world, settings.ledger, earlier),
      ],
      lost: missing.length + changed.length > 0 ? { missing, changed } : undefined,
      labelOf: ({ number }: Exchange) => {
        const reading = byNumber.get(number);
        return reading && (reading.status === 0 ? 'unanswered' : world.excuseOf(reading));
      },
    });
  },
};

/** What counts of each attempt, and whether the last one ended with a loss too. */
function countedAttempts(record: readonly Exchange[], scope: Scope) {
  const attempts = attemptsIn(record).map((attempt) => {
    const lostAt = lossIn(worldIn(attempt, scope));
    return { counted: countedIn(attempt, lostAt), isLost: lostAt !== undefined };
  });
  return { attempts: attempts.map(({ counted }) => counted), isLost: attempts.at(-1)?.isLost === true };
}

/** What was decided before the service stopped stays decided. The first requests show whether a key is accepted. */
function settledIn(record: readonly Exchange[], { stopped, settings }: RunFacts): ReadonlySet<string> | undefined {
  if (!stopped || stopped.kind === 'restarted') return undefined;
  const isOfService = (exchange: Exchange) =>
    !isThrottled(exchange) && !isGatewayAnswer(exchange, errorProblem(bodyOf(exchange).json) === undefined);
  const answered = record.filter((exchange) => exchange.status > 0 && isOfService(exchange));
  const settled = new Set<string>([...servedWholly(answered, settings), ...idsWith(({ isOfKey }) => isOfKey)]);
  // What was under way may be the reason.
  if (stopped.kind === 'away' && stopped.seen === 'refused') for (const id of OF_CRASH) settled.delete(id);
  return settled;
}

const OF_CRASH = idsWith(({ isOfCrash }) => isOfCrash);
const RESTARTED = { kind: 'restarted' } as const;

function attemptsInWords(attempts: number): readonly string[] {
  if (attempts === 1) return [];
  const times = attempts === 2 ? 'once' : `${attempts - 1} times`;
  return [
    `The server stopped and lost its pets ${times}, and the run began again: what failed before counts, and what passed is from the last attempt.`,
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

/** A valid creation: others are refused, and listed if a list or a fetch shows that they were not. */
function expectedOf(facts: RunFacts): (exchange: Exchange) => readonly LedgerEntry[] {
  const scope = scopeOf(facts);
  return ({ request, probe }) => {
    const { sent, credential } = classify(request, scope);
    return sent && credential === 'right' ? [{ name: sent.name, requirement: probe, isExpected: true }] : [];
  };
}

function ledgerOf(facts: RunFacts): (exchange: Exchange) => readonly LedgerEntry[] {
  return createdPets(scopeOf(facts));
}
