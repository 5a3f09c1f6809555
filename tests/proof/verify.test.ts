import { describe, expect, test } from 'vitest';
import { writtenBy } from '../../proof/simulation/inspect-own-record.ts';
import { refusalOf, verification } from '../../proof/verify.ts';
import { run } from './support.ts';

describe('what a run writes is accepted, and refused once it is edited', () => {
  // The proof has 200.
  test('run 1', async () => expect(Object.values(await verification(1)).flat()).toEqual([]));
});

describe('every part of a statement counts', async () => {
  const written = writtenBy(await run({ faults: ['limit-one-gives-two'] }, { validForDays: 30 }));
  const text = JSON.stringify(written.statement);
  const edits: Readonly<Record<string, readonly [from: string | RegExp, to: string]>> = {
    'the result': ['"result":"FAILED"', '"result":"PASSED"'],
    'a requirement that failed': ['"failedTests":["list.limit.minimum"]', '"failedTests":[]'],
    'a requirement that was moved': ['"undecidedTests":[]', '"undecidedTests":["list.limit.minimum"]'],
    'the verdict': ['"verdict":"violating"', '"verdict":"conforming"'],
    'the exit code': ['"exitCode":1', '"exitCode":0'],
    'the last day': [/"validUntil":"\d+/, '"validUntil":"2999'],
    'the seed': [/"seed":(\d)/, '"seed":1$1'],
    'the start': [/"startedAt":"2\d/, '"startedAt":"29'],
    'the subject': ['registry.example.com/shop', 'registry.example.com/mop'],
    'the digest of the subject': ['"sha256":"a', '"sha256":"b'],
    'the digest of the record': [/("name":"record","digest":\{"sha256":")./, '$1-'],
    'the digest of the suite': [/("name":"suite","digest":\{"sha256":")./, '$1-'],
    'a setting': ['"strict":false', '"strict":true'],
    'a part of the configuration that the run did not have': ['"configuration":[', '"configuration":[{"name":"x"},'],
    'a field that the run did not write': ['"result":', '"exitCode":0,"result":'],
  };

  test('untouched', () => expect(refusalOf(written)).toEqual([]));

  test.each(Object.entries(edits))('%s', (_what, [from, to]) => {
    const statement = text.replace(from, to);
    expect(statement).not.toBe(text);
    expect(refusalOf({ ...written, statement: JSON.parse(statement) })).not.toEqual([]);
  });
});

test('a difference names its place and the requirement, and what each side says', async () => {
  const { statement, archive } = writtenBy(await run({ faults: ['limit-one-gives-two'] }));
  const edited = JSON.stringify(statement).replace('"failedTests":["list.limit.minimum"]', '"failedTests":[]');
  expect(refusalOf({ statement: JSON.parse(edited), archive })).toEqual([
    'predicate.failedTests list.limit.minimum: the statement says nothing, the record "list.limit.minimum"',
  ]);
});

test('what a run writes does not depend on the order of fields or on white space', async () => {
  const { statement, archive } = writtenBy(await run({}));
  const turned = (value: object): object => Object.fromEntries(Object.entries(value).reverse());
  expect(refusalOf({ statement: turned(statement), archive: turned(archive) })).toEqual([]);
});
