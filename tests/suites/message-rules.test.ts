import { describe, expect, test } from 'vitest';
import { describe as inWords } from '../../suites/specification/reading.ts';
import { decisionOn, error, failing, get, KEY, LIVE, list, post, reply, violatedLast, worldFrom } from './record.ts';

const refused = (body: unknown) => post('{}', reply(400, body));
const whole = { code: 'bad', message: 'No name.', status: 400 };

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

  test.each([
    ['400.0', []],
    ['4e2', []],
  ])('may write its status as %s', (status, expected) => {
    expect(violatedLast([LIVE, post('{}', reply(400, `{"code":"a","message":"b","status":${status}}`))])).toEqual(
      expected,
    );
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

test.each([
  [400, post('{}', reply(400, { error: 'no' }))],
  [404, get(999, reply(404, { error: 'no' }))],
  ['other', list('?limit=x', reply(422, { error: 'no' }))],
] as const)('the status in an error body cannot be read where the body is not an Error: %s', (kind, step) => {
  expect(decisionOn(`errors.status-matches.${kind}`, [LIVE, step])).toMatchObject({
    outcome: 'inconclusive',
    why: { kind: 'nothing-seen', because: [`errors.shape.${kind}`] },
  });
});

describe('the challenge of a 401', () => {
  test.each([
    ['Bearer', true],
    ['bearer realm="pets"', true],
    ['Basic realm="x", Bearer', true],
    ['Basic realm="x"', false],
    ['Bearers', false],
    ['NotBearer', false],
  ])('%s names Bearer: %s', (value, isOk) => {
    const headers = [
      ['Content-Type', 'application/json'],
      ['WWW-Authenticate', value],
    ] as const;
    const step = list('', reply(401, { ...whole, status: 401 }, headers), { auth: null });
    expect(violatedLast([LIVE, step])).toEqual(isOk ? [] : ['auth.challenge']);
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
