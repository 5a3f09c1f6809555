import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../suites/requirements/index.ts';
import { checked, created, error, get, LIVE, list, mine, others, post, reply, type Steps } from './record.ts';

/* Violations of one requirement that fail in one way, and what a waiver or a baseline knows them by. */

const failuresOn = (id: RequirementId, ...steps: Steps) =>
  checked([LIVE, ...steps])
    .stories.flat()
    .filter((failure) => failure.id === id);
const fingerprintsOn = (id: RequirementId, ...steps: Steps) =>
  failuresOn(id, ...steps).map(({ fingerprint }) => fingerprint);
const culpritsOn = (id: RequirementId, ...steps: Steps) => failuresOn(id, ...steps).map(({ culprits }) => culprits);

const named = (name: string, input: readonly string[], answer = error(418)) =>
  post({ name, categoryId: 1 }, answer, { input });

describe('a fingerprint', () => {
  const accents = named('Zoë', ['name/accents']);

  test('is the same for the same defect, with other names, ids, times and neighbours', () => {
    const [first] = fingerprintsOn('create.echo', accents);
    expect(first).toMatch(/^[0-9a-z-]{8,}$/);
    const later = [list('', [mine(1)]), get(999, error(404)), named('Zoé', ['name/accents']), accents];
    expect(fingerprintsOn('create.echo', ...later)).toEqual([first]);
    // Another defect beside it.
    expect(fingerprintsOn('create.echo', named('7', ['name/digits']), accents)).toContain(first);
  });

  test.each<[string, Steps]>([
    ['another input', [named('7', ['name/digits'])]],
    ['another status', [named('Zoë', ['name/accents'], error(409))]],
    ['a changed name', [created(mine(2, { name: 'Zoë' }), { name: 'Zoe' }, { input: ['name/accents'] })]],
    ['no input to blame', [named('Zoë', [])]],
  ])('is another one with %s', (_what, steps) => {
    expect(fingerprintsOn('create.echo', ...steps)).not.toContain(fingerprintsOn('create.echo', accents)[0]);
  });

  test('of combinations of more than two values names what all of them have: other seeds combine others', () => {
    const three = (last: string) => named('Zoë', ['name/accents', 'json/spaced', last]);
    const runs = [
      [three('headers/none'), three('headers/any')],
      [three('headers/any'), three('headers/two')],
    ];
    const [one, other] = runs.map((steps) => failuresOn('create.echo', ...steps));
    expect(one?.map(({ culprits }) => culprits)).toEqual([['json/spaced', 'name/accents']]);
    expect(one?.map(({ fingerprint }) => fingerprint)).toEqual(other?.map(({ fingerprint }) => fingerprint));
    // Another combination is another failure, and so is one that was narrowed down to two of these values.
    const others = [
      [named('7', ['name/digits', 'json/spaced', 'headers/none'])],
      [named('Zoë', ['name/accents', 'json/spaced'])],
    ];
    for (const steps of others)
      expect(fingerprintsOn('create.echo', ...steps)).not.toEqual(one?.map(({ fingerprint }) => fingerprint));
  });

  test('of a page of the wrong length is the same for each limit, and another one for pages that are too short', () => {
    const long = (limit: number) => list(`limit=${limit}`, others(limit + 1), { input: [`limit/${limit}`] });
    expect(fingerprintsOn('list.limit.honoured', long(7))).toEqual(fingerprintsOn('list.limit.honoured', long(9)));
    expect(fingerprintsOn('list.limit.honoured', long(7), list('limit=9', error(400)))).toHaveLength(2);
  });

  test('is that of one requirement', () => {
    const both = checked([LIVE, accents])
      .stories.flat()
      .map(({ id, fingerprint }) => [id, fingerprint]);
    expect(both.map(([id]) => id)).toEqual(['create.echo', 'errors.documented-status']);
    expect(new Set(both.map(([, fingerprint]) => fingerprint)).size).toBe(2);
  });
});

describe('the culprits of a failure', () => {
  test('are the values that no right answer had', () => {
    const right = named('Rex', ['json/spaced'], reply(201, mine(5, { name: 'Rex' })));
    const wrong = named('Zoë', ['name/accents', 'json/spaced']);
    expect(culpritsOn('create.echo', right, wrong)).toEqual([['name/accents']]);
    expect(culpritsOn('create.echo', wrong)).toEqual([['json/spaced', 'name/accents']]);
  });

  test('are all of them, where each is right by itself', () => {
    const right = [
      named('Rex', ['json/spaced'], reply(201, mine(5, { name: 'Rex' }))),
      named('Zoë', ['name/accents'], reply(201, mine(6, { name: 'Zoë' }))),
    ];
    const wrong = named('Zoé', ['name/accents', 'json/spaced']);
    expect(culpritsOn('create.echo', ...right, wrong)).toEqual([['json/spaced', 'name/accents']]);
  });

  test('are those of the smallest combination that fails in the same way', () => {
    const steps = [named('Zoë', ['name/accents', 'json/spaced']), named('Zoë', ['name/accents'])];
    expect(culpritsOn('create.echo', ...steps)).toEqual([['name/accents']]);
    expect(failuresOn('create.echo', ...steps)[0]?.violations).toHaveLength(2);
  });

  test('are none where a plain request fails in the same way', () => {
    const plain = post({ name: 'Rex', categoryId: 1 }, reply(400, {}));
    const broken = post('{}', reply(400, {}), { input: ['body/empty'] });
    expect(culpritsOn('errors.shape.400', plain, broken)).toEqual([[]]);
    // The form of an answer has nothing to do with the input.
    expect(culpritsOn('errors.shape.400', broken)).toEqual([[]]);
  });

  test('are two groups for two values', () => {
    expect(culpritsOn('create.echo', named('7', ['name/digits']), named('Zoë', ['name/accents']))).toEqual([
      ['name/digits'],
      ['name/accents'],
    ]);
  });
});

describe('a failure is intermittent', () => {
  const asked = (limit: number, count: number, input: readonly string[]) =>
    list(`limit=${limit}`, others(count), { input });
  const comesAndGoes = [asked(5, 6, ['limit/five']), asked(5, 5, ['limit/five'])];
  const numbersIn = (...steps: Steps) =>
    failuresOn('list.limit.honoured', comesAndGoes, ...steps).map(({ isIntermittent, violations }) => [
      isIntermittent,
      violations.map(({ reading }) => reading.number),
    ]);

  test('if the same request was also answered rightly', () => {
    expect(numbersIn()).toEqual([[true, [4]]]);
    const wrong = list('limit=1', others(2));
    expect(failuresOn('list.limit.minimum', wrong, wrong).map((failure) => failure.isIntermittent)).toEqual([false]);
    expect(failuresOn('list.limit.minimum', wrong).map((failure) => failure.isIntermittent)).toEqual([false]);
  });

  test('but not an input that fails whenever it is sent, whatever else is', () => {
    const always = asked(7, 8, ['limit/seven']);
    expect(numbersIn(always, always)).toEqual([
      [true, [4]],
      [false, [6, 7]],
    ]);
    // Once may be chance as well.
    expect(numbersIn(always)).toEqual([[true, [4, 6]]]);
  });

  test('and has one fingerprint for requirement and answer, whatever request meets it', () => {
    const meets = (...steps: Steps) => fingerprintsOn('errors.no-5xx', ...steps);
    const inLists = meets(list('limit=1', error(500)), list('limit=1', [mine(1)]));
    const inFetches = meets(get(1, error(500)), get(1, mine(1)));
    expect(inLists).toEqual([expect.stringMatching(/-intermittent$/)]);
    expect(inFetches).toEqual(inLists);
  });

  test('and its inputs do not count in its fingerprint, which is not that of what fails each time', () => {
    const [intermittent] = fingerprintsOn('list.limit.honoured', comesAndGoes);
    const elsewhere = [asked(9, 10, ['limit/nine']), asked(9, 9, ['limit/nine'])];
    expect(fingerprintsOn('list.limit.honoured', elsewhere)).toEqual([intermittent]);
    expect(fingerprintsOn('list.limit.honoured', asked(5, 6, ['limit/five']))).not.toContain(intermittent);
  });
});

describe('what a read is about', () => {
  const sold = mine(2, { status: 'sold' });
  const pending = mine(3, { status: 'pending' });
  const pets = [created(sold), created(pending)];

  test('is its filter and the status of the pet, unless some read of it was right', () => {
    const ignored = [list('status=sold', [sold, pending]), list('status=pending', [sold, pending])];
    const lone = [...ignored.slice(0, 1), list('status=pending', [pending])];
    const [known] = fingerprintsOn('list.status.only', ...pets, ...lone);
    expect(culpritsOn('list.status.only', ...pets, ...lone)).toEqual([['filtered/sold']]);
    expect(fingerprintsOn('list.status.only', ...pets, ...ignored)).not.toContain(known);
  });

  test('is the value that the pet was created with', () => {
    const zoe = mine(4, { name: 'Zoë' });
    const made = created(zoe, {}, { input: ['name/accents'] });
    const changed = (id: number, options = {}) => get(id, mine(id, { name: 'Max' }), options);
    const right = get(1, mine(1));
    expect(culpritsOn('get.found', made, right, changed(4))).toEqual([['of/name/accents']]);
    expect(culpritsOn('get.found', right, changed(1))).toEqual([[]]);
  });
});
