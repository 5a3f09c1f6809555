import type { Decided, RunState, Suite } from '../harness/engine/suite.ts';
import { mayHaveCreated } from '../harness/http/transport.ts';
import { isInteger, isObject, jsonOf } from '../harness/json/exact-json.ts';
import { bodyOf } from '../harness/record/body.ts';
import type { Exchange } from '../harness/record/exchange.ts';
import type { Created } from '../harness/report/model.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import type { RunSettings } from '../harness/settings/settings.ts';
import { catalogue } from './catalogue.ts';
import { causesOf } from './causes.ts';
import { theDictionary } from './diagnosis/dictionary.ts';
import { looksLike } from './diagnosis/look-up.ts';
import { type Signature, signatureOf } from './diagnosis/signature.ts';
import { earlierPets, ledgerLines, lookAt, sampleOf } from './earlier-pets.ts';
import { memoize } from './memoize.ts';
import { observe } from './observations.ts';
import { occupancyOf } from './occupancy.ts';
import { drive } from './probes/index.ts';
import { decidedFrom } from './results.ts';
import { checkRecord } from './specification/index.ts';
import { errorProblem, petOf } from './specification/reading.ts';
import { basePathOf } from './specification/request.ts';
import { CONTROL_PATH, type Scope } from './specification/world.ts';

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

/** All that is checked of a Pet Store service. */
export const petStore: Suite = {
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
  operationOf: ({ request }) => {
    if (/\/pets(\?|$)/.test(request.path)) return { GET: 'listPets', POST: 'createPet' }[request.method];
    return /\/pets\/[^/]+$/.test(request.path) && request.method === 'GET' ? 'getPet' : undefined;
  },
  ledgerEntry,
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
      created: record.flatMap((exchange) => createdBy(exchange) ?? []),
      ledger: ledgerLines(earlier, sample, world),
      population: occupancyOf(world),
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

/** Any success counts, also of an invalid creation, and so does a request that may have been carried out. */
function createdBy(exchange: Exchange): Created | undefined {
  if (petStore.operationOf(exchange) !== 'createPet' || !mayHaveCreated(exchange, petStore.isOwnError))
    return undefined;
  const answered = bodyOf(exchange).json;
  const sent = jsonOf(exchange.request.body ?? '');
  const { id, name } = isObject(answered) ? answered : {};
  const given = [name, isObject(sent) ? sent.name : undefined].find((text) => typeof text === 'string');
  return {
    ...(isInteger(id) && { id: String(id) }),
    ...(given !== undefined && { name: given }),
    requirement: exchange.probe,
  };
}

/** Integers are text, so that no reader loses digits. Later runs do not miss what was removed on request. */
function ledgerEntry(exchange: Exchange): Readonly<Record<string, unknown>> | undefined {
  const { request, status } = exchange;
  if (request.method === 'DELETE' && status >= 200 && status < 300) {
    return { id: request.path.split('/').at(-1), removed: true };
  }
  const created = createdBy(exchange);
  if (!created) return undefined;
  const pet = petOf(bodyOf(exchange).json);
  return {
    ...created,
    ...(pet && { categoryId: String(pet.categoryId), ...(pet.status && { status: pet.status }) }),
  };
}
