import type { Observation, Report, ReportedFailure, Result, ShownExchange } from '../../harness/model/report.ts';

const TARGET = 'http://127.0.0.1:4010/v1';

const JSON_TYPE = [['content-type', 'application/json']] as const;
const KEY = [['authorization', 'Bearer $PETSTORE_API_KEY']] as const;

export const exchange = {
  number: 7,
  probe: 'list.limit',
  input: ['limit 1'],
  operation: 'listPets',
  request: { method: 'GET', url: `${TARGET}/pets?limit=100`, headers: KEY },
  response: { status: 200, headers: JSON_TYPE, body: '[{"id":1,"name":"conformance-a1-1","categoryId":1}]' },
  startedAt: '2026-11-15T02:09:00.000Z',
  offsetMs: 120,
  durationMs: 12.4,
} as const satisfies ShownExchange;

export const unanswered: ShownExchange = {
  number: 8,
  probe: 'create.valid',
  operation: 'createPet',
  request: { method: 'POST', url: `${TARGET}/pets`, headers: JSON_TYPE, body: '{"name":"a","categoryId":1}' },
  failure: { kind: 'reset', message: 'the connection was closed before a response' },
  cutAt: 12,
  connection: 'reused',
  after: 7,
  label: 'unanswered',
  startedAt: '2026-11-15T02:09:01.000Z',
  offsetMs: 1120,
  durationMs: 3,
};

/** A failure in a story of its own. */
export function failureOf(changes: Partial<ReportedFailure> = {}): ReportedFailure {
  const { place = 1, cases, exchanges } = changes;
  const number = exchanges?.at(-1)?.number ?? 1;
  return {
    fingerprint: 'f0123456789d',
    place,
    story: place,
    answer: 200,
    expected: 'what is right',
    actual: 'what is wrong',
    frequency: { failed: 1, of: 1, unit: 'responses' },
    ...changes,
    cases: cases ?? { total: 1, listed: [{ input: 'GET /pets', exchange: number }] },
  };
}

/** What fails has a failure. */
export function resultOf(id: string, changes: Partial<Result> = {}): Result {
  const row = { id, level: 'MUST', area: id.split('.')[0] ?? id, statement: `What ${id} says.` } as const;
  const isFailed = changes.outcome === 'fail' || changes.outcome === 'warn';
  const violations = isFailed && { violations: [failureOf()] };
  return { ...row, section: 'Endpoints', outcome: 'pass', durationMs: 5, ...violations, ...changes };
}

/** A requirement that fails in one way. */
export function failing(id: string, changes: Partial<ReportedFailure> = {}, others: Partial<Result> = {}): Result {
  return resultOf(id, { outcome: 'fail', violations: [failureOf(changes)], ...others });
}

/** A result whose first failure differs from that of another one. */
export function withFailure(result: Result, changes: Partial<ReportedFailure>): Result {
  const [first, ...others] = result.violations ?? [];
  return { ...result, violations: [{ ...failureOf(), ...first, ...changes }, ...others] };
}

/** Each failure has a place, in the order of the results. */
function placed(results: readonly Result[]): readonly Result[] {
  let last = 100;
  return results.map((result) => {
    const violations = result.violations?.map((one) => {
      last += 1;
      return one.place === 1 ? { ...one, place: last, story: last } : one;
    });
    return violations ? { ...result, violations } : result;
  });
}

const CURL = `curl -sS -i '${TARGET}/pets?limit=100' -H "authorization: Bearer $PETSTORE_API_KEY"`;

export const failure = failing(
  'list.limit.maximum',
  {
    fingerprint: 'f0123456789a',
    expected: '200 with 100 pets',
    actual: '200 with 1 pet',
    cause: { from: 'usual', text: 'The page size is capped below 100, often by a default of the database library.' },
    exchanges: [exchange],
    cases: { total: 1, listed: [{ input: 'GET /v1/pets?limit=100', exchange: 7, curl: CURL }] },
  },
  {
    operation: 'listPets',
    statement: 'limit=100 is accepted and gives at most 100 pets, and 100 when as many exist.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    example: {
      given: 'POST /pets {} → 201 {}, and 100 more of these',
      request: 'GET /pets?limit=100',
      answer: '200 [] (100 pets)',
    },
  },
);

/** Every field that a failure may have beside those of `failure`, and another one in the same story. */
export const intermittent = resultOf('create.wrong-type', {
  operation: 'createPet',
  outcome: 'fail',
  violations: [
    failureOf({
      fingerprint: 'f0123456789b',
      place: 20,
      cause: { from: 'record', text: '201 for a name that is a number.' },
      inputs: ['name/number'],
      answer: 201,
      changed: 'name',
      expected: 'status 400',
      actual: 'status 201',
      exchanges: [{ ...exchange, connection: 'new' }],
      frequency: { failed: 2, of: 41, unit: 'responses' },
      intermittent: true,
      facts: { petIds: ['9007199254740993'], pageSize: 41, connection: 'new' },
      cases: {
        total: 14,
        listed: [
          {
            input: 'name 42',
            values: ['name/number'],
            repeated: { times: 3, failed: 0 },
            exchange: 7,
          },
          ...['name true', 'name null', 'name [42]', 'sent in pieces'].map((input) => ({ input, exchange: 8 })),
          { input: 'categoryId "42"', expected: 'status 400 or 404', actual: 'status 500', exchange: 9 },
        ],
      },
    }),
    failureOf({
      fingerprint: 'f0123456789c',
      place: 21,
      story: 20,
      answer: 'reset',
      expected: 'status 400',
      actual: 'no response',
      cases: { total: 1, listed: [{ input: 'name {}', exchange: 2 }] },
    }),
  ],
});

/** Without a curl line: curl cannot cut a body at a byte. */
export const inPieces = failing(
  'create.echo',
  { expected: '201', actual: 'no response', exchanges: [exchange, unanswered], serverLog: ['TypeError'] },
  { operation: 'createPet' },
);

export const waived = failing(
  'list.unique',
  {
    fingerprint: 'faaaabbbbccc',
    expected: 'every id once',
    actual: 'id 7 twice',
    exchanges: [exchange],
    excuse: { by: 'waiver', reason: 'It goes with the new store', owner: 'the pets team', until: '2026-12-31' },
  },
  { excuse: { by: 'waiver', reason: 'It goes with the new store', owner: 'the pets team', until: '2026-12-31' } },
);

const KNOWN = {
  by: 'baseline',
  reason: 'It is no worse than in the baseline of 2026-11-01, where it failed.',
} as const;

export const known = failing(
  'auth.first',
  { expected: '401', actual: '400', excuse: KNOWN },
  { level: 'SHOULD', outcome: 'warn', excuse: KNOWN },
);

const observation: Observation = { id: 'observed.order', statement: 'Order of the list', value: 'by id, ascending' };

export function reportOf(results: readonly Result[], changes: Partial<Report> = {}): Report {
  return {
    schemaVersion: 1,
    verdict: 'conforming',
    exitCode: 0,
    suite: { name: 'petstore-conformance', version: '0.1.0' },
    target: { baseUrl: TARGET },
    run: {
      id: 'a1',
      seed: 42,
      startedAt: '2026-11-15T02:09:00.000Z',
      durationMs: 3421,
      requests: 1412,
      creations: 1,
      created: [{ id: '9007199254740993', name: 'conformance-a1-minimal', requirement: 'preflight' }],
      settings: { runs: 15, strict: false, only: [], consistencyWindowMs: 2000, now: '2026-11-15' },
    },
    results: placed(results),
    observations: [],
    ...changes,
  };
}

const { run } = reportOf([]);

/** One of everything that a report may have. */
export const fullReport = reportOf(
  [
    resultOf('auth.accepted', { covered: ['listPets'], reason: 'A full page was replaced by another.' }),
    failure,
    resultOf('list.ok', { restsOn: { exchange: 3, control: 1 } }),
    inPieces,
    failing(
      'auth.challenge',
      { expected: 'WWW-Authenticate', actual: 'no header' },
      { level: 'SHOULD', outcome: 'warn' },
    ),
    resultOf('list.complete', { outcome: 'inconclusive', reason: 'Every page was full.' }),
    resultOf('list.status.complete', { outcome: 'inconclusive', reason: 'Every page was full.' }),
    resultOf('list.agrees', {
      outcome: 'inconclusive',
      reason: 'Depends on list.limit.maximum, which failed.',
      why: { kind: 'no-control', control: 'listPets', because: ['list.limit.maximum'] },
    }),
    resultOf('create.int64', {
      outcome: 'skipped',
      reason: 'Read-only: needs a creation.',
      why: { kind: 'read-only', needs: 'a creation' },
    }),
    resultOf('list.full', { outcome: 'unobservable', reason: 'No page can show it.' }),
    resultOf('observed.order', { level: 'INFO', outcome: 'observed', reason: observation.value, data: { by: 'id' } }),
    waived,
    known,
    resultOf('list.filter', {
      outcome: 'inconclusive',
      reason: 'It needs list.unique.',
      excuse: waived.excuse as never,
    }),
    intermittent,
    failing('create.large', { expected: 'status 400', actual: 'status 500', place: 22, story: 20 }),
  ],
  {
    verdict: 'violating',
    exitCode: 1,
    diagnosis: 'The run was interrupted.',
    suite: { name: 'petstore-conformance', version: '0.1.0' },
    target: { baseUrl: TARGET },
    run: {
      ...run,
      creations: 2,
      created: [...run.created, { requirement: 'create.echo' }],
      waitedMs: 1500,
      interruptions: [
        { startedAt: '2026-11-15T02:09:01.000Z', durationMs: 1200, status: 502 },
        { startedAt: '2026-11-15T02:09:02.500Z', durationMs: 1900, status: 503 },
      ],
      lost: { missing: ['12', '15'], changed: ['9'] },
      latency: [
        {
          operation: 'listPets',
          count: 3,
          sumMs: 1260.5,
          buckets: [
            { atMostMs: 5, count: 1 },
            { atMostMs: 1000, count: 2 },
          ],
        },
      ],
    },
    observations: [{ ...observation, data: { by: 'id' } }],
    gate: {
      notices: [
        { kind: 'fixed', id: 'list.ok', sentence: 'list.ok passed; in the baseline it failed.', fails: false },
        { kind: 'expired', id: 'auth.accepted', sentence: 'The waiver of auth.accepted has ended.', fails: true },
        {
          kind: 'mismatched',
          id: failure.id,
          sentence: 'It fails differently than its waiver expects.',
          fails: true,
          place: { file: 'waivers.yaml', line: 7 },
        },
      ],
      drifted: [{ id: observation.id, statement: 'Order', before: 'by id, descending', after: observation.value }],
    },
  },
);
