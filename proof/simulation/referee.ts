import { isObject, jsonOf } from '../../harness/json/exact-json.ts';
import { type Exchange, isThrottled } from '../../harness/model/exchange.ts';
import type { Result } from '../../harness/model/report.ts';
import { isSelected } from '../../harness/settings/selection.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import type { Fault } from '../../reference/change.ts';
import type { StoreEvent } from '../../reference/store.ts';
import { reporters } from '../../reporters/index.ts';
import { labelOf } from '../../suites/inputs/values.ts';
import { mostSent } from '../../suites/plan.ts';
import { LIMIT, STATUSES } from '../../suites/reading/document.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import type { Problems } from '../expected.ts';
import { unsentValues } from '../unsent-values.ts';
import { findSecrets } from './find-secrets.ts';
import { inspectOwnRecord } from './inspect-own-record.ts';
import { plainButNamed } from './plain-but-named.ts';
import type { Seen } from './seen.ts';
import { passesAreTrue } from './true-passes.ts';

type Check = (seen: Seen) => Problems;

/**
 * The promises of the suite, each with the function that finds where one is broken. The referee checks them on every
 * simulated run, whatever the run is for. What is wrong with a server it knows from the server: it asks no rule of the
 * suite.
 */
export const PROMISES: Readonly<Record<string, Check>> = {
  'no more is created than the budget allows': creationsInBudget,
  'no more bad credentials are sent than the budget allows, in all attempts together': badCredentialsInBudget,
  'a conforming server gets no more requests and pets than documented': littleForConforming,
  'every pet that may exist because of the run is listed': everythingListed,
  'nothing that the run did not create is changed or removed': onlyOwnPetsChanged,
  'no secret is in any output': noSecretShown,
  'inspect of the archive comes to the results of the run': inspectOwnRecord,
  'a server with a fault does not end with 0': faultsFail,
  'whatever is violated fails, and has one place in the order of work': violatedFails,
  'a read-only run skips only what the setting rules out': skipsLittle,
  'a pass names the exchange that would have shown a violation, and its control': passesRestOnExchanges,
  'no exchange that a check calls wrong stands beside a pass, and the one that it rests on is right': passesAreTrue,
  'the run ends in time': endsInTime,
  'what is sent has a name': sentAsNamed,
  'what has a name is sent': namedIsSent,
  'what has no name is plain': plainButNamed,
};

/** They render, decide or check everything once more, which takes longer than the run. */
const SLOW: readonly Check[] = [noSecretShown, inspectOwnRecord, passesAreTrue];

/** Every promise that the run broke. The slow checks can be left out. */
export function brokenPromises(seen: Seen, isThorough: boolean): Problems {
  const due = Object.entries(PROMISES).filter(([, check]) => isThorough || !SLOW.includes(check));
  return due.flatMap(([promise, check]) =>
    check(seen).map((problem) => `The suite breaks its word (${promise}): ${problem}`),
  );
}

/** Added by the service itself, on behalf of the run. */
function addedBy(log: readonly StoreEvent[]): readonly StoreEvent[] {
  return log.filter(({ by, kind }) => by === 'service' && kind === 'added');
}

/** A server may store a pet twice; then it is the requests that count, as long as they are not refused. */
function createdIn({ log = [], exchanges }: Seen): number {
  const isCounted = ({ request, status }: Exchange) => request.method === 'POST' && !(status >= 400 && status < 500);
  return Math.min(addedBy(log).length, exchanges.filter(isCounted).length);
}

function creationsInBudget(seen: Seen): Problems {
  const { maxCreates, thorough } = seen.settings;
  const limit = Math.max(maxCreates, thorough ? 400 : 0);
  const added = createdIn(seen);
  return added > limit ? [`${added} pets were created, at most ${limit} are allowed`] : [];
}

/** With another Authorization header than the documented one. */
function badCredentialsInBudget({ exchanges, settings }: Seen): Problems {
  const { maxBadCredentials, thorough, apiKey } = settings;
  const limit = Math.max(maxBadCredentials, thorough ? 900 : 0);
  const hasKey = ({ request }: Exchange) =>
    request.headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === `Bearer ${apiKey}`);
  const sent = exchanges.filter((exchange) => !hasKey(exchange)).length;
  return sent > limit ? [`${sent} bad credentials were sent, at most ${limit} are allowed`] : [];
}

/** With the usual settings, whose budgets leave room for more. Requests that had to wait and are repeated do not count. */
function littleForConforming(seen: Seen): Problems {
  const { existing, exchanges, settings, report, faults } = seen;
  const { runs, maxCreates } = settings;
  // A server that loses its pets gets everything once more.
  const isOnce = report.run.attempts === undefined && report.exitCode === 0;
  if (faults.length > 0 || !isOnce || runs !== DEFAULTS.runs || maxCreates !== DEFAULTS.maxCreates) return [];
  const requests = exchanges.filter((one) => !mayBeLimited(one) && one.probe !== 'attempt').length;
  const most = mostSent(settings);
  const isStocked = STATUSES.some((one) => existing.filter(({ status }) => status === one).length >= LIMIT.maximum);
  const mostPets = isStocked ? most.creationsWhereStocked : most.creations;
  const added = createdIn(seen);
  return [
    ...(requests > most.requests ? [`${requests} requests were sent, at most ${most.requests} are documented`] : []),
    ...(added > mostPets ? [`${added} pets were created, at most ${mostPets} are documented`] : []),
  ];
}

const DEFAULTS = resolveSettings(new Map(), {}, '');

/** By id, or by name as one that may exist. What the service says to have refused is what create.no-effect is about. */
function everythingListed({ log = [], report, exchanges, ledger }: Seen): Problems {
  const ids = new Set(report.run.created.flatMap(({ id }) => id ?? []));
  // The answer may have the id of another pet, and the service may store a pet twice.
  const markOf = (name = '') => /conformance-\w+-\d{4}/.exec(name)?.[0] ?? name;
  const names = new Set(report.run.created.map(({ name }) => markOf(name)));
  const inLedger = new Set(ledger.flatMap(({ id }) => id ?? []));
  const isRefused = ({ status }: Exchange) => status >= 400 && status < 500;
  // A body may be spelled with escapes.
  const textOf = (body: string) =>
    `${body} ${JSON.stringify(jsonOf(body), (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`;
  const wasRefused = (mark: string) =>
    exchanges.some((one) => isRefused(one) && textOf(one.request.body ?? '').includes(mark));
  return addedBy(log).flatMap(({ pet }) => {
    const id = String(pet.id);
    if (ids.has(id)) return inLedger.has(id) ? [] : [`the ledger lacks pet ${id}`];
    const isListed = names.has(markOf(pet.name)) || wasRefused(markOf(pet.name));
    return isListed ? [] : [`the report lacks pet ${id}, ${JSON.stringify(pet.name)}`];
  });
}

const CHANGING = ['PUT', 'PATCH', 'DELETE'];

/** No method that changes a pet is sent. A service may take the id of a body, and overwrite the pet that has it. */
function onlyOwnPetsChanged({ existing, exchanges }: Seen): Problems {
  const others = new Set(existing.map((pet) => String(pet.id)));
  return exchanges.flatMap(({ request: { method, path, body = '' } }) => {
    if (CHANGING.includes(method)) return [`${method} ${path} was sent`];
    const given = others.size > 0 ? jsonOf(body) : undefined;
    const id = isObject(given) ? String(given.id) : '';
    return others.has(id) ? [`a creation asked for id ${id}, of a pet that is not of this run`] : [];
  });
}

function noSecretShown({ report, record, known, settings }: Seen): Problems {
  const options = { record: record(), known: known(), colour: false, width: 100 };
  return [...reporters].flatMap(([name, render]) =>
    findSecrets(render(report, options), [settings.apiKey]).map(
      ({ part, layers, context }) => `${name} shows the ${part} key (${layers.join(' in ') || 'plain'}): ${context}`,
    ),
  );
}

const levels: ReadonlyMap<string, string> = new Map(catalogue.map(({ id, level }) => [id, level]));

/** Unless the fault shows now and then, or takes more than this run sends or may say. */
function faultsFail({ faults, mayHide, report, settings }: Seen): Problems {
  if (mayHide || settings.readOnly || report.exitCode !== 0) return [];
  const isDue = ({ violates, intermittent, mayStayOpen, needsRareInput }: Fault) =>
    !intermittent &&
    !mayStayOpen &&
    (!needsRareInput || settings.thorough) &&
    violates.some((id) => isSelected(id, settings));
  return faults.filter(isDue).map(({ name }) => `exit code 0 on a server with the fault ${name}`);
}

function violatedFails({ report }: Seen): Problems {
  const { results, exitCode } = report;
  const isFailed = ({ outcome }: Result) => outcome === 'fail' || outcome === 'warn';
  const places = results.flatMap(({ violations = [] }) => violations.map(({ place }) => place));
  return [
    ...results
      .filter((result) => isFailed(result) !== (result.violations !== undefined))
      .map(({ id, outcome, violations = [] }) => `${id} ends as ${outcome} with ${violations.length} failures`),
    ...places.filter((place, at) => places.indexOf(place) !== at).map((place) => `two failures have place ${place}`),
    ...results
      .filter(({ outcome }) => outcome === 'fail' && exitCode === 0)
      .map(({ id }) => `exit code 0 although ${id} fails`),
  ];
}

/** Creations are ruled out. What the key, a budget or silence kept from being seen is inconclusive, as in any run. */
function skipsLittle({ report, facts, settings }: Seen): Problems {
  if (!settings.readOnly) return [];
  const isHindered = facts.spent.length > 0;
  const isOfCreation = (id: string, operation?: string) => operation === 'createPet' || id === 'history.agrees';
  return report.results
    .filter(
      ({ id, operation, level, why }) => why?.kind === 'read-only' && level !== 'INFO' && !isOfCreation(id, operation),
    )
    .filter(({ id }) => isHindered && id.startsWith('auth.'))
    .map(({ id }) => `${id} is skipped, though something else kept it from being seen`);
}

function passesRestOnExchanges({ report, exchanges }: Seen): Problems {
  const byNumber = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  const passed = report.results.filter(({ id, outcome }) => outcome === 'pass' && levels.get(id) !== 'INFO');
  return passed.flatMap(({ id, restsOn, reason }) => {
    // What is never seen is allowed to be absent, and the remark says so.
    if (!restsOn) return reason === undefined ? [`${id} passes without an exchange`] : [];
    const { exchange, control } = restsOn;
    if (!byNumber.has(exchange)) return [`${id} rests on exchange ${exchange}, which does not exist`];
    const accepted = control === undefined ? undefined : (byNumber.get(control)?.status ?? 0);
    return accepted === undefined || (accepted >= 200 && accepted < 300)
      ? []
      : [`${id} has exchange ${control} as a control, which was answered with ${accepted}`];
  });
}

/** Of virtual time, however little a service answers. One that is away may be waited for in addition, one that limits longer. */
const LONGEST_MS = 90_000;

const mayBeLimited = (exchange: Exchange) => isThrottled(exchange) || exchange.status === 503;

function endsInTime({ report, settings, exchanges, facts }: Seen): Problems {
  const isLimited = exchanges.some(mayBeLimited);
  const wait = facts.interruptions.length * settings.maxWaitMs;
  const most = settings.maxDurationMs + settings.timeoutMs;
  const limit = isLimited ? most : Math.min(most, LONGEST_MS + wait);
  const { durationMs } = report.run;
  return durationMs > limit ? [`it took ${durationMs} ms, at most ${limit} ms are allowed`] : [];
}

function sentAsNamed({ exchanges }: Seen): Problems {
  const sent = new Set(exchanges.flatMap(({ input }) => input ?? []));
  return [...sent].filter((id) => labelOf(id) === id).map((id) => `${id} was sent and has no name`);
}

/** Where nothing keeps a run from it. */
function namedIsSent(seen: Seen): Problems {
  if (!isUnhindered(seen)) return [];
  return unsentValues(seen.exchanges, seen.settings).map(({ id }) => `${id} has a name and was not sent`);
}

/** Of a shorter key, not every other token can be made. */
const SHORT_KEY = 8;

/** Nobody else writes, ids count up, pets may be without a status, every pet is found at once, and nothing warns. */
function isUnhindered({ exchanges, report, settings, existing, log = [] }: Seen): boolean {
  const added = addedBy(log).map(({ pet }) => pet);
  return (
    report.exitCode === 0 &&
    settings.apiKey.length >= SHORT_KEY &&
    report.results.every(({ outcome }) => outcome !== 'warn') &&
    existing.length === 0 &&
    log.every(({ by }) => by === 'service') &&
    added.every(({ id }, index) => id === BigInt(index + 1)) &&
    added.some(({ status }) => status === undefined) &&
    !exchanges.some(isMissingIn(exchanges))
  );
}

/** Whether a pet is not found after its creation was answered. */
function isMissingIn(exchanges: readonly Exchange[]): (exchange: Exchange) => boolean {
  const createdAt = new Map(
    exchanges.flatMap(({ request, status, body, answeredAt }) => {
      const pet = request.method === 'POST' && status === 201 ? jsonOf(Buffer.from(body).toString()) : undefined;
      return isObject(pet) ? [[String(pet.id), answeredAt] as const] : [];
    }),
  );
  return ({ request, status, sentAt }) =>
    status === 404 && sentAt > (createdAt.get(request.path.split('/').at(-1) ?? '') ?? Number.POSITIVE_INFINITY);
}
