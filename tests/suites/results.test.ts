import { describe, expect, test } from 'vitest';
import { checkRecord } from '../../suites/decisions/index.ts';
import { observe } from '../../suites/decisions/observations.ts';
import type { RequirementId } from '../../suites/requirements/index.ts';
import { earlierPets, lookAt, sampleOf } from '../../suites/world/earlier-pets.ts';
import { occupancyOf } from '../../suites/world/occupancy.ts';
import {
  created,
  decisionOn,
  error,
  FACTS,
  get,
  LIVE,
  list,
  mine,
  noAnswer,
  others,
  post,
  recordOf,
  reply,
  SCOPE,
  type Steps,
  settled,
  worldFrom,
} from './record.ts';

describe('a failure is shown', () => {
  const shown = (id: RequirementId, steps: Steps) => decisionOn(id, steps).violations?.[0];
  const name = (given: string, input: readonly string[]) => post({ name: given, categoryId: 1 }, error(418), { input });

  test('by its smallest request: fewest inputs, then the shortest', () => {
    const steps = [
      LIVE,
      name('Zoë Zoë', ['accent', 'blank']),
      name('Zoë and more', ['accent']),
      name('Zoë', ['accent']),
    ];
    expect(shown('create.echo', steps)).toMatchObject({ proof: [6], expected: 'status 201' });
  });

  test('by a request that can be repeated: not the fetch of a pet that exists by now', () => {
    const steps = [LIVE, get(7, error(410)), created(mine(7)), get(123_456, error(410))];
    expect(shown('get.unknown', steps)).toMatchObject({ proof: [6] });
  });

  test('with every input once, and without those that contain a smaller one', () => {
    const steps = [
      LIVE,
      name('Zoë Zoë', ['accent', 'blank']),
      name('Zoë', ['accent']),
      name('Zoé', ['accent']),
      name('7', ['digits']),
    ];
    const { violations = [] } = decisionOn('create.echo', steps);
    const inputs = violations.map(({ cases }) => cases.listed.map(({ input }) => input));
    expect(inputs).toEqual([['digits'], ['accent']]);
  });

  test('with the exchange that belongs to the proof before it', () => {
    const refusal = post({ name: mine(9).name }, error(400));
    const failure = shown('create.no-effect', [LIVE, refusal, list('', [mine(1), mine(9)])]);
    expect(failure).toMatchObject({ proof: [4, 5], facts: { petIds: ['9'] } });
  });

  test.each<[RequirementId, Steps, object]>([
    [
      'list.limit.minimum',
      [list('limit=1', others(2)), list('limit=1', others(1))],
      { failed: 1, of: 2, unit: 'pages' },
    ],
    [
      'list.status.only',
      [list('status=sold', [mine(1), ...others(3, { status: 'sold' })])],
      { failed: 1, of: 1, unit: 'pages' },
    ],
    ['list.limit.maximum', [list('limit=100', error(418))], { failed: 1, of: 1, unit: 'responses' }],
    ['errors.shape.400', [post('{}', reply(400, {})), post('{}', error(400))], { failed: 1, of: 2, unit: 'responses' }],
  ])('with how often it was seen: %s', (id, steps, frequency) => {
    expect(shown(id, [LIVE, steps])?.frequency).toEqual(frequency);
  });

  test('with how often it was seen: get.found', () => {
    const steps = [LIVE, get(1, { ...mine(1), name: 'Max' })];
    expect(shown('get.found', steps)?.frequency).toEqual({ failed: 1, of: 2, unit: 'responses' });
  });

  test('with how often it came back', () => {
    const again = (count: number) => list('limit=1', others(count), { probe: 'repeat' });
    const steps = [LIVE, list('limit=1', others(2)), again(2), again(1), again(2)];
    expect(shown('list.limit.minimum', steps)).toMatchObject({
      frequency: { failed: 3, of: 4, unit: 'pages' },
      cases: { listed: [{ repeated: { times: 3, failed: 2 } }] },
      intermittent: true,
    });
  });

  test('not as intermittent where it fails each time by now', () => {
    const again = list('limit=1', others(2), { probe: 'repeat' });
    const steps = [LIVE, list('limit=1', others(1)), list('limit=1', others(2)), again, again];
    expect(shown('list.limit.minimum', steps)?.intermittent).toBeUndefined();
  });

  test('not as seen again where the same status comes with a right body', () => {
    const again = list('limit=0', error(400), { probe: 'repeat' });
    const failure = shown('errors.shape.400', [LIVE, list('limit=0', reply(400, {})), again]);
    expect(failure?.cases.listed[0]?.repeated).toEqual({ times: 1, failed: 0 });
  });

  test('with a refusal that came back, though no later list proves it wrong', () => {
    const page = () => list('', [mine(1), ...others(1)]);
    const again = get(1000, error(404), { probe: 'repeat' });
    const missing = [page(), get(1000, error(404))];
    const steps = [LIVE, page(), settled, missing, missing, missing, settled, page(), again];
    expect(shown('get.found', steps)?.cases.listed[0]?.repeated).toEqual({ times: 1, failed: 1 });
  });

  test('as a warning where the requirement is a SHOULD', () => {
    expect(decisionOn('create.whitespace', [LIVE, created(mine(2, { name: ' a' }), { name: 'a' })]).outcome).toBe(
      'warn',
    );
  });

  test('and a pass with its caveat, and what could not be decided with its reason', () => {
    expect(decisionOn('errors.shape.other', LIVE)).toEqual({
      id: 'errors.shape.other',
      outcome: 'pass',
      reason: 'No other error status was seen.',
    });
    expect(decisionOn('get.unknown', LIVE)).toMatchObject({ outcome: 'inconclusive', why: { kind: 'nothing-seen' } });
  });
});

describe('pets of earlier runs', () => {
  const BASE = 'http://pets.test/v1';
  const line = (fields: object) =>
    JSON.stringify({ baseUrl: BASE, run: 'r1', id: '5', name: 'Rex', categoryId: '7', ...fields });

  test.each([
    ['a pet', [line({})], ['5']],
    ['another address', [line({ baseUrl: 'http://other.test/v1' })], []],
    ['removed later', [line({}), JSON.stringify({ baseUrl: BASE, run: 'r2', id: '5', removed: true })], []],
    ['created again after it was removed', [line({ removed: true }), line({})], ['5']],
    ['no id', [line({ id: undefined })], []],
    ['a number as id', [line({ id: 5 })], []],
    ['an id that is not one', [line({ id: '5; rm' })], []],
    ['a name that is not text', [line({ name: 7 })], []],
    ['not JSON', ['{', 'null', '7', '[]', ''], []],
  ])('are read from the ledger: %s', (_what, lines, ids) => {
    expect(earlierPets(lines, BASE).map(({ id }) => id)).toEqual(ids);
  });

  const look = (fields: object, ...steps: Steps) => {
    const { missing, changed, seen } = lookAt(sampleOf(earlierPets([line(fields)], BASE)), worldFrom(steps));
    return { missing, changed, seen: seen.length };
  };
  const rex = { id: 5, name: 'Rex', categoryId: 7 };

  test.each<[string, object, Steps, object]>([
    ['unchanged in a list', {}, [list('', [rex])], { missing: [], changed: [], seen: 1 }],
    ['unchanged by getPet', {}, [get(5, rex)], { missing: [], changed: [], seen: 1 }],
    ['another name', {}, [get(5, { ...rex, name: 'Max' })], { missing: [], changed: ['5'], seen: 1 }],
    ['a new status', {}, [list('', [{ ...rex, status: 'sold' }])], { missing: [], changed: ['5'], seen: 1 }],
    ['no status any more', { status: 'sold' }, [list('', [rex])], { missing: [], changed: ['5'], seen: 1 }],
    ['missing', {}, [get(5, error(404))], { missing: ['5'], changed: [], seen: 1 }],
    ['not asked for', {}, [list('', [])], { missing: [], changed: [], seen: 0 }],
    ['not answered', {}, [get(5, error(500))], { missing: [], changed: [], seen: 0 }],
    ['listed without fields', { categoryId: undefined }, [get(5, error(404))], { missing: [], changed: [], seen: 0 }],
  ])('are compared: %s', (_what, fields, steps, expected) => {
    expect(look(fields, ...steps)).toEqual(expected);
  });

  test('are looked at in a sample that is the same every night', () => {
    const pets = earlierPets(
      Array.from({ length: 900 }, (_, id) => line({ id: String(id) })),
      BASE,
    );
    const sample = sampleOf(pets).map(({ id }) => id);
    expect(sample).toHaveLength(500);
    expect(sampleOf(pets.toReversed()).map(({ id }) => id)).toEqual(sample);
    expect(sampleOf(pets.slice(0, 800)).filter(({ id }) => sample.includes(id)).length).toBeGreaterThan(430);
  });
});

describe('an observation', () => {
  const value = (id: string, steps: Steps) => {
    const seen = {
      world: worldFrom(steps),
      comparison: { seen: [], missing: [], changed: [] },
      readOnly: false,
      interruptions: [{ startedAt: '', status: 0, durationMs: 300 }],
    };
    return observe(seen).find((one) => one.id === `observed.${id}`)?.reason;
  };
  const sold = (id: number) => mine(id, { status: 'sold' });

  test.each<[string, Steps, string | undefined]>([
    [
      'list-order',
      [
        list(
          '',
          [3, 5, 9].map((id) => mine(id)),
        ),
      ],
      'by ascending id',
    ],
    [
      'list-order',
      [
        list(
          '',
          [9, 5, 3].map((id) => mine(id)),
        ),
      ],
      'by descending id',
    ],
    [
      'list-order',
      [
        list(
          '',
          [9, 5].map((id) => mine(id)),
        ),
      ],
      undefined,
    ],
    [
      'list-order',
      [
        list(
          '',
          [1, 2, 3].map((id) => mine(id)),
        ),
        list(
          '',
          [1, 2, 4].map((id) => mine(id)),
        ),
      ],
      'by ascending id, and not the same twice',
    ],
    ['limits', [list('limit=0', error(400), { input: ['limit/zero'] })], 'refused with 400'],
    [
      'limits',
      [
        list('limit=0', [], { input: ['limit/zero', 'headers/no-accept'] }),
        list('limit=0&status=sold', error(400), { input: ['limit/zero', 'headers/no-accept', 'company/both'] }),
        list('limit=abc', [], { input: ['limit/abc'] }),
        list('limit=101', noAnswer(), { input: ['limit/above'] }),
      ],
      'limit abc: 200 with 0 elements; limit 0: 200 with 0 elements; limit 101: no answer',
    ],
    [
      'categories',
      [created(mine(1), { categoryId: 0 }, { auth: null }), post({ name: 'x', categoryId: 0 }, error(400))],
      'refused with 400',
    ],
    ['default-status', [created(mine(1))], 'left without a status'],
    ['default-status', [created(mine(1), { status: 'available' })], 'given the status available'],
    [
      'default-status',
      [created(mine(1)), created(mine(2), { status: 'sold' })],
      'left without a status, or given the status sold',
    ],
    [
      'rate-limited',
      [list('', reply(429)), list('', error(503, 'x', [['Retry-After', '1']]))],
      '1 times 429, 1 times 503',
    ],
    ['rate-limited', [list('', error(503))], 'never'],
    ['interruptions', [], 'no connection for 300 ms'],
    [
      'pagination',
      [
        list(
          '',
          reply(
            200,
            [],
            [
              ['Link', '<x>'],
              ['X-Total-Count', '5'],
              ['X-Other', '1'],
            ],
          ),
        ),
      ],
      'link, x-total-count',
    ],
    ['extra-fields-pet', [created(mine(1), { colour: 'red', age: 5 })], 'age, colour'],
    ['extra-fields-error', [list('limit=0', reply(400, { code: 'a', trace: 'b' }))], 'trace'],
    [
      'error-codes',
      [list('limit=0', error(400, 'b')), list('limit=0', error(400, 'a')), get(9, error(404, 'c'))],
      'getPet 404: c; listPets 400: a, b',
    ],
    ['visibility', [created(sold(2)), list('status=sold', [sold(2)])], 'at once'],
    ['visibility', [created(sold(2)), list('status=sold', []), list('status=sold', [sold(2)])], 'after up to 15 ms'],
    ['visibility', [created(sold(2)), settled, list('status=sold', [])], 'not within 2000 ms'],
    ['free-client-id', [post(mine(7), reply(201, mine(7)), { input: ['open-field/free-id'] })], 'taken over as the id'],
    [
      'free-client-id',
      [post(mine(7), reply(201, mine(8)), { input: ['open-field/free-id'] })],
      'ignored: another id was assigned',
    ],
    ['names', [post({ name: '', categoryId: 1 }, error(400), { input: ['name/empty'] })], 'refused with 400'],
    ['earlier-pets', [], 'none of them is known'],
  ])('%s', (id, steps, expected) => {
    expect(value(id, steps)).toBe(expected);
  });
});

test('occupancy: how many pets each status has, and whether its page is full', () => {
  const pets = (status: 'sold' | 'pending' | 'available', count: number) =>
    list(`status=${status}&limit=100`, others(count, { status }, count * 10));
  const steps = [pets('sold', 90), pets('pending', 100), created(mine(1, { status: 'sold' }))];
  expect(occupancyOf(worldFrom(steps))).toEqual({
    page: 100,
    statuses: [
      { status: 'available', pets: 0, isFull: false },
      { status: 'pending', pets: 100, isFull: true },
      { status: 'sold', pets: 91, isFull: false },
    ],
  });
});

test('how often a failure was seen counts the right answers of every attempt', () => {
  const before = recordOf(LIVE, list('limit=abc', error(500)));
  const after = recordOf(LIVE).map((one) => ({ ...one, number: one.number + before.length, attempt: 2 }));
  const { decisions } = checkRecord([before, after], SCOPE, FACTS);
  const failed = decisions.find(({ id }) => id === 'errors.no-5xx');
  expect(failed?.violations?.[0]?.frequency).toMatchObject({ failed: 1, of: 7 });
});
