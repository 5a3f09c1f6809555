import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../suites/catalogue.ts';
import { type PetStatus, STATUSES } from '../../suites/specification/document.ts';
import {
  created,
  decide,
  decisionOn,
  error,
  failing,
  get,
  LIVE,
  list,
  markOf,
  mine,
  others,
  post,
  reply,
  type Steps,
  settled,
  withoutId,
} from './record.ts';

/* One defect, one story: each row of the table of consequences, once true of a record and once not. */

const page = (count: number, status?: PetStatus) => others(count, status && { status });
const crowd = (count: number, status?: PetStatus): Steps =>
  Array.from({ length: count }, (_, at) => created(mine(at + 100, status && { status })));
const ownPage = (count: number, status?: PetStatus) =>
  Array.from({ length: count }, (_, at) => mine(at + 100, status && { status }));
const zoe = (input: readonly string[], answer = error(418)) => post({ name: 'Zoë', categoryId: 1 }, answer, { input });
const minimalFails = post(withoutId(mine(2)), error(400));
const broken = (body: unknown, status = 201, input: readonly string[] = []) =>
  post(body, status === 201 ? reply(201, mine(8)) : error(status), { input });
const BAD_STATUS = { name: 'Rex', categoryId: 1, status: 'gone' };
const NULL_STATUS = { name: 'Rex', categoryId: 1, status: null };
const LENIENT = '{"name":"Rex","categoryId":1,}';

const GATEWAY = reply(504, '<html>', [['Content-Type', 'text/html']]);
const BY_INPUT = { concludes: { cause: 'input', count: 1, isAnswered: false } } as const;

interface Row {
  readonly steps: Steps;
  readonly fails: readonly RequirementId[];
  /** What is inconclusive, and because of what. */
  readonly because?: Partial<Record<RequirementId, readonly RequirementId[]>>;
}

const rows: readonly (readonly [string, Row])[] = [
  [
    'a broken plain creation explains every other',
    {
      steps: [minimalFails, zoe([], error(400))],
      fails: ['create.minimal'],
      because: { 'create.echo': ['create.minimal'] },
    },
  ],
  ['but not one with another answer', { steps: [minimalFails, zoe([])], fails: ['create.echo', 'create.minimal'] }],
  [
    'nor an input that always fails where plain creations fail only now and then',
    {
      steps: [minimalFails, created(mine(3)), zoe(['accent'], error(400)), zoe(['accent', 'spaced'], error(400))],
      fails: ['create.echo', 'create.minimal'],
    },
  ],
  ['and without it they fail themselves', { steps: [zoe([])], fails: ['create.echo'] }],
  [
    'creations without a body, with and without an id',
    {
      steps: [post(withoutId(mine(2)), reply(201)), post({ ...withoutId(mine(3)), id: 1 }, reply(201))],
      fails: ['create.minimal'],
      because: { 'create.client-id': ['create.minimal'] },
    },
  ],
  ['and only with an id', { steps: [post({ ...withoutId(mine(3)), id: 1 }, reply(201))], fails: ['create.client-id'] }],
  [
    'a smaller combination explains a larger one',
    {
      steps: [
        post({ name: 'Zoë', categoryId: 1, status: 'sold' }, error(418), { input: ['accent', 'status'] }),
        zoe(['accent']),
      ],
      fails: ['create.echo'],
    },
  ],
  [
    'a smaller input of create.with-status explains create.echo',
    {
      steps: [
        post({ name: 'cat', categoryId: 1, status: 'sold' }, error(400), { input: ['status sold'] }),
        post({ name: 'Zoë', categoryId: 1, status: 'sold' }, error(400), { input: ['accent', 'status sold'] }),
      ],
      fails: ['create.with-status'],
      because: { 'create.echo': ['create.with-status'] },
    },
  ],
  [
    'a pet with an id that is too large explains what getPet returns for one',
    {
      steps: [created(mine(2n ** 63n)), get(2n ** 63n, reply(200, mine(2n ** 63n)))],
      fails: ['create.id.int64', 'body.pet-shape'],
      because: { 'get.invalid-id': ['create.id.int64'] },
    },
  ],
  [
    'but not another pet',
    {
      steps: [created(mine(2n ** 63n)), get(2n ** 63n, reply(200, mine(3)))],
      fails: ['create.id.int64', 'body.pet-shape', 'get.invalid-id'],
    },
  ],
  [
    'a key that is refused now and then explains a 401 for an unknown pet',
    {
      steps: [list('', error(401)), get(9, error(401))],
      fails: ['auth.accepted'],
      because: { 'get.unknown': ['auth.accepted'] },
    },
  ],
  [
    'another input does not',
    {
      steps: [
        post({ name: 'cat', categoryId: 1, status: 'sold' }, error(400), { input: ['status sold'] }),
        post({ name: 'Zoë', categoryId: 1, status: 'sold' }, error(400), { input: ['accent', 'status pending'] }),
      ],
      fails: ['create.echo', 'create.with-status'],
    },
  ],
  [
    'another status does not',
    {
      steps: [
        post({ name: 'cat', categoryId: 1, status: 'sold' }, error(418), { input: ['status sold'] }),
        post({ name: 'Zoë', categoryId: 1, status: 'sold' }, error(400), { input: ['accent', 'status sold'] }),
      ],
      fails: ['create.echo', 'errors.documented-status'],
    },
  ],
  [
    'a status that plain creations get too explains the others',
    {
      steps: [post(withoutId(mine(2)), error(418)), zoe([])],
      fails: ['errors.documented-status'],
      because: { 'create.echo': ['errors.documented-status'] },
    },
  ],
  [
    'and the second of two identical ones, and one with an id',
    {
      steps: [
        post(withoutId(mine(2)), reply(200, mine(2))),
        post(withoutId(mine(1)), reply(200, mine(3))),
        post(mine(1), reply(200, mine(4))),
      ],
      fails: ['errors.documented-status'],
      because: {
        'create.id.unique': ['errors.documented-status'],
        'create.client-id': ['errors.documented-status'],
      },
    },
  ],
  [
    'a lone pet instead of a list explains itself under an odd limit',
    {
      steps: [list('limit=1', reply(200, mine(1))), list('limit=1&limit=5', reply(200, mine(1)))],
      fails: ['list.ok'],
      because: { 'list.limit.malformed': ['list.ok'] },
    },
  ],
  [
    'but not a list that is too long',
    {
      steps: [list('limit=1', reply(200, mine(1))), list('limit=x', page(101))],
      fails: ['list.limit.malformed', 'list.ok'],
    },
  ],
  [
    'but not another status',
    {
      steps: [post(withoutId(mine(2)), error(418)), zoe([], error(400))],
      fails: ['create.echo', 'errors.documented-status'],
    },
  ],
  [
    'nor one of another operation',
    { steps: [list('', error(418)), zoe([])], fails: ['create.echo', 'errors.documented-status'] },
  ],
  [
    'an input that is refused wrongly explains a broken body with it',
    {
      steps: [zoe(['accent']), broken({ name: 'Zoë' }, 418, ['accent', 'no category'])],
      fails: ['create.echo'],
      because: { 'create.missing-field': ['create.echo'] },
    },
  ],
  [
    'but not one without it',
    {
      steps: [zoe(['accent']), broken({ name: 'Rex' }, 418, ['no category', 'spaced'])],
      fails: ['create.echo', 'create.missing-field'],
    },
  ],
  [
    'ids given twice explain that a pet has the name of another creation with that id',
    {
      steps: [
        created(mine(2), { id: 3 }),
        created(mine(3)),
        created(mine(4), { id: 2 }),
        get(2, { ...mine(2), name: markOf(2) }),
      ],
      fails: ['create.id.unique'],
      because: { 'get.found': ['create.id.unique'] },
    },
  ],
  [
    'but not what is wrong with other pets',
    {
      steps: [created(mine(2), { id: 3 }), created(mine(3)), get(1, { ...mine(1), name: 'Max' })],
      fails: ['create.id.unique', 'get.found'],
    },
  ],
  ['and without that it fails itself', { steps: [get(1, { ...mine(1), name: 'Max' })], fails: ['get.found'] }],
  [
    'an owner that was changed before its id was claimed is not the fault of the claim',
    {
      steps: [
        created(mine(2)),
        get(2, { ...mine(2), name: 'Max' }),
        post(mine(2), reply(201, mine(7))),
        get(2, mine(7)),
      ],
      fails: ['get.found'],
    },
  ],
  [
    'nor one that is found unchanged later',
    {
      steps: [post(mine(1), reply(201, mine(7))), settled, get(1, error(404)), get(1, mine(1))],
      fails: ['get.found'],
    },
  ],
  [
    'but one that was unchanged before, and never after it',
    {
      steps: [post(mine(1), reply(201, mine(7))), settled, get(1, error(404)), get(1, error(404))],
      fails: ['create.client-id'],
    },
  ],
  [
    'but not an id that is taken',
    {
      steps: [post(mine(1), reply(201, mine(1))), created(mine(2)), get(2, { ...mine(2), name: 'Max' })],
      fails: ['create.client-id', 'get.found'],
    },
  ],
  [
    'a plain creation that is answered with something else than a pet explains its id',
    {
      steps: [post(withoutId(mine(2)), reply(201, { pet: mine(2) }))],
      fails: ['body.pet-shape', 'create.minimal'],
      because: { 'create.id.int64': ['create.minimal'] },
    },
  ],
  [
    'but not a pet with a wrong name',
    {
      steps: [created(mine(2), { id: '2', name: 'Max' })],
      fails: ['body.pet-shape', 'create.id.int64', 'create.minimal'],
    },
  ],
  [
    'but not one that is refused',
    {
      steps: [minimalFails, created(mine(3), { id: '3' })],
      fails: ['body.pet-shape', 'create.id.int64', 'create.minimal'],
    },
  ],
  [
    'an id given twice explains pets that are mixed up, one after the other, in lists and fetches',
    {
      steps: [
        [created(mine(2)), created(mine(3), { id: 2 }), created(mine(4)), created(mine(5))],
        list('', [mine(1), mine(4, { name: markOf(3) })]),
        get(5, mine(5, { name: markOf(4) })),
      ],
      fails: ['create.id.unique'],
      because: { 'list.complete': ['create.id.unique'], 'get.found': ['create.id.unique'] },
    },
  ],
  [
    'but not one that is mixed up with none of them',
    {
      steps: [
        [created(mine(2)), created(mine(3), { id: 2 }), created(mine(4)), created(mine(5))],
        get(5, mine(5, { name: markOf(4) })),
      ],
      fails: ['create.id.unique', 'get.found'],
    },
  ],
  [
    'a gateway that answers each time explains that the service does not',
    {
      steps: [list('limit=101', GATEWAY, BY_INPUT)],
      fails: ['errors.no-5xx'],
      because: { 'list.limit.above-maximum': ['errors.no-5xx'] },
    },
  ],
  [
    'but not what the service answers',
    {
      steps: [list('limit=101', GATEWAY, BY_INPUT), list('limit=102', page(102))],
      fails: ['errors.no-5xx', 'list.limit.above-maximum'],
    },
  ],
  [
    'an open operation explains auth.first',
    {
      steps: [post(withoutId(mine(2)), reply(201, mine(2)), { auth: null }), post('{', error(400), { auth: null })],
      fails: ['auth.missing.createPet'],
      because: { 'auth.first': ['auth.missing.createPet'] },
    },
  ],
  [
    'but an open list does not',
    {
      steps: [list('', [mine(1)], { auth: null }), post('{', error(400), { auth: null })],
      fails: ['auth.first', 'auth.missing.listPets'],
    },
  ],
  [
    'large categories explain smaller ones that are altered too',
    {
      steps: [
        created(mine(2, { categoryId: 2n ** 53n + 1n }), { categoryId: 5 }),
        created(mine(3, { categoryId: 2 ** 31 }), { categoryId: 5 }),
      ],
      fails: ['create.int64'],
      because: { 'create.echo': ['create.int64'] },
    },
  ],
  [
    'but not names',
    {
      steps: [
        created(mine(2, { categoryId: 2n ** 53n + 1n }), { categoryId: 5 }),
        created(mine(3, { name: 'Zoë' }), { name: 'Zoe' }),
      ],
      fails: ['create.echo', 'create.int64'],
    },
  ],
  [
    'large categories explain a pet whose category is beyond int64',
    {
      steps: [created(mine(2, { categoryId: 2n ** 63n - 1n }), { categoryId: 2n ** 63n })],
      fails: ['create.int64'],
      because: { 'body.pet-shape': ['create.int64'] },
    },
  ],
  [
    'but not one that has another flaw as well',
    {
      steps: [created(mine(2, { categoryId: 2n ** 63n - 1n }), { categoryId: 2n ** 63n, status: 'gone' })],
      fails: ['body.pet-shape', 'create.int64'],
    },
  ],
  [
    'nor another pet',
    {
      steps: [
        created(mine(2, { categoryId: 2n ** 63n - 1n }), { categoryId: 5 }),
        list('', [{ ...page(1)[0], categoryId: 2n ** 63n }]),
      ],
      fails: ['body.pet-shape', 'create.int64'],
    },
  ],
  [
    'bodies in pieces that are refused explain large categories in pieces',
    {
      steps: [
        post({ name: 'Zoë', categoryId: 1 }, error(400), { input: ['accent', 'pieces'], cutAt: 9 }),
        post({ name: 'Rex', categoryId: 2n ** 53n + 1n }, error(400), { input: ['large', 'pieces'], cutAt: 9 }),
      ],
      fails: ['create.echo'],
      because: { 'create.int64': ['create.echo'] },
    },
  ],
  [
    'but not whole ones',
    {
      steps: [
        post({ name: 'Zoë', categoryId: 1 }, error(400), { input: ['accent', 'pieces'], cutAt: 9 }),
        post({ name: 'Rex', categoryId: 2n ** 53n + 1n }, error(400), { input: ['large'] }),
      ],
      fails: ['create.echo', 'create.int64'],
    },
  ],
  [
    'bad statuses explain null',
    {
      steps: [broken(BAD_STATUS), broken(NULL_STATUS)],
      fails: ['create.bad-status'],
      because: { 'create.null-status': ['create.bad-status'] },
    },
  ],
  [
    'but not with another status',
    { steps: [broken(BAD_STATUS, 422), broken(NULL_STATUS)], fails: ['create.bad-status', 'create.null-status'] },
  ],
  [
    'missing fields explain lenient bodies',
    {
      steps: [broken('{}', 422), broken(LENIENT, 422)],
      fails: ['create.missing-field'],
      because: { 'create.lenient-body': ['create.missing-field'] },
    },
  ],
  [
    'but not with another status',
    { steps: [broken('{}', 422), broken(LENIENT)], fails: ['create.lenient-body', 'create.missing-field'] },
  ],
  [
    'so do bodies that are not JSON',
    {
      steps: [broken('{"name":', 422), broken(LENIENT, 422)],
      fails: ['create.bad-body'],
      because: { 'create.lenient-body': ['create.bad-body'] },
    },
  ],
  [
    'a cap explains what a page lacks',
    {
      steps: [crowd(25), settled, list('limit=20', ownPage(10)), list('limit=60', ownPage(10))],
      fails: ['list.limit.honoured'],
      because: { 'list.complete': ['list.limit.honoured'] },
    },
  ],
  [
    'but longer pages show that there is none, and that the limit matters',
    {
      steps: [crowd(25), settled, list('limit=20', ownPage(10)), list('limit=60', [mine(1), ...ownPage(24)])],
      fails: ['list.complete', 'list.limit.honoured'],
    },
  ],
  [
    'pets that no list shows explain a page that is too short',
    {
      steps: [created(mine(2)), settled, list('', [mine(1)]), crowd(19), settled, list('', [mine(1), ...ownPage(18)])],
      fails: ['list.complete'],
      because: { 'list.limit.default': ['list.complete'] },
    },
  ],
  [
    'also where a filter that nobody knows shows them',
    {
      steps: [
        [created(mine(2)), settled, list('', [mine(1)]), crowd(19), settled],
        [list('', [mine(1), ...ownPage(18)]), list('status=gone', [mine(2)])],
      ],
      fails: ['list.complete', 'list.status.unknown'],
      because: { 'list.limit.default': ['list.complete'] },
    },
  ],
  [
    'but not where another list does',
    {
      steps: [
        [created(mine(2)), settled, list('', [mine(1)]), crowd(19), settled],
        [list('', [mine(1), ...ownPage(18)]), list('limit=60', [mine(1), mine(2), ...ownPage(19)])],
      ],
      fails: ['list.complete', 'list.limit.default'],
    },
  ],
  [
    'what the filter lacks explains what the whole list lacks',
    {
      steps: [created(mine(2, { status: 'sold' })), settled, list('status=sold', []), list('', [mine(1)])],
      fails: ['list.status.complete'],
      because: { 'list.complete': ['list.status.complete'] },
    },
  ],
  [
    'but not a pet that is changed',
    {
      steps: [
        created(mine(2, { status: 'sold' })),
        settled,
        list('status=sold', []),
        list('', [mine(1), mine(2, { status: 'pending' })]),
      ],
      fails: ['list.complete', 'list.status.complete'],
    },
  ],
  [
    'bodies in pieces that are refused with any key say nothing about a wrong one',
    {
      steps: [
        post(withoutId(mine(2)), error(400), { cutAt: 5 }),
        post(withoutId(mine(3)), error(400), { cutAt: 5, auth: null }),
      ],
      fails: ['create.echo'],
      because: { 'auth.missing.createPet': ['create.echo'] },
    },
  ],
  [
    'but not that somebody is let in',
    {
      steps: [
        created(mine(2), { name: 'Max' }, { cutAt: 5 }),
        post(withoutId(mine(3)), reply(201, mine(3)), { cutAt: 5, auth: null }),
      ],
      fails: ['auth.missing.createPet', 'create.echo'],
    },
  ],
  [
    'but a whole body does',
    {
      steps: [post(withoutId(mine(2)), error(400), { cutAt: 5 }), post(withoutId(mine(3)), error(400), { auth: null })],
      fails: ['auth.missing.createPet', 'create.echo'],
    },
  ],
  [
    'a key that is refused in plain requests too is no matter of other inputs',
    {
      steps: [list('', error(401)), post({ name: 'Zoë', categoryId: 1 }, error(401))],
      fails: ['auth.accepted'],
      because: { 'create.echo': ['auth.accepted'] },
    },
  ],
  [
    'but one that is refused for a filter alone is',
    { steps: [list('', [mine(1)]), list('status=sold', error(401))], fails: ['list.status.only'] },
  ],
  [
    'a page that is too long stays a matter of the limit where lists lose pets',
    {
      steps: [settled, list('limit=50', []), list('limit=1', page(2))],
      fails: ['list.complete', 'list.limit.minimum'],
    },
  ],
];

describe('a consequence is not a failure of its own', () => {
  test.each(rows)('%s', (_what, { steps, fails, because = {} }) => {
    const decided = decide([LIVE, ...steps]);
    expect(failing([LIVE, ...steps])).toEqual(fails.toSorted());
    for (const [id, causes] of Object.entries(because)) {
      const { outcome, why, violations } = decided.get(id as RequirementId) ?? {};
      expect([id, outcome, why, violations]).toEqual([
        id,
        'inconclusive',
        { kind: 'consequence', because: causes },
        [],
      ]);
    }
  });
});

describe('a property', () => {
  const aimed = { probe: 'create.invalid' };
  const accepted = (body: unknown, options = {}) => post(body, reply(201, mine(8)), options);

  test('reports what its inputs show first, and what others see of it later', () => {
    const steps = [LIVE, accepted('{}', aimed), accepted('{"name":"a"}')];
    expect(failing(steps)).toEqual(['create.invalid']);
    expect(decisionOn('create.invalid', steps).violations).toHaveLength(2);
    expect(decisionOn('create.missing-field', steps)).toMatchObject({
      outcome: 'inconclusive',
      why: { because: ['create.invalid'] },
    });
  });

  test('reports nothing that others have seen before', () => {
    const steps = [LIVE, accepted('{}'), accepted('{"name":"a"}', aimed)];
    expect(failing(steps)).toEqual(['create.missing-field']);
    expect(decisionOn('create.invalid', steps)).toMatchObject({
      outcome: 'inconclusive',
      why: { because: ['create.missing-field'] },
    });
  });

  const late = { probe: 'history.agrees' };
  const sold = (id: number) => mine(id, { status: 'sold' });

  test('of histories reports pets that only histories created', () => {
    const steps = [LIVE, created(sold(2), {}, late), settled, list('status=sold', []), get(2, error(404))];
    expect(failing(steps)).toEqual(['history.agrees']);
    const other = [LIVE, created(sold(2), {}, late), created(sold(3)), settled, list('status=sold', [])];
    expect(failing(other)).toEqual(['list.status.complete']);
    expect(decisionOn('history.agrees', other)).toMatchObject({
      outcome: 'inconclusive',
      why: { because: ['list.status.complete'] },
    });
  });

  test('of histories reports wrong answers to its own requests', () => {
    expect(failing([LIVE, created(sold(2), { status: 'pending' }, late)])).toEqual(['history.agrees']);
    expect(failing([LIVE, created(sold(2), { status: 'pending' })])).toEqual(['create.with-status']);
  });

  test('of histories does not report a fetch that returns another pet', () => {
    const both = [created(sold(2), {}, late), created(sold(3), {}, late)];
    expect(failing([LIVE, both, get(2, sold(3))])).toEqual(['get.found']);
  });

  test('of histories does not report fetches where not one of its pets is found', () => {
    const both = [created(sold(2), {}, late), created(sold(3), {}, late), settled, get(2, error(404))];
    expect(failing([LIVE, both, get(3, error(404))])).toEqual(['get.found']);
    expect(failing([LIVE, both, get(3, sold(3))])).toEqual(['history.agrees']);
  });

  test('of histories does not report what only narrowing found', () => {
    const narrowed = created(sold(2), { status: 'pending' }, { probe: 'creations' });
    expect(failing([LIVE, list('', [], { probe: 'last look' }), narrowed])).toEqual(['create.with-status']);
  });
});

describe('pets that the filter shows until they are fetched', () => {
  const sold = (id: number) => mine(id, { status: 'sold' });
  const shown = list('status=sold', [sold(2)]);
  const gone: Steps = [settled, list('status=sold', [])];

  test('are lost by the replacement of getPet', () => {
    expect(failing([LIVE, created(sold(2)), shown, get(2, sold(2)), gone])).toEqual(['deprecation.replacement']);
  });

  test('but not where they are lost without a fetch, or come back after it', () => {
    expect(failing([LIVE, created(sold(2)), shown, gone])).toEqual(['list.status.complete']);
    expect(failing([LIVE, created(sold(2)), get(2, sold(2)), shown, gone])).toEqual(['list.status.complete']);
    expect(failing([LIVE, created(sold(2)), get(2, sold(2)), gone])).toEqual(['list.status.complete']);
  });
});

test('the order of the violations is that of sending, and every exchange counts', () => {
  const wrong = list(
    'status=sold',
    STATUSES.map((status, at) => mine(at + 50, { status })),
  );
  const { violations, applied } = decisionOn('list.status.only', [LIVE, wrong, wrong]);
  expect(violations.map(({ reading }) => reading.number)).toEqual([4, 4, 5, 5]);
  expect(applied).toBe(2);
});
