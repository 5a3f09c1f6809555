import { describe, expect, test } from 'vitest';
import { makeDictionary } from '../../proof/dictionary/make.ts';
import { seenIn } from '../../proof/dictionary/seen.ts';
import { remedyOf } from '../../reference/remedies/index.ts';
import { changesOf } from '../../suites/diagnosis/changes.ts';
import { dictionaryFrom } from '../../suites/diagnosis/dictionary.ts';
import { causeOf, nameOf } from '../../suites/diagnosis/index.ts';
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

describe('how a value changed', () => {
  test.each([
    ['  a ', 'a', 'loses white space at its ends'],
    ['ab', 'AB', 'becomes upper case'],
    ['Zoe\u0308', 'Zo\u00eb', 'is composed'],
    ['a'.repeat(90), 'a'.repeat(64), 'is cut to 64 characters'],
    ['a\0b', 'a', 'is cut to the place before {U+0}'],
    ['a <b>', 'a b', 'loses <>'],
    ['a 🐈', 'a ?', 'gets ?'],
    ['a', undefined, 'is lost'],
    ['a', null, 'becomes null'],
    [undefined, 'available', 'appears as available'],
    [2n ** 53n + 1n, 2n ** 53n, 'is rounded to a double'],
    [2n ** 32n + 7n, 7, 'keeps 32 bits'],
    [-5, 5, 'loses its sign'],
    [0, 1, 'becomes 1'],
  ] as const)('%s to %s', (before, after, change) => {
    expect(changesOf(before, after)).toContain(change);
  });
});

const pet = (name: string, input: string, shown: string) =>
  post({ name, categoryId: 1 }, reply(201, { id: 7, name: shown, categoryId: 1 }), { input: [input] });
const emoji = (shown: string) => pet('🐈', 'name/emoji', shown);
const accents = (shown: string) => pet('Zoë', 'name/accents', shown);

/** A dictionary of one run with each of these. */
function dictionaryOf(known: Readonly<Record<string, Steps>>) {
  const examined = Object.entries(known).map(([name, steps]) => ({
    name,
    story: `Story of ${name}.`,
    runs: [seenIn(checked(steps))],
  }));
  return dictionaryFrom(makeDictionary(examined));
}

/** What is named for each story of a record. */
function namesIn(steps: Steps, known: Readonly<Record<string, Steps>>) {
  const all = checked(steps);
  return all.stories.map((story) => nameOf(story, all, dictionaryOf(known)));
}

const EMOJI_LOST: Steps = [LIVE, emoji('?'), accents('Zoë')];
const BOTH_LOST: Steps = [LIVE, emoji('?'), accents('Zo?')];
const known = { 'emoji-lost': EMOJI_LOST };

describe('a story is looked up', () => {
  test('and looks like the fault that shows the same, with its remedy', () => {
    const { text, code, fix } = remedyOf('emoji-lost') ?? {};
    const story = 'Story of emoji-lost.';
    expect(namesIn(EMOJI_LOST, known)).toEqual([
      { from: 'fault', text, fault: 'emoji-lost', remedy: { defect: story, code, fix } },
    ]);
  });

  test('and not where a value that should fail was sent and does not', () => {
    expect(namesIn(EMOJI_LOST, { 'emoji-lost': BOTH_LOST })).toEqual([undefined]);
  });

  test('and not where a failing value of the same table is not explained', () => {
    expect(namesIn(BOTH_LOST, known)).toEqual([undefined]);
  });

  test('and not where it shows only now and then', () => {
    const twice = (shown: string) =>
      post({ name: 'Rex', categoryId: 1 }, reply(201, { id: 7, name: shown, categoryId: 1 }));
    expect(namesIn([LIVE, twice('Re'), twice('Re')], { 'emoji-lost': [LIVE, twice('Re'), twice('Re')] })).not.toEqual([
      undefined,
    ]);
    expect(namesIn([LIVE, twice('Re'), twice('Rex')], { 'emoji-lost': [LIVE, twice('Re'), twice('Re')] })).toEqual([
      undefined,
    ]);
  });

  test('and where several of one family fit, it is what they have in common', () => {
    const alike = { 'emoji-lost': EMOJI_LOST, 'emoji-crashes': EMOJI_LOST };
    const [cause] = namesIn(EMOJI_LOST, alike);
    expect(cause).toMatchObject({ from: 'fault', text: remedyOf('emoji-lost')?.text });
    expect(cause).not.toHaveProperty('fault');
  });

  test('and where several of different families fit, nothing', () => {
    expect(namesIn(EMOJI_LOST, { 'emoji-lost': EMOJI_LOST, 'name-trimmed': EMOJI_LOST })).toEqual([undefined]);
  });
});

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
      'The service stopped while it answered 2 requests at once: one of them is the reason, or that they came together.',
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
