import { describe, expect, test } from 'vitest';
import {
  ANNOUNCED,
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
  saidLast,
  settled,
  violatedLast,
  violationsOn,
  WINDOW,
  wait,
} from '../record.ts';
import { inColumns, rightStatuses } from './columns.ts';

inColumns('get', {
  'get.found': { fails: [get(1, { ...mine(1), name: 'Max' })], passes: [], open: [created(mine(1)), list('', [])] },
  'get.unknown': { fails: [get(999, mine(1))], passes: [get(999, error(404))] },
  'get.invalid-id': {
    fails: [get('1abc', mine(1))],
    passes: [get('1abc', error(400))],
    open: [LIVE, get('01', mine(1))],
  },
});

describe('the status of a fetch', () => {
  test.each([
    ['a pet of this run', 1, '200'],
    ['an id that no pet has', 999, '404'],
    ['0', 0, '400 404'],
    ['a negative id', -7, '400 404'],
    ['an id beyond 2^53', 2n ** 53n, '400 404'],
    ['a word', 'abc', '400 404 418'],
    ['a number beyond int64', 2n ** 63n, '400 404 418'],
    ['another spelling', '+1', '200 201 400 401 404 418'],
  ])('of %s: %s is right as %s', (_what, id, statuses) => {
    const options = { before: [LIVE, settled], headers: ANNOUNCED };
    expect(rightStatuses((answer) => get(id, answer), mine(1), options)).toBe(statuses);
  });
});

describe('getPet returns', () => {
  const [rex] = others(1) as [ReturnType<typeof mine>];
  test.each([
    ['the pet', get(1, mine(1)), []],
    ['another pet', get(1, { ...mine(1), id: 2 }), ['get.found']],
    ['another name', get(1, { ...mine(1), name: 'Max' }), ['get.found']],
    ['a status it was not created with', get(1, { ...mine(1), status: 'sold' }), ['get.found']],
    ['a list of one', get(1, reply(200, [mine(1)])), ['deprecation.announced', 'get.found']],
    ['an invalid pet', get(1, { ...mine(1), status: 'gone' as 'sold' }), ['body.pet-shape']],
    ['nothing', get(1, reply(200, '', [])), ['deprecation.announced', 'get.found']],
    ['somebody\u2019s pet', get(rex.id, rex), []],
    ['another than somebody\u2019s pet', get(rex.id, mine(1)), ['get.found']],
    ['an unknown pet as such', get(999, mine(999)), []],
    [
      'an unknown pet with its id as text',
      get(999, { ...mine(999), id: '999' as unknown as number }),
      ['body.pet-shape'],
    ],
    ['an unknown pet as another', get(999, mine(1)), ['get.unknown']],
    ['an unknown pet without content', get(999, reply(204, '', [])), ['errors.documented-status', 'get.unknown']],
    ['an unknown pet as 200 without a body', get(999, reply(200, '', ANNOUNCED.slice(1))), ['get.unknown']],
    ['an unknown pet as null', get(999, reply(200, null, ANNOUNCED)), ['get.unknown']],
    ['an unknown pet as an empty object', get(999, reply(200, {}, ANNOUNCED)), ['body.pet-shape', 'get.unknown']],
    ['a pet for another spelling', get('+1', mine(1)), []],
    ['a 400 for another spelling', get('+1', error(400)), []],
  ])('%s', (_what, step, expected) => {
    expect(violatedLast([LIVE, list('limit=9', [mine(1), rex]), step])).toEqual(expected);
  });

  test('an id that 53 bits fold onto a pet is unknown', () => {
    const large = mine(2n ** 53n);
    expect(violatedLast([LIVE, created(large), get(2n ** 53n + 1n, large)])).toEqual(['get.unknown']);
  });

  test('what is not JSON may be a pet of somebody, unless its id is far beyond every known one', () => {
    const html = (id: number) => get(id, reply(200, '<html>', ANNOUNCED));
    const known = [LIVE, list('', [mine(1), rex])];
    expect(violatedLast([known, html(999)])).toEqual(['body.json']);
    expect(violatedLast([known, html(9_999)])).toEqual(['body.json', 'get.unknown']);
  });

  test('a pet that is being created may or may not be found, before that it is unknown', () => {
    const slow = created(mine(2), {}, { took: 100 });
    expect(saidLast([LIVE, slow, get(2, error(404))]).get('get.found')).toBeUndefined();
    expect(violatedLast([LIVE, slow, get(2, error(404))])).toEqual([]);
    expect(failing([LIVE, get(2, error(404)), created(mine(2))])).toEqual([]);
    expect(saidLast([LIVE, get(2, error(404))]).get('get.unknown')).toBe(true);
  });

  test('a changed pet is shown with what it was and what it is', () => {
    const [violation] = violationsOn('get.found', [LIVE, settled, get(1, { ...mine(1), categoryId: 5 })]);
    expect(violation).toMatchObject({
      expected: 'pet 1 with categoryId 1',
      actual: 'categoryId 5',
      petId: '1',
      changed: 'categoryId',
    });
  });

  test('404 for a pet that exists, while others are found', () => {
    const pets = [1, 10, 20].map((id) => mine(id));
    const steps = [pets.map((pet) => created(pet)), settled, get(1, mine(1)), get(10, error(404)), get(20, error(404))];
    expect(failing(steps)).toEqual(['get.found']);
    expect(violationsOn('get.found', steps).map(({ petId }) => petId)).toEqual(['10', '20']);
  });
});

describe('made-up pets', () => {
  const made = (id: number) => get(id, { id, name: 'New', categoryId: 1 });
  const far = [88_909_633_052_535, 12_345_678_901_234];

  test('one for an id that nobody knows may be a pet of somebody', () => {
    expect(failing([LIVE, made(1_000)])).toEqual([]);
    expect(failing([LIVE, made(far[0] as number)])).toEqual([]);
    expect(decisionOn('get.unknown', [LIVE, made(999)]).outcome).toBe('inconclusive');
  });

  test('two for ids that nobody could guess are made up', () => {
    expect(failing([LIVE, far.map(made)])).toEqual(['get.unknown']);
    expect(violationsOn('get.unknown', [LIVE, far.map(made)])).toHaveLength(2);
  });

  test('two for random ids are made up, unless pets may have most of them', () => {
    const random = (id: number) =>
      get(id, { id, name: 'New', categoryId: 1 }, { generated: { value: `id ${id}`, seed: 1, path: '0' } });
    expect(failing([LIVE, random(123_456_789), random(1_987_654_321)])).toEqual(['get.unknown']);
    expect(failing([LIVE, random(123_456_789), made(1_987_654_321)])).toEqual([]);
    // A store that counts has given away the first ids.
    expect(failing([LIVE, random(23), random(1_987)])).toEqual([]);
    const counted = created(mine(1_500_000_000));
    expect(failing([LIVE, counted, random(123_456_789), random(1_487_654_321)])).toEqual([]);
    expect(failing([created(mine(2n ** 60n)), get(2n ** 60n, mine(2n ** 60n)), random(23), random(1_987)])).toEqual([]);
  });

  test('one that a complete list lacks, though getPet shows it before and after, is made up', () => {
    const gap = wait(WINDOW + 10);
    const around = (shown: readonly unknown[]) => [LIVE, made(1_000), gap, list('', shown), gap, made(1_000)];
    expect(failing(around([mine(1)]))).toContain('get.unknown');
    expect(failing(around([mine(1), { id: 1_000, name: 'New', categoryId: 1 }]))).toEqual([]);
    // A full page may lack it.
    expect(failing([LIVE, made(1_000), gap, list('limit=1', [mine(1)]), gap, made(1_000)])).toEqual([]);
    // Its owner may have created it after the list, or removed it before.
    expect(failing([LIVE, made(1_000), gap, list('', [mine(1)])])).toEqual([]);
    expect(failing([LIVE, list('', [mine(1)]), gap, made(1_000)])).toEqual([]);
  });

  test('not those that the ledger or the user names', () => {
    const steps = [LIVE, far.map(made)];
    const earlier = new Map(far.map((id) => [String(id), 'New'] as const));
    expect(failing(steps, { scope: { earlier } })).toEqual([]);
    expect(failing(steps, { scope: { knownIds: far.map(String) } })).toEqual([]);
  });
});
