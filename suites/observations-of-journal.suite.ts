import { readAgain } from '../harness/http/received-body.ts';
import { isThrottled, type Recorded } from '../harness/http/reply.ts';
import { isObject } from '../harness/json/exact-json.ts';
import { errorProblem } from '../harness/json/schema.ts';
import { OPERATIONS } from '../harness/report/model.ts';
import { nothingSeen, type Plan, requirement } from './requirement.ts';

const JOURNAL: Plan = { stage: 'end' };

const PET_FIELDS = new Set(['id', 'name', 'categoryId', 'status']);
const ERROR_FIELDS = new Set(['code', 'message', 'status']);
const PAGINATION = /^(link|content-range|x-(total|page|per-page|next|prev|offset|pagination).*)$/i;
/** A code is for programs; what is longer is a text, and a body may be full of field names. */
const LONGEST_CODE = 200;
const MOST_NAMES = 1_000;
const RATE_LIMIT = /^(x-)?ratelimit|^retry-after$/i;

export const journalObservations = [
  requirement('observed.rate-limited', JOURNAL, async ({ journal }) => {
    const waits = journal.filter((reply) => isThrottled(reply.status, reply.headers));
    const counts = [429, 503].map(
      (status) => [status, waits.filter((reply) => reply.status === status).length] as const,
    );
    const met = counts.filter(([, count]) => count > 0).map(([status, count]) => `${count} times ${status}`);
    return met.length > 0 ? met.join(', ') : 'never';
  }),

  requirement('observed.interruptions', JOURNAL, async ({ interruptions }) => {
    const times = interruptions.map(({ status, durationMs }) => `${status} for ${durationMs} ms`);
    return { remark: times.join(', ') || 'none', data: { compared: '', interruptions } };
  }),

  requirement('observed.rate-limit-headers', JOURNAL, async ({ journal }) => headerNames(journal, RATE_LIMIT)),

  requirement('observed.pagination', JOURNAL, async ({ journal }) =>
    headerNames(
      journal.filter((reply) => reply.operation === 'listPets'),
      PAGINATION,
    ),
  ),

  requirement('observed.extra-fields-pet', JOURNAL, async ({ journal }) => {
    const pets = journal.filter((reply) => reply.operation && (reply.status === 200 || reply.status === 201));
    return fieldNames(pets, PET_FIELDS);
  }),

  requirement('observed.extra-fields-error', JOURNAL, async ({ journal }) =>
    fieldNames(
      journal.filter((reply) => reply.checked && reply.status >= 400),
      ERROR_FIELDS,
    ),
  ),

  requirement('observed.error-codes', JOURNAL, async ({ journal }) => {
    const codes = new Map<string, Set<string>>();
    for (const record of journal) {
      const reply = record.checked && record.status >= 400 ? readAgain(record) : undefined;
      if (!reply?.json.ok || errorProblem(reply.json.value)) continue;
      const { code } = reply.json.value as { readonly code: string };
      if (code.length > LONGEST_CODE) continue;
      const condition = `${reply.operation} ${reply.status}`;
      codes.set(condition, (codes.get(condition) ?? new Set()).add(code));
    }
    if (codes.size === 0) throw nothingSeen('well-formed Error');
    return [...codes]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([condition, seen]) => `${condition}: ${[...seen].sort().join(', ')}`)
      .join('; ');
  }),

  requirement('observed.latency', JOURNAL, async ({ journal }) => {
    const latencies = OPERATIONS.flatMap((operation) => {
      const answered = journal.filter((reply) => reply.operation === operation && reply.status > 0);
      const times = answered.map((reply) => reply.exchange.durationMs).sort((a, b) => a - b);
      if (times.length === 0) return [];
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
      return [{ operation, median: at(0.5), p95: at(0.95), p99: at(0.99) }];
    });
    const remark = latencies
      .map(({ operation, median, p95, p99 }) => `${operation}: median ${median} ms, 95% ${p95} ms, 99% ${p99} ms`)
      .join('; ');
    return { remark: remark || 'no response was timed', data: { compared: '', latencies } };
  }),
];

function headerNames(replies: readonly Recorded[], pattern: RegExp): string {
  const names = replies.flatMap((reply) => reply.headers.map(([name]) => name.toLowerCase()));
  return listing(names.filter((name) => pattern.test(name)));
}

function fieldNames(replies: readonly Recorded[], documented: ReadonlySet<string>): string {
  const names = new Set<string>();
  for (const record of replies) {
    const json = readAgain(record)?.json;
    const values = json?.ok ? [json.value].flat() : [];
    for (const name of values.filter(isObject).flatMap((value) => Object.keys(value))) {
      if (!documented.has(name) && names.size < MOST_NAMES) names.add(name);
    }
  }
  return listing([...names]);
}

function listing(names: readonly string[]): string {
  return names.length > 0 ? [...new Set(names)].sort().join(', ') : 'none';
}
