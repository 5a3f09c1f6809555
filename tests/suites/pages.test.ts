import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject, parseJson } from '../../harness/json/exact-json.ts';
import { Inconclusive, NotYet, Violation } from '../../harness/verdict/verdicts.ts';
import { startReference } from '../../reference/server.ts';
import { askedPage, changedField, fillsPage, holdsEvery, idsOn, petsIn, petsOn } from '../../suites/pages.ts';
import { withContext } from '../harness/checks.ts';
import { replyOf } from '../harness/replies.ts';
import { standInFront } from '../hostile/front.ts';
import { TEST_KEY } from '../support.ts';

const rex = { id: 9007199254740993n, name: 'Rex', categoryId: 1 };
const mia = { id: 2, name: 'Mia', categoryId: 1, status: 'sold' } as const;
const page = replyOf();

function parsed(text: string): readonly JsonObject[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const both = parsed(`[
  {"id": 9007199254740993, "name": "Rex", "categoryId": 1.0},
  {"id": 2, "name": "Mia", "categoryId": 1, "status": "sold", "colour": "black"}
]`);

describe('what a list was asked for', () => {
  const asked = (query: string) => askedPage(replyOf({ request: { path: `/v1/pets${query}` } }));

  test.each<[string, number, boolean, string]>([
    ['', 20, true, 'list.limit.default'],
    ['?limit=1', 1, true, 'list.limit.minimum'],
    ['?limit=100', 100, true, 'list.limit.maximum'],
    ['?limit=37', 37, true, 'list.limit.honoured'],
    ['?limit=101', 100, false, 'list.limit.above-maximum'],
    ['?limit=9223372036854775808', 100, false, 'list.limit.above-maximum'],
    ['?limit=0', 100, false, 'list.limit.below-minimum'],
    ['?limit=-1', 100, false, 'list.limit.below-minimum'],
    ['?limit=', 100, false, 'list.limit.malformed'],
    ['?limit=1.5', 100, false, 'list.limit.malformed'],
    ['?limit=007', 100, false, 'list.limit.malformed'],
    ['?limit=5&limit=6', 100, false, 'list.limit.malformed'],
  ])('%s: the limit', (query, limit, isExact, sizedBy) => {
    expect(asked(query)).toEqual({ limit, isExact, sizedBy, isPlain: true });
  });

  test('a filter by a status has a size of its own', () => {
    const filtered = { status: 'sold', isExact: true, sizedBy: 'list.status.with-limit', isPlain: false };
    expect(asked('?status=sold')).toEqual({ ...filtered, limit: 20 });
    expect(asked('?limit=5&status=sold')).toEqual({ ...filtered, limit: 5 });
    expect(asked('?limit=0&status=sold')).toMatchObject({ isExact: false, sizedBy: 'list.limit.below-minimum' });
  });

  test.each([
    ['?status=SOLD', 'SOLD'],
    ['?status=', undefined],
    ['?status=sold&status=pending', undefined],
  ])('%s: a filter that says nothing about what is complete', (query, otherStatus) => {
    const { isExact, isPlain, status, ...rest } = asked(query);
    expect([isExact, isPlain, status, rest.otherStatus]).toEqual([false, false, undefined, otherStatus]);
  });
});

describe('the pets of a list', () => {
  test.each([
    ['[]', []],
    ['[{"id": 1}]', [{ id: 1 }]],
    ['null', []],
    ['{"id": 1}', [{ id: 1 }]],
    ['{"pets": []}', undefined],
    ['[1]', undefined],
    ['', undefined],
  ])('%s', (body, pets) => {
    expect(petsIn(replyOf({ body }))).toEqual(pets);
  });

  test('come with 200 and as an array, or that is a violation', async () => {
    const reference = await startReference({ apiKey: TEST_KEY });
    const ends = await withContext(reference.baseUrl, async (context) =>
      [replyOf({ status: 206, body: '[]' }), replyOf({ body: '{}' })].map((reply) => {
        try {
          return petsOn(reply, context);
        } catch (error) {
          return error;
        }
      }),
    );
    await reference.close();
    expect(ends).toMatchObject([{ expected: 'status 200' }, { expected: 'a JSON array of Pet objects' }]);
    expect(ends.every((end) => end instanceof Violation)).toBe(true);
  });

  test('are identified digit for digit', () => {
    expect([...idsOn(both)]).toEqual(['9007199254740993', '2']);
  });
});

describe('every known pet', () => {
  test('is on the page, or reads lag', () => {
    holdsEvery([rex, mia], both, page);
    const missing = { ...rex, id: 9007199254740992n };
    expect(() => holdsEvery([mia, missing], both, page)).toThrow(NotYet);
    expect(() => holdsEvery([missing], both, page)).toThrow('a short page of 2 without it');
  });

  test('has the fields it was created with', () => {
    const [shownRex = {}, shownMia = {}] = both;
    expect([changedField(rex, shownRex), changedField(mia, shownMia)]).toEqual([undefined, undefined]);
    expect(changedField({ ...mia, name: 'mia' }, shownMia)).toEqual({
      expected: 'pet 2 with name "mia"',
      actual: 'name "Mia"',
      facts: { petIds: ['2'] },
    });
    expect(changedField({ ...rex, status: 'sold' }, shownRex)).toMatchObject({ actual: 'status absent' });
    const { status: _status, ...without } = mia;
    expect(changedField(without, shownMia)).toMatchObject({ actual: 'status "sold"' });
  });
});

describe('a page that is to be full', () => {
  /** What comes of asking for three pets where this run created so many and lists show so many. */
  const asking = async (created: number, shown: number) => {
    const { baseUrl } = await standInFront({
      alter: ({ method, url }, answer) =>
        method === 'GET' && url.startsWith('/v1/pets?')
          ? { ...answer, body: JSON.stringify(JSON.parse(answer.body).slice(0, shown)) }
          : answer,
    });
    return withContext(baseUrl, async (context) => {
      // The preflight has created one already.
      for (let count = 1; count < created; count += 1) {
        await context.api.createPet(context.population.uniquePet('own'));
      }
      return fillsPage(context, { limit: 3 }, 3).catch((error: unknown) => error);
    });
  };

  test('passes with as many as were asked for', async () => {
    expect(await asking(3, 3)).toBeUndefined();
  });

  test('is a violation where as many of this run exist', async () => {
    const end = await asking(3, 2);
    expect(end).toBeInstanceOf(Violation);
    expect(end).toMatchObject({ actual: '2 pets', details: { facts: { pageSize: 2 } } });
  });

  test('decides nothing where fewer are known to exist', async () => {
    const end = await asking(2, 2);
    expect(end).toBeInstanceOf(Inconclusive);
    expect(end).toMatchObject({ reason: { kind: 'too-few-pets', needed: 3, visible: 2 } });
  });
});
