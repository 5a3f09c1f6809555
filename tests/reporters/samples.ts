import type { Exchange, Interruption, Observation, Report, Result } from '../../harness/report/model.ts';

export const exchange: Required<Omit<Exchange, 'failure' | 'connection'>> = {
  number: 7,
  requirement: 'list.limit.maximum',
  operation: 'listPets',
  request: {
    method: 'GET',
    url: 'http://127.0.0.1:4010/v1/pets?limit=100',
    headers: [['authorization', 'Bearer $PETSTORE_API_KEY']],
  },
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: '[{"id":1,"name":"conformance-a1-1","categoryId":1}]',
  },
  startedAt: '2026-11-15T02:09:00.000Z',
  durationMs: 12.4,
};

export const unanswered: Exchange = {
  number: 8,
  requirement: 'create.echo',
  operation: 'createPet',
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:4010/v1/pets',
    headers: [['content-type', 'application/json']],
    body: '{"name":"a","categoryId":1}',
  },
  failure: { kind: 'reset', message: 'the connection was closed before a response' },
  startedAt: '2026-11-15T02:09:01.000Z',
  durationMs: 3,
};

export function resultOf(id: string, changes: Partial<Result> = {}): Result {
  return {
    id,
    level: 'MUST',
    area: id.split('.')[0] ?? id,
    statement: `What ${id} says.`,
    section: 'Endpoints',
    outcome: 'pass',
    durationMs: 5,
    ...changes,
  };
}

export const failure = resultOf('list.limit.maximum', {
  operation: 'listPets',
  statement: 'limit=100 is accepted and gives at most 100 pets, and 100 when as many exist.',
  section: 'Endpoints / GET /pets / Query parameters; Limits',
  outcome: 'fail',
  expected: '200 with 100 pets',
  actual: '200 with 1 pet',
  exchanges: [exchange],
  curl: `curl -sS -i 'http://127.0.0.1:4010/v1/pets?limit=100' -H "authorization: Bearer $PETSTORE_API_KEY"`,
  counterexample: { value: 'limit=100', seed: 99, path: '3:0' },
  fingerprint: '0123456789ab',
});

/** Every field that a violation may have beside those of `failure`. */
export const intermittent = resultOf('create.wrong-type', {
  operation: 'createPet',
  outcome: 'fail',
  expected: 'status 400',
  actual: 'status 201',
  exchanges: [{ ...exchange, connection: 'reused' }],
  cases: {
    total: 14,
    listed: [
      { input: 'name 42', expected: 'status 400', actual: 'status 201', curl: 'curl -sS -i /pets', exchange: 7 },
      ...['name true', 'name null', 'name [42]', 'name {"a":1}'].map((input) => ({
        input,
        expected: 'status 400',
        actual: 'status 201',
      })),
      { input: 'categoryId "42"', expected: 'status 400 or 404', actual: 'status 500' },
    ],
  },
  frequency: { failed: 3, of: 41, unit: 'responses', repeated: { times: 3, failed: 0 } },
  intermittent: true,
  partial: true,
  facts: { petIds: ['9007199254740993'], pageSize: 41 },
});

export const waived = resultOf('list.unique', {
  outcome: 'fail',
  expected: 'every id once',
  actual: 'id 7 twice',
  exchanges: [exchange],
  fingerprint: 'aaaabbbbcccc',
  excuse: { by: 'waiver', reason: 'It goes with the new store', owner: 'the pets team', until: '2026-12-31' },
});

export const known = resultOf('auth.first', {
  level: 'SHOULD',
  outcome: 'warn',
  expected: '401',
  actual: '400',
  fingerprint: 'ddddeeeeffff',
  excuse: { by: 'baseline', reason: 'It is no worse than in the baseline of 2026-11-01, where it failed.' },
});

export const unsteady = resultOf('create.minimal', {
  outcome: 'unsteady',
  expected: 'status 201',
  actual: 'status 503',
  reason: 'Failed 2 of 5.',
  rounds: ['fail', 'pass', 'fail', 'pass', 'pass'],
  exchanges: [exchange],
  fingerprint: '999988887777',
});

const observation: Observation = { id: 'observed.order', statement: 'Order of the list', value: 'by id, ascending' };

export function reportOf(results: readonly Result[], changes: Partial<Report> = {}): Report {
  return {
    schemaVersion: 1,
    verdict: 'conforming',
    exitCode: 0,
    suite: { name: 'petstore-conformance', version: '0.1.0' },
    target: { baseUrl: 'http://127.0.0.1:4010/v1' },
    run: {
      id: 'a1',
      seed: 42,
      startedAt: '2026-11-15T02:09:00.000Z',
      durationMs: 3421,
      requests: 1412,
      creations: 1,
      created: [{ id: '9007199254740993', name: 'conformance-a1-minimal', requirement: 'preflight' }],
      settings: { runs: 15, strict: false, only: [], now: '2026-11-15' },
    },
    results,
    observations: [],
    ...changes,
  };
}

const { run } = reportOf([]);

const interruptions: readonly Interruption[] = [
  { startedAt: '2026-11-15T02:09:01.000Z', durationMs: 1200, status: 502 },
  { startedAt: '2026-11-15T02:09:02.500Z', durationMs: 1900, status: 503 },
];

/** As version 0.1.0 wrote it. */
export const oldReport = reportOf(
  [
    resultOf('auth.accepted'),
    failure,
    waived,
    unsteady,
    resultOf('list.ok', { outcome: 'inconclusive', reason: 'Every page was full.' }),
  ],
  { verdict: 'violating', exitCode: 1, observations: [observation] },
);

/** One of everything that a report may have. */
export const fullReport = reportOf(
  [
    resultOf('auth.accepted', { covered: ['listPets', 'createPet'] }),
    failure,
    resultOf('list.ok'),
    resultOf('create.echo', {
      outcome: 'fail',
      expected: '201',
      actual: 'no response',
      exchanges: [exchange, unanswered],
    }),
    resultOf('auth.challenge', {
      level: 'SHOULD',
      outcome: 'warn',
      expected: 'WWW-Authenticate naming Bearer',
      actual: 'no such header',
      curl: 'curl -sS -i http://127.0.0.1:4010/v1/pets',
    }),
    resultOf('list.complete', {
      outcome: 'inconclusive',
      reason: 'Every page was full.',
      why: { kind: 'pages-full', what: 'a new pet' },
    }),
    resultOf('list.status.complete', { outcome: 'inconclusive', reason: 'Every page was full.' }),
    resultOf('create.int64', {
      outcome: 'skipped',
      reason: 'Only named categories are sent.',
      why: { kind: 'restricted-categories' },
    }),
    resultOf('observed.order', { level: 'INFO', outcome: 'observed', data: { order: ['id'] } }),
    waived,
    known,
    unsteady,
    resultOf('list.agrees', {
      outcome: 'inconclusive',
      reason: 'It needs list.unique.',
      why: { kind: 'depends-on', because: ['list.unique'], outcome: 'failed' },
      excuse: { by: 'waiver', reason: 'What is waived leaves it open: list.unique.' },
    }),
    resultOf('create.large', {
      outcome: 'unsteady',
      reason: 'Not decided 1 of 2. No answer came in time.',
      rounds: ['pass', 'inconclusive'],
    }),
    intermittent,
  ],
  {
    verdict: 'violating',
    exitCode: 1,
    diagnosis: 'The run was interrupted.',
    run: { ...run, creations: 2, created: [...run.created, { requirement: 'create.echo' }], interruptions },
    observations: [{ ...observation, data: { order: ['id'] }, exchanges: [exchange] }],
    gate: {
      notices: [
        { kind: 'mended', id: 'list.ok', sentence: 'list.ok passed; in the baseline it failed.', fails: false },
        {
          kind: 'expired',
          id: 'auth.accepted',
          sentence: 'The waiver of auth.accepted (ops) ended on 2026-11-01: it passes now, so remove the waiver.',
          fails: true,
        },
        {
          kind: 'mismatched',
          id: 'list.limit.maximum',
          sentence: 'list.limit.maximum fails differently than its waiver (ops) expects.',
          fails: true,
        },
      ],
      drifted: [{ id: 'observed.order', statement: 'Order of the list', before: 'by name', after: 'by id, ascending' }],
    },
  },
);
