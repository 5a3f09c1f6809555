import { expect, test } from 'vitest';
import { causesOf } from '../../suites/causes.ts';
import { exchange, resultOf } from '../reporters/samples.ts';

const accepted = { ...exchange, operation: 'listPets', response: { status: 200, headers: [], body: '[]' } };
const failed = (id: string) => resultOf(id, { outcome: 'fail', exchanges: [accepted] });

test.each([
  [['auth.missing.listPets', 'auth.wrong-scheme.listPets'], 'listPets can be used without the right credential.'],
  [
    ['auth.wrong-scheme.listPets', 'auth.header-only'],
    'listPets accepts the right key in another form than Authorization: Bearer.',
  ],
])('%j', (ids, cause) => {
  expect(causesOf(ids.map(failed))).toEqual([{ cause, explains: ids }]);
});

test('a list that shows the pet of a refused creation lets nobody in', () => {
  const ids = ['auth.no-effect', 'auth.missing.listPets'];
  expect(causesOf(ids.map(failed))).toEqual([]);
});
