import { describe, expect, test } from 'vitest';
import type { Headers } from '../../harness/http/wire.ts';
import { idsThatCanFail, type RequirementId } from '../../suites/catalogue.ts';
import type { NewPet, Operation, Pet } from '../../suites/specification/document.ts';
import {
  ANNOUNCED,
  ask,
  type Conditions,
  created,
  decide,
  decisionOn,
  error,
  failing,
  get,
  KEY,
  LIVE,
  list,
  mine,
  noAnswer,
  others,
  post,
  reply,
  type Steps,
  settled,
  withoutId,
} from './record.ts';

/* Every requirement: a record that violates it, one that passes, and one that shows nothing either way. */

interface Row {
  /** After the live controls, as all of them. */
  readonly fails: Steps;
  /** What is violated besides. */
  readonly also?: readonly RequirementId[];
  readonly passes: Steps;
  /** With nothing but the live controls, unless given; null if it passes even so. */
  readonly open?: Steps | null;
  readonly isAlone?: true;
  readonly conditions?: Conditions;
}

const CHALLENGE: Headers = [
  ['Content-Type', 'application/json'],
  ['WWW-Authenticate', 'Basic realm="x", bearer'],
];
const sold = (id: number, status: Pet['status'] = 'sold') => mine(id, status && { status });
const page = (count: number, status: Pet['status'] = undefined) => others(count, status && { status });
const refused = (body: unknown): Row => ({
  fails: [post(body, reply(201, mine(2)))],
  passes: [post(body, error(400))],
});
const flawed = (change: object): Row => refused({ ...withoutId(mine(2)), ...change });
const said = (status: number, body: unknown, headers?: Headers): Steps => {
  if (status === 400) return [post('{}', reply(400, body))];
  if (status === 401) return [list('', reply(401, body, headers ?? CHALLENGE), { auth: null })];
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
const noEffect = (status: 400 | 401): Row => {
  const refusal = post(withoutId(mine(9)), error(status), status === 401 ? { auth: null } : {});
  const broken = post({ ...withoutId(mine(9)), categoryId: 'x' }, error(status));
  const first = status === 401 ? refusal : broken;
  return {
    fails: [first, list('', [mine(1), mine(9)])],
    passes: [first, settled, list('', [mine(1)])],
    open: [LIVE, first, list('', [mine(1)])],
  };
};
const without = (operation: Operation, auth: string | null): Row => {
  const send = (isOk: boolean) => {
    if (operation === 'listPets') return list('status=sold', isOk ? error(401) : [], { auth });
    if (operation === 'getPet') return get(1, isOk ? error(401) : mine(1), { auth });
    return post(withoutId(mine(2)), isOk ? error(401) : reply(201, mine(2)), { auth });
  };
  return { fails: [send(false)], passes: [send(true)] };
};
const large = (given: bigint): Row['fails'] => [
  created(mine(2, { categoryId: 9007199254740993n }), { categoryId: given }),
];
const named = (name: string, given = name) => [created(mine(2, { name }), { name: given })];
const wrongType = { categoryId: '1' } as unknown as Partial<NewPet>;

const table: Readonly<Record<string, Row>> = {
  'auth.accepted': {
    isAlone: true,
    fails: [created(mine(1)), list('', [mine(1)]), get(1, error(401))],
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
  'auth.no-effect': noEffect(401),
  'auth.challenge': {
    fails: said(401, { code: 'x', message: 'y', status: 401 }, [['Content-Type', 'application/json']]),
    passes: said(401, { code: 'x', message: 'y', status: 401 }),
  },
  'auth.scheme-case': {
    fails: [list('', error(401), { auth: `bearer ${KEY}` })],
    passes: [list('', [mine(1)], { auth: `BEARER ${KEY}` })],
  },
  'auth.first': {
    fails: [post('{', error(400), { auth: null })],
    passes: [post('{', error(401), { auth: null }), get(999, error(401), { auth: null })],
  },
  'list.ok': { fails: [list('', reply(200, { pets: [] }))], passes: [], open: [created(mine(1))] },
  'list.limit.default': {
    fails: [list('', page(21))],
    passes: [list('limit=100', page(25)), list('', page(20))],
  },
  'list.limit.minimum': {
    fails: [list('limit=1', page(2))],
    passes: [list('limit=1', page(1))],
    open: [LIVE, list('limit=1', [mine(1)])],
  },
  'list.limit.maximum': {
    fails: [list('limit=100', page(101))],
    passes: [list('limit=100', page(100))],
    open: [LIVE, list('limit=100', page(99))],
  },
  'list.limit.honoured': {
    fails: [list('limit=5', page(6))],
    passes: [list('limit=5', page(5))],
    open: [LIVE, list('limit=5', page(4))],
  },
  'list.limit.above-maximum': {
    fails: [list('limit=101', page(101))],
    passes: [list('limit=100', page(100)), list('limit=101', page(100))],
    open: [LIVE, list('limit=101', page(50))],
  },
  'list.limit.below-minimum': {
    fails: [list('limit=0', reply(200, { pets: [] }))],
    passes: [list('limit=5', [mine(1)]), list('limit=0', error(400))],
    // A service that refuses every limit.
    open: [LIVE, list('limit=0', error(400))],
  },
  'list.limit.malformed': {
    fails: [list('limit=abc', page(101))],
    passes: [list('limit=5', [mine(1)]), list('limit=abc', error(422))],
    open: [LIVE, list('limit=abc', error(422))],
  },
  'list.status.only': {
    fails: [list('status=sold', [mine(1)])],
    passes: [list('status=sold', page(1, 'sold'))],
    open: [LIVE, list('status=sold', [])],
  },
  'list.status.complete': {
    fails: [created(sold(2)), settled, list('status=sold', [])],
    passes: [created(sold(2)), settled, list('status=sold', [sold(2)])],
    open: [LIVE, created(sold(2)), list('status=sold', [])],
  },
  'list.status.unknown': {
    fails: [list('status=SOLD', page(1, 'sold'))],
    passes: [list('status=sold', []), list('status=SOLD', error(400))],
    open: [LIVE, list('status=SOLD', error(400))],
  },
  'list.status.with-limit': {
    fails: [list('status=sold&limit=2', page(3, 'sold'))],
    passes: [list('status=sold', page(3, 'sold')), list('status=sold&limit=2', page(2, 'sold'))],
    open: [LIVE, list('status=sold&limit=2', page(2, 'sold'))],
  },
  'list.complete': {
    fails: [settled, list('', [])],
    passes: [settled, list('', [mine(1)])],
    open: [created(mine(1)), list('', [])],
  },
  'list.unique': { fails: [list('', [mine(1), mine(1)])], passes: [list('', [mine(1), ...page(1)])] },
  'create.minimal': { fails: [post(withoutId(mine(2)), error(400))], passes: [], open: [list('', [])] },
  'create.with-status': {
    fails: [created(sold(2), { status: 'pending' })],
    passes: [created(sold(2)), created(sold(3, 'pending')), created(sold(4, 'available'))],
    open: [LIVE, created(sold(2)), created(sold(3, 'pending'))],
  },
  'create.echo': { fails: named('Zoë', 'Zoe'), passes: named('Zoë') },
  'create.whitespace': { fails: named(' a', 'a'), passes: named('a\t') },
  'create.int64': { fails: large(9007199254740992n), passes: large(9007199254740993n) },
  'create.id.int64': {
    fails: [created(mine(2), { id: 2n ** 63n })],
    also: ['body.pet-shape'],
    passes: [],
    open: [list('', [])],
  },
  'create.id.unique': {
    fails: [created(mine(2)), created(mine(3), { id: 2 })],
    passes: [created(mine(2)), created(mine(2), { id: 3 })],
  },
  'create.missing-field': refused({ name: 'Rex' }),
  'create.wrong-type': flawed(wrongType),
  'create.out-of-range': flawed({ categoryId: 2n ** 63n }),
  'create.bad-status': flawed({ status: 'gone' }),
  'create.null-status': flawed({ status: null }),
  'create.bad-body': refused('[]'),
  'create.lenient-body': refused('{"name":"Rex","categoryId":1,}'),
  'create.invalid': {
    fails: [post('{}', reply(201, mine(2)), { probe: 'create.invalid' })],
    passes: [post('{}', error(400), { probe: 'create.invalid' })],
    open: [LIVE, post('{}', error(400))],
  },
  'create.no-effect': noEffect(400),
  'create.client-id': {
    fails: [post(mine(1), reply(201, mine(1)))],
    passes: [post(mine(1), reply(201, { ...mine(1), id: 2 })), get(1, mine(1))],
    open: [LIVE, settled, post(mine(7), reply(201, mine(8)))],
  },
  'get.found': { fails: [get(1, { ...mine(1), name: 'Max' })], passes: [], open: [created(mine(1)), list('', [])] },
  'get.unknown': { fails: [get(999, mine(1))], passes: [get(999, error(404))] },
  'get.invalid-id': {
    fails: [get('1abc', mine(1))],
    passes: [get('1abc', error(400))],
    open: [LIVE, get('01', mine(1))],
  },
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
  'deprecation.still-served': {
    isAlone: true,
    fails: [created(mine(1)), list('', [mine(1)]), settled, get(1, error(404))],
    passes: LIVE,
    open: [get(999, error(404))],
  },
  'deprecation.replacement': {
    fails: [created(sold(2)), list('status=sold', [sold(2)]), get(2, sold(2)), settled, list('status=sold', [])],
    passes: [created(sold(2)), get(2, sold(2)), list('status=sold', [sold(2)])],
    open: [LIVE, created(sold(2)), list('status=sold', [sold(2)]), get(2, sold(2))],
  },
  'deprecation.date': {
    fails: [get(1, reply(200, mine(1), [...ANNOUNCED.slice(0, 2), ['Sunset', 'Sat, 07 Dec 2030 00:00:00 GMT']]))],
    passes: [],
    open: null,
  },
  'deprecation.announced': { fails: [get(1, reply(200, mine(1)))], passes: [], open: [get(1, error(404))] },
  'deprecation.only-there': { fails: [list('', reply(200, [], ANNOUNCED))], passes: [], open: [get(1, mine(1))] },
  'version.path': { fails: [], passes: [], open: [], conditions: { scope: { basePath: '/v2' } } },
  'history.agrees': {
    fails: [created(sold(2), {}, { probe: 'history.agrees' }), settled, list('status=sold', [])],
    passes: [created(sold(2), {}, { probe: 'history.agrees' }), list('status=sold', [sold(2)])],
  },
};

test('every requirement that can fail is in the table', () => {
  expect(Object.keys(table).toSorted()).toEqual(idsThatCanFail.toSorted());
});

describe.each(Object.entries(table) as [RequirementId, Row][])('%s', (id, row) => {
  const whole = (steps: Steps): Steps => (row.isAlone ? steps : [LIVE, steps]);

  test('fails, and nothing else does', () => {
    expect(failing(whole(row.fails), row.conditions)).toEqual([id, ...(row.also ?? [])].sort());
  });

  test('passes', () => {
    const { outcome, why } = decisionOn(id, whole(row.passes));
    expect({ outcome, why }).toEqual({ outcome: 'pass', why: undefined });
    expect(failing(whole(row.passes))).toEqual([]);
  });

  test('is not decided where nothing shows it', () => {
    const steps = row.open === undefined ? LIVE : (row.open ?? LIVE);
    const { outcome, why, caveat } = decisionOn(id, steps);
    if (row.open === null)
      expect([outcome, why, caveat !== undefined || id === 'deprecation.date']).toEqual(['pass', undefined, true]);
    else expect([outcome, why !== undefined]).toEqual(['inconclusive', true]);
  });
});

test('live controls alone violate nothing, and an empty record decides nothing', () => {
  expect(failing(LIVE)).toEqual([]);
  expect([...decide([]).values()].filter(({ outcome }) => outcome !== 'inconclusive')).toEqual([]);
});

test('get.unknown is not decided by a 200 with the very id that was asked for', () => {
  expect(decisionOn('get.unknown', [LIVE, get(999, mine(999))]).outcome).toBe('inconclusive');
});
