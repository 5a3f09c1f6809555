import { describe, expect, test } from 'vitest';
import type { CaseReport, Result } from '../../harness/report/model.ts';
import { asSentence, caseLine, casesOf, coverageSentence, evidenceOf } from '../../reporters/evidence.ts';
import { interruptionsInWords } from '../../reporters/run-words.ts';
import { exchange, failure, reportOf, resultOf } from './samples.ts';

function sentencesOf(changes: Partial<Result>): readonly string[] {
  return evidenceOf({ ...failure, ...changes }).map(({ clause }) => asSentence(clause));
}

const pages = { failed: 3, of: 41, unit: 'pages' } as const;

describe('frequency', () => {
  test.each([
    [{ frequency: { failed: 5, of: 14, unit: 'inputs' } }, 'In 5 of 14 inputs.'],
    [{ frequency: { failed: 1, of: 1, unit: 'responses' } }, 'In 1 of 1 response.'],
    [{ frequency: { failed: 1234, of: 5678, unit: 'responses' } }, 'In 1,234 of 5,678 responses.'],
    [{ frequency: { ...pages, repeated: { times: 0, failed: 0 } } }, 'In 3 of 41 pages.'],
    [{ frequency: { ...pages, repeated: { times: 3, failed: 0 } } }, 'In 3 of 41 pages; not seen again in 3 repeats.'],
    [{ frequency: { ...pages, repeated: { times: 3, failed: 2 } } }, 'In 3 of 41 pages; seen again in 2 of 3 repeats.'],
    [{ frequency: { ...pages, repeated: { times: 3, failed: 3 } } }, 'In 3 of 41 pages; seen again in all 3 repeats.'],
    [{ frequency: { ...pages, repeated: { times: 1, failed: 0 } } }, 'In 3 of 41 pages; not seen again when repeated.'],
    [{ frequency: { ...pages, repeated: { times: 1, failed: 1 } } }, 'In 3 of 41 pages; seen again when repeated.'],
    [{ frequency: pages, intermittent: true }, 'Intermittent: in 3 of 41 pages.'],
    [{ intermittent: true }, 'Intermittent: it does not fail each time.'],
  ] as const)('%j', (changes, sentence) => {
    expect(sentencesOf(changes)).toEqual([sentence]);
  });
});

test.each([
  ['fresh', 'On a new connection.'],
  ['reused', 'On a connection that had just carried the right key.'],
] as const)('a %s connection is that of the deciding exchange', (connection, sentence) => {
  const own = { ...exchange, connection };
  expect(sentencesOf({ exchanges: [exchange, own] })).toEqual([sentence]);
  expect(sentencesOf({ exchanges: [own, exchange] })).toEqual([]);
});

test('a partial failure says that what depends on it was checked', () => {
  expect(sentencesOf({ partial: true })).toEqual([
    'Only a special case fails; what depends on it was checked all the same.',
  ]);
});

describe('cases', () => {
  const caseOf = (input: string): CaseReport => ({ input, expected: failure.expected ?? '', actual: '201' });
  const listed = ['a', 'bb', 'ccc'].map(caseOf);
  const { counterexample: _none, ...plain } = failure;

  test('are shown in their order, and the others counted', () => {
    const result = { ...plain, cases: { total: 1500, listed } };
    expect(casesOf(result, 2)).toEqual({ cases: listed.slice(0, 2), others: 'and 1,498 more, 1,500 in all' });
    expect(casesOf(result)).toEqual({ cases: listed, others: 'and 1,497 more, 1,500 in all' });
    expect(casesOf({ ...plain, cases: { total: 3, listed } }, 5)).toEqual({ cases: listed });
  });

  test('are left out where the smallest input is the only one', () => {
    const one = { total: 1, listed: listed.slice(0, 1) };
    expect(casesOf({ ...failure, cases: one })).toEqual({ cases: [] });
    expect(casesOf({ ...plain, cases: one })).toEqual({ cases: one.listed });
    expect(casesOf(plain)).toEqual({ cases: [] });
  });

  test('take one line, without what the result says anyway', () => {
    expect(caseLine({ ...caseOf('x'), actual: failure.actual ?? '' }, failure)).toBe('x');
    expect(caseLine(caseOf('name\n  42'), failure)).toBe('name\\n  42 → 201');
    expect(caseLine({ ...caseOf('x'), expected: '404' }, failure)).toBe('x → 201 (expected 404)');
  });
});

test.each([
  [{ covered: ['listPets', 'createPet'] }, 'Checked: listPets, createPet.'],
  [{ covered: ['getPet'] }, 'Checked: getPet.'],
  [{ covered: ['listPets', 'createPet', 'getPet'] }, undefined],
  [{ covered: [] }, undefined],
  [{}, undefined],
  [{ covered: ['getPet'], outcome: 'fail' }, undefined],
] as const)('coverage of %j', (changes, sentence) => {
  expect(coverageSentence(resultOf('auth.malformed', changes))).toBe(sentence);
});

test('interruptions are counted and added up', () => {
  const { run } = reportOf([]);
  const one = { startedAt: run.startedAt, durationMs: 1240, status: 502 };
  const inWords = (interruptions: readonly (typeof one)[]) => interruptionsInWords({ ...run, interruptions });
  expect(interruptionsInWords(run)).toBeUndefined();
  expect(inWords([])).toBeUndefined();
  expect(inWords([one])).toBe('1 interruption by something in front of the service, 1.2 s');
  expect(inWords([one, { ...one, durationMs: 1900 }])).toBe(
    '2 interruptions by something in front of the service, 3.1 s',
  );
});
