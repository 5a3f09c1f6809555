import { describe, expect, test } from 'vitest';
import { causeOf } from '../../suites/decisions/causes.ts';
import {
  blaming,
  checked,
  created,
  error,
  get,
  LIVE,
  list,
  mine,
  noAnswer,
  post,
  reply,
  type Steps,
  settled,
} from './record.ts';

const crowd = (count: number): Steps => Array.from({ length: count }, (_, at) => created(mine(at + 100)));
const ownPage = (count: number) => Array.from({ length: count }, (_, at) => mine(at + 100));

const textsIn = (steps: Steps) => {
  const { stories, world } = checked(steps);
  return stories.map((story) => causeOf(story, world)?.text);
};

describe('the record shows the cause', () => {
  test.each<[cause: string, steps: Steps]>([
    ['listPets can be used without a credential.', [LIVE, list('', [mine(1)], { auth: null })]],
    [
      'The server stops when it gets limit abc.',
      [LIVE, list('limit=abc', noAnswer(), { input: ['limit/abc'] }), blaming(1, 'crash')],
    ],
    [
      'Errors are sent as text/html, not as a JSON Error.',
      [LIVE, get(99, { ...error(404), headers: [['Content-Type', 'text/html']] as const })],
    ],
    ['getPet answers every request with 404.', [created(mine(1)), list('', [mine(1)]), settled, get(1, error(404))]],
    [
      'Pages never have more than 10 pets.',
      [LIVE, crowd(25), settled, list('limit=20', ownPage(10)), list('limit=15', ownPage(10))],
    ],
  ])('%s', (cause, steps) => {
    expect(textsIn(steps)).toContain(cause);
  });

  test('and nothing where input and answer say it', () => {
    const crashed = post({ name: '🐈', categoryId: 1 }, error(500), { input: ['name/emoji'] });
    expect(textsIn([LIVE, crashed])).toEqual([undefined]);
  });
});

describe('no cause is printed that the record contradicts', () => {
  const error404 = (body: unknown) => [LIVE, get(77, reply(404, body))];
  const usualIn = (steps: Steps) => textsIn(steps).filter((text) => text !== undefined);

  test('an Error with a mistake in a field, or JSON of another kind, is not a page of the router', () => {
    const bare = expect.stringContaining('bare 404');
    expect(usualIn(error404({ code: 'x', message: 'y', status: '404' }))).not.toContainEqual(bare);
    expect(usualIn(error404({ error: 'not found' }))).not.toContainEqual(bare);
  });

  test('a valid request that is refused has the reason in its answer', () => {
    expect(usualIn([LIVE, post({ name: 'Zoë', categoryId: 1 }, error(400), { input: ['name/accents'] })])).toEqual([]);
    expect(usualIn([LIVE, list('status=sold', error(400))])).toEqual([]);
  });

  test('a list that is null is not a filter that is switched off', () => {
    const filtered = (body: unknown) => [LIVE, list('status=lost', reply(200, body), { input: ['filter/unknown'] })];
    expect(usualIn(filtered(null))).toEqual([]);
    expect(usualIn(filtered([mine(1)]))).toEqual([expect.stringContaining('switches the filter off')]);
  });
});
