import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Decided, LedgerEntry, RunState, Suite } from '../harness/engine/suite.ts';
import { bodyOf } from '../harness/record/body.ts';
import type { Exchange } from '../harness/record/exchange.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { catalogue, type RequirementId } from './catalogue.ts';
import { causesOf } from './causes.ts';
import { createdPets } from './created-pets.ts';
import { theDictionary } from './diagnosis/dictionary.ts';
import { looksLike } from './diagnosis/look-up.ts';
import { type Signature, signatureOf } from './diagnosis/signature.ts';
import { earlierPets, ledgerLines, lookAt, sampleOf } from './earlier-pets.ts';
import { memoize } from './memoize.ts';
import { observe } from './observations.ts';
import { occupancyOf } from './occupancy.ts';
import { drive } from './probes/index.ts';
import { requestKinds } from './request-kinds.ts';
import { decidedFrom } from './results.ts';
import { petsInWords } from './specification/document.ts';
import { CONTROL_PATH } from './specification/excuses.ts';
import { checkRecord, violatedBy, worldIn } from './specification/index.ts';
import { originOf } from './specification/marks.ts';
import { errorProblem, petProblem } from './specification/reading.ts';
import { basePathOf, operationOf } from './specification/request.ts';
import type { Scope } from './specification/scope.ts';
import type { World } from './specification/world.ts';

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
  control: ({ baseUrl, apiKey }, userAgent) => ({
    method: 'GET',
    path: `${basePathOf(baseUrl)}${CONTROL_PATH}`,
    headers: [
      ['Authorization', `Bearer ${apiKey}`],
      ['Accept', 'application/json'],
      ['Accept-Encoding', 'identity'],
      ['User-Agent', userAgent],
    ],
  }),
  isOwnError: (exchange) => errorProblem(bodyOf(exchange).json) === undefined,
  operationOf: ({ request }) => operationOf(request),
  kindsOf: (state, record) => requestKinds(backgroundOf(state).scope, record),
  ledgerOf,
  drive: (session, state) => {
    const { sample, scope } = backgroundOf(state);
    return drive(session, scope, { earlier: sample, again: state.again ?? [] });
  },
  decide: (record, state) => {
    const { settings, interruptions, noCredentials } = state;
    const { earlier, sample, scope } = backgroundOf(state);
    const { world, decisions, harmless } = checkRecord(record, scope, { ...settings, ...state });
    const comparison = lookAt(sample, world);
    const { missing, changed } = comparison;
    const byNumber = new Map(world.readings.map((reading) => [reading.number, reading]));
    return {
      decided: [
        ...decidedFrom(decisions, world, harmless).map((decided) => withoutCredentials(decided, noCredentials)),
        ...observe({ world, comparison, interruptions, readOnly: settings.readOnly }),
      ],
      created: record.flatMap(createdPets(scope)).map(({ id, name, requirement }) => ({
        ...(id !== undefined && { id }),
        ...(name !== undefined && { name }),
        requirement,
      })),
      ledger: ledgerLines(earlier, sample, world),
      population: occupancyOf(world),
      warnings: overlookedIn(world),
      looksLike: () => looksLike(signatureOf(decisions, world, harmless), theDictionary()),
      ...(missing.length + changed.length > 0 && { lost: { missing, changed } }),
      labelOf: ({ number }) => {
        const reading = byNumber.get(number);
        return reading && (reading.status === 0 ? 'unanswered' : world.excuseOf(reading));
      },
    };
  },
  causesOf,
};

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

/** What is particular about the violations in a record. */
export function signatureIn(record: readonly Exchange[], state: RunState): Signature {
  const { scope } = backgroundOf(state);
  const { world, decisions, harmless } = checkRecord(record, scope, { ...state.settings, ...state });
  return signatureOf(decisions, world, harmless);
}

/** Everything that the exchanges of a record violate, each by itself, before any of it is attributed to a cause. */
export function violationsIn(record: readonly Exchange[], state: RunState): ReadonlySet<RequirementId> {
  const { scope } = backgroundOf(state);
  const world = worldIn(record, scope);
  return new Set(record.flatMap((exchange) => violatedBy(exchange, world)));
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
