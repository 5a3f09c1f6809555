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
  post,
  reply,
  saidLast,
  settled,
  violatedLast,
  withoutId,
} from './record.ts';

describe('a creation comes back as it was sent', () => {
  const plain = mine(2);
  test.each([
    ['another name', plain, { name: 'Max' }, ['create.minimal']],
    ['another category', plain, { categoryId: 2 }, ['create.minimal']],
    ['a status of the service\u2019s own', plain, { status: 'available' }, []],
    ['more fields', plain, { colour: 'red' }, []],
    ['another status', mine(2, { status: 'sold' }), { status: 'pending' }, ['create.with-status']],
    ['no status', mine(2, { status: 'sold' }), { status: undefined }, ['create.with-status']],
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
      mine(2, { status: 'sold' }),
      { id: '2', status: undefined },
      ['body.pet-shape', 'create.id.int64', 'create.with-status'],
    ],
    [
      'nothing but an id',
      mine(2, { status: 'sold' }),
      { name: undefined, categoryId: undefined, status: undefined },
      ['body.pet-shape'],
    ],
    ['a name of null', mine(2, { name: 'Zoë' }), { name: null }, ['body.pet-shape']],
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

describe('every creation gets an id of its own', () => {
  test('and the violation names the other creation', () => {
    const steps = [LIVE, created(mine(2)), created(mine(3), { id: 2 })];
    const { violations } = decisionOn('create.id.unique', steps);
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
  });
});

describe('a creation that crashes', () => {
  const crash = (took?: number) => post(withoutId(mine(9)), error(500), took === undefined ? {} : { took });
  const again = created(mine(9));
  const claim = post(mine(3), reply(201, mine(3)));

  test('while the ids of others pass one that a client has taken is broken by it', () => {
    const [before, beside] = [created(mine(2)), [created(mine(4)), created(mine(5))]];
    const broken = ['create.client-id', 'errors.no-5xx'];
    expect(failing([LIVE, claim, before, crash(), created(mine(9), { id: 4 })])).toEqual(broken);
    expect(failing([LIVE, claim, before, crash(30), beside, again])).toEqual(broken);
  });

  test('at another time, or where no client has taken an id, is not', () => {
    expect(failing([LIVE, claim, created(mine(2)), created(mine(4)), crash(), again])).toEqual(['errors.no-5xx']);
    expect(failing([LIVE, claim, crash(), created(mine(2)), again])).toEqual(['errors.no-5xx']);
    expect(failing([LIVE, created(mine(2)), crash(), again])).toEqual(['errors.no-5xx']);
  });
});

describe('getPet', () => {
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
    ['an unknown pet without content', get(999, reply(204, '', [])), ['get.unknown']],
    ['a pet for another spelling', get('+1', mine(1)), []],
    ['a 400 for another spelling', get('+1', error(400)), []],
  ])('returns %s', (_what, step, expected) => {
    expect(violatedLast([LIVE, list('limit=9', [mine(1), rex]), step])).toEqual(expected);
  });

  test('an id that 53 bits fold onto a pet is unknown', () => {
    const large = mine(2n ** 53n);
    expect(violatedLast([LIVE, created(large), get(2n ** 53n + 1n, large)])).toEqual(['get.unknown']);
  });

  test('a pet that is being created may or may not be found, before that it is unknown', () => {
    const slow = created(mine(2), {}, { took: 100 });
    expect(saidLast([LIVE, slow, get(2, error(404))]).get('get.found')).toBeUndefined();
    expect(violatedLast([LIVE, slow, get(2, error(404))])).toEqual([]);
    expect(failing([LIVE, get(2, error(404)), created(mine(2))])).toEqual([]);
    expect(saidLast([LIVE, get(2, error(404))]).get('get.unknown')).toBe(true);
  });

  test('a changed pet is shown with what it was and what it is', () => {
    const [violation] = decisionOn('get.found', [LIVE, settled, get(1, { ...mine(1), categoryId: 5 })]).violations;
    expect(violation).toMatchObject({
      expected: 'pet 1 with categoryId 1',
      actual: 'categoryId 5',
      petId: '1',
      changed: 'categoryId',
    });
  });
});
