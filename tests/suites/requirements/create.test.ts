import { describe, expect, test } from 'vitest';
import type { Pet } from '../../../suites/reading/document.ts';
import {
  ANNOUNCED,
  created,
  error,
  failing,
  get,
  LIVE,
  list,
  mine,
  noAnswer,
  post,
  reply,
  saidLast,
  settled,
  violatedLast,
  violationsOn,
  withoutId,
} from '../record.ts';
import { inColumns, type Row, rightStatuses } from './columns.ts';

const withStatus = (id: number, status: Pet['status'] = 'sold') => mine(id, status && { status });
const refused = (body: unknown): Row => ({
  fails: [post(body, reply(201, mine(2)))],
  passes: [post(body, error(400))],
});
const flawed = (change: object): Row => refused({ ...withoutId(mine(2)), ...change });
const large = (given: bigint): Row['fails'] => [
  created(mine(2, { categoryId: 9007199254740993n }), { categoryId: given }),
];
const named = (name: string, given = name) => [created(mine(2, { name }), { name: given })];
const refusal = post({ ...withoutId(mine(9)), categoryId: 'x' }, error(400));

inColumns('create', {
  'create.minimal': {
    fails: [post(withoutId(mine(2)), error(400))],
    passes: [],
    open: [list('', [])],
  },
  'create.with-status': {
    fails: [created(withStatus(2), { status: 'pending' })],
    passes: [created(withStatus(2)), created(withStatus(3, 'pending')), created(withStatus(4, 'available'))],
    open: [LIVE, created(withStatus(2)), created(withStatus(3, 'pending'))],
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
  'create.wrong-type': flawed({ categoryId: '1' }),
  'create.out-of-range': flawed({ categoryId: 2n ** 63n }),
  'create.bad-status': flawed({ status: 'gone' }),
  'create.null-status': flawed({ status: null }),
  'create.bad-body': refused('[]'),
  'create.lenient-body': refused('{"name":"Rex","categoryId":1,}'),
  'create.invalid': {
    fails: [post('{}', reply(201, mine(2)), { probe: 'create.invalid' })],
    also: ['create.missing-field'],
    passes: [post('{}', error(400), { probe: 'create.invalid' })],
    open: [LIVE, post('{}', error(400))],
  },
  'create.no-effect': {
    fails: [refusal, list('', [mine(1), mine(9)])],
    passes: [refusal, settled, list('', [mine(1)])],
    open: [LIVE, refusal, list('', [mine(1)])],
  },
  'create.client-id': {
    fails: [post(mine(1), reply(201, mine(1)))],
    passes: [post(mine(1), reply(201, { ...mine(1), id: 2 })), get(1, mine(1))],
    open: [LIVE, settled, post(mine(7), reply(201, mine(8)))],
  },
});

describe('the status of a creation', () => {
  const pet = (fields: object = {}) => ({ ...withoutId(mine(2)), ...fields });
  test.each([
    ['a plain pet', pet(), '201'],
    ['a status', pet({ status: 'sold' }), '201'],
    ['a name', pet({ name: 'Zoë' }), '201'],
    ['a large category', pet({ categoryId: 9007199254740993n }), '201'],
    ['a category of 0', pet({ categoryId: 0 }), '201 400 404 418'],
    ['an empty name', pet({ name: '' }), '201 400 404 418'],
    ['a long name', pet({ name: 'y'.repeat(65) }), '201 400 404 418'],
    // Another 2xx with the right pet is a success, which create.minimal reports.
    ['an id', { ...mine(2), id: 7 }, '200 201 400 404 418'],
    ['a field too few', { name: 'Rex' }, '400'],
    ['text for a number', pet({ categoryId: '1' }), '400'],
    ['a number beyond int64', pet({ categoryId: 2n ** 63n }), '400'],
    ['another status', pet({ status: 'SOLD' }), '400'],
    ['null as status', pet({ status: null }), '400'],
    ['a list', [], '400'],
    ['a comma too many', '{"name":"Rex","categoryId":1,}', '400'],
  ])('with %s', (_what, body, statuses) => {
    const isPet = typeof body === 'object' && 'name' in body;
    const success = { ...(isPet ? body : pet()), id: 2 };
    expect(rightStatuses((answer) => post(body, answer), success)).toBe(statuses);
  });

  test('that the document leaves open may be anything but a 5xx', () => {
    for (const body of ['{"name":"Rex","categoryId":1.0}', '{"name":"Rex","categoryId":1,"colour":"red"}'])
      expect(rightStatuses((answer) => post(body, answer), { id: 2, name: 'Rex', categoryId: 1 })).toBe(
        '200 201 400 401 404 418',
      );
  });

  test('200 for 201 with the right pet is one violation of the answer, and everything else is decided', () => {
    const wrong = post(withoutId(mine(2)), reply(200, mine(2)));
    expect(violatedLast([wrong])).toEqual(['create.minimal', 'errors.documented-status']);
    expect(failing([wrong, settled, list('', []), get(2, error(404))])).toContain('list.complete');
  });

  test('of a body that was accepted before is a matter of create.id.unique as well', () => {
    const again = post(withoutId(mine(2)), error(400));
    const both = ['create.id.unique', 'create.minimal'];
    expect(failing([LIVE, created(mine(2)), again])).toEqual(both);
    expect(failing([LIVE, again, created(mine(2))])).toEqual(['create.minimal']);
  });

  test('that a service with few categories refuses for its category says nothing', () => {
    const create = (id: number, categoryId: number, isOk: boolean) =>
      isOk ? created(mine(id, { categoryId })) : post(withoutId(mine(id, { categoryId })), error(400));
    expect(failing([LIVE, create(2, 5, false), create(3, 6, false), create(4, 1, true)])).toEqual([]);
    expect(failing([LIVE, create(2, 5, false), create(4, 1, true)])).toEqual(['create.minimal']);
    expect(failing([LIVE, create(2, 5, false), create(3, 6, false), create(4, 7, true)])).toEqual([]);
    // A mark is no ordinary category.
    const large = 2_013_265_930;
    expect(failing([LIVE, create(2, large, false), create(3, large + 1, false)])).toEqual(['create.minimal']);
  });
});

describe('a creation comes back as it was sent', () => {
  const plain = mine(2);
  test.each([
    ['another name', plain, { name: 'Max' }, ['create.minimal']],
    ['another category', plain, { categoryId: 2 }, ['create.minimal']],
    ['a status that another pet of the category did not get', plain, { status: 'available' }, []],
    ['the default status of another category', mine(2, { categoryId: 2 }), { status: 'available' }, []],
    ['more fields', plain, { colour: 'red' }, []],
    ['another status', withStatus(2), { status: 'pending' }, ['create.with-status']],
    ['no status', withStatus(2), { status: undefined }, ['create.with-status']],
    ['a name cut short', mine(2, { name: `x ${'y'.repeat(300)}` }), { name: 'x' }, ['create.echo']],
    ['a name composed', mine(2, { name: 'Zoe\u0308' }), { name: 'Zoë' }, ['create.echo']],
    ['a name trimmed', mine(2, { name: ' Rex ' }), { name: 'Rex' }, ['create.whitespace']],
    ['a name trimmed of a no-break space', mine(2, { name: 'Rex\u00a0' }), { name: 'Rex' }, ['create.whitespace']],
    ['white space inside a name cut', mine(2, { name: 'a  b' }), { name: 'a b' }, ['create.echo']],
    ['a category rounded', mine(2, { categoryId: 2n ** 53n + 1n }), { categoryId: 2n ** 53n }, ['create.int64']],
    ['a category of 32 bits', mine(2, { categoryId: 2 ** 32 + 1 }), { categoryId: 1 }, ['create.echo']],
    ['a category as text', plain, { categoryId: '1' }, ['body.pet-shape', 'create.minimal']],
    ['a category as 1.0', plain, { categoryId: 1.0 }, []],
    ['a status of null', plain, { status: null }, ['body.pet-shape']],
    ['no id', plain, { id: undefined }, ['body.pet-shape', 'create.id.int64']],
    ['an id as text', plain, { id: '2' }, ['body.pet-shape', 'create.id.int64']],
    ['a fraction as id', plain, { id: 2.5 }, ['body.pet-shape', 'create.id.int64']],
    ['an id beyond int64', plain, { id: 2n ** 63n }, ['body.pet-shape', 'create.id.int64']],
    ['a negative id', plain, { id: -(2n ** 63n) }, []],
    [
      'an id as text and another name',
      mine(2, { name: 'Zoë' }),
      { id: '2', name: 'Zoe' },
      ['body.pet-shape', 'create.echo', 'create.id.int64'],
    ],
    [
      'an id as text and no status',
      withStatus(2),
      { id: '2', status: undefined },
      ['body.pet-shape', 'create.id.int64', 'create.with-status'],
    ],
    [
      'nothing but an id',
      withStatus(2),
      { name: undefined, categoryId: undefined, status: undefined },
      ['body.pet-shape', 'create.echo', 'create.with-status'],
    ],
    ['a name of null', mine(2, { name: 'Zoë' }), { name: null }, ['body.pet-shape', 'create.echo']],
  ])('with %s', (_what, pet, changes, expected) => {
    expect(violatedLast([LIVE, created(pet, changes)])).toEqual(expected);
  });

  test('as a list of one, as text, or wrapped', () => {
    for (const body of [[mine(2)], 'created', { pet: mine(2) }]) {
      expect(violatedLast([LIVE, post(withoutId(mine(2)), reply(201, body))])).toContain('create.minimal');
    }
  });

  test('where the document does not decide may be refused, but what is accepted is kept', () => {
    const open = (answer: ReturnType<typeof reply>) => post('{"name":"Rex","categoryId":1.0}', answer);
    expect(violatedLast([LIVE, open(error(422))])).toEqual([]);
    expect(violatedLast([LIVE, open(error(500))])).toEqual(['errors.no-5xx']);
    expect(violatedLast([LIVE, open(reply(201, { ...mine(2), name: 'Max' }))])).toEqual(['create.echo']);
    const unknownField = { ...withoutId(mine(2)), colour: 'red' };
    expect(violatedLast([LIVE, post(unknownField, reply(201, { ...mine(2), name: 'Max' }))])).toEqual(['create.echo']);
    const point = (given: bigint) =>
      post('{"name":"Rex","categoryId":9007199254740993.0}', reply(201, { id: 2, name: 'Rex', categoryId: given }));
    expect(violatedLast([LIVE, point(9007199254740992n)])).toEqual([]);
  });
});

describe('a status of null that is accepted may count as none', () => {
  const sentAsNull = (shown: object) => post({ ...withoutId(mine(2)), status: null }, reply(201, shown));
  const shownAsNull = { ...mine(2), status: null };
  test.each([
    ['left out', mine(2), ['create.null-status']],
    ['replaced by a default', mine(2, { status: 'available' }), ['create.null-status']],
    ['returned', shownAsNull, ['body.pet-shape', 'create.null-status']],
  ])('and is %s', (_what, shown, expected) => {
    expect(violatedLast([LIVE, sentAsNull(shown)])).toEqual(expected);
  });

  test('but no read may show it', () => {
    expect(violatedLast([LIVE, sentAsNull(mine(2)), list('', [shownAsNull])])).toEqual(['body.pet-shape']);
    expect(violatedLast([LIVE, sentAsNull(mine(2)), get(2, reply(200, shownAsNull, ANNOUNCED))])).toEqual([
      'body.pet-shape',
    ]);
    expect(violatedLast([LIVE, sentAsNull(mine(2)), get(2, mine(2))])).toEqual([]);
  });

  test('unless any other status is accepted too, which is the defect', () => {
    const any = post({ ...withoutId(mine(3)), status: 'lost' }, reply(201, { ...mine(3), status: 'lost' }));
    expect(violatedLast([LIVE, any, sentAsNull(shownAsNull)])).toEqual(['create.null-status']);
    expect(violatedLast([LIVE, any, sentAsNull(shownAsNull), list('', [shownAsNull])])).toEqual([]);
  });
});

describe('invalid bodies, of the property and of the tables', () => {
  const aimed = { probe: 'create.invalid' };
  const accepted = (body: unknown, options = {}) => post(body, reply(201, mine(8)), options);

  test('fail both requirements, in whichever order they are sent', () => {
    const both = ['create.invalid', 'create.missing-field'];
    expect(failing([LIVE, accepted('{}', aimed), accepted('{"name":"a"}')])).toEqual(both);
    expect(failing([LIVE, accepted('{"name":"a"}'), accepted('{}', aimed)])).toEqual(both);
    expect(failing([LIVE, accepted('{"name":"a"}')])).toEqual(['create.missing-field']);
  });

  test('that are accepted as a warning only are no matter of the property', () => {
    expect(failing([LIVE, accepted('{"name":"Rex","categoryId":1,}', aimed)])).toEqual(['create.lenient-body']);
  });
});

describe('every creation gets an id of its own', () => {
  test('and the violation names the other creation', () => {
    const steps = [LIVE, created(mine(2)), created(mine(3), { id: 2 })];
    const violations = violationsOn('create.id.unique', steps);
    expect(violations.map(({ reading, earlier }) => [reading.number, earlier?.number])).toEqual([
      [4, 5],
      [5, 4],
    ]);
  });

  const claim = (id: unknown, given: unknown) =>
    post({ ...withoutId(mine(5)), id }, reply(201, { ...mine(5), id: given }));

  test('also the id of one that asked for another', () => {
    const steps = [LIVE, claim(77, 5), created(mine(6), { id: 5 })];
    expect(violatedLast(steps)).toEqual(['create.id.unique']);
    expect(failing([...steps, get(5, mine(5))])).toEqual(['create.id.unique']);
  });

  test('also one that asks for an id', () => {
    expect(violatedLast([LIVE, claim(1, 1)])).toEqual(['create.client-id']);
    expect(violatedLast([LIVE, claim(1, 5)])).toEqual([]);
    expect(violatedLast([LIVE, claim(77, 77)])).toEqual([]);
    expect(violatedLast([LIVE, claim('1', 5)])).toEqual([]);
    expect(violatedLast([LIVE, post(mine(1), error(400))])).toEqual([]);
    expect(violatedLast([LIVE, post(mine(1), error(409))])).toEqual([]);
    expect(violatedLast([LIVE, post(mine(1), error(500))])).toEqual(['create.client-id', 'errors.no-5xx']);
    expect(violatedLast([LIVE, post({ ...withoutId(mine(3)), id: 1 }, reply(201))])).toEqual(['create.client-id']);
  });

  test('and one that a client has taken is not given to another', () => {
    const later = created(mine(6), { id: 77 });
    expect(failing([LIVE, claim(77, 77), later])).toEqual(['create.client-id']);
    const [violation] = violationsOn('create.client-id', [LIVE, claim(77, 77), later]);
    expect(violation).toMatchObject({ petId: '77', shownBy: { number: 5 } });
  });
});

describe('the owner of an id that a client asks for', () => {
  const claim = post(mine(1), reply(201, mine(7)));

  test('that is unchanged until then, and never after it, is lost by the claim and missing from getPet', () => {
    const both = ['create.client-id', 'get.found'];
    expect(failing([LIVE, claim, get(1, { ...mine(1), name: 'Max' })])).toEqual(both);
  });

  test('that was changed before, or is unchanged again, is not the fault of the claim', () => {
    const other = post(mine(2), reply(201, mine(7)));
    const changed = get(2, { ...mine(2), name: 'Max' });
    expect(failing([LIVE, created(mine(2)), changed, other, changed])).toEqual(['get.found']);
    expect(failing([LIVE, claim, settled, get(1, error(404)), get(1, mine(1))])).toEqual(['get.found']);
  });

  test('is not the only pet that changes in this way: the claim is not the reason', () => {
    const steps = [LIVE, post(mine(1), reply(201, mine(9))), created(mine(2))];
    const shortened = [1, 2].map((id) => get(id, { ...mine(id), name: 'M' }));
    expect(failing([...steps, shortened])).toEqual(['get.found']);
  });
});

describe('one creation makes one pet', () => {
  const all = [mine(1), mine(10), mine(20)];
  const twins = [10, 20].map((id) => ({ ...mine(id), id: id + 1 }));
  const twice = (...steps: Parameters<typeof failing>[0]) =>
    failing([LIVE, created(mine(10)), created(mine(20)), ...steps]);

  test('and not two, as soon as it is listed', () => {
    expect(twice(list('', [...all, ...twins]))).toEqual(['create.id.unique']);
  });

  test('but another client may copy one', () => {
    expect(twice(list('', [...all, ...twins.slice(1)]))).toEqual([]);
    expect(twice(list('', all), list('', [...all, ...twins]))).toEqual([]);
    // A full page has no room for a twin.
    expect(twice(list('limit=3', all), list('', [...all, ...twins]))).toEqual(['create.id.unique']);
  });

  test('and may copy some before they are listed: then a copy is newer than what came after its original', () => {
    const copies = [10, 20].map((id) => ({ ...mine(id), id: id + 70 }));
    expect(twice(list('', [...all, ...copies]))).toEqual([]);
  });

  test('with the name that was sent, and sent once', () => {
    expect(twice(list('', [...all, ...twins.map((twin) => ({ ...twin, name: 'Rex' }))]))).toEqual([]);
    const again = [10, 20].map((id) => post(withoutId(mine(id)), noAnswer()));
    expect(twice(again, list('', [...all, ...twins]))).toEqual([]);
  });
});

test('a creation that is refused in pieces with 411 says nothing', () => {
  const pieces = post({ name: 'Zoë', categoryId: 1 }, error(411), { cutAt: 9 });
  expect(violatedLast([LIVE, pieces])).toEqual([]);
  expect([...saidLast([LIVE, pieces]).keys()]).not.toContain('create.echo');
});

test.each([409, 411, 415, 422, 429, 500])('a creation that is refused with %i adds nothing either', (status) => {
  const inPieces = { cutAt: 5 };
  const refused = post({ name: mine(9).name }, reply(status, 'No.'), inPieces);
  expect(failing([LIVE, refused, settled, list('', [mine(1), mine(9)])])).toContain('create.no-effect');
  expect(failing([LIVE, refused, settled, list('', [mine(1)])])).not.toContain('create.no-effect');
});
