import { describe, expect, test } from 'vitest';
import type { Headers } from '../../../harness/model/wire.ts';
import { describe as inWords } from '../../../suites/reading/reading.ts';
import {
  ask,
  blaming,
  checked,
  created,
  cutOff,
  decisionOn,
  error,
  failing,
  get,
  KEY,
  LIVE,
  list,
  mine,
  noAnswer,
  post,
  reply,
  type Steps,
  saidLast,
  violatedLast,
  violationsOn,
  withoutId,
  worldFrom,
} from '../record.ts';
import { inColumns, type Row } from './columns.ts';

const HTML: Headers = [['Content-Type', 'text/html']];
const CHALLENGE: Headers = [
  ['Content-Type', 'application/json'],
  ['WWW-Authenticate', 'Bearer'],
];
const refused = (body: unknown) => post('{}', reply(400, body));
const whole = { code: 'bad', message: 'No name.', status: 400 };

const said = (status: number, body: unknown): Steps => {
  if (status === 400) return [refused(body)];
  if (status === 401) return [list('', reply(401, body, CHALLENGE), { auth: null })];
  return status === 404 ? [get(999, reply(404, body))] : [list('limit=0', reply(status, body))];
};
const shape = (status: number): Row => ({
  fails: said(status, { code: 'x', message: 'y' }),
  passes: said(status, { code: 'x', message: 'y', status }),
  ...(status === 422 && { open: null }),
});
const matches = (status: number): Row => ({
  ...shape(status),
  fails: said(status, { code: 'x', message: 'y', status: status + 1 }),
});

inColumns('errors', {
  'errors.shape.400': shape(400),
  'errors.shape.401': shape(401),
  'errors.shape.404': shape(404),
  'errors.shape.other': shape(422),
  'errors.status-matches.400': matches(400),
  'errors.status-matches.401': matches(401),
  'errors.status-matches.404': matches(404),
  'errors.status-matches.other': matches(422),
  'errors.documented-status': {
    fails: [list('', error(418))],
    also: ['list.ok'],
    passes: [],
    open: [list('', error(401), { auth: null })],
  },
  'errors.no-5xx': {
    fails: [list('limit=abc', error(500))],
    also: ['list.limit.malformed'],
    passes: [],
    open: [ask('GET', '/store/orders', undefined, error(500)), list('', noAnswer())],
  },
  'errors.informative': { fails: [post('{}', error(400, ' '))], passes: [post('{}', error(400))] },
  'errors.no-leak': { fails: [post('{}', error(400, `bad ${KEY}`))], passes: [post('{}', error(400))] },
  'body.content-type': {
    fails: [list('', reply(200, [], [['Content-Type', 'text/json']]))],
    passes: [list('', reply(200, [], [['content-type', 'Application/JSON; charset=utf-8']]))],
    open: [ask('GET', '/store/orders', undefined, reply(200, 'x', []))],
  },
  'body.json': {
    fails: [list('', reply(200, '\ufeff[]'))],
    passes: [],
    open: [ask('GET', '/store/orders', undefined, reply(200, 'x'))],
  },
  'body.pet-shape': {
    fails: [list('', [{ id: 5, name: 'Rex' }])],
    passes: [],
    open: [list('', [])],
  },
});

describe('every layer is reported by itself', () => {
  test.each([
    ['an HTML 400', refusedAs(reply(400, '<h1>', HTML)), ['body.content-type', 'body.json', 'errors.shape.400']],
    ['a crash on broken input', refusedAs(error(500)), ['create.missing-field', 'errors.no-5xx']],
    ['a crash on plain input', list('', error(500)), ['errors.no-5xx', 'list.ok']],
    ['a 400 that says 500', refused({ ...whole, status: 500 }), ['errors.status-matches.400']],
    ['a 404 without a body', get(999, reply(404, '', [])), ['errors.shape.404']],
    ['a list that is not JSON', list('', reply(200, '[')), ['body.json', 'list.ok']],
    ['a list without a body', list('', reply(200, '', [])), ['list.ok']],
    ['a creation without a body', post(withoutId(mine(2)), reply(201, '', [])), ['create.minimal']],
    ['204 for an empty list', list('', reply(204, '', [])), ['errors.documented-status', 'list.ok']],
    ['404 for an empty list', list('status=sold', error(404)), ['errors.documented-status', 'list.ok']],
    ['null for an empty list', list('', reply(200, null)), ['list.ok']],
    ['a lone pet for a list of one', list('', reply(200, mine(1))), ['list.ok']],
    [
      '200 for a creation',
      post(withoutId(mine(2)), reply(200, mine(2))),
      ['create.minimal', 'errors.documented-status'],
    ],
    [
      '200 for a creation, with a status that is not one',
      post(withoutId(mine(2)), reply(200, { ...mine(2), status: '' })),
      ['body.pet-shape', 'create.minimal', 'errors.documented-status'],
    ],
    [
      '202 for a creation, without a pet',
      post(withoutId(mine(2)), reply(202, { job: 5 })),
      ['create.minimal', 'errors.documented-status'],
    ],
    ['422 for a broken body', refusedAs(error(422)), ['create.missing-field']],
    ['410 for an unknown pet', get(999, error(410)), ['errors.documented-status', 'get.unknown']],
    ['400 for an unknown pet', get(999, error(400)), ['errors.documented-status', 'get.unknown']],
    ['418 for a name', post({ name: 'Zoë', categoryId: 1 }, error(418)), ['create.echo', 'errors.documented-status']],
    [
      'bytes that are not UTF-8',
      list('', { ...reply(200), body: Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]) }),
      ['body.json', 'list.ok'],
    ],
  ])('%s', (_what, step, expected) => {
    expect(violatedLast([LIVE, step])).toEqual(expected);
  });

  function refusedAs(answer: ReturnType<typeof reply>) {
    return post('{}', answer);
  }

  test('undocumented routes and open input are not checked, crashes on open input are', () => {
    expect([...saidLast([LIVE, ask('DELETE', '/pets/1', undefined, error(500))]).keys()]).toEqual([]);
    expect(violatedLast([LIVE, list('status=', error(400))])).toEqual([]);
    expect(violatedLast([LIVE, list('status=', error(500))])).toEqual(['errors.no-5xx']);
    expect(violatedLast([LIVE, list('status=', reply(400, 'x', HTML))])).toContain('errors.shape.400');
  });

  test('a body above 2 MB is not checked further', () => {
    const large = list('', cutOff(reply(200, '[{'), 'oversized'));
    expect(violatedLast([LIVE, large])).toEqual([]);
    expect([...saidLast([LIVE, large]).keys()]).not.toContain('body.json');
  });
});

describe('an Error', () => {
  test.each([
    ['whole', whole, []],
    ['with more fields', { ...whole, details: [] }, []],
    ['without a code', { ...whole, code: undefined }, ['errors.shape.400']],
    ['with a number as code', { ...whole, code: 7 }, ['errors.shape.400']],
    ['without a message', { ...whole, message: undefined }, ['errors.shape.400']],
    ['with null as message', { ...whole, message: null }, ['errors.shape.400']],
    ['without a status', { ...whole, status: undefined }, ['errors.shape.400']],
    ['with its status as text', { ...whole, status: '400' }, ['errors.shape.400']],
    ['with a fraction as status', { ...whole, status: 400.5 }, ['errors.shape.400']],
    ['with another status', { ...whole, status: 422 }, ['errors.status-matches.400']],
    ['in an envelope', { error: whole }, ['errors.shape.400']],
    ['in a list', [whole], ['errors.shape.400']],
    ['with an empty code', { ...whole, code: '' }, ['errors.informative']],
    ['with a blank message', { ...whole, message: ' \t' }, ['errors.informative']],
  ])('%s', (_what, body, expected) => {
    expect(violatedLast([LIVE, refused(body)])).toEqual(expected);
  });

  test.each(['400.0', '4e2'])('may write its status as %s', (status) => {
    expect(violatedLast([LIVE, refused(`{"code":"a","message":"b","status":${status}}`)])).toEqual([]);
  });

  test('of one condition has one code', () => {
    const missing = (code: string) => list('', error(401, code), { auth: null });
    expect(failing([LIVE, missing('a'), missing('b')])).toEqual(['errors.informative']);
    expect(failing([LIVE, get(998, error(404, 'a')), get(999, error(404, 'b'))])).toEqual(['errors.informative']);
    expect(failing([LIVE, post('{}', error(400, 'a')), post('{}', error(400, 'b'))])).toEqual(['errors.informative']);
    // Another body, another kind of credential or another status may be another condition.
    expect(failing([LIVE, post('{}', error(400, 'a')), post('[]', error(400, 'b'))])).toEqual([]);
    expect(failing([LIVE, missing('a'), list('', error(401, 'b'), { auth: 'Bearer x' })])).toEqual([]);
  });

  test.each([
    [400, refused({ error: 'no' })],
    [404, get(999, reply(404, { error: 'no' }))],
    ['other', list('?limit=x', reply(422, { error: 'no' }))],
  ] as const)('without a status that can be read does not decide errors.status-matches.%s', (kind, step) => {
    expect(decisionOn(`errors.status-matches.${kind}`, [LIVE, step])).toMatchObject({
      outcome: 'inconclusive',
      why: { kind: 'nothing-seen', because: [`errors.shape.${kind}`] },
    });
  });
});

test.each<[what: string, answer: ReturnType<typeof reply>, words: string]>([
  ['a list', reply(200, [{ id: 1 }, { id: 2 }]), '200 with 2 pets'],
  ['a list beyond what is read', reply(200, Array(300).fill({ id: 1 })), '200 with 250 pets or more'],
  ['an Error', error(404, 'gone'), '404 with the Error "gone": "A message."'],
  ['a long Error', reply(400, { ...whole, message: 'x'.repeat(999) }), '400 with the Error "bad": 999 characters'],
  ['something else', reply(200, { items: [] }), '200 with {"items":[]}'],
  ['much of something else', reply(200, { x: 'x'.repeat(999) }), '200 with JSON of 1007 characters'],
  ['a page', reply(500, '<p>\n', [['Content-Type', 'text/html; charset=utf-8']]), '500 with text/html, "<p>\\n"'],
  ['nothing', reply(500), '500 with no body'],
])('an answer in words: %s', (_what, answer, words) => {
  const reading = worldFrom([list('', answer)]).readings.at(-1);
  expect(reading && inWords(reading)).toBe(words);
});

describe('no answer', () => {
  const odd = (answer = noAnswer()) => list('limit=abc', answer);

  test('is nobody\u2019s fault unless the run has found out that it is that of the input', () => {
    expect(failing([LIVE, odd(), odd(), odd(), odd(), list('', [mine(1)])])).toEqual([]);
    expect(failing([LIVE, odd(), odd(), odd(), blaming(3)])).toEqual(['errors.no-5xx', 'list.limit.malformed']);
  });

  test('when the service stops is a crash', () => {
    expect(failing([LIVE, odd(), blaming(1, 'crash')])).toEqual(['errors.no-5xx']);
    expect(violationsOn('errors.no-5xx', [LIVE, odd(), blaming(1, 'crash')])).toMatchObject([
      { actual: 'the server stopped' },
    ]);
  });

  test('to a request that stops the service leaves what it is about undecided', () => {
    const { outcome, why } = decisionOn('list.limit.malformed', [LIVE, odd(), blaming(1, 'crash')]);
    expect([outcome, why]).toMatchObject(['inconclusive', { kind: 'unanswered', because: ['errors.no-5xx'] }]);
  });

  test('to open input each time is reported by errors.no-5xx', () => {
    const open = list('status=', noAnswer());
    expect(failing([LIVE, open, open, open, blaming(3)])).toEqual(['errors.no-5xx']);
  });

  test('in time is reported by the requirement that says what the answer should be', () => {
    expect(failing([LIVE, odd(noAnswer('timeout')), odd(noAnswer('timeout')), blaming(2)])).toEqual([
      'list.limit.malformed',
    ]);
  });

  test('of the service, but of a gateway each time, fails what the request is about as well', () => {
    const gateway = reply(504, '<html>', HTML);
    const byInput = { concludes: { cause: 'input', count: 1, isAnswered: false } } as const;
    expect(failing([LIVE, list('limit=101', gateway, byInput)])).toEqual(['errors.no-5xx', 'list.limit.above-maximum']);
  });

  test('to the end: a body that breaks once is nothing, each time it is not JSON', () => {
    const cut = list('limit=abc', cutOff(reply(200, '[{'), 'reset'));
    expect(failing([LIVE, cut, list('limit=abc', [mine(1)])])).toEqual([]);
    expect(failing([LIVE, cut, cut, cut, blaming(3)])).toEqual(['body.json']);
  });
});

describe('a process that ends by itself', () => {
  const processEnd = { exitCode: 2, beside: [4], lines: ['panic: x'] };

  test('violates errors.no-5xx, whatever was under way, and nothing else', () => {
    const steps: Steps = [LIVE, list('limit=3', noAnswer(), { took: 15 }), list('limit=2', noAnswer(), { processEnd })];
    const [violation] = violationsOn('errors.no-5xx', steps);
    expect(violation?.actual).toBe(
      'the process ended with exit code 2 while it answered GET /v1/pets?limit=2 (also under way: GET /v1/pets?limit=3)',
    );
    expect(failing(steps)).toEqual(['errors.no-5xx']);
  });

  test('after an answer, too', () => {
    const bySignal = { signal: 'SIGSEGV', beside: [], lines: [] };
    const steps: Steps = [LIVE, list('limit=2', [mine(1)], { processEnd: bySignal })];
    const [violation] = violationsOn('errors.no-5xx', steps);
    expect(violation?.actual).toBe('the process was ended by SIGSEGV after 200 to GET /v1/pets?limit=2');
    expect(failing(steps)).toEqual(['errors.no-5xx']);
  });

  test('is the first story', () => {
    const steps = [LIVE, list('', [mine(1), mine(1)]), list('limit=2', noAnswer(), { processEnd })];
    expect(checked(steps).stories.map(([first]) => first.id)).toEqual(['errors.no-5xx', 'list.unique']);
  });
});

describe('a 5xx', () => {
  const zoe = (answer: ReturnType<typeof reply>) => post({ name: 'Zoë', categoryId: 1 }, answer);

  test('that the same request does not cause again says nothing about its input, but it is one', () => {
    expect(failing([LIVE, zoe(error(500)), zoe(reply(201, mine(2, { name: 'Zoë' })))])).toEqual(['errors.no-5xx']);
    expect(failing([LIVE, zoe(error(500)), zoe(error(500))])).toEqual(['create.echo', 'errors.no-5xx']);
    expect(failing([LIVE, zoe(error(500)), zoe(noAnswer())])).toEqual(['create.echo', 'errors.no-5xx']);
    expect(failing([LIVE, get(9, error(500)), get(9, error(404)), created(mine(9))])).toEqual(['errors.no-5xx']);
  });
});

describe('a leak', () => {
  test.each([
    ['the key', `key ${KEY}`],
    ['the key in base64', Buffer.from(KEY).toString('base64')],
    ['a trace of Node', 'Error: x\n    at handle (/srv/app.js:10:5)'],
    ['a trace of Java', 'x\n\tat com.pets.Store.add(Store.java:42)'],
    ['a trace of Python', 'Traceback (most recent call last):\n  File "a.py", line 1'],
    ['a trace of .NET', 'x\n   at Pets.Store.Add(Pet p) in /src/Store.cs:line 4'],
    ['a trace of Go', 'goroutine 12 [running]:'],
  ])('is %s', (_what, message) => {
    expect(violatedLast([LIVE, refused({ ...whole, message })])).toEqual(['errors.no-leak']);
  });

  test.each([
    'Look at pet 5: 10 of them',
    'at least 1',
    'Invalid value at line 3',
    'The key is wrong.',
    'x'.repeat(70_000),
  ])('is not %.40s', (message) => {
    expect(violatedLast([LIVE, refused({ ...whole, message })])).toEqual([]);
  });

  test('of a short key may be chance', () => {
    const steps = [LIVE, refused({ ...whole, message: 'abc' })];
    expect(violatedLast(steps, { apiKey: 'abc' })).toEqual([]);
  });
});

test.each([
  ['blank lines', '\n'.repeat(250_000)],
  ['escaped blank lines', '\\n'.repeat(125_000)],
  ['blanks', ' '.repeat(250_000)],
  ['"at"', ' at '.repeat(60_000)],
  ['words', `at ${'a.'.repeat(120_000)}`],
  ['brackets', 'at a('.repeat(50_000)],
  ['braces', '{'.repeat(250_000)],
  ['quotes', '"'.repeat(250_000)],
])('250 KB of %s in an error take milliseconds', (_what, text) => {
  // Of the processor: the machine may be busy.
  const start = process.cpuUsage();
  violatedLast([LIVE, post('{}', reply(400, text)), post('{}', reply(400, { ...whole, message: text }))]);
  expect(process.cpuUsage(start).user).toBeLessThan(500_000);
});
