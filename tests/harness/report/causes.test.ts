import { describe, expect, test } from 'vitest';
import { runInline } from '../../../harness/run/run-inline.ts';
import { petStore } from '../../../suites/index.ts';
import { checkReference, settingsFor } from '../../support.ts';
import { type Habits, serveNaiveStore } from '../naive-store.ts';

const causesWith = async (fault: string) => (await checkReference({ faults: [fault] })).causes ?? [];

describe('failures that share a cause are reported together', () => {
  test.each([
    [
      '404-draws-html',
      'Errors are sent as text/html, not as a JSON Error.',
      ['body.content-type', 'body.json', 'errors.shape.404'],
    ],
    [
      'capped-at-eighty',
      'A page ends at 80 pets, whatever was asked for.',
      ['list.limit.honoured', 'list.limit.maximum', 'list.status.with-limit'],
    ],
    ['list-crashes', 'The service fails on some input with 500.', ['errors.no-5xx', 'list.ok']],
  ])('%s', async (fault, cause, explains) => {
    const causes = await causesWith(fault);
    expect(causes.map((reported) => [reported.cause, [...reported.explains].sort()])).toEqual([[cause, explains]]);
  });

  test('an operation without authentication is one cause, for each operation', async () => {
    const causes = await causesWith('no-key-needed-anywhere');
    expect(causes.map(({ cause }) => cause)).toEqual([
      'listPets can be used without the right credential.',
      'createPet can be used without the right credential.',
      'getPet can be used without the right credential.',
    ]);
  });

  test.each(['sunset-a-year-early', 'list-in-an-envelope'])(
    '%s breaks one requirement and needs no cause',
    async (fault) => {
      expect(await causesWith(fault)).toEqual([]);
    },
  );
});

describe('a store that keeps numbers as doubles', () => {
  const doubles = 'Numbers in request bodies go through a double (53 bits), which changes some of them.';
  const CREDENTIALS = ['auth.missing', 'auth.invalid-key', 'auth.wrong-scheme'];
  const OPERATIONS = ['createPet', 'getPet', 'listPets'];

  test.each<readonly [string, Habits, readonly (readonly [cause: string, explains: readonly string[]])[]]>([
    [
      'and nothing else wrong',
      {},
      [[doubles, ['body.pet-shape', 'create.int64', 'create.out-of-range', 'create.wrong-type']]],
    ],
    [
      'behind a middleware that answers 400 to bad credentials',
      { unauthorized: 400 },
      [
        [doubles, ['body.pet-shape', 'create.int64', 'create.out-of-range', 'create.wrong-type']],
        [
          'Bad credentials are refused with 400, not with 401.',
          [
            'auth.malformed',
            ...CREDENTIALS.flatMap((id) => OPERATIONS.map((operation) => `${id}.${operation}`)),
          ].sort(),
        ],
      ],
    ],
    [
      'that refuses with 422 in an envelope',
      { invalid: 422, errorBody: (status) => JSON.stringify({ error: { code: 'x', message: 'y', status } }) },
      [
        [doubles, ['body.pet-shape', 'create.int64', 'create.out-of-range']],
        [
          'Invalid bodies are refused with 422, not with 400.',
          ['create.bad-body', 'create.bad-status', 'create.missing-field', 'create.wrong-type'],
        ],
        [
          'Error bodies are not Errors: code is missing, message is missing, status is missing.',
          ['errors.shape.400', 'errors.shape.401', 'errors.shape.404', 'errors.shape.other'],
        ],
      ],
    ],
    [
      'and ids as text',
      { idOf: String },
      [
        [doubles, ['create.int64', 'create.out-of-range', 'create.wrong-type']],
        ['The id of a pet is a string.', ['body.pet-shape', 'create.id.int64']],
      ],
    ],
  ])('%s', async (_name, habits, causes) => {
    const report = await runInline(settingsFor(await serveNaiveStore(habits)), petStore);
    expect(report.causes?.map(({ cause, explains }) => [cause, [...explains].sort()])).toEqual(causes);
  });
});
