import { describe, expect, test } from 'vitest';
import { shownEffect } from '../../suites/requirements/rules/effects.ts';
import { areFull } from '../../suites/requirements/rules/pages.ts';
import {
  created,
  decisionOn,
  error,
  get,
  LIVE,
  list,
  mine,
  others,
  post,
  reply,
  type Steps,
  settled,
  WINDOW,
  wait,
  withoutId,
  worldFrom,
} from './record.ts';

const sold = (id: number) => mine(id, { status: 'sold' });
const refusal = post({ name: mine(9).name, categoryId: 'x' }, error(400));
const isShown = (steps: Steps) => {
  const world = worldFrom(steps);
  return [...world.refused.keys()].map((reading) => shownEffect(reading, world) !== undefined);
};

describe('that a refused creation had no effect is shown', () => {
  const around = [created(mine(1)), refusal, created(mine(2)), settled];

  test.each<[string, Steps, boolean]>([
    ['by a short page after the window', [refusal, settled, list('', [])], true],
    ['not within the window', [refusal, wait(WINDOW - 20), list('', [])], false],
    ['not by a page before it', [list('', []), refusal, settled], false],
    ['not by a full page', [refusal, settled, list('limit=1', others(1))], false],
    ['not by a page of another status', [refusal, settled, list('status=sold', [])], false],
    [
      'by a short page of the status that it asked for',
      [post({ name: mine(9).name, status: 'sold' }, error(400)), settled, list('status=sold', [])],
      true,
    ],
    ['not by a page of an odd query', [refusal, settled, list('limit=0', []), list('page=1', [])], false],
    ['not by a list that was refused', [refusal, settled, list('', error(400))], false],
    ['by a full page with pets from before and after it', [...around, list('limit=2', [mine(1), mine(2)])], true],
    ['also where all pages are in descending order', [...around, list('limit=2', [mine(2), mine(1)])], true],
    [
      'not by a full page where the pages of the run are in no order of ids',
      [...around, list('limit=2', [mine(1), mine(2)]), list('limit=3', [mine(2), mine(1), ...others(1)])],
      false,
    ],
    [
      'nor where ids do not grow, so that a new pet may be anywhere',
      [created(mine(2)), refusal, created(mine(1)), settled, list('limit=2', [mine(1), mine(2)])],
      false,
    ],
    [
      'not by a full page with pets from before alone',
      [created(mine(1)), created(mine(2)), refusal, settled, list('limit=2', [mine(1), mine(2)])],
      false,
    ],
    [
      'not by a full page with pets from after alone',
      [refusal, created(mine(1)), created(mine(2)), settled, list('limit=2', [mine(1), mine(2)])],
      false,
    ],
    [
      'not by a full page that lacks the later one',
      [created(mine(1)), refusal, created(mine(2)), settled, list('limit=2', [mine(1), ...others(1)])],
      false,
    ],
  ])('%s', (_what, steps, expected) => {
    expect(isShown(steps)).toEqual([expected]);
  });
});

describe('fetched neighbours', () => {
  const around = (high: number, fetches: Steps): Steps => [
    created(mine(1)),
    refusal,
    created(mine(high)),
    settled,
    fetches,
  ];
  const controls = [get(1, mine(1)), get(4, mine(4))];
  const between = [get(2, error(404)), get(3, error(404))];

  test.each<[string, Steps, boolean]>([
    ['all of them', around(4, [controls, between]), true],
    ['next to each other', around(2, [get(1, mine(1)), get(2, mine(2))]), true],
    ['with one not asked for', around(4, [controls, between.slice(1)]), false],
    ['with one not answered', around(4, [controls, get(2, error(500)), between.slice(1)]), false],
    ['with one refused', around(4, [controls, get(2, error(401)), between.slice(1)]), false],
    ['without the later control', around(4, [get(1, mine(1)), between]), false],
    ['without the earlier control', around(4, [get(4, mine(4)), between]), false],
    [
      'with another creation in between',
      [created(mine(1)), refusal, created(mine(3)), created(mine(4)), settled, controls, get(2, error(404))],
      true,
    ],
    ['too early', [created(mine(1)), refusal, created(mine(4)), controls, between], false],
    ['without the right key', around(4, [controls, get(2, error(401), { auth: null }), between.slice(1)]), false],
    [
      'with ids far apart',
      around(1_000, [
        get(1, mine(1)),
        get(1_000, mine(1_000)),
        Array.from({ length: 998 }, (_, at) => get(at + 2, error(404))),
      ]),
      false,
    ],
  ])('%s', (_what, steps, expected) => {
    expect(isShown(steps)).toEqual([expected]);
  });

  test('decide create.no-effect where every page is full', () => {
    const full = list('limit=1', others(1));
    const steps = [LIVE, refusal, created(mine(2)), settled, full];
    expect(decisionOn('create.no-effect', [steps, get(1, mine(1)), get(2, mine(2))]).outcome).toBe('pass');
    expect(decisionOn('create.no-effect', steps).outcome).toBe('inconclusive');
  });

  test('with a control that is not found', () => {
    expect(isShown(around(4, [get(1, error(404)), get(4, mine(4)), between]))).toEqual([false]);
  });
});

describe('more than one exchange is needed for', () => {
  test.each<[string, Steps, string]>([
    ['create.with-status', [LIVE, created(sold(2))], 'creation with status available and pending'],
    ['create.id.unique', [LIVE, created(mine(2))], 'second creation with the same body'],
    [
      'create.client-id',
      [created(mine(1)), post(mine(1), reply(201, mine(3)))],
      'owner of the id after the creation that asked for it',
    ],
    [
      'list.status.only',
      [LIVE, created(sold(2)), list('status=pending', others(1, { status: 'pending' }))],
      'pet under sold',
    ],
  ])('%s', (id, steps, what) => {
    expect(decisionOn(id as 'create.echo', steps)).toMatchObject({
      outcome: 'inconclusive',
      why: { kind: 'nothing-seen', what },
    });
  });

  test('create.client-id: a view from before the claim is none', () => {
    const claims = [post(mine(1), error(400)), post(mine(1), reply(201, mine(3)))];
    const outcomes = claims.map((claim) => decisionOn('create.client-id', [LIVE, claim]).outcome);
    expect(outcomes).toEqual(['inconclusive', 'inconclusive']);
  });
});

describe('a pass says what limits it', () => {
  test('list.status.only: statuses without a pet', () => {
    const steps = [LIVE, list('status=sold', others(1, { status: 'sold' }))];
    expect(decisionOn('list.status.only', steps)).toMatchObject({
      outcome: 'pass',
      reason: 'No pet is available or pending.',
    });
  });

  test('list.status.complete: full pages', () => {
    const full = list('status=pending&limit=1', others(1, { status: 'pending' }));
    const steps = [LIVE, created(sold(2)), settled, list('status=sold', [sold(2)]), full];
    expect(decisionOn('list.status.complete', steps)).toMatchObject({
      outcome: 'pass',
      reason: 'Not decided for pending: those pages are full.',
    });
  });

  test('requirements about credentials: the operations', () => {
    const malformed = { auth: 'Bearer' };
    const two = [LIVE, list('', error(401), malformed), get(1, error(401), malformed)];
    expect(decisionOn('auth.malformed', two)).toMatchObject({ outcome: 'pass', covered: ['listPets', 'getPet'] });
    const three = [two, post(withoutId(mine(2)), error(401), malformed)];
    expect(decisionOn('auth.malformed', three).covered).toBeUndefined();
    expect(decisionOn('auth.first', [LIVE, post('{', error(401), { auth: null })]).covered).toEqual(['createPet']);
  });
});

test('a status is always full if every page of it is, and there is one', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => sold(at + 1));
  const full = list('status=sold&limit=100', hundred);
  expect(areFull(['sold'], worldFrom([full]))).toBe(true);
  expect(areFull(['sold'], worldFrom([full, list('status=sold&limit=100', [sold(1)])]))).toBe(false);
  expect(areFull(['sold'], worldFrom([list('status=sold&limit=1', [sold(1)])]))).toBe(false);
  expect(areFull(['pending'], worldFrom([full]))).toBe(false);
  expect(areFull([undefined], worldFrom([full]))).toBe(false);
});
