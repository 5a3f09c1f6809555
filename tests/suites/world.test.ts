import { describe, expect, test } from 'vitest';
import { excuseOfLast } from './excuses.ts';
import {
  created,
  error,
  failing,
  get,
  LIVE,
  list,
  mine,
  noAnswer,
  others,
  post,
  reply,
  type Steps,
  settled,
  violationsOn,
  WINDOW,
  wait,
  withoutId,
  worldFrom,
} from './record.ts';

const sold = (id: number) => mine(id, { status: 'sold' });
const [rex] = others(1) as [ReturnType<typeof mine>];

describe('lag excuses absence within the window, and nothing else', () => {
  const later = (ms: number, ...steps: Steps): Steps => [created(mine(1)), wait(ms - 10), ...steps];

  test.each([
    ['at once', 10, []],
    ['at the end of the window', WINDOW + 5, []],
    ['after the window', WINDOW + 6, ['list.complete']],
    ['long after', 60_000, ['list.complete']],
  ])('a list lacks a pet %s', (_when, ms, expected) => {
    expect(failing(later(ms, list('', [])))).toEqual(expected);
  });

  test.each([
    ['at the end of the window', WINDOW + 5, []],
    ['after the window', WINDOW + 6, ['get.found']],
  ])('getPet does not find a pet %s', (_when, ms, expected) => {
    expect(failing([get(50, mine(50)), later(ms, get(1, error(404)))])).toEqual(expected);
  });

  test('a fetch that returns another pet does not show that the pet exists', () => {
    const steps = [list('', [mine(1), rex]), settled, list('', [mine(1)]), settled, get(Number(rex.id), mine(1))];
    expect(failing([created(mine(1)), settled, steps])).not.toContain('list.complete');
  });

  test('what is read before a creation is another pet with the same id', () => {
    expect(failing([LIVE, get(7, { ...mine(7), name: 'Max' }), created(mine(7))])).toEqual([]);
  });

  test('the window is a setting', () => {
    const steps = later(100, list('', []));
    expect(failing(steps, { scope: { windowMs: 50 } })).toEqual(['list.complete']);
  });

  test('a page that shows a pet and then lacks it may lag as well', () => {
    expect(failing([created(mine(1)), list('', [mine(1)]), list('', [])])).toEqual([]);
  });

  test.each([
    ['a changed field', list('', [{ ...mine(1), name: 'Max' }]), 'list.complete'],
    ['a wrong status', list('status=sold', [mine(1)]), 'list.status.only'],
    ['a page that is too long', list('limit=1', [mine(1), rex]), 'list.limit.minimum'],
    ['a pet twice', list('', [mine(1), mine(1)]), 'list.unique'],
    ['a changed pet of getPet', get(1, { ...mine(1), status: 'sold' }), 'get.found'],
  ])('%s is never lag', (_what, step, id) => {
    expect(failing(later(10, step))).toContain(id);
  });
});

describe('pets of other clients', () => {
  const gap = wait(WINDOW + 20);
  const seen = (...between: Steps): Steps => [LIVE, list('limit=50', [mine(1), rex]), gap, between, gap];

  /** Three times, with a view of the pet before, between and after them. */
  const thrice = (wrong: Steps[number], view: Steps[number]): Steps => [
    view,
    gap,
    wrong,
    view,
    wrong,
    view,
    wrong,
    gap,
    view,
  ];

  test('must be listed where such lists never show them, and others do again and again', () => {
    const [one] = others(1, { status: 'sold' });
    const under = list('status=sold', [one]);
    const lacking = list('limit=60', [mine(1)]);
    expect(failing([LIVE, thrice(lacking, under)])).toEqual(['list.complete']);
    // A catalogue that is imported again is away for a moment.
    expect(failing([LIVE, under, gap, lacking, gap, under])).toEqual([]);
    expect(failing([LIVE, thrice(lacking, under), list('limit=60', [mine(1), one])])).toEqual([]);
    expect(failing([LIVE, under, gap, lacking, lacking, lacking, gap, under])).toEqual([]);
    // The whole catalogue is away each time that the list is short, and this pet is not among the first of a full one.
    expect(failing([LIVE, list('limit=60', others(61).slice(1)), thrice(lacking, under)])).toEqual([]);
  });

  test('must be found where getPet never finds them, and lists show them again and again', () => {
    const missing = get(rex.id, error(404));
    const view = list('limit=50', [mine(1), rex]);
    expect(failing([LIVE, thrice(missing, view)])).toEqual(['get.found']);
    expect(failing([seen(missing), view])).toEqual([]);
    expect(failing([LIVE, thrice(missing, view), get(rex.id, rex)])).toEqual([]);
  });

  test('must be fetched as lists show them before and after, if each fetch differs in the same way', () => {
    const view = list('limit=50', [mine(1), rex]);
    const other = get(rex.id, { ...rex, name: 'Max' });
    expect(failing([LIVE, view, other, view, other, view])).toEqual(['get.found']);
    expect(failing([LIVE, view, other, view])).toEqual([]);
    expect(failing([LIVE, view, other, view, get(rex.id, rex), view])).toEqual([]);
    const renamed = list('limit=50', [mine(1), { ...rex, name: 'Max' }]);
    expect(failing([LIVE, view, other, renamed, other, renamed])).toEqual([]);
  });

  test('show a default that is too small, among more of them', () => {
    const all = others(30);
    const view = list('limit=50', [mine(1), ...all]);
    expect(failing([LIVE, thrice(list('', [mine(1), ...all.slice(0, 18)]), view)])).toEqual([
      'list.complete',
      'list.limit.default',
    ]);
  });

  test('may change, also their status, and may go and come', () => {
    const changed = { ...rex, name: 'Max', status: 'sold' as const };
    expect(
      failing([seen(get(rex.id, changed)), list('status=pending', []), list('limit=50', [mine(1), changed])]),
    ).toEqual([]);
    const moved = [seen(list('status=sold', [])), list('status=sold', [changed])];
    expect(failing(moved)).toEqual([]);
  });

  test('of one status on every page are due under its filter', () => {
    const [one] = others(1, { status: 'sold' });
    const all = list('limit=50', [mine(1), one]);
    expect(failing([LIVE, thrice(list('status=sold', []), all)])).toEqual(['list.status.complete']);
    const renamed = list('limit=50', [mine(1), { ...one, name: 'Max' }]);
    expect(failing([LIVE, thrice(list('status=sold', []), all), renamed])).toEqual([]);
  });
});

describe('what another run left is not evidence', () => {
  const broken = (name: string, categoryId: unknown = 7) => list('', [{ id: 77, name, categoryId, status: 'gone' }]);

  test.each([
    ['the mark of another run', broken('conformance-other-0001'), {}, []],
    ['the mark of this run', broken('conformance-testrun-0099'), {}, ['body.pet-shape']],
    ['no mark', broken('Rex'), {}, ['body.pet-shape']],
    ['a category beside the marked ones', broken('Rex', 1_772_000_000), {}, ['body.pet-shape']],
    ['an id of the ledger', broken('Rex'), { earlier: new Map([['77', 'Rex']]) }, []],
    ['an id of the ledger without a name', broken('Rex'), { earlier: new Map([['77', undefined]]) }, []],
    ['an id of the ledger with another name', broken('Rex'), { earlier: new Map([['77', 'Max']]) }, ['body.pet-shape']],
  ])('a broken pet with %s', (_what, page, scope, expected) => {
    expect(failing([LIVE, page], { scope })).toEqual(expected);
  });

  test('what a list does with pets of another run counts', () => {
    const [one, other] = [mine(5, { name: 'conformance-other-0001' }), mine(5, { name: 'conformance-other-0002' })];
    expect(failing([LIVE, list('', [one, other])])).toEqual(['list.unique']);
    expect(failing([LIVE, list('', [one, one])])).toEqual(['list.unique']);
    for (const status of ['SOLD', 'pending'])
      expect(failing([LIVE, list('status=sold', [{ ...one, status }])]), status).toEqual(['list.status.only']);
  });
});

describe('an exchange says nothing about the service', () => {
  const limit = [['Retry-After', '1']] as const;
  const gateway = reply(502, '<html>', [['Content-Type', 'text/html']]);
  const isUnsettled = true;
  const ofInput = { concludes: { cause: 'input', count: 1, isAnswered: false } } as const;

  test.each([
    ['429', 'rate-limited', [list('', reply(429, 'slow down'))]],
    ['429 each time', undefined, [list('limit=7', reply(429, 'slow down'), ofInput)]],
    ['503 with Retry-After', 'rate-limited', [list('', error(503, 'busy', limit))]],
    ['503 of its own', undefined, [list('', error(503))]],
    ['502 of a gateway', 'gateway', [list('', gateway)]],
    ['504 without a body', 'gateway', [list('', reply(504))]],
    ['500 of anybody', undefined, [list('', reply(500, '<html>'))]],
    ['502 of its own', undefined, [list('', error(502))]],
    ['a gateway each time', undefined, [list('limit=7', gateway, ofInput)]],
    ['a gateway each time, though not before', undefined, [list('limit=7', []), list('limit=7', gateway, ofInput)]],
    ['a gateway four times, and nothing is concluded', 'gateway', Array(4).fill(list('limit=7', gateway))],
    ['401 to the right key', 'locked-out', [LIVE, list('', error(401), { isUnsettled })]],
    ['401 each time', undefined, [LIVE, list('', error(401), ofInput)]],
    ['401 before the key was accepted', undefined, [list('', error(401), { isUnsettled })]],
    [
      '401 to bearer in lower case while the key is refused',
      'locked-out',
      [LIVE, list('limit=2', error(401), { isUnsettled }), list('', error(401), { auth: 'bearer Test-Key.7f3a' })],
    ],
    [
      'a wrong key meanwhile',
      undefined,
      [LIVE, list('', error(401), { isUnsettled }), list('', error(401), { auth: 'Bearer x' })],
    ],
    ['400 of the HTTP layer', 'http-layer', [get('%FF', reply(400, 'Bad Request'))]],
    ['400 of its own', undefined, [get('%FF', error(400))]],
    ['400 of somebody to plain input', undefined, [get('abc', reply(400, 'Bad Request'))]],
    ['404 of somebody to odd input', undefined, [get('%FF', reply(404, 'Not Found'))]],
  ] as [string, string | undefined, Steps][])('%s: %s', (_what, excuse, steps) => {
    expect(excuseOfLast(steps)).toBe(excuse);
  });

  test('before its removal date getPet is documented, from that day on it is not', () => {
    expect(excuseOfLast([get(1, mine(1))], { now: '2030-12-04' })).toBeUndefined();
    expect(excuseOfLast([get(1, mine(1))], { now: '2030-12-05' })).toBe('undocumented');
    expect(excuseOfLast([list('', [])], { now: '2030-12-05' })).toBeUndefined();
  });

  test('and is not counted anywhere, not even its malformed body', () => {
    expect(
      failing([LIVE, list('', reply(429, 'slow down', [])), list('', gateway), get('%FF', reply(400, 'x', []))]),
    ).toEqual([]);
    expect(failing([LIVE, list('', error(401), { isUnsettled }), get(1, error(401), { isUnsettled })])).toEqual([]);
    expect(failing([LIVE, list('limit=abc', gateway, ofInput)])).toContain('errors.no-5xx');
  });
});

describe('own pets', () => {
  test('prove nothing if their own creation was in violation', () => {
    const broken = created(mine(2), { name: 'Max' });
    const { pets, creations } = worldFrom([LIVE, broken]);
    expect([[...pets.keys()], [...creations.keys()]]).toEqual([['1'], ['1', '2']]);
    // It is neither missed, nor compared, nor is its shape reported again.
    const later = [LIVE, created(mine(2), { status: 'gone' }), settled, list('', [mine(1)]), get(2, error(404))];
    expect(failing(later)).toEqual(['body.pet-shape']);
    expect(
      failing([LIVE, created(mine(2), { status: 'gone' }), list('', [mine(1), { ...mine(2), status: 'gone' }])]),
    ).toEqual(['body.pet-shape']);
    expect(violationsOn('body.pet-shape', later)).toHaveLength(1);
  });

  test('with white space cut from a name still count', () => {
    expect([...worldFrom([created(mine(2, { name: ' a ' }), { name: 'a' })]).pets.keys()]).toEqual(['2']);
  });

  test('that share an id are none', () => {
    expect([...worldFrom([created(mine(2)), created(mine(3), { id: 2 })]).pets.keys()]).toEqual([]);
  });

  test('are due only under their own status', () => {
    const steps = (filter: string) => [LIVE, created(sold(2)), settled, list(`status=${filter}`, [])];
    expect(failing(steps('sold'))).toEqual(['list.status.complete']);
    expect(failing(steps('pending'))).toEqual([]);
  });
});

describe('what a refused creation carried', () => {
  const refused = (body: object, status = 400) => post(body, error(status), status === 401 ? { auth: null } : {});

  test('is known by its name or its category, unless another creation was accepted with it', () => {
    const marks = (steps: Steps) =>
      [...worldFrom(steps).refused.values()]
        .flat()
        .filter(({ until }) => until === Number.POSITIVE_INFINITY)
        .map(({ mark }) => mark);
    expect(marks([refused({ name: mine(9).name })])).toEqual(['conformance-testrun-0009']);
    expect(marks([refused({ categoryId: 2_013_265_930 })])).toEqual(['2013265930']);
    expect(marks([refused({ name: 'Rex', categoryId: 5 })])).toEqual([]);
    expect(marks([refused({ name: mine(1).name }), LIVE])).toEqual([]);
    expect(marks([refused(mine(9)), post(mine(9), noAnswer())])).toEqual([]);
    expect(marks([refused(mine(9), 401)])).toHaveLength(1);
    expect(marks([post(mine(9), error(500))])).toHaveLength(1);
    // Something in front of the service answered: nobody knows what became of the creation.
    expect(marks([post(mine(9), reply(502, 'no backend'))])).toEqual([]);
  });

  test('must not show up before another creation has it, and may after that', () => {
    const first = refused({ ...withoutId(mine(9)), categoryId: 'x' });
    const again = post(withoutId(mine(9)), reply(502, 'no backend'));
    const shown = list('', [mine(1), mine(9)]);
    expect(failing([LIVE, first, shown, again])).toEqual(['create.no-effect']);
    expect(failing([LIVE, first, again, shown])).toEqual([]);
  });

  test('must not show up, under whatever id and with whatever else', () => {
    const shown = { id: 77, name: `x ${mine(9).name} y`, categoryId: 5 };
    expect(failing([LIVE, refused({ name: mine(9).name }), list('', [mine(1), shown])])).toEqual(['create.no-effect']);
    expect(failing([LIVE, refused(withoutId(mine(9)), 401), list('', [mine(1), shown])])).toEqual(['auth.no-effect']);
    const byCategory = { id: 77, name: 'Rex', categoryId: 2_013_265_930 };
    expect(failing([LIVE, refused({ categoryId: 2_013_265_930 }), list('', [mine(1), byCategory])])).toEqual([
      'create.no-effect',
    ]);
  });
});

test('a number in the name of somebody is not a mark of a run', () => {
  const fixture = { id: 77, name: 'fixture-2013265930', categoryId: 5 };
  expect(failing([LIVE, post({ categoryId: 2_013_265_930 }, error(400)), list('', [mine(1), fixture])])).toEqual([]);
  const earlier = { id: 77, name: 'conformance-other-0001', categoryId: 2_013_265_930 };
  expect(
    failing([LIVE, post({ categoryId: 2_013_265_930 }, error(401), { auth: null }), list('', [mine(1), earlier])]),
  ).toEqual([]);
});

test('a broken pet with a marked category of another run is not evidence', () => {
  expect(failing([LIVE, list('', [{ id: 77, name: 'Rex', categoryId: 2_013_265_930, status: 'gone' }])])).toEqual([]);
});

test('what a refused creation carried must not be fetched either', () => {
  const refusal = post({ ...withoutId(mine(9)), categoryId: 'x' }, error(400));
  const fetched = get(2, { ...mine(9), id: 2 });
  expect(failing([LIVE, refusal, created(mine(3)), settled, get(1, mine(1)), fetched, get(3, mine(3))])).toContain(
    'create.no-effect',
  );
});
