import { describe, expect, test } from 'vitest';
import { composeReport } from '../../../harness/engine/compose.ts';
import { factsAtStart, type RunFacts } from '../../../harness/engine/run-facts.ts';
import type { Suite } from '../../../harness/engine/suite.ts';
import type { Exchange } from '../../../harness/model/exchange.ts';
import { type Reason, sentenceOf } from '../../../harness/model/reasons.ts';
import type { Result } from '../../../harness/model/report.ts';
import { type Showing, shownExchange } from '../../../harness/report/shown-exchange.ts';
import { storiesIn } from '../../../harness/report/stories.ts';
import { verdictOf } from '../../../harness/report/verdict.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';
import { resolveSettings } from '../../../harness/settings/settings.ts';
import { petStore } from '../../../suites/index.ts';
import { failing, resultOf as sample, reportOf as sampleReport } from '../../reporters/samples.ts';
import {
  BASE_URL,
  blaming,
  error,
  KEY,
  LIVE,
  list,
  mine,
  noAnswer,
  others,
  post,
  recordOf,
  reply,
  type Steps,
} from '../../suites/record.ts';
import { simulate } from '../simulated.ts';

const curlOf = ({ violations: [failure] = [] }: Result) => failure?.cases.listed[0]?.curl;

const settings = {
  ...resolveSettings(new Map(), {}, ''),
  baseUrl: BASE_URL,
  apiKey: KEY,
  runId: 'testrun',
  seed: 1,
  now: '2026-11-16',
};

const factsOf = (changes: Partial<RunFacts> = {}): RunFacts => ({
  ...factsAtStart(settings, 0),
  durationMs: 5,
  ...changes,
});

const reportOf = (steps: Steps | readonly Exchange[], facts = factsOf(), suite: Suite = petStore) =>
  composeReport(
    'number' in (steps[0] ?? {}) ? (steps as readonly Exchange[]) : recordOf(...(steps as Steps)),
    facts,
    suite,
  );
const rowOf = (id: string, steps: Steps) => {
  const found = reportOf(steps).report.results.find((result) => result.id === id);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
};

describe('a row', () => {
  const wrong = list('limit=1', others(2));

  test('of a violation has what it takes to understand and to repeat it', () => {
    expect(rowOf('list.limit.minimum', [LIVE, wrong])).toMatchObject({
      level: 'MUST',
      outcome: 'fail',
      violations: [
        {
          fingerprint: expect.stringMatching(/^f/),
          answer: 200,
          expected: 'at most 1 pet',
          actual: '2 pets',
          exchanges: [{ number: 4, operation: 'listPets', response: { status: 200 } }],
          cases: {
            total: 1,
            listed: [
              {
                exchange: 4,
                curl: `curl -sS -i 'http://pets.test/v1/pets?limit=1' -H "Authorization: Bearer $PETSTORE_API_KEY" -H Accept:`,
              },
            ],
          },
          frequency: { failed: 1, of: 1, unit: 'pages' },
          facts: { pageSize: 2 },
        },
      ],
    });
  });

  test('repeats the cause and then what shows it', () => {
    const { name } = mine(9);
    const refused = post({ name, categoryId: 'x' }, error(400));
    const row = rowOf('create.no-effect', [LIVE, refused, list('', [{ id: 9, name, categoryId: 1 }])]);
    expect(curlOf(row)).toMatch(/^curl .*"categoryId":"x"}' && curl .*\/v1\/pets' /);
  });

  test('has no curl line for an intermittent failure, a cut body and NUL', () => {
    const cut = post('{"name":"Zoë","categoryId":1}', error(418), { cutAt: 10 });
    const shown = rowOf('create.echo', [LIVE, cut]);
    expect(shown.violations).toMatchObject([{ exchanges: [{ cutAt: 10 }] }]);
    expect(curlOf(shown)).toBeUndefined();
    const nul = post('{"name":"a","categoryId":1}\0', reply(201, mine(9)));
    expect(curlOf(rowOf('create.lenient-body', [LIVE, nul]))).toBeUndefined();
    const intermittent = rowOf('list.limit.minimum', [LIVE, wrong, list('limit=1', others(1))]);
    expect(intermittent.violations).toMatchObject([{ intermittent: true }]);
    expect(curlOf(intermittent)).toBeUndefined();
    const another = rowOf('list.limit.minimum', [LIVE, list('limit=1', others(5)), list('limit=1', others(1))]);
    const fingerprintOf = (row: Result) => row.violations?.[0]?.fingerprint;
    expect(fingerprintOf(intermittent)).toBe(fingerprintOf(another));
  });

  test('without a decision has its reason as data and as a sentence', () => {
    const why = { kind: 'nothing-seen', what: 'full page of more than 20 pets' };
    expect(rowOf('list.limit.default', LIVE)).toMatchObject({
      outcome: 'inconclusive',
      why,
      reason: 'No full page of more than 20 pets was seen, so this was not checked.',
    });
  });

  test('shows at most 4 cases and counts them all', () => {
    const names = Array.from({ length: 30 }, (_, at) => post({ name: `Zoë ${at}`, categoryId: 1 }, error(418)));
    const { violations: [group] = [] } = rowOf('create.echo', [LIVE, names]);
    expect([group?.cases?.total, group?.cases?.listed.length]).toEqual([30, 4]);
  });

  test('never shows the key, and cuts what is long', () => {
    const message = `${KEY} ${'y'.repeat(50_000)} ${encodeURIComponent(KEY)}`;
    const leak = reply(400, { code: 'x', message, status: 400 }, [[`x-${KEY}`, `a=${KEY}`]]);
    const { report, record } = reportOf([LIVE, post('{}', leak)]);
    const row = report.results.find(({ id }) => id === 'errors.no-leak');
    expect(row?.outcome).toBe('warn');
    expect(row?.violations?.[0]?.actual.length).toBeLessThan(600);
    const headers = [['x-$PETSTORE_API_KEY', 'a=$PETSTORE_API_KEY']];
    expect(row?.violations?.[0]?.exchanges?.[0]?.response).toMatchObject({ headers, cut: { bytes: leak.body.length } });
    expect(JSON.stringify(report)).not.toContain(KEY);
    expect(record().at(-1)?.response?.body).toContain('y'.repeat(50_000));
    expect(JSON.stringify(record())).not.toContain(KEY);
  });

  test('cuts a long body between characters', () => {
    // Both cuts fall into a pair: an odd and an even number of letters come before and after them.
    const long = { ...reply(400), body: Buffer.from(`"a${'🐈'.repeat(9_000)}"`) };
    const { body } =
      rowOf('errors.shape.400', [LIVE, post('{}', long)]).violations?.[0]?.exchanges?.[0]?.response ?? {};
    expect(body).toMatch(/^"a🐈+ … \[.*\] … 🐈+"$/u);
  });

  test('of bytes that are not text shows them in base64, and of no answer what happened', () => {
    const binary = { ...reply(400), body: Buffer.from([0xff, 0xfe]) };
    expect(
      rowOf('errors.shape.400', [LIVE, post('{}', binary)]).violations?.[0]?.exchanges?.[0]?.response,
    ).toMatchObject({
      encoding: 'base64',
      body: '//4=',
    });
    const silent = list('limit=abc', noAnswer());
    const row = rowOf('list.limit.malformed', [LIVE, silent, silent, silent, blaming(3)]);
    expect(row.violations?.[0]?.exchanges?.[0]).toMatchObject({ failure: { kind: 'reset' }, label: 'unanswered' });
  });
});

test('a requirement takes as long as the exchanges that it rests on, whether it fails or passes', async () => {
  const { report, exchanges } = await simulate({ faults: ['limit-one-gives-two'], latencyMs: 40 });
  const durationOf = (number: number) => {
    const exchange = exchanges.find((one) => one.number === number);
    return exchange === undefined ? 0 : exchange.answeredAt - exchange.sentAt;
  };
  const decided = report.results.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  expect(new Set(decided.map(({ outcome }) => outcome)).size).toBe(2);
  for (const { id, violations = [], restsOn, durationMs } of decided) {
    const proof = violations.flatMap(({ exchanges: own = [], cases }) => [
      ...own.map(({ number }) => number),
      cases.listed[0]?.exchange ?? 0,
    ]);
    const numbers = [...proof, restsOn?.exchange ?? 0, restsOn?.control ?? 0];
    const spent = [...new Set(numbers)].reduce((sum, number) => sum + durationOf(number), 0);
    expect([id, durationMs > 0]).toEqual([id, true]);
    expect(durationMs).toBeCloseTo(spent, 2);
  }
});

describe('the report of half a record', () => {
  test('is the same function of the record', () => {
    const whole = recordOf(LIVE, list('limit=1', others(2)), post('{}', error(400)));
    for (const count of whole.keys()) {
      const { report } = reportOf(whole.slice(0, count + 1));
      expect(report.run.requests).toBe(count + 1);
      expect(report.results.find(({ id }) => id === 'list.limit.minimum')?.outcome).toBe(
        count < 3 ? 'inconclusive' : 'fail',
      );
    }
  });

  test.each<[string, Partial<RunFacts>, number, string, boolean]>([
    ['interrupted', { stopped: { kind: 'interrupted' } }, 130, 'The run was interrupted.', true],
    [
      'out of time',
      { stopped: { kind: 'out-of-time', maxDurationMs: 5_000 } },
      4,
      'The time for the run was over after 5 s (raise --max-duration).',
      true,
    ],
    [
      'out of memory',
      { stopped: { kind: 'out-of-memory', megabytes: 200 } },
      4,
      'The responses of the server take more than 200 MB, so the run was ended.',
      true,
    ],
    ['not testable', { untested: 'Nothing listens.' }, 3, 'Nothing listens.', false],
    [
      'interrupted while it was not testable',
      { untested: 'x', stopped: { kind: 'interrupted' } },
      130,
      'The run was interrupted.',
      true,
    ],
    [
      'without a ledger',
      { stopped: { kind: 'ledger-unwritable', code: 'ENOSPC' } },
      2,
      'The ledger cannot be written (ENOSPC), and what is created must be listed. Choose another file for --ledger.',
      true,
    ],
  ])('%s', (_what, facts, exitCode, diagnosis, hasResults) => {
    const { report } = reportOf([LIVE], factsOf(facts));
    expect([report.exitCode, report.diagnosis, report.results.length > 0]).toEqual([exitCode, diagnosis, hasResults]);
  });

  test('lists what may have been created, and what the settings were, without secrets and paths', () => {
    const steps = [
      LIVE,
      post({ name: 'Rex', categoryId: 1 }, noAnswer('timeout')),
      post({ name: 'Max', categoryId: 1 }, reply(504)),
    ];
    const paths = { ledger: '/home/somebody/pets', ca: '/home/somebody/ca.pem' };
    const secret = { ...settings, ...paths, headers: [['X-Gate', 'very-secret-1']] as const };
    const { report } = reportOf(steps, factsOf({ settings: secret }));
    expect(report.run.created).toEqual([
      { id: '1', name: mine(1).name, requirement: 'test' },
      { name: 'Rex', requirement: 'test' },
      { name: 'Max', requirement: 'test' },
    ]);
    expect(JSON.stringify(report)).not.toMatch(/somebody|very-secret-1/);
  });
});

describe('the verdict', () => {
  const results = (...outcomes: readonly Partial<Result>[]) => [
    sample('list.ok'),
    ...outcomes.map((one) => sample('x.y', one)),
  ];
  test.each<[string, readonly Result[], object, string]>([
    ['a MUST fails', results({ outcome: 'fail' }), {}, 'violating'],
    ['a SHOULD fails', results({ outcome: 'warn', level: 'SHOULD' }), {}, 'conforming'],
    ['a SHOULD fails, --strict', results({ outcome: 'warn', level: 'SHOULD' }), { strict: true }, 'violating'],
    ['a MUST is open', results({ outcome: 'inconclusive' }), {}, 'incomplete'],
    ['a SHOULD is open', results({ outcome: 'inconclusive', level: 'SHOULD' }), { strict: true }, 'conforming'],
    ['a MUST is unobservable', results({ outcome: 'unobservable' }), {}, 'conforming'],
    ['a MUST is unobservable, --require-all', results({ outcome: 'unobservable' }), { requireAll: true }, 'incomplete'],
    ['a MUST is skipped', results({ outcome: 'skipped' }), {}, 'conforming'],
    ['a MUST is skipped, --require-all', results({ outcome: 'skipped' }), { requireAll: true }, 'incomplete'],
    [
      'a MUST fails and is excused',
      results({ outcome: 'fail', excuse: { by: 'waiver', reason: '' } }),
      {},
      'conforming',
    ],
    ['everything is skipped', [sample('x', { outcome: 'skipped' })], {}, 'incomplete'],
  ])('%s: %#', (_what, given, severity, verdict) => {
    expect(verdictOf(given, { strict: false, ...severity })).toBe(verdict);
  });
});

test('a secret is hidden before a long body is cut', () => {
  const key = 'Marked.Key-7f3aQ9zX';
  const exchange: Exchange = {
    ...{ number: 1, probe: 'reads', request: { method: 'GET', path: '/v1/pets', headers: [] } },
    ...{ sentAt: 1, answeredAt: 2, status: 400, headers: [] },
    body: Buffer.from(`${'y'.repeat(190)}${key}${'z'.repeat(500)}`),
  };
  const showing: Showing = {
    ...{ origin: 'http://127.0.0.1', startedAt: 0, redactor: new Redactor(key), curlNetwork: [], longestBody: 400 },
    ...{
      operationOf: () => undefined,
      exampleOf: () => undefined,
      labelOf: () => undefined,
      exchange: () => undefined,
    },
  };
  expect(shownExchange(exchange, showing).response?.body).toMatch(/^y{190}\$PETSTORE_ … \[307 of 707 .*\] … z{200}$/);
});

test('every failure is in one story, in the order of work', () => {
  const results = [
    failing('a', { place: 13, story: 12 }),
    failing('b', { place: 11, story: 11 }),
    failing('c', { place: 12, story: 12 }),
  ];
  const ids = storiesIn(sampleReport(results)).map((story) => story.map(({ result }) => result.id));
  expect(ids).toEqual([['b'], ['c', 'a']]);
});

test('the cause of a story is in the report of a run without the key', () => {
  const named: Suite = {
    ...petStore,
    decide: (...given) => {
      const decisions = petStore.decide(...given);
      const decided = decisions.decided.map((decision) => ({
        ...decision,
        ...(decision.violations && {
          violations: decision.violations.map((one) => ({
            ...one,
            cause: { from: 'record', text: `It is ${KEY}.` } as const,
          })),
        }),
      }));
      return { ...decisions, decided };
    },
  };
  const { report } = reportOf([LIVE, list('limit=1', others(2))], factsOf(), named);
  const [[first] = []] = storiesIn(report);
  expect(first?.failure.cause?.text).toBe('It is $PETSTORE_API_KEY.');
});

test.each<[Reason, string]>([
  [
    { kind: 'no-control', control: 'getPet', because: ['x'] },
    'getPet never succeeded, so this was not checked (see x).',
  ],
  [
    { kind: 'budget-spent', budget: 'creations', limit: 5 },
    'Not all of it was sent before all 5 creations were spent: more of them (--max-creates) may decide it.',
  ],
  [
    { kind: 'away', seen: 'gateway', status: 502, maxWaitMs: 30_000, requests: [] },
    'Something in front of the server kept answering 502 for 30 s (raise --max-wait).',
  ],
  [
    { kind: 'target-full', page: 100, counts: { pending: 7, sold: 100 } },
    'Lists show 100 entries at most and there are more (at least 100 sold), so nobody can see whether one is missing. Empty the server to check this.',
  ],
])('%j is a sentence', (reason, sentence) => {
  expect(sentenceOf(reason)).toBe(sentence);
});
