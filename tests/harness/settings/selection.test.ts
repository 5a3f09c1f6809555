import { expect, test } from 'vitest';
import { checkSelection, isSelected } from '../../../harness/settings/selection.ts';

const IDS = ['auth.missing.listPets', 'auth.missing.getPet', 'list.ok', 'list.unique'];

test.each([
  ['everything without a choice', { only: [], skip: [] }, IDS],
  ['an identifier', { only: ['list.ok'], skip: [] }, ['list.ok']],
  ['a pattern', { only: ['auth.*'], skip: [] }, ['auth.missing.listPets', 'auth.missing.getPet']],
  ['one character', { only: ['list.o?'], skip: [] }, ['list.ok']],
  ['skip wins over only', { only: ['list.*'], skip: ['*.ok'] }, ['list.unique']],
  ['a dot is a dot', { only: ['list.ok', 'listxok'], skip: [] }, ['list.ok']],
])('%s', (_case, selection, expected) => {
  expect(IDS.filter((id) => isSelected(id, selection))).toEqual(expected);
});

test.each([
  [
    { only: ['list.okk'], skip: [] },
    '--only "list.okk" matches no requirement: choose from petstore-conformance list, perhaps list.ok.',
  ],
  [
    { only: [], skip: ['auth.missing'] },
    '--skip "auth.missing" matches no requirement: choose from petstore-conformance list, perhaps auth.missing.*.',
  ],
  [{ only: ['zzzzzz'], skip: [] }, '--only "zzzzzz" matches no requirement: choose from petstore-conformance list.'],
  [
    { only: ['list.ok'], skip: ['list.*'] },
    '--only and --skip together leave no requirement to check: loosen one of them.',
  ],
])('a choice that cannot be meant: %o', (selection, sentence) => {
  expect(() => checkSelection(selection, IDS)).toThrow(sentence);
});
