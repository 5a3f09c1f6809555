import { describe, expect, test } from 'vitest';
import type { Headers } from '../../../harness/model/wire.ts';
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
  reply,
  type Steps,
  saidLast,
  settled,
  violatedLast,
  WINDOW,
  wait,
} from '../record.ts';
import { inColumns } from './columns.ts';

const sold = (id: number) => mine(id, { status: 'sold' });

inColumns('deprecation', {
  'deprecation.still-served': {
    isAlone: true,
    fails: [created(mine(1)), list('', [mine(1)]), settled, get(1, error(404))],
    also: ['get.found'],
    passes: LIVE,
    open: [get(999, error(404))],
  },
  'deprecation.replacement': {
    fails: [created(sold(2)), list('status=sold', [sold(2)]), get(2, sold(2)), settled, list('status=sold', [])],
    also: ['list.status.complete'],
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

  test('a Sunset need not be there: the pass says so, unless getPet never returns a pet', () => {
    const bare = [created(mine(1)), get(1, reply(200, mine(1)))];
    expect(decisionOn('deprecation.date', bare)).toMatchObject({
      outcome: 'pass',
      reason: 'No Sunset header was sent.',
    });
    expect(decisionOn('deprecation.date', LIVE).reason).toBeUndefined();
    expect(decisionOn('deprecation.date', [list('', []), get(1, error(404))])).toMatchObject({
      outcome: 'inconclusive',
      why: { kind: 'nothing-seen', what: 'pet that getPet returns' },
    });
  });
});

describe('the replacement of getPet', () => {
  const shown = list('status=sold', [sold(2)]);
  const gone: Steps = [settled, list('status=sold', [])];

  test('lacks a pet that getPet returned before', () => {
    const both = ['deprecation.replacement', 'list.status.complete'];
    expect(failing([LIVE, created(sold(2)), shown, get(2, sold(2)), gone])).toEqual(both);
    expect(failing([LIVE, created(sold(2)), get(2, sold(2)), gone])).toEqual(both);
  });

  test('says nothing about a pet that getPet never returned, or returned afterwards', () => {
    const both = [LIVE, created(sold(2))];
    expect(saidLast([both, shown]).get('deprecation.replacement')).toBeUndefined();
    expect(saidLast([both, get(2, sold(2)), shown]).get('deprecation.replacement')).toBe(true);
    expect(failing([both, shown, gone])).toEqual(['list.status.complete']);
    expect(failing([both, gone, get(2, sold(2))])).toEqual(['list.status.complete']);
  });

  test('lacks a pet of somebody that getPet shows, and no list does', () => {
    const gap = wait(WINDOW + 10);
    const rex = { id: 1_000, name: 'Rex', categoryId: 7, status: 'sold' } as const;
    const [fetched, lacking] = [get(1_000, rex), list('status=sold', [])];
    const steps = [LIVE, fetched, gap, lacking, fetched, lacking, fetched, lacking, gap, fetched];
    expect(failing(steps)).toContain('deprecation.replacement');
    expect(failing([LIVE, fetched, gap, lacking, gap, fetched])).toEqual([]);
  });
});

describe('before its removal date getPet answers', () => {
  test('and it fails where no fetch of a pet that exists ever does', () => {
    const both = ['deprecation.still-served', 'get.found'];
    expect(failing([created(mine(1)), settled, get(1, error(404))])).toEqual(both);
    expect(failing([created(mine(1)), settled, get(1, error(410))])).toEqual([
      'deprecation.still-served',
      'errors.documented-status',
      'get.found',
    ]);
    expect(failing([LIVE, created(mine(2)), settled, get(2, error(404))])).toEqual(['get.found']);
  });

  test('not at once: a 404 within the window agrees with nothing', () => {
    const fetch = get(1, error(404));
    for (const id of ['get.found', 'deprecation.still-served'] as const)
      expect([id, decisionOn(id, [created(mine(1)), fetch]).outcome]).toEqual([id, 'inconclusive']);
  });

  test('also with 203 and the pet, which is wrong by itself', () => {
    const steps = [created(mine(1)), settled, get(1, reply(203, mine(1), ANNOUNCED))];
    expect(failing(steps)).toEqual(['errors.documented-status', 'get.found']);
    expect(decisionOn('deprecation.still-served', steps).outcome).toBe('pass');
  });
});
