import { describe, expect, test } from 'vitest';
import type { PetStatus } from '../../suites/specification/document.ts';
import {
  created,
  decisionOn,
  error,
  failing,
  get,
  LIVE,
  list,
  mine,
  others,
  reply,
  type Steps,
  saidLast,
  settled,
  violatedLast,
} from './record.ts';

const page = (count: number, status?: PetStatus) => others(count, status && { status });
const sold = (id: number) => mine(id, { status: 'sold' });
const crowd = (count: number, status?: PetStatus): Steps =>
  Array.from({ length: count }, (_, at) => created(mine(at + 100, status && { status })));
const ownPage = (count: number, status?: PetStatus) =>
  Array.from({ length: count }, (_, at) => mine(at + 100, status && { status }));

describe('a page that is too long', () => {
  test.each([
    ['', 21, 'list.limit.default'],
    ['limit=1', 2, 'list.limit.minimum'],
    ['limit=99', 100, 'list.limit.honoured'],
    ['limit=100', 101, 'list.limit.maximum'],
    ['limit=101', 101, 'list.limit.above-maximum'],
    ['limit=0', 101, 'list.limit.below-minimum'],
    ['limit=x', 101, 'list.limit.malformed'],
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
    const [violation, ...more] = decisionOn('list.limit.minimum', [LIVE, list('limit=1', page(30_000))]).violations;
    expect([violation?.actual, violation?.reading.pets?.length, more]).toEqual(['250 pets or more', 250, []]);
    expect(violatedLast([LIVE, list('limit=1', [...page(30_000), 1])])).toEqual(['list.limit.minimum']);
  });

  test('under a filter that does not exist is a matter of the filter', () => {
    expect(violatedLast([LIVE, list('status=x', page(101))])).toEqual(['list.status.unknown']);
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
    ['', 'list.limit.default', 20],
    ['limit=1', 'list.limit.minimum', 1],
    ['limit=24', 'list.limit.honoured', 24],
    ['status=sold', 'list.status.with-limit', 20],
    ['status=sold&limit=23', 'list.status.with-limit', 23],
    ['status=sold&limit=24', 'list.status.complete', 24],
  ])('%j where as many pets exist', (query, id, limit) => {
    expect(violatedLast([full, list(query, ownPage(limit - 1, 'sold'))])).toEqual([id]);
    expect(violatedLast([full, list(query, ownPage(limit, 'sold'))])).toEqual([]);
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

  test('where longer pages of the status were seen shows that the limit counts before the filter', () => {
    const seen = [full, list('status=sold', ownPage(20, 'sold'))];
    expect(violatedLast([seen, list('status=sold&limit=10', ownPage(3, 'sold'))])).toEqual(['list.status.complete']);
  });

  test('names the pets it lacks where fewer exist than asked for', () => {
    const steps = [LIVE, created(sold(2)), settled, list('limit=100', [mine(1)])];
    const [violation] = decisionOn('list.complete', steps).violations;
    expect(violation).toMatchObject({ petId: '2', actual: 'a short page of 1 without it' });
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
  });

  test('says nothing about a pet that getPet never returned', () => {
    const steps = [LIVE, created(sold(2)), list('status=sold', [sold(2)])];
    expect(saidLast(steps).get('deprecation.replacement')).toBeUndefined();
    expect(
      saidLast([LIVE, created(sold(2)), get(2, sold(2)), list('status=sold', [sold(2)])]).get(
        'deprecation.replacement',
      ),
    ).toBe(true);
  });
});

test('the same id written as 7 and 7.0 is the same id twice', () => {
  const text = '[{"id":7,"name":"a","categoryId":1},{"id":7.0,"name":"b","categoryId":1}]';
  expect(violatedLast([LIVE, list('', reply(200, text))])).toEqual(['list.unique']);
});
