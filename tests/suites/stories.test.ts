import { describe, expect, test } from 'vitest';
import type { Headers } from '../../harness/model/wire.ts';
import { isViolated } from '../../harness/report/verdict.ts';
import type { PetStatus } from '../../suites/reading/document.ts';
import {
  ANNOUNCED,
  blaming,
  checked,
  created,
  decide,
  error,
  get,
  KEY,
  LIVE,
  list,
  markOf,
  mine,
  noAnswer,
  others,
  post,
  reply,
  type Step,
  type Steps,
  settled,
  withoutId,
} from './record.ts';

/* Which failures are one story, the one that says most first, and which are not. */

const page = (count: number, status?: PetStatus) => others(count, status && { status });
const sold = (id: number) => mine(id, { status: 'sold' });
const crowd = (count: number, status?: PetStatus): Steps =>
  Array.from({ length: count }, (_, at) => created(mine(at + 100, status && { status })));
const ownPage = (count: number, status?: PetStatus) =>
  Array.from({ length: count }, (_, at) => mine(at + 100, status && { status }));
const zoe = (input: readonly string[], answer = error(418)) => post({ name: 'Zoë', categoryId: 1 }, answer, { input });
const broken = (body: unknown, status = 201, input: readonly string[] = []) =>
  post(body, status === 201 ? reply(201, mine(8)) : error(status), { input });
const BAD_STATUS = { name: 'Rex', categoryId: 1, status: 'gone' };
const NULL_STATUS = { name: 'Rex', categoryId: 1, status: null };
const LENIENT = '{"name":"Rex","categoryId":1,}';
const ofHistory = { probe: 'history.agrees' };
const wrongScheme = { auth: `Token ${KEY}`, input: ['credential/token'] };
const anonymous = { auth: null, input: ['credential/missing'] };

/** Each story as its requirements, in the order of work. */
function storiesIn(steps: Steps, before: Steps = [LIVE]): readonly (readonly string[])[] {
  return checked([...before, ...steps]).stories.map((story) => [...new Set(story.map(({ id }) => id))]);
}

const ISO_SUNSET: Headers = [...ANNOUNCED.slice(0, 2), ['Sunset', '2030-12-05']];

const rows: readonly (readonly [what: string, steps: Steps, stories: readonly (readonly string[])[]])[] = [
  [
    'a plain creation that is refused, and others with the same answer',
    [post(withoutId(mine(2)), error(400)), zoe([], error(400))],
    [['create.minimal', 'create.echo']],
  ],
  [
    'but not one with another answer',
    [post(withoutId(mine(2)), error(400)), zoe([])],
    [['create.minimal'], ['create.echo', 'errors.documented-status']],
  ],
  [
    'a wrong success code, in every requirement about the answer',
    [post(withoutId(mine(2)), reply(200, mine(2)))],
    [['create.minimal', 'errors.documented-status']],
  ],
  [
    'but not a wrong pet in the same answer',
    [post(withoutId(mine(2)), reply(200, { ...mine(2), status: '' }))],
    [['body.pet-shape', 'errors.documented-status'], ['create.minimal']],
  ],
  [
    'one scheme that every operation accepts',
    [
      list('', [mine(1)], wrongScheme),
      get(1, mine(1), wrongScheme),
      post(withoutId(mine(2)), reply(201, mine(2)), wrongScheme),
    ],
    [['auth.wrong-scheme.listPets', 'auth.wrong-scheme.createPet', 'auth.wrong-scheme.getPet']],
  ],
  [
    'an operation that is open to everybody',
    [get(1, mine(1), anonymous), get(1, mine(1), wrongScheme)],
    [['auth.missing.getPet', 'auth.wrong-scheme.getPet']],
  ],
  [
    'bad credentials of every kind that get one wrong status',
    [get(1, error(403), anonymous), list('', error(403), wrongScheme)],
    [['auth.missing.getPet', 'auth.wrong-scheme.listPets']],
  ],
  [
    'but not those with another status',
    [get(1, error(403), anonymous), list('', error(400), wrongScheme)],
    [['auth.missing.getPet'], ['auth.wrong-scheme.listPets']],
  ],
  [
    'refusals that get no answer',
    [get('abc', noAnswer('timeout')), list('limit=abc', noAnswer('timeout'), { input: ['limit/abc'] }), blaming(2)],
    [['list.limit.malformed', 'get.invalid-id']],
  ],
  [
    'but not two values that only came with the same third one',
    [
      post(BAD_STATUS, reply(201, mine(8)), { input: ['body/status-unknown', 'name/emoji'] }),
      post(withoutId(mine(2)), reply(201, mine(2)), {
        auth: `Token ${KEY}`,
        input: ['credential/token', 'name/emoji'],
      }),
    ],
    [['auth.wrong-scheme.createPet'], ['create.bad-status']],
  ],
  [
    'but another operation with another way in is another story',
    [get(1, mine(1), anonymous), list('', [mine(1)], wrongScheme)],
    [['auth.missing.getPet'], ['auth.wrong-scheme.listPets']],
  ],
  [
    'an open operation, and validation that comes before it',
    [post(withoutId(mine(2)), reply(201, mine(2)), anonymous), post('{', error(400), anonymous)],
    [['auth.missing.createPet', 'auth.first']],
  ],
  [
    'but not that of another operation',
    [list('', [mine(1)], anonymous), post('{', error(400), anonymous)],
    [['auth.missing.listPets'], ['auth.first']],
  ],
  [
    'an id given twice, and pets that are mixed up with it',
    [
      [created(mine(2)), created(mine(3), { id: 2 }), created(mine(4)), created(mine(5))],
      list('', [mine(1), mine(4, { name: markOf(3) })]),
      get(4, mine(4, { name: markOf(3) })),
    ],
    [['create.id.unique', 'list.complete', 'get.found']],
  ],
  [
    'but not what is wrong with other pets',
    [created(mine(2), { id: 3 }), created(mine(3)), get(1, { ...mine(1), name: 'Max' })],
    [['create.id.unique'], ['get.found']],
  ],
  [
    'an owner that a claim has changed, and that getPet shows',
    [post(mine(1), reply(201, mine(7))), get(1, { ...mine(1), name: 'Max' })],
    [['create.client-id', 'get.found']],
  ],
  [
    'a category that is rounded, wherever it is sent',
    [
      created(mine(2, { categoryId: 2n ** 53n + 1n }), { categoryId: 5 }),
      created(mine(3, { categoryId: 2 ** 31 }), { categoryId: 5 }),
    ],
    [['create.int64', 'create.echo']],
  ],
  [
    'but not a name',
    [
      created(mine(2, { categoryId: 2n ** 53n + 1n }), { categoryId: 5 }),
      created(mine(3, { name: 'Zoë' }), { name: 'Zoe' }),
    ],
    [['create.int64'], ['create.echo']],
  ],
  [
    'a category that becomes one that is not an int64',
    [
      created(
        mine(2, { categoryId: 2n ** 63n - 1n }),
        { categoryId: 2n ** 63n },
        { input: ['category/int64-maximum'] },
      ),
    ],
    [['body.pet-shape', 'create.int64']],
  ],
  [
    'errors of every status that lack the same field',
    [get(99, reply(404, { code: 'a', message: 'b' })), get('abc', reply(400, { code: 'a', message: 'b' }))],
    [['errors.shape.400', 'errors.shape.404']],
  ],
  [
    'but not those that lack different fields',
    [get(99, reply(404, { code: 'a', message: 'b' })), get('abc', reply(400, { message: 'b', status: 400 }))],
    [['errors.shape.400'], ['errors.shape.404']],
  ],
  [
    'errors that lack the same field, for values of several tables',
    [
      list('limit=abc', reply(400, { code: 'a', message: 'b' }), { input: ['limit/abc'] }),
      get('abc', reply(400, { code: 'a', message: 'b' }), { input: ['id/abc'] }),
    ],
    [['errors.shape.400']],
  ],
  [
    'one wrong date in a header, with and without a value that is not plain',
    [
      get(1, reply(200, mine(1), ISO_SUNSET)),
      get('abc', reply(400, { code: 'a', message: 'b', status: 400 }, ISO_SUNSET), { input: ['id/abc'] }),
    ],
    [['deprecation.date']],
  ],
  [
    'errors of every status with one wrong type',
    [get(99, { ...error(404), headers: [] }), get('abc', { ...error(400), headers: [] })],
    [['body.content-type']],
  ],
  [
    'bad statuses and null, both accepted',
    [broken(BAD_STATUS), broken(NULL_STATUS)],
    [['create.bad-status', 'create.null-status']],
  ],
  [
    'but not with another status',
    [broken(BAD_STATUS, 422), broken(NULL_STATUS)],
    [['create.bad-status'], ['create.null-status']],
  ],
  [
    'invalid bodies that are refused in one wrong way',
    [broken('{}', 422), broken(BAD_STATUS, 422), broken(LENIENT, 422)],
    [['create.missing-field', 'create.bad-status', 'create.lenient-body']],
  ],
  [
    'but not those that are accepted: each field has a check of its own',
    [broken('{"name":"Rex"}', 201, ['body/no-category']), broken(BAD_STATUS, 201, ['body/status-unknown'])],
    [['create.missing-field'], ['create.bad-status']],
  ],
  [
    'a cap, and what its pages lack',
    [crowd(25), settled, list('limit=20', ownPage(10)), list('limit=60', ownPage(10))],
    [['list.limit.honoured', 'list.complete']],
  ],
  [
    'pets that no list shows, and a page that is too short because of them',
    [created(mine(2)), settled, list('', [mine(1)]), crowd(19), settled, list('', [mine(1), ...ownPage(18)])],
    [['list.limit.default', 'list.complete']],
  ],
  [
    'what the filter and the whole list lack',
    [created(sold(2)), settled, list('status=sold', []), list('', [mine(1)])],
    [['list.status.complete', 'list.complete']],
  ],
  [
    'but a pet that is changed is another story',
    [created(sold(2)), settled, list('status=sold', []), list('', [mine(1), mine(2, { status: 'pending' })])],
    [['list.status.complete'], ['list.complete']],
  ],
  [
    'a filter that loses pets, and the replacement of getPet',
    [created(sold(2)), get(2, sold(2)), settled, list('status=sold', [])],
    [['list.status.complete', 'deprecation.replacement']],
  ],
  [
    'pets that the filter shows until they are fetched',
    [created(sold(2)), list('status=sold', [sold(2)]), get(2, sold(2)), settled, list('status=sold', [])],
    [['list.status.complete', 'deprecation.replacement']],
  ],
  [
    'pets that only histories created, and that are lost',
    [created(sold(2), {}, ofHistory), settled, list('status=sold', []), get(2, error(404))],
    [['list.status.complete', 'get.found', 'history.agrees']],
  ],
  [
    'an error of another form, where only one kind of request gets it',
    [post('{}', reply(422, { error: 'no' }))],
    [['create.missing-field', 'errors.shape.other']],
  ],
];

describe('one story', () => {
  test.each(rows)('%s', (_what, steps, stories) => {
    expect(storiesIn(steps)).toEqual(stories);
  });
});

describe('two independent defects stay two stories', () => {
  const name = created(mine(2, { name: 'Zoë' }), { name: 'Zoe' }, { input: ['name/accents'] });
  const lost = [created(sold(3)), settled, list('status=sold', [])];
  const open = get(1, mine(1), anonymous);
  const defects: readonly (readonly [string, Steps, string])[] = [
    ['a name that is altered', [name], 'create.echo'],
    ['a filter that loses pets', lost, 'list.status.complete'],
    ['an open operation', [open], 'auth.missing.getPet'],
    ['a limit that is refused', [list('limit=7', error(500), { input: ['limit/7'] })], 'list.limit.honoured'],
    ['another category', [created(mine(4, { categoryId: 2n ** 53n + 1n }), { categoryId: 5 })], 'create.int64'],
    ['an Error without a status', [post('[]', reply(400, { code: 'x', message: 'y' }))], 'errors.shape.400'],
    ['a pet that getPet changes', [get(1, { ...mine(1), name: 'Max' })], 'get.found'],
    ['no header that announces', [get(1, reply(200, mine(1), ANNOUNCED.slice(0, 1)))], 'deprecation.announced'],
  ];
  const pairs = defects.flatMap((one, at) => defects.slice(at + 1).map((other) => [one, other] as const));

  test.each(pairs.map(([one, other]) => [`${one[0]}, and ${other[0]}`, one, other] as const))(
    '%s',
    (_what, [, first, id], [, second, otherId]) => {
      const headlines = storiesIn([first, second]).map(([headline]) => headline);
      expect(headlines.toSorted()).toEqual([id, otherId].sort());
    },
  );

  test.each<[string, Step]>([
    ['get.found', get(1, reply(200, { ...mine(1), name: 'Max' }, ANNOUNCED.slice(0, 1)))],
    ['get.unknown', get(99, reply(200, mine(1), ANNOUNCED.slice(0, 1)))],
  ])('though one answer shows both: %s, and no header that announces', (id, step) => {
    expect(storiesIn([step]).map(([headline]) => headline)).toEqual([id, 'deprecation.announced']);
  });

  test('though a third requirement is violated by both', () => {
    const crashes = [list('limit=7', error(500), { input: ['limit/7'] }), zoe(['name/accents'], error(500))];
    const stories = storiesIn(crashes);
    expect(stories.map(([headline]) => headline)).toEqual(['create.echo', 'list.limit.honoured']);
    expect(stories.filter(([, ...rest]) => rest.includes('errors.no-5xx'))).toHaveLength(2);
  });

  test('of one pet: it has another name in lists, and getPet does not find it', () => {
    const renamed = { ...mine(1), name: 'Max' };
    expect(storiesIn([settled, list('', [renamed]), get(1, error(404))])).toEqual([['list.complete'], ['get.found']]);
  });
});

describe('a story changes no outcome', () => {
  test.each(rows)('%s', (_what, steps) => {
    const { stories, decisions } = checked([LIVE, ...steps]);
    const failures = stories.flat();
    const shown = decisions.flatMap(({ violations = [] }) => violations);
    // Every failure has one place, and every violated requirement fails.
    expect(shown.map(({ place }) => place).toSorted((one, other) => one - other)).toEqual(
      failures.map((_failure, at) => at + 1),
    );
    const failed = decisions.filter(isViolated).map(({ id }) => id);
    expect(new Set(failed)).toEqual(new Set(failures.map(({ id }) => id)));
  });

  test('though two defects show at once: each fails as it does alone', () => {
    const failedBy = (...steps: Steps) =>
      [...decide([LIVE, ...steps]).values()].flatMap(({ id, outcome }) => (outcome === 'fail' ? id : []));
    const [one, other] = [list('limit=1', page(2)), get(1, { ...mine(1), name: 'Max' })];
    expect(failedBy(one, other)).toEqual([...failedBy(one), ...failedBy(other)]);
  });
});

test('an operation that answers everything in one wrong way is one story', () => {
  const lists = [
    list('', error(500)),
    list('limit=1', error(500)),
    list('limit=abc', error(500), { input: ['limit/abc'] }),
    list('status=sold', error(500)),
  ];
  expect(storiesIn(lists, [created(mine(1)), get(1, mine(1))]).map(([headline]) => headline)).toEqual(['list.ok']);
});

test('who creates with 200, and accepts what is invalid, has a story for each', () => {
  const created200 = post(withoutId(mine(7)), reply(200, mine(7)));
  const noName = post({ categoryId: 1 }, reply(200, mine(8)), { input: ['body/no-name'] });
  const badStatus = post(BAD_STATUS, reply(200, mine(9)), { input: ['body/status-unknown'] });
  const leads = storiesIn([created200, noName, badStatus]).map(([lead]) => lead);
  expect(leads).toEqual(expect.arrayContaining(['create.minimal', 'create.missing-field', 'create.bad-status']));
});

test('stories come in the order of work: who gets in, then what works at all, then the rest', () => {
  const steps = [
    list('limit=101', page(101)),
    get(1, mine(1, { name: 'Max' })),
    list('limit=abc', error(500)),
    list('', [mine(1)], wrongScheme),
    post(withoutId(mine(2)), error(409)),
  ];
  const leads = storiesIn(steps).map(([lead]) => lead);
  expect(leads).toEqual([
    'auth.wrong-scheme.listPets',
    'create.minimal',
    'list.limit.above-maximum',
    'list.limit.malformed',
    'get.found',
  ]);
});
