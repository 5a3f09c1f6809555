import { largest } from '../../harness/basics/extremes.ts';
import { groupBy } from '../../harness/basics/group-by.ts';
import { isObject } from '../../harness/json/exact-json.ts';
import type { Decision } from '../../harness/model/decision.ts';
import { isThrottled } from '../../harness/model/exchange.ts';
import type { Interruption } from '../../harness/model/report.ts';
import { labelOf, valuesFor } from '../inputs/values.ts';
import { OPERATIONS, type Pet } from '../reading/document.ts';
import { isError, petOf, type Reading } from '../reading/reading.ts';
import { headerOf } from '../reading/request.ts';
import { type ObservationId, observations } from '../requirements/index.ts';
import { largestPages } from '../requirements/rules/pages.ts';
import type { lookAt } from '../world/earlier-pets.ts';
import type { OwnPet, World } from '../world/world.ts';

interface Observed {
  readonly reason: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface ObservedRun {
  readonly world: World;
  /** Of the pets of earlier runs with what is there now. */
  readonly comparison: ReturnType<typeof lookAt>;
  readonly interruptions: readonly Interruption[];
  readonly readOnly: boolean;
}

type Observe = (seen: ObservedRun) => Observed | string | undefined;

const PAGINATION = /^(link|content-range|x-(total|page|per-page|next|prev|offset|pagination).*)$/i;
/** A code is for programs; what is longer is a text, and a body may be full of field names. */
const LONGEST_CODE = 200;
const NAMES = 1_000;

/** The answers to the values that are sent for an observation. */
const answersTo =
  (id: ObservationId): Observe =>
  ({ world }) => {
    const answers = valuesFor(id).flatMap(({ id: value, label }) => {
      const sent = world.readings.filter(({ input = [] }) => input.includes(value));
      if (sent.length === 0) return [];
      // With nothing else in the request, if it was sent so.
      const plainest = Math.min(...sent.map(({ input = [] }) => input.length));
      const alike = sent.filter(({ input = [] }) => input.length === plainest);
      return { label, answer: answerTo(alike.findLast(({ status }) => status > 0)) ?? 'no answer' };
    });
    const [first, ...others] = answers;
    if (!first || others.length === 0) return first?.answer;
    return answers.map(({ label, answer }) => `${label}: ${answer}`).join('; ');
  };

const errorsIn = ({ readings }: World) => readings.filter(({ asked, status }) => asked.operation && status >= 400);

/** In milliseconds: how long nothing was sent after these answers. Several may be followed by the same request. */
function silenceAfter(answers: readonly Reading[], readings: readonly Reading[]): number {
  const inOrder = (times: readonly number[]) => times.toSorted((one, other) => one - other);
  const sent = inOrder(readings.map(({ sentAt }) => sentAt));
  const waits = new Map<number, number>();
  let at = 0;
  for (const answeredAt of inOrder(answers.map((answer) => answer.answeredAt))) {
    while ((sent[at] ?? answeredAt) < answeredAt) at += 1;
    const next = sent[at];
    if (next !== undefined) waits.set(next, Math.max(waits.get(next) ?? 0, next - answeredAt));
  }
  return Math.round([...waits.values()].reduce((sum, wait) => sum + wait, 0));
}

/** Where it is not said how, an observation is the answers to the values that are sent for it. */
const OBSERVATIONS: Partial<Record<ObservationId, Observe>> = {
  'observed.list-order': ({ world }) => {
    const [last, before = last] = largestPages(undefined, world).toReversed();
    const pets = last?.pets?.flatMap((pet) => petOf(pet) ?? []) ?? [];
    if (pets.length < 3) return undefined;
    return `${orderOf(pets)}${before?.ids.join() === last?.ids.join() ? '' : ', and not the same twice'}`;
  },
  'observed.free-client-id': ({ world }) => {
    const reading = world.readings.findLast(({ input = [] }) => input.includes('open-field/free-id'));
    const pet = reading?.status === 201 ? petOf(reading.json) : undefined;
    if (!pet) return answerTo(reading);
    const isTaken = String(pet.id) === String(reading?.asked.clientId);
    return isTaken ? 'taken over as the id' : 'ignored: another id was assigned';
  },
  'observed.categories': ({ world }) => {
    const isLow = ({ asked: { sent, credential } }: Reading) =>
      sent !== undefined && credential === 'right' && sent.categoryId < 1;
    return answerTo(world.readings.findLast((reading) => isLow(reading) && reading.status > 0));
  },
  'observed.key-notations': ({ world }) => {
    const notations = valuesFor('observed.key-notations').map(({ id }) => id);
    const sent = world.readings.filter(({ input = [], status }) => status > 0 && notations.includes(input[0] ?? ''));
    if (sent.length === 0) return undefined;
    const accepted = sent.filter(({ status }) => status < 300).map(({ input: [value = ''] = [] }) => labelOf(value));
    return accepted.length > 0 ? listing(accepted) : 'none';
  },
  'observed.default-status': ({ world }) => {
    const created = world.readings.filter(({ asked, isSuccess }) => isSuccess && asked.sent && !asked.sent.status);
    const pets = created.flatMap(({ json }) => petOf(json) ?? []);
    const found = pets.map(({ status }) => (status ? `given the status ${status}` : 'left without a status'));
    return [...new Set(found)].join(', or ') || undefined;
  },
  'observed.rate-limited': ({ world }) => {
    const throttled = world.readings.filter(isThrottled);
    const limited = [...groupBy(throttled, ({ status }) => status)];
    const compared = limited.map(([status, all]) => `${all.length} times ${status}`).join(', ');
    if (compared === '') return 'never';
    const waitedMs = silenceAfter(throttled, world.readings);
    const waited = waitedMs >= 100 ? `; waited ${(waitedMs / 1000).toFixed(1)} s` : '';
    return { reason: `${compared}${waited}`, data: { compared, waitedMs } };
  },
  'observed.interruptions': ({ interruptions }) => {
    const times = interruptions.map(({ status, durationMs }) => `${status || 'no connection'} for ${durationMs} ms`);
    return { reason: times.join(', ') || 'none', data: { compared: '', interruptions } };
  },
  'observed.pagination': ({ world }) => headerNames(world.pages, PAGINATION),
  'observed.extra-fields-pet': ({ world }) => {
    const pets = world.readings.flatMap(({ isSuccess, pets: shown = [] }) => (isSuccess ? shown : []));
    return fieldNames(pets, ['id', 'name', 'categoryId', 'status']);
  },
  'observed.extra-fields-error': ({ world }) => {
    const errors = errorsIn(world).map(({ json }) => json);
    return fieldNames(errors, ['code', 'message', 'status']);
  },
  'observed.error-codes': ({ world }) => {
    const errors = errorsIn(world).flatMap(({ asked, status, json }) => {
      const isShown = isError(json) && json.code.length <= LONGEST_CODE;
      return isShown ? { condition: `${asked.operation} ${status}`, code: json.code } : [];
    });
    const conditions = [...groupBy(errors, ({ condition }) => condition)].sort(([a], [b]) => a.localeCompare(b));
    const shown = conditions.map(([condition, all]) => `${condition}: ${listing(all.map(({ code }) => code))}`);
    return shown.join('; ') || undefined;
  },
  'observed.latency': ({ world }) => {
    const latencies = OPERATIONS.flatMap((operation) => {
      const answered = world.readings.filter(({ asked, status }) => asked.operation === operation && status > 0);
      const times = answered
        .map(({ sentAt, answeredAt }) => Math.round((answeredAt - sentAt) * 10) / 10)
        .sort((a, b) => a - b);
      if (times.length === 0) return [];
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
      return [{ operation, median: at(0.5), p95: at(0.95), p99: at(0.99) }];
    });
    const reason = latencies
      .map(({ operation, median, p95, p99 }) => `${operation}: median ${median} ms, 95% ${p95} ms, 99% ${p99} ms`)
      .join('; ');
    return { reason: reason || 'no response was timed', data: { compared: '', latencies } };
  },
  'observed.visibility': ({ world }) => {
    const delays = [...world.pets].flatMap(([id, pet]) => delayUntilShown(id, pet, world));
    if (delays.length === 0) return undefined;
    const slowest = largest(delays);
    const { windowMs } = world.scope;
    if (slowest > windowMs) return `not within ${windowMs} ms`;
    return slowest === 0 ? 'at once' : `after up to ${Math.round(slowest)} ms`;
  },
  'observed.earlier-pets': ({ comparison: { seen, missing, changed } }) => {
    if (seen.length === 0) return 'none of them is known';
    const unchanged = seen.length - missing.length - changed.length;
    const losses = Object.entries({ changed, missing }).filter(([, ids]) => ids.length > 0);
    const lost = losses.map(([word, ids]) => `${ids.length} ${word}`);
    const runs = new Set(seen.map(({ run }) => run)).size;
    const from = runs === 1 ? '1 earlier run' : `${runs} earlier runs`;
    const data = { compared: lost.join(', '), pets: seen.length, runs, unchanged, changed, missing };
    return { reason: [`of ${seen.length} from ${from}, ${unchanged} unchanged`, ...lost].join(', '), data };
  },
};

/** Every observation of the catalogue, from the record. */
export function observe(seen: ObservedRun): readonly Decision[] {
  return observations.map(({ id }): Decision => {
    const observed = (OBSERVATIONS[id] ?? answersTo(id))(seen);
    if (observed === undefined && seen.readOnly) {
      return { id, outcome: 'skipped', why: { kind: 'read-only', needs: 'requests that could create a pet' } };
    }
    if (observed === undefined) {
      return { id, outcome: 'inconclusive', why: { kind: 'nothing-seen', what: 'answer that shows it' } };
    }
    return { id, outcome: 'observed', ...(typeof observed === 'string' ? { reason: observed } : observed) };
  });
}

/** What a service did, in a few words that can be compared from one run to the next. */
function answerTo(reading: Reading | undefined): string | undefined {
  if (!reading || reading.status === 0) return undefined;
  const { status, json, headers } = reading;
  const allow = headerOf(headers, 'allow');
  const suffix = allow ? ` (Allow: ${allow})` : '';
  if (status >= 400) return `refused with ${status}${suffix}`;
  if (json === undefined) return `${status}${suffix}`;
  if (Array.isArray(json)) return `${status} with ${json.length === 1 ? 'one element' : `${json.length} elements`}`;
  return `${status} with an object${suffix}`;
}

function orderOf(pets: readonly Pet[]): string {
  const isSorted = (isInOrder: (one: Pet, next: Pet) => boolean) =>
    pets.slice(1).every((pet, at) => isInOrder(pets[at] as Pet, pet));
  if (isSorted((one, next) => one.id < next.id)) return 'by ascending id';
  if (isSorted((one, next) => one.id > next.id)) return 'by descending id';
  return isSorted((one, next) => one.name <= next.name) ? 'by name' : 'no order by id or name';
}

/** How long a pet was missing from the pages of its status; nothing where those are full without it. */
function delayUntilShown(id: string, { pet, acknowledgedAt }: OwnPet, world: World): readonly number[] {
  const later = world.pages.filter(
    ({ asked: { page }, sentAt }) =>
      page?.isExact && page.filter && page.filter === pet.status && sentAt >= acknowledgedAt,
  );
  const shown = later.find(({ ids }) => ids.includes(id));
  if (shown) return [shown === later[0] ? 0 : shown.sentAt - acknowledgedAt];
  return later.some(({ isFull }) => !isFull) ? [Number.POSITIVE_INFINITY] : [];
}

function headerNames(readings: readonly Reading[], pattern: RegExp): string {
  const names = readings.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase()));
  return listing(names.filter((name) => pattern.test(name)));
}

function fieldNames(values: readonly unknown[], documented: readonly string[]): string {
  const names = new Set<string>();
  for (const value of values.filter(isObject)) {
    for (const name of Object.keys(value)) if (!documented.includes(name) && names.size < NAMES) names.add(name);
  }
  return listing([...names]);
}

function listing(names: readonly string[]): string {
  return [...new Set(names)].sort().join(', ') || 'none';
}
