import { describe, expect, test } from 'vitest';
import { violationsOf, worldIn } from '../../suites/decisions/findings.ts';
import { STATUSES } from '../../suites/reading/document.ts';
import { idsThatCanFail, type RequirementId } from '../../suites/requirements/index.ts';
import {
  blaming,
  type Conditions,
  created,
  decide,
  decisionOn,
  error,
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
  withoutId,
} from './record.ts';

const reasonsFor = (steps: Steps, conditions: Conditions) =>
  new Map(
    [...decide(steps, conditions).values()].map(({ id, outcome, why }) => [id, `${outcome} ${why?.kind ?? ''}`.trim()]),
  );
const idsWith = (steps: Steps, conditions: Conditions, outcome: string) =>
  [...reasonsFor(steps, conditions)].flatMap(([id, given]) => (given === outcome ? id : []));

describe('skipped', () => {
  test('read-only: everything that needs a creation', () => {
    const ids = idsWith([list('', [])], { facts: { readOnly: true } }, 'skipped read-only');
    const writing = idsThatCanFail.filter((id) => id.startsWith('create.'));
    const more = ['auth.missing.createPet', 'auth.no-effect', 'errors.shape.400', 'history.agrees'];
    expect(ids).toEqual(expect.arrayContaining([...writing, ...more]));
    expect(ids).not.toContain('list.ok');
  });

  test('read-only: what could not be seen either, but not what failed', () => {
    const facts = { readOnly: true };
    expect(decisionOn('list.limit.default', [list('', [])], { facts })).toMatchObject({
      outcome: 'skipped',
      why: { kind: 'read-only', needs: 'full page of more than 20 pets' },
    });
    expect(decisionOn('list.limit.default', [list('', others(21))], { facts }).outcome).toBe('fail');
  });

  test('read-only: not what a full run could not decide either', () => {
    const readOnly = true;
    const concludes = { cause: 'input', count: 1, isAnswered: false } as const;
    const spent = [{ kind: 'budget-spent', budget: 'bad-credentials', limit: 3 } as const];
    const lists = [list('', [mine(1)]), list('limit=1', [mine(1)])];
    expect(decisionOn('auth.invalid-key.listPets', lists, { facts: { readOnly, spent } })).toMatchObject({
      outcome: 'inconclusive',
      why: spent[0],
    });
    // Not even the requests that it is about: the budget of creations is not the reason.
    expect(decisionOn('list.limit.maximum', lists, { facts: { readOnly, spent } }).outcome).toBe('skipped');
    const silent = [...lists, list('limit=7', noAnswer('timeout'), { concludes })];
    expect(decisionOn('list.limit.honoured', silent, { facts: { readOnly } }).outcome).toBe('fail');
  });

  test.each([
    ['2030-12-04', 'inconclusive no-control'],
    ['2030-12-05', 'skipped removal-date'],
  ])('on %s what needs getPet or a 404: %s', (now, outcome) => {
    const ids = reasonsFor([created(mine(1)), settled, list('', [mine(1)])], { scope: { now } });
    for (const id of ['get.found', 'get.unknown', 'get.invalid-id', 'auth.missing.getPet'] as const)
      expect([id, ids.get(id)]).toEqual([id, outcome]);
    if (now > '2030-12-04') {
      for (const id of ['errors.shape.404', 'deprecation.date', 'deprecation.still-served'] as const)
        expect([id, ids.get(id)]).toEqual([id, outcome]);
    }
    expect(ids.get('deprecation.only-there')).toBe('pass');
    expect(ids.get('list.complete')).toBe('pass');
  });

  test('from its removal date on, whatever getPet answers is nobody\u2019s fault', () => {
    const steps = [created(mine(1)), list('', [mine(1)]), get(1, error(500)), get('abc', reply(410, 'x', []))];
    const failed = idsWith(steps, { scope: { now: '2031-01-01' } }, 'fail');
    expect(failed).toEqual([]);
  });

  test('named categories: those about other numbers', () => {
    const ids = idsWith(LIVE, { scope: { categories: ['7'] } }, 'skipped restricted-categories');
    expect(ids).toEqual(['create.int64', 'create.out-of-range']);
  });
});

describe('inconclusive', () => {
  test('without a live control, with the requirements that may be the cause', () => {
    const steps = [created(mine(1)), list('', [mine(1)]), get(999, error(404))];
    expect(decisionOn('get.unknown', steps).why).toEqual({
      kind: 'no-control',
      control: 'getPet',
      because: ['deprecation.still-served', 'auth.accepted'],
    });
  });

  test('read-only on a server that shows no pet: what is about getPet', () => {
    const facts = { readOnly: true };
    const why = { kind: 'no-pets', operation: 'getPet' };
    const steps = [list('', []), get(999, error(404))];
    expect(decisionOn('get.unknown', steps, { facts })).toMatchObject({ outcome: 'inconclusive', why });
    // With a pet, or one that the user named, there was something to fetch.
    expect(decisionOn('get.unknown', [list('', others(1)), steps[1] ?? []], { facts }).why?.kind).toBe('no-control');
    const scope = { knownIds: ['7'] };
    expect(decisionOn('get.unknown', steps, { facts, scope }).why?.kind).toBe('no-control');
    expect(decisionOn('get.unknown', steps).why?.kind).toBe('no-control');
  });

  test('because the run was stopped; what failed before is reported all the same', () => {
    const stopped = { kind: 'out-of-time', maxDurationMs: 5 } as const;
    const steps = [LIVE, list('limit=1', others(2))];
    const outcomes = reasonsFor(steps, { facts: { stopped } });
    expect(outcomes.get('list.limit.minimum')).toBe('fail');
    expect(outcomes.get('list.ok')).toBe('inconclusive out-of-time');
    expect(outcomes.get('create.minimal')).toBe('inconclusive out-of-time');
  });

  test.each([
    ['a lost answer', noAnswer('reset'), 'inconclusive doubtful', 'inconclusive doubtful'],
    ['a limit', error(429), 'inconclusive doubtful', 'pass'],
  ])('because nobody knows what %s means', (_what, answer, ofRequest, ofServer) => {
    const outcomesOf = (steps: Steps) => {
      const outcomes = reasonsFor([LIVE, ...steps], {});
      return ['list.ok', 'errors.no-5xx', 'create.minimal'].map((id) => outcomes.get(id));
    };
    expect(outcomesOf([])).toEqual(['pass', 'pass', 'pass']);
    expect(outcomesOf([list('', answer), blaming(1, 'open')])).toEqual([ofRequest, ofServer, 'pass']);
  });

  test('because a budget was spent, where nothing was seen', () => {
    const spent = [{ kind: 'budget-spent', budget: 'creations', limit: 5 } as const];
    const outcomes = reasonsFor(LIVE, { facts: { spent } });
    expect(outcomes.get('list.limit.maximum')).toBe('inconclusive budget-spent');
    expect(outcomes.get('auth.malformed')).toBe('inconclusive nothing-seen');
    expect(outcomes.get('list.ok')).toBe('pass');
  });

  test('because a budget was spent before some common value was sent', () => {
    const spent = [{ kind: 'budget-spent', budget: 'creations', limit: 5 } as const];
    const steps = [LIVE, post({ name: mine(9).name, categoryId: 1, status: 'gone' }, error(400))];
    const outcome = (sentInPart: readonly string[]) =>
      reasonsFor(steps, { facts: { spent, sentInPart: new Set(sentInPart) } }).get('create.bad-status');
    expect(outcome([])).toBe('pass');
    expect(outcome(['create.bad-status'])).toBe('inconclusive budget-spent');
    const facts = { sentInPart: new Set(['create.bad-status']) };
    expect(reasonsFor(steps, { facts }).get('create.bad-status')).toBe('pass');
  });

  test('because a combination with one of its values fails, and was not narrowed down', () => {
    const sold = { name: 'Zoë', categoryId: 1, status: 'sold' } as const;
    const input = ['name/accents', 'status/sold'];
    const known = STATUSES.map((status, at) => created(mine(at + 2, { status })));
    const combined = post(sold, error(400), { input });
    const outcome = (...steps: Steps) => reasonsFor([LIVE, known, ...steps], {}).get('create.with-status');
    expect(outcome(combined)).toBe('inconclusive combination-fails');
    // The name alone fails alike, so the status is not the reason.
    expect(outcome(combined, post({ name: 'Zoë', categoryId: 1 }, error(400), { input: ['name/accents'] }))).toBe(
      'pass',
    );
    // The status alone is accepted, or the very same request is.
    const alone = created(mine(8, { status: 'sold' }), {}, { input: ['status/sold'] });
    expect(outcome(combined, alone)).toBe('pass');
    expect(outcome(combined, post(sold, reply(201, { id: 9, ...sold }), { input }))).toBe('pass');
  });

  test('because the service refuses categories that nobody named', () => {
    const refused = [5, 6].map((categoryId) => post(withoutId(mine(categoryId, { categoryId })), error(400)));
    expect(decisionOn('create.int64', [LIVE, refused]).why).toEqual({ kind: 'unknown-category-refused' });
    // What is refused without the key says nothing about categories.
    const anonymous = post(withoutId(mine(7, { categoryId: 7 })), error(401), { auth: null });
    expect(decisionOn('create.int64', [LIVE, refused, anonymous]).why).toEqual({ kind: 'unknown-category-refused' });
  });

  test('but not because it refuses large categories, or names that it may refuse', () => {
    const large = [2n ** 53n + 1n, 2n ** 62n].map((categoryId) => post(withoutId(mine(9, { categoryId })), error(400)));
    const blank = post({ name: ' ', categoryId: 6 }, error(400));
    expect(decisionOn('create.int64', [LIVE, large, blank]).outcome).toBe('fail');
  });

  test('because the service locks the right key out', () => {
    const lockedOut = [list('limit=2', error(401), { isUnsettled: true }), list('', error(401), { isUnsettled: true })];
    expect(decisionOn('list.limit.maximum', [LIVE, lockedOut]).why).toEqual({ kind: 'locked-out' });
    const facts = { readOnly: true };
    expect(decisionOn('list.limit.maximum', [LIVE, lockedOut], { facts }).why).toEqual({ kind: 'locked-out' });
  });

  test('because nobody finds ids that the user named', () => {
    expect(decisionOn('get.found', LIVE, { facts: { missingIds: ['77'] } }).why).toEqual({
      kind: 'known-ids-missing',
      ids: ['77'],
    });
    const failed = [LIVE, get(1, { ...mine(1), name: 'Max' })];
    expect(decisionOn('get.found', failed, { facts: { missingIds: ['77'] } }).outcome).toBe('fail');
  });
});

describe('unobservable', () => {
  const full = (count: number): Steps => [
    LIVE,
    list('limit=100', others(100)),
    STATUSES.map((status, at) => list(`limit=100&status=${status}`, others(count, { status }, 2_000 + at * 200))),
  ];
  const absent: readonly RequirementId[] = ['list.status.complete', 'deprecation.replacement'];

  test('where every page of every status is full, with the counts', () => {
    for (const id of absent) {
      expect(decisionOn(id, full(100))).toMatchObject({
        outcome: 'unobservable',
        why: { kind: 'target-full', page: 100, counts: { available: 100, pending: 100, sold: 100 } },
      });
    }
    expect(decisionOn('list.limit.above-maximum', full(100)).outcome).toBe('inconclusive');
  });

  test('not where one page is short', () => {
    expect(decisionOn('list.status.complete', full(99)).outcome).toBe('inconclusive');
  });

  test('list.complete: every page of all pets', () => {
    const steps = [created(mine(1)), list('limit=100', others(100)), get(1, mine(1))];
    expect(decisionOn('list.complete', steps).outcome).toBe('unobservable');
    expect(decisionOn('list.complete', [steps, list('limit=100', [])]).outcome).toBe('inconclusive');
  });
});

describe('passes on condition', () => {
  test.each([
    ['errors.shape.other', 'No other error status was seen.'],
    ['errors.status-matches.other', 'No other error status was seen.'],
  ] as const)('%s', (id, reason) => {
    expect(decisionOn(id, LIVE)).toMatchObject({ outcome: 'pass', reason });
    const seen = decisionOn(id, [LIVE, list('limit=0', error(422))]);
    expect([seen.outcome, seen.reason]).toEqual(['pass', undefined]);
  });
});

test('the exchanges that violate something by themselves, for probes that narrow failures down', () => {
  const record = recordOf(LIVE, list('limit=1', others(2)), settled, list('', []));
  const world = worldIn(record, SCOPE);
  const violated = record.map((exchange) => violationsOf(exchange, world).map(({ id }) => id));
  expect(violated.filter((ids) => ids.length > 0)).toEqual([['list.limit.minimum'], ['list.complete']]);
});

test('a record that grows is read again', () => {
  const record = [...recordOf(LIVE)];
  const before = worldIn(record, SCOPE);
  expect(worldIn(record, SCOPE)).toBe(before);
  record.push(...recordOf(LIVE, list('', [])).slice(-1));
  expect(worldIn(record, SCOPE).readings).toHaveLength(before.readings.length + 1);
  expect(worldIn(record, { ...SCOPE, windowMs: 1 }).scope.windowMs).toBe(1);
});

test('the order in which exchanges are recorded does not matter', () => {
  const steps = [LIVE, list('limit=1', others(2)), settled, list('', [])];
  const record = recordOf(...steps);
  const decided = decide(steps);
  const numbers = (exchanges: typeof record) => worldIn(exchanges, SCOPE).readings.map(({ number }) => number);
  expect(numbers(record.toReversed())).toEqual(numbers(record));
  expect(decided.get('list.limit.minimum')?.violations?.[0]?.proof).toEqual([4]);
});
