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

const textsIn = (steps: Steps) => {
  const all = checked(steps);
  return all.stories.map((story) => causeOf(story, all)?.text);
};

describe('the record shows the cause', () => {
  const refused = (status: number, input: string) => post('{}', error(status), { input: [`body/${input}`] });

  test.each<[cause: string, steps: Steps]>([
    ['listPets can be used without a credential.', [LIVE, list('', [mine(1)], { auth: null })]],
    ['500 for name with emoji.', [LIVE, post({ name: '🐈', categoryId: 1 }, error(500), { input: ['name/emoji'] })]],
    ['Bodies without a required field are refused with 422, not with 400.', [LIVE, refused(422, 'no-name')]],
    ['Unknown ids are refused with 410, not with 404.', [LIVE, get(77, error(410))]],
    [
      'createPet answers 200, not 201.',
      [LIVE, post({ name: 'Rex', categoryId: 1 }, reply(200, { id: 2, name: 'Rex', categoryId: 1 }))],
    ],
    [
      'The server stopped while it answered 2 requests at once: one of them is the reason, or that they came together.',
      [LIVE, get(1, noAnswer()), post({ name: 'Rex', categoryId: 1 }, noAnswer()), blaming(2, 'crash')],
    ],
    [
      'In every such error, status is missing.',
      [LIVE, get(99, reply(404, { code: 'a', message: 'b' })), get('abc', reply(400, { code: 'a', message: 'b' }))],
    ],
    [
      'There is no answer in time for limit abc.',
      [LIVE, list('limit=abc', noAnswer('timeout'), { input: ['limit/abc'] }), blaming(1)],
    ],
    ['getPet answers 404 for every pet.', [created(mine(1)), list('', [mine(1)]), settled, get(1, error(404))]],
  ])('%s', (cause, steps) => {
    expect(textsIn(steps)).toContain(cause);
  });

  test('500 for each of the values that have a name, also if generated ones fail beside them', () => {
    const crashed = (name: unknown, options: object) => post({ name, categoryId: 1 }, error(500), options);
    const generated = { value: 'name: 0', seed: 1, path: '0' };
    const steps = [
      LIVE,
      crashed(null, { input: ['body/name-null'] }),
      crashed([], { input: ['body/name-list'] }),
      crashed(0, { input: ['break/zero'], generated }),
    ];
    expect(textsIn(steps)).toContain('500 for each of: name: null; name: a list of text.');
  });
});

describe('no cause is printed that the record contradicts', () => {
  const error404 = (body: unknown) => [LIVE, get(77, reply(404, body))];
  const usualIn = (steps: Steps) => textsIn(steps).filter((text) => text !== undefined);

  test('what must be refused is not wrong because it is accepted with 200', () => {
    const accepted = reply(200, { id: 2, name: 'Rex', categoryId: 1, status: 'lost' });
    const body = { name: 'Rex', categoryId: 1, status: 'lost' };
    const texts = textsIn([LIVE, post(body, accepted, { input: ['body/status-unknown-value'] })]);
    expect(texts).not.toContain('createPet answers 200, not 201.');
  });

  test('an Error with a mistake in a field, or JSON of another kind, is not a page of the router', () => {
    const bare = expect.stringContaining('bare 404');
    expect(usualIn(error404({ code: 'x', message: 'y', status: '404' }))).not.toContainEqual(bare);
    expect(usualIn(error404({ error: 'not found' }))).not.toContainEqual(bare);
  });

  test('a list that is null is not a filter that is switched off', () => {
    const filtered = (body: unknown) => [LIVE, list('status=lost', reply(200, body), { input: ['filter/unknown'] })];
    expect(usualIn(filtered(null))).toEqual([]);
    expect(usualIn(filtered([mine(1)]))).toEqual([expect.stringContaining('switches the filter off')]);
  });
});
