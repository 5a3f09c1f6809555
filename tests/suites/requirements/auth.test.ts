import { describe, expect, test } from 'vitest';
import type { Headers } from '../../../harness/model/wire.ts';
import type { Operation } from '../../../suites/reading/document.ts';
import {
  created,
  decisionOn,
  error,
  failing,
  get,
  KEY,
  LIVE,
  list,
  mine,
  post,
  reply,
  type Steps,
  settled,
  violatedLast,
  withoutId,
} from '../record.ts';
import { inColumns, type Row } from './columns.ts';

const without = (operation: Operation, auth: string | null): Row => {
  const send = (isOk: boolean) => {
    if (operation === 'listPets') return list('status=sold', isOk ? error(401) : [], { auth });
    if (operation === 'getPet') return get(1, isOk ? error(401) : mine(1), { auth });
    return post(withoutId(mine(2)), isOk ? error(401) : reply(201, mine(2)), { auth });
  };
  return { fails: [send(false)], passes: [send(true)] };
};
const unauthorized = (headers: Headers): Steps => [
  list('', reply(401, { code: 'x', message: 'y', status: 401 }, [['Content-Type', 'application/json'], ...headers]), {
    auth: null,
  }),
];
const refusal = post(withoutId(mine(9)), error(401), { auth: null });

inColumns('auth', {
  'auth.accepted': {
    isAlone: true,
    fails: [created(mine(1)), list('', [mine(1)]), settled, get(1, error(401))],
    also: ['deprecation.still-served', 'get.found'],
    passes: LIVE,
    open: [list('', error(401), { auth: null })],
  },
  'auth.missing.listPets': without('listPets', null),
  'auth.missing.createPet': without('createPet', null),
  'auth.missing.getPet': without('getPet', null),
  'auth.invalid-key.listPets': without('listPets', `Bearer ${KEY}x`),
  'auth.invalid-key.createPet': without('createPet', 'Bearer x'),
  'auth.invalid-key.getPet': without('getPet', 'Bearer x'),
  'auth.wrong-scheme.listPets': without('listPets', `Token ${KEY}`),
  'auth.wrong-scheme.createPet': without('createPet', KEY),
  'auth.wrong-scheme.getPet': without('getPet', 'Basic eDp5'),
  'auth.malformed': {
    fails: [list('', error(400), { auth: 'Bearer' })],
    passes: [list('', error(401), { auth: 'Bearer' })],
  },
  'auth.header-only': {
    fails: [list('', [mine(1)], { auth: null, headers: [['X-Api-Key', KEY]] })],
    passes: [list('', error(404), { auth: null, headers: [['X-Api-Key', KEY]] })],
  },
  'auth.no-effect': {
    fails: [refusal, list('', [mine(1), mine(9)])],
    passes: [refusal, settled, list('', [mine(1)])],
    open: [LIVE, refusal, list('', [mine(1)])],
  },
  'auth.challenge': {
    fails: unauthorized([]),
    passes: unauthorized([['WWW-Authenticate', 'Basic realm="x", bearer']]),
  },
  'auth.scheme-case': {
    fails: [list('', error(401), { auth: `bearer ${KEY}` })],
    passes: [list('', [mine(1)], { auth: `BEARER ${KEY}` })],
  },
  'auth.first': {
    fails: [post('{', error(400), { auth: null })],
    passes: [post('{', error(401), { auth: null }), get(999, error(401), { auth: null })],
  },
});

describe('what a bad credential may get', () => {
  const wrong = { auth: `Bearer ${KEY}x` };
  test.each([
    ['no key, 403', list('', error(403), { auth: null }), ['auth.missing.listPets']],
    ['a wrong key, 404', get(1, error(404), wrong), ['auth.invalid-key.getPet']],
    ['a wrong key, 500', list('', error(500), wrong), ['auth.invalid-key.listPets', 'errors.no-5xx']],
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

  test('a 5xx that does not come back under load is not a finding about credentials', () => {
    const missing = (answer: ReturnType<typeof reply>) => list('', answer, { auth: null });
    expect(failing([LIVE, missing(error(503)), missing(error(401))])).toEqual(['errors.no-5xx']);
  });
});

describe('an operation that never succeeds', () => {
  const open = post(withoutId(mine(2)), reply(200, mine(2)), { auth: null });

  test('has no control, so that a refusal proves nothing', () => {
    const steps: Steps = [list('', error(401), { auth: null }), list('', error(400))];
    expect(decisionOn('auth.missing.listPets', steps)).toMatchObject({
      outcome: 'inconclusive',
      why: { kind: 'no-control', control: 'listPets', because: ['list.ok', 'auth.accepted'] },
    });
  });

  test('still fails if it lets somebody in', () => {
    expect(failing([post(withoutId(mine(1)), error(400)), open])).toEqual(['auth.missing.createPet', 'create.minimal']);
  });

  test('succeeds with another 2xx and the right body, which is a control and wrong by itself', () => {
    const wrong = post(withoutId(mine(1)), reply(200, mine(1)));
    const refused = post(withoutId(mine(3)), error(401), { auth: null });
    expect(failing([wrong, open])).toEqual(['auth.missing.createPet', 'create.minimal', 'errors.documented-status']);
    expect(decisionOn('auth.missing.createPet', [wrong, refused]).outcome).toBe('pass');
    const fetched = [created(mine(1)), get(1, reply(203, mine(1))), get(1, error(401), { auth: null })];
    expect(decisionOn('auth.missing.getPet', fetched).outcome).toBe('pass');
    // A success without the pet is none.
    const empty = [created(mine(1)), get(1, reply(203, {})), get(1, error(401), { auth: null })];
    expect(decisionOn('auth.missing.getPet', empty).outcome).toBe('inconclusive');
  });
});

describe('the right key', () => {
  test('refused once and accepted before is a violation, a pet that comes into being is not', () => {
    expect(violatedLast([LIVE, list('', error(401))])).toEqual(['auth.accepted', 'list.ok']);
    expect(violatedLast([LIVE, get(2, error(404)), created(mine(2)), get(2, mine(2))])).toEqual([]);
    expect(violatedLast([LIVE, list('limit=7', error(401))])).toEqual(['list.limit.honoured']);
    expect(violatedLast([LIVE, post('{}', error(400)), post('{}', error(401))])).toEqual([
      'auth.accepted',
      'create.missing-field',
    ]);
    expect(violatedLast([LIVE, get(9, error(404)), get(9, error(401))])).toEqual(['get.unknown']);
    expect(failing([created(mine(1)), list('', error(403))])).toEqual([
      'auth.accepted',
      'errors.documented-status',
      'list.ok',
    ]);
  });

  test('accused by a request that may be refused is a violation, unless it is locked out', () => {
    expect(violatedLast([LIVE, list('limit=0', error(401))])).toEqual(['list.limit.below-minimum']);
    expect(violatedLast([LIVE, list('status=gone', error(401))])).toEqual(['list.status.unknown']);
    expect(violatedLast([LIVE, get('abc', error(401))])).toEqual(['get.invalid-id']);
    expect(violatedLast([LIVE, post(withoutId(mine(2, { name: '' })), error(401))])).toEqual(['create.echo']);
    expect(violatedLast([LIVE, list('limit=0', error(403))])).toEqual([]);
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
    expect(violatedLast([LIVE, unauthorized([['WWW-Authenticate', value]])])).toEqual(isOk ? [] : ['auth.challenge']);
  });
});
