import { describe, expect, test } from 'vitest';
import { toJson } from '../../harness/json/exact-json.ts';
import type { Exchange } from '../../harness/model/exchange.ts';
import type { Headers, WireRequest } from '../../harness/model/wire.ts';
import { worldIn } from '../../suites/decisions/findings.ts';
import type { Scope } from '../../suites/reading/scope.ts';
import { type Example, type ExampleExchange, MARKED, ok, REX } from '../../suites/requirements/example.ts';
import { REQUIREMENTS, type Requirement } from '../../suites/requirements/index.ts';
import type { Verdict } from '../../suites/requirements/rules/violation.ts';

const SCOPE: Scope = { basePath: '/v1', apiKey: 'KEY', runId: 'example', windowMs: 2_000, now: '2026-11-16' };
/** Longer than the window, so that reads cannot lag. */
const PACE_MS = 3_000;

function requestOf({ method, path, options, body }: ExampleExchange): WireRequest {
  const { credential = 'Bearer KEY', contentType = 'application/json' } = options;
  const headers: Headers = [
    ...(credential === null ? [] : [['Authorization', credential] as const]),
    ...(body === undefined ? [] : [['Content-Type', contentType] as const]),
  ];
  return { method, path: `/v1${path}`, headers, ...(body !== undefined && { body: textOf(body) }) };
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : toJson(body));

function exchangeOf(one: ExampleExchange, number: number, probe: string): Exchange {
  const { status, headers, body } = one.answer;
  const isTyped = headers.some(([name]) => name === 'Content-Type');
  const type: Headers = isTyped ? [] : [['Content-Type', 'application/json']];
  return {
    number,
    probe,
    request: requestOf(one),
    status,
    headers: [...type, ...headers],
    body: Buffer.from(textOf(body)),
    sentAt: number * PACE_MS,
    answeredAt: number * PACE_MS + 5,
  };
}

/** What the check of a requirement says about an example. */
function verdictOn({ id, about, check }: Requirement, { given = [], right, later = [] }: Example): Verdict {
  const record = [...given, right, ...later].map((one, at) => exchangeOf(one, at + 1, id));
  const world = worldIn(record, SCOPE);
  const reading = world.readings[given.length];
  if (!reading || !about(reading.asked)) throw new Error(`${id} is not about its example.`);
  return check(reading, world);
}

/** One of these is wrong for almost every request. */
const WRONG: readonly ExampleExchange['answer'][] = [
  { status: 418, headers: [], body: '' },
  { status: 500, headers: [], body: '' },
  { status: 200, headers: [], body: [] },
  { status: 200, headers: [], body: { items: [] } },
  { status: 201, headers: [], body: { id: '7', name: 'Ada', categoryId: 0 } },
  { status: 400, headers: [], body: { code: '', message: '', status: 404 } },
  { status: 401, headers: [], body: { code: '', message: '', status: 404 } },
  { status: 404, headers: [], body: { code: '', message: '', status: 400 } },
  { status: 200, headers: [], body: [REX, REX] },
  { status: 200, headers: [['Content-Type', 'text/plain']], body: [REX] },
  { status: 200, headers: [['Sunset', '2030-12-05']], body: [REX] },
  { status: 201, headers: [], body: REX },
  { status: 400, headers: [], body: { error: 'not valid' } },
  { status: 404, headers: [], body: { error: 'not found' } },
  { status: 415, headers: [], body: { code: 'unsupported', message: 'Not JSON.', status: 400 } },
  { status: 401, headers: [], body: 'The key KEY-0123456789 is wrong: Error\n    at check (/app/server.js:7:3)\n' },
];

describe.each(REQUIREMENTS.map((requirement) => [requirement.id, requirement] as const))('%s', (_id, requirement) => {
  test('agrees with its example', () => {
    expect(verdictOn(requirement, requirement.example)).toBe('agrees');
  });

  // Its example has nothing but a base URL.
  test.runIf(requirement.id !== 'version.path')('is violated by another answer', () => {
    const { example } = requirement;
    const answers = WRONG.map((answer) => ({ ...example, right: { ...example.right, answer } }));
    const shown = ok([{ id: 9, ...MARKED }]);
    const effect = { ...example, later: (example.later ?? []).map((one) => ({ ...one, answer: shown })) };
    const violated = [...answers, effect].filter((one) => Array.isArray(verdictOn(requirement, one)));
    expect(violated).not.toEqual([]);
  });
});
