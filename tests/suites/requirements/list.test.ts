import { describe, expect, test } from 'vitest';
import type { PetStatus } from '../../../suites/reading/document.ts';
import {
  created,
  cutOff,
  decisionOn,
  error,
  failing,
  LIVE,
  list,
  mine,
  others,
  reply,
  type Steps,
  saidLast,
  settled,
  violatedLast,
  violationsOn,
} from '../record.ts';
import { inColumns, rightStatuses } from './columns.ts';

const page = (count: number, status?: PetStatus) => others(count, status && { status });
const sold = (id: number) => mine(id, { status: 'sold' });
const crowd = (count: number, status?: PetStatus): Steps =>
  Array.from({ length: count }, (_, at) => created(mine(at + 100, status && { status })));
const ownPage = (count: number, status?: PetStatus) =>
  Array.from({ length: count }, (_, at) => mine(at + 100, status && { status }));

inColumns('list', {
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
});

describe('the status of a list', () => {
  test.each([
    ['', '200'],
    ['limit=2', '200'],
    ['limit=100', '200'],
    ['limit=101', '200 400 404 418'],
    ['limit=0', '200 400 404 418'],
    ['limit=abc', '200 400 404 418'],
    ['limit=1&limit=2', '200 400 404 418'],
    ['status=sold', '200'],
    ['status=sold&limit=7', '200'],
    ['status=sold&limit=101', '200 400 404 418'],
    ['status=SOLD', '200 400 404 418'],
    ['status=unknown&limit=5', '200 400 404 418'],
    ['status=sold%20', '200 201 400 401 404 418'],
    ['status=', '200 201 400 401 404 418'],
    ['status=sold&status=sold', '200 201 400 401 404 418'],
    ['page=2', '200 201 400 401 404 418'],
    ['limit=20&page=2', '200 201 400 401 404 418'],
  ])('%j is right as %s', (query, statuses) => {
    expect(rightStatuses((answer) => list(query, answer), [])).toBe(statuses);
  });

  test.each([
    ['', ['errors.documented-status', 'list.ok']],
    ['limit=1', ['errors.documented-status', 'list.limit.minimum']],
    ['limit=7', ['errors.documented-status', 'list.limit.honoured']],
    ['limit=100', ['errors.documented-status', 'list.limit.maximum']],
    ['status=sold', ['errors.documented-status', 'list.status.only']],
  ])('%j refused with 400 fails what it is about', (query, expected) => {
    expect(violatedLast([LIVE, list(query, error(400))])).toEqual(expected);
  });

  test('an always refused plain list fails list.ok, though lists with parameters are answered', () => {
    const steps = [created(mine(1)), list('limit=5', [mine(1)]), list('', error(400)), list('', error(400))];
    expect(failing(steps)).toEqual(['errors.documented-status', 'list.ok']);
  });
});

describe('a page that is too long', () => {
  test.each([
    ['', 21, 'list.limit.default'],
    ['limit=1', 2, 'list.limit.minimum'],
    ['limit=99', 100, 'list.limit.honoured'],
    ['limit=100', 101, 'list.limit.maximum'],
    ['limit=101', 101, 'list.limit.above-maximum'],
    ['limit=0', 101, 'list.limit.below-minimum'],
    ['limit=x', 101, 'list.limit.malformed'],
    ['limit=20&sort=name', 21, 'list.limit.honoured'],
  ])('%j with %i pets', (query, count, id) => {
    expect(violatedLast([LIVE, list(query, page(count))])).toEqual([id]);
    expect(violatedLast([LIVE, list(query, page(count - 1))])).toEqual([]);
  });

  test.each([
    ['status=sold', 21],
    ['status=sold&limit=1', 2],
    ['status=sold&limit=100', 101],
  ])('%j with %i pets', (query, count) => {
    expect(violatedLast([LIVE, list(query, page(count, 'sold'))])).toEqual(['list.status.with-limit']);
  });

  test('by far is read at its beginning only', () => {
    const [violation, ...more] = violationsOn('list.limit.minimum', [LIVE, list('limit=1', page(30_000))]);
    expect([violation?.actual, violation?.reading.pets?.length, more]).toEqual(['250 pets or more', 250, []]);
    expect(violatedLast([LIVE, list('limit=1', [...page(30_000), 1])])).toEqual(['list.limit.minimum']);
  });

  test('under a filter that does not exist is a matter of the filter', () => {
    expect(violatedLast([LIVE, list('status=x', page(101))])).toEqual(['list.status.unknown']);
  });

  test('says nothing where a parameter that nobody documents may choose the size', () => {
    expect(violatedLast([LIVE, list('size=50', page(50))])).toEqual([]);
  });
});

test('a page with a parameter that does not exist says something about its size among more than 100 pets only', () => {
  const says = (...pages: Steps) =>
    saidLast([LIVE, pages, list('limit=20&sort=name', page(20))]).has('list.limit.honoured');
  expect(says(list('limit=100', page(60)))).toBe(false);
  expect(says(list('limit=100', page(100)), list('limit=100', others(100, {}, 5_000)))).toBe(true);
});

test('a pet whose id is written as text is not missing', () => {
  const asText = { ...mine(1), id: '1' };
  expect(violatedLast([LIVE, settled, list('limit=100', [asText])])).toEqual(['body.pet-shape']);
});

describe('a page that is too short', () => {
  const full = [LIVE, crowd(25, 'sold'), settled];

  test.each([
    ['', ['list.complete', 'list.limit.default'], 20],
    ['limit=1', ['list.complete', 'list.limit.minimum'], 1],
    ['limit=24', ['list.complete', 'list.limit.honoured'], 24],
    ['status=sold', ['list.status.complete', 'list.status.with-limit'], 20],
    ['status=sold&limit=23', ['list.status.complete', 'list.status.with-limit'], 23],
  ])('%j where as many pets exist', (query, ids, limit) => {
    expect(violatedLast([full, list(query, ownPage(limit - 1, 'sold'))])).toEqual(ids);
    expect(violatedLast([full, list(query, ownPage(limit, 'sold'))])).toEqual([]);
  });

  test('but not too short where fewer exist lacks pets, and its length is right', () => {
    expect(violatedLast([full, list('status=sold&limit=60', ownPage(24, 'sold'))])).toEqual(['list.status.complete']);
    expect(violatedLast([full, list('limit=60', ownPage(25, 'sold'))])).toEqual(['list.complete']);
  });

  test('where pets of others were there before and after, and one of this run is missing', () => {
    const all = list('limit=100', [mine(1), ...page(30)]);
    const short = list('', page(10));
    expect(failing([LIVE, all, settled, short, all])).toEqual(['list.complete', 'list.limit.default']);
    // Their owners may have removed them.
    expect(failing([LIVE, all, settled, short])).toEqual(['list.complete']);
  });

  test('is not counted while reads may lag', () => {
    expect(violatedLast([LIVE, crowd(25), list('', ownPage(3))])).toEqual([]);
    expect(decisionOn('list.complete', [created(mine(1)), created(mine(2)), list('', [mine(1)])]).outcome).not.toBe(
      'pass',
    );
    const three = [1, 2, 3].map((id) => mine(id));
    expect(decisionOn('list.complete', [...three.map((pet) => created(pet)), list('', three)]).outcome).toBe('pass');
    // One pet may be there by chance.
    expect(decisionOn('list.complete', [created(mine(1)), list('', [mine(1)])]).outcome).not.toBe('pass');
  });

  test('names the pets it lacks where fewer exist than asked for', () => {
    const steps = [LIVE, created(sold(2)), settled, list('limit=100', [mine(1)])];
    const [violation] = violationsOn('list.complete', steps);
    expect(violation).toMatchObject({ petId: '2', actual: '1 pet for limit 100, without pet 2' });
  });
});

describe('completeness', () => {
  test('a full page says nothing about what it lacks', () => {
    const steps = [LIVE, settled, list('limit=2', page(2))];
    expect(saidLast(steps).get('list.complete')).toBeUndefined();
    expect(failing(steps)).toEqual([]);
  });

  test('a full page with every pet of this run, of three or more, lacks none', () => {
    const own = [1, 2, 3].map((id) => mine(id));
    const steps = (shown: readonly unknown[]) => [own.map((pet) => created(pet)), list('limit=3', shown)];
    expect(saidLast(steps(own)).get('list.complete')).toBe(true);
    expect(saidLast(steps([...own.slice(1), ...page(1)])).get('list.complete')).toBeUndefined();
  });

  test('a short page without any pet of this run shows nothing', () => {
    expect(saidLast([created(mine(1)), list('', [])]).get('list.complete')).toBeUndefined();
    expect(saidLast([list('', page(1))]).get('list.complete')).toBeUndefined();
  });

  test('a page of an odd query says nothing about what is absent', () => {
    for (const query of ['limit=101', 'limit=0', 'status=', 'page=1', 'status=SOLD']) {
      expect(violatedLast([LIVE, settled, list(query, [])]), query).toEqual([]);
    }
  });

  test('the filter and the whole list lose a pet: both fail', () => {
    const steps = [LIVE, created(sold(2)), settled, list('status=sold', []), list('', [mine(1)])];
    expect(failing(steps)).toEqual(['list.complete', 'list.status.complete']);
  });
});

describe('the filter', () => {
  test.each([
    ['another status', { status: 'pending' }, ['list.status.only']],
    ['no status', {}, ['list.status.only']],
    ['another case', { status: 'SOLD' }, ['body.pet-shape', 'list.status.only']],
    ['null', { status: null }, ['body.pet-shape', 'list.status.only']],
    ['that status', { status: 'sold' }, []],
  ])('shows a pet with %s', (_what, fields, expected) => {
    expect(violatedLast([LIVE, list('status=sold', [{ id: 5, name: 'Rex', categoryId: 1, ...fields }])])).toEqual(
      expected,
    );
  });

  test('by another value shows something, nothing, or nothing that could be shown', () => {
    const known = [LIVE, list('', page(1, 'sold'))];
    expect(violatedLast([known, list('status=SOLD', page(1, 'sold'))])).toEqual(['list.status.unknown']);
    expect(saidLast([known, list('status=SOLD', [])]).get('list.status.unknown')).toBe(true);
    expect(saidLast([LIVE, list('status=SOLD', [])]).get('list.status.unknown')).toBeUndefined();
    expect(saidLast([LIVE, list('status=SOLD', error(404))]).get('list.status.unknown')).toBe(true);
    // Nobody knew of a pet with a status when it was asked for.
    const steps = [LIVE, list('status=SOLD', []), known];
    expect(decisionOn('list.status.unknown', [steps, list('status=sold', [])]).outcome).toBe('inconclusive');
  });
});

test.each([20, 100])('a full page of %i says nothing about its size before more pets are known', (limit) => {
  const query = limit === 20 ? '' : `limit=${limit}`;
  const id = limit === 20 ? 'list.limit.default' : 'list.limit.maximum';
  const page = list(query, [mine(1), ...ownPage(limit - 1)]);
  const steps = [LIVE, crowd(limit - 1), settled, page, created(mine(500)), settled];
  expect(decisionOn(id, steps).outcome).toBe('inconclusive');
  expect(decisionOn(id, [steps, page]).outcome).toBe('pass');
});

test('the same id written as 7 and 7.0 is the same id twice', () => {
  const text = '[{"id":7,"name":"a","categoryId":1},{"id":7.0,"name":"b","categoryId":1}]';
  expect(violatedLast([LIVE, list('', reply(200, text))])).toEqual(['list.unique']);
});

test.each(['', 'limit=abc', 'limit=101', 'status=SOLD', 'status=sold'])(
  'a list %j above 2 MB is not checked further',
  (query) => {
    expect(violatedLast([LIVE, list(query, cutOff(reply(200, '[{'), 'oversized'))])).toEqual([]);
  },
);

test('the violations are in the order of sending, and every exchange counts once', () => {
  const wrong = list(
    'status=sold',
    (['available', 'pending', 'sold'] as const).map((status, at) => mine(at + 50, { status })),
  );
  const steps = [LIVE, wrong, wrong];
  expect(violationsOn('list.status.only', steps).map(({ reading }) => reading.number)).toEqual([4, 4, 5, 5]);
  expect(decisionOn('list.status.only', steps).violations?.[0]?.frequency).toMatchObject({ failed: 2, of: 2 });
});

describe('a limit that is refused with whatever headers', () => {
  const headers = ['headers/accept-any'];
  const refused = (input: readonly string[]) => list('limit=60', error(400), { input });

  test('is not a matter of list.ok, where it is refused alone as well', () => {
    const steps = [LIVE, refused(['exact-limit/60']), refused(['exact-limit/60', ...headers])];
    expect(failing(steps)).toEqual(['errors.documented-status', 'list.limit.honoured']);
  });

  const both = refused(['exact-limit/60', ...headers]);
  const plain = list('', [mine(1)], { input: headers });

  test('is a matter of list.ok where it is accepted alone, or where nothing is accepted with these headers', () => {
    const alone = list('limit=60', [mine(1)], { input: ['exact-limit/60'] });
    expect(failing([LIVE, alone, plain, both])).toEqual(['errors.documented-status', 'list.ok']);
    expect(failing([LIVE, both])).toEqual(['errors.documented-status', 'list.ok']);
  });

  test("is nobody's matter where these headers are accepted elsewhere, and nobody has sent the limit alone", () => {
    const steps = [LIVE, plain, both];
    expect(failing(steps)).toEqual(['errors.documented-status']);
    expect(decisionOn('list.limit.honoured', steps).outcome).toBe('inconclusive');
  });
});

test('a limit and a status are not the reason for an error that the limit gets without a status', () => {
  const both = list('limit=60&status=sold', error(500));
  expect(failing([LIVE, both])).toContain('list.status.with-limit');
  expect(failing([LIVE, list('limit=60', error(500)), both])).not.toContain('list.status.with-limit');
});

test('a 401 that a limit meets because of a combination does not excuse the combination', () => {
  const both = list('limit=60&status=sold', error(401));
  const alone = list('limit=60', error(401), { isUnsettled: true });
  expect(failing([LIVE, alone, both, list('limit=60', [mine(1)])])).toContain('list.status.with-limit');
});

test('a default of 10 is a violation where lists of other limits show more pets each time', () => {
  const all = list('limit=100', others(100));
  const short = [settled, list('', others(10)), settled, all];
  const steps = [LIVE, all, short, short, short];
  expect(failing(steps)).toContain('list.limit.default');
});
