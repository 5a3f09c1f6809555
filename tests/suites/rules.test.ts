import { describe, expect, test } from 'vitest';
import type { Headers } from '../../harness/http/wire.ts';
import {
  ask,
  blaming,
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
  settled,
  violatedLast,
  withoutId,
} from './record.ts';

const HTML: Headers = [['Content-Type', 'text/html']];

describe('every layer is reported by itself', () => {
  test.each([
    ['an HTML 400', post('{}', reply(400, '<h1>', HTML)), ['body.content-type', 'body.json', 'errors.shape.400']],
    ['a crash on broken input', post('{}', error(500)), ['create.missing-field', 'errors.no-5xx']],
    ['a crash on plain input', list('', error(500)), ['errors.no-5xx', 'list.ok']],
    [
      'a 400 that says 500',
      post('{}', reply(400, { code: 'x', message: 'y', status: 500 })),
      ['errors.status-matches.400'],
    ],
    ['a 404 without a body', get(999, reply(404, '', [])), ['errors.shape.404']],
    ['a list that is not JSON', list('', reply(200, '[')), ['body.json', 'list.ok']],
    ['a list without a body', list('', reply(200, '', [])), ['list.ok']],
    ['a creation without a body', post(withoutId(mine(2)), reply(201, '', [])), ['create.minimal']],
    ['204 for an empty list', list('', reply(204, '', [])), ['list.ok']],
    ['404 for an empty list', list('status=sold', error(404)), ['list.ok']],
    ['null for an empty list', list('', reply(200, null)), ['list.ok']],
    ['a lone pet for a list of one', list('', reply(200, mine(1))), ['list.ok']],
    ['200 for a creation', post(withoutId(mine(2)), reply(200, mine(2))), ['errors.documented-status']],
    ['422 for a broken body', post('{}', error(422)), ['create.missing-field']],
    ['410 for an unknown pet', get(999, error(410)), ['get.unknown']],
    ['400 for an unknown pet', get(999, error(400)), ['get.unknown']],
    ['418 for a name', post({ name: 'Zoë', categoryId: 1 }, error(418)), ['create.echo']],
    [
      'bytes that are not UTF-8',
      list('', { ...reply(200), body: Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]) }),
      ['body.json', 'list.ok'],
    ],
  ])('%s', (_what, step, expected) => {
    expect(violatedLast([LIVE, step])).toEqual(expected);
  });

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

describe('credentials', () => {
  const withKey = { auth: `Bearer ${KEY}x` };
  test.each([
    ['no key, 403', list('', error(403), { auth: null }), ['auth.missing.listPets']],
    ['a wrong key, 404', get(1, error(404), withKey), ['auth.invalid-key.getPet']],
    ['a wrong key, 500', list('', error(500), withKey), ['auth.invalid-key.listPets', 'errors.no-5xx']],
    ['no key and a broken body, 400', post('{}', error(400), { auth: null }), ['auth.first']],
    ['no key and a broken body, 201', post('{}', reply(201, mine(2)), { auth: null }), ['auth.missing.createPet']],
    [
      'no key and a broken body, 500',
      post('{}', error(500), { auth: null }),
      ['auth.missing.createPet', 'errors.no-5xx'],
    ],
    ['no key and an unknown pet, 404', get(999, error(404), { auth: null }), ['auth.first']],
    ['no key and an invalid id, 400', get('abc', error(400), { auth: null }), ['auth.first']],
    ['no key and another spelling of an id, 404', get('%31', error(404), { auth: null }), []],
    ['no key and another spelling of an id, 200', get('%31', mine(1), { auth: null }), ['auth.missing.getPet']],
    ['no key and a known pet, 404', get(1, error(404), { auth: null }), ['auth.missing.getPet']],
    ['the key in the query, 200', list(`key=${KEY}`, [], { auth: null }), ['auth.header-only']],
    ['the key in the query, 400', list(`key=${KEY}`, error(400), { auth: null }), []],
    ['the key trimmed, 200', list('', [mine(1)], { auth: `Bearer  ${KEY}` }), []],
    ['the key trimmed, 401', list('', error(401), { auth: `Bearer  ${KEY}` }), []],
    ['the key trimmed, 500', list('', error(500), { auth: `Bearer  ${KEY}` }), ['errors.no-5xx']],
    ['bearer, 400', list('', error(400), { auth: `bearer ${KEY}` }), []],
  ])('%s', (_what, step, expected) => {
    expect(violatedLast([LIVE, step])).toEqual(expected);
  });

  test('a refusal proves nothing about an operation that never succeeded', () => {
    const steps: Steps = [list('', error(401), { auth: null }), list('', error(400))];
    expect(decisionOn('auth.missing.listPets', steps)).toMatchObject({
      outcome: 'inconclusive',
      why: { kind: 'no-control', control: 'listPets', because: ['list.ok', 'auth.accepted'] },
    });
  });

  test('the right key refused once and accepted before is a violation, a pet that comes into being is not', () => {
    expect(violatedLast([LIVE, list('', error(401))])).toEqual(['auth.accepted']);
    expect(violatedLast([LIVE, get(2, error(404)), created(mine(2)), get(2, mine(2))])).toEqual([]);
    expect(violatedLast([LIVE, list('limit=7', error(401))])).toEqual(['list.limit.honoured']);
    expect(violatedLast([LIVE, post('{}', error(400)), post('{}', error(401))])).toEqual(['auth.accepted']);
    expect(violatedLast([LIVE, get(9, error(404)), get(9, error(401))])).toEqual(['get.unknown']);
    expect(failing([created(mine(1)), list('', error(403))])).toEqual(['auth.accepted']);
  });

  test('the right key accused by a request that may be refused is a violation, unless it is locked out', () => {
    expect(violatedLast([LIVE, list('limit=0', error(401))])).toEqual(['list.limit.below-minimum']);
    expect(violatedLast([LIVE, list('status=gone', error(401))])).toEqual(['list.status.unknown']);
    expect(violatedLast([LIVE, get('abc', error(401))])).toEqual(['get.invalid-id']);
    expect(violatedLast([LIVE, post(withoutId(mine(2, { name: '' })), error(401))])).toEqual(['create.echo']);
    expect(failing([LIVE, list('limit=0', error(401)), list('limit=1', error(401))])).toEqual([]);
    expect(violatedLast([LIVE, list('limit=0', error(403))])).toEqual([]);
  });
});

describe('no answer', () => {
  const odd = (answer = noAnswer()) => list('limit=abc', answer);

  test('is nobody\u2019s fault unless the run has found out that it is that of the input', () => {
    expect(failing([LIVE, odd(), odd(), odd(), odd(), list('', [mine(1)])])).toEqual([]);
    expect(failing([LIVE, odd(), odd(), odd(), blaming(3)])).toEqual(['errors.no-5xx', 'list.limit.malformed']);
    expect(failing([LIVE, odd(), blaming(1, 'interruption')])).toEqual([]);
    // A later conclusion replaces an earlier one.
    expect(failing([LIVE, odd(), blaming(1), blaming(2, 'interruption')])).toEqual([]);
  });

  test('when the service stops is a crash, of one request or of one of several', () => {
    const violated = (count: number) =>
      decisionOn('errors.no-5xx', [LIVE, odd(), list('limit=xyz', noAnswer()), blaming(count, 'crash')]).violations;
    expect(failing([LIVE, odd(), blaming(1, 'crash')])).toEqual(['errors.no-5xx']);
    expect(violated(1)).toMatchObject([{ actual: 'the service stopped' }]);
    const actual = 'the service stopped while answering this or one of 1 others';
    expect(violated(2)).toMatchObject([{ actual }, { actual }]);
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

  test('a body that breaks once is nothing, each time it is not JSON', () => {
    const cut = list('limit=abc', cutOff(reply(200, '[{'), 'reset'));
    expect(failing([LIVE, cut, list('limit=abc', [mine(1)])])).toEqual([]);
    expect(failing([LIVE, cut, cut, cut, blaming(3)])).toEqual(['body.json']);
  });
});

describe('a crash', () => {
  const zoe = (answer: ReturnType<typeof reply>) => post({ name: 'Zoë', categoryId: 1 }, answer);

  test('that the same request does not cause again says nothing about its input, but it is one', () => {
    expect(failing([LIVE, zoe(error(500)), zoe(reply(201, mine(2, { name: 'Zoë' })))])).toEqual(['errors.no-5xx']);
    expect(failing([LIVE, zoe(error(500)), zoe(error(500))])).toEqual(['create.echo', 'errors.no-5xx']);
    expect(failing([LIVE, zoe(error(500)), zoe(noAnswer())])).toEqual(['create.echo', 'errors.no-5xx']);
    expect(failing([LIVE, get(9, error(500)), get(9, error(404)), created(mine(9))])).toEqual(['errors.no-5xx']);
  });

  test('on a refusal under load is not a finding about credentials', () => {
    const missing = (answer: ReturnType<typeof reply>) => list('', answer, { auth: null });
    expect(failing([LIVE, missing(error(503)), missing(error(401))])).toEqual(['errors.no-5xx']);
  });
});

describe('a wrong status', () => {
  test('of a body that was accepted before is reported by create.id.unique', () => {
    const again = post(withoutId(mine(2)), error(400));
    expect(failing([LIVE, created(mine(2)), again])).toEqual(['create.id.unique']);
    expect(failing([LIVE, again, created(mine(2))])).toEqual(['create.minimal']);
  });

  test('of a plain request is create.minimal, list.ok or still-served where nothing ever succeeded', () => {
    const get1 = [get(1, error(404)), settled, get(1, error(404))];
    expect(failing([post(withoutId(mine(2)), error(418)), list('', error(418)), get1])).toEqual([
      'create.minimal',
      'list.ok',
    ]);
    expect(failing([created(mine(1)), settled, get(1, error(410))])).toEqual(['deprecation.still-served']);
  });
});

describe('Deprecation and Sunset', () => {
  const at = (deprecation: string | undefined, sunset: string | undefined): Headers => [
    ['Content-Type', 'application/json'],
    ...(deprecation === undefined ? [] : [['Deprecation', deprecation] as const]),
    ...(sunset === undefined ? [] : [['Sunset', sunset] as const]),
  ];
  const DAY = 'Thu, 05 Dec 2030 00:00:00 GMT';

  test.each([
    ['@1688169599', DAY, []],
    ['@1688169599', 'Wed, 04 Dec 2030 10:00:00 GMT', []],
    ['@1688169599', 'Wed, 04 Dec 2030 09:59:59 GMT', ['deprecation.date']],
    ['@1688169599', 'Fri, 06 Dec 2030 11:59:59 GMT', []],
    ['@1688169599', 'Fri, 06 Dec 2030 12:00:00 GMT', ['deprecation.date']],
    ['@1688169599', `${DAY}\t`, []],
    ['@1688169599', '2030-12-05', ['deprecation.date']],
    ['true', DAY, ['deprecation.announced']],
    [undefined, DAY, ['deprecation.announced']],
    ['@1688169599', undefined, ['deprecation.announced']],
    [undefined, undefined, ['deprecation.announced']],
  ])('on getPet %s and %s', (deprecation, sunset, expected) => {
    expect(violatedLast([LIVE, get(1, reply(200, mine(1), at(deprecation, sunset)))])).toEqual(expected);
  });

  test('belong to getPet alone', () => {
    expect(violatedLast([LIVE, list('', reply(200, [], at('@1', undefined)))])).toEqual(['deprecation.only-there']);
    expect(violatedLast([LIVE, created(mine(2))])).toEqual([]);
  });
});
