import type { Observation, Report, Result, ShownExchange } from '../../harness/model/report.ts';

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

export function resultOf(id: string, changes: Partial<Result> = {}): Result {
  const row = { id, level: 'MUST', area: id.split('.')[0] ?? id, statement: `What ${id} says.` } as const;
  return { ...row, section: 'Endpoints', outcome: 'pass', durationMs: 5, ...changes };
}

export const failure = resultOf('list.limit.maximum', {
  operation: 'listPets',
  statement: 'limit=100 is accepted and gives at most 100 pets, and 100 when as many exist.',
  section: 'Endpoints / GET /pets / Query parameters; Limits',
  outcome: 'fail',
  expected: '200 with 100 pets',
  actual: '200 with 1 pet',
  example: {
    given: 'POST /pets {} → 201 {}, and 100 more of these',
    request: 'GET /pets?limit=100',
    answer: '200 [] (100 pets)',
  },
  exchanges: [exchange],
  curl: `curl -sS -i '${TARGET}/pets?limit=100' -H "authorization: Bearer $PETSTORE_API_KEY"`,
  reproduces: 'curl',
  counterexample: { value: 'limit=100', seed: 99, path: '3:0' },
  violations: [{ fingerprint: 'f0123456789a', answer: 200, count: 1, exchange: 1 }],
});

const refused = { expected: 'status 400', actual: 'status 201' };

/** Every field that a violation may have beside those of `failure`. */
export const intermittent = resultOf('create.wrong-type', {
  ...refused,
  operation: 'createPet',
  outcome: 'fail',
  exchanges: [{ ...exchange, connection: 'new' }],
  frequency: { failed: 3, of: 41, unit: 'responses', repeated: { times: 3, failed: 0 } },
  intermittent: true,
  facts: { petIds: ['9007199254740993'], pageSize: 41, connection: 'new' },
  violations: [
    {
      fingerprint: 'f0123456789b',
      inputs: ['name/number'],
      answer: 201,
      changed: 'name',
      expected: 'status 400',
      actual: 'status 201',
      cases: {
        total: 14,
        listed: [
          {
            ...refused,
            input: 'name 42',
            values: ['name/number'],
            curl: 'curl -sS -i /pets',
            repeated: { times: 2, failed: 1 },
            exchange: 7,
          },
          ...['name true', 'name null', 'name [42]', 'sent in pieces'].map((input) => ({ ...refused, input })),
          { input: 'categoryId "42"', expected: 'status 400 or 404', actual: 'status 500' },
        ],
      },
      count: 3,
      exchange: 1,
      excuse: { by: 'waiver', reason: 'It goes with the new store', owner: 'the pets team', until: '2026-12-31' },
    },
    { fingerprint: 'f0123456789c', answer: 'reset', count: 1, exchange: 2 },
  ],
});

/** Only replay shows it: curl cannot cut a body at a byte. */
export const inPieces = resultOf('create.echo', {
  operation: 'createPet',
  outcome: 'fail',
  expected: '201',
  actual: 'no response',
  exchanges: [exchange, unanswered],
  curl: `curl -sS -i ${TARGET}/pets`,
  reproduces: 'replay',
});

export const waived = resultOf('list.unique', {
  outcome: 'fail',
  expected: 'every id once',
  actual: 'id 7 twice',
  exchanges: [exchange],
  violations: [{ fingerprint: 'faaaabbbbccc', answer: 200, count: 1, exchange: 1 }],
  excuse: { by: 'waiver', reason: 'It goes with the new store', owner: 'the pets team', until: '2026-12-31' },
});

export const known = resultOf('auth.first', {
  level: 'SHOULD',
  outcome: 'warn',
  expected: '401',
  actual: '400',
  excuse: { by: 'baseline', reason: 'It is no worse than in the baseline of 2026-11-01, where it failed.' },
});

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
    results,
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
    resultOf('auth.challenge', { level: 'SHOULD', outcome: 'warn', expected: 'WWW-Authenticate', actual: 'no header' }),
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
    resultOf('create.large', { outcome: 'fail', expected: 'status 400', actual: 'status 500' }),
  ],
  {
    verdict: 'violating',
    exitCode: 1,
    diagnosis: 'The run was interrupted.',
    suite: { name: 'petstore-conformance', version: '0.1.0' },
    target: { baseUrl: TARGET },
    stories: [
      {
        headline: { id: 'create.wrong-type', fingerprint: 'f0123456789b' },
        others: [
          { id: 'create.wrong-type', fingerprint: 'f0123456789c' },
          { id: 'create.large', fingerprint: '' },
        ],
        shares: { exchanges: [7], pets: ['9007199254740993'], culprits: ['name/number'] },
        cause: { from: 'record', text: '201 for a name that is a number.' },
      },
      {
        headline: { id: 'list.limit.maximum', fingerprint: 'f0123456789a' },
        others: [],
        shares: {},
        cause: {
          from: 'usual',
          text: 'The page size is capped below 100, often by a default of the database library.',
        },
      },
    ],
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
