import { describe, expect, test } from 'vitest';
import type { Exchange, Result } from '../../../harness/report/model.ts';
import { mergeParts } from '../../../harness/shard/merge-parts.ts';
import { type PartEnd, type ShardSheet, sheetOf } from '../../../harness/shard/shard.ts';
import { sentenceOf } from '../../../harness/verdict/reasons.ts';
import { resultOf } from '../../reporters/samples.ts';
import { idsWith, settingsFor, TEST_KEY } from '../../support.ts';

const START = Date.parse('2030-01-01T12:00:00Z');

function partOf(name: string, results: readonly Result[], changes: Partial<PartEnd> = {}, index = 1): PartEnd {
  const sheet = sheetOf({ index, count: 2 }, settingsFor('http://127.0.0.1:9/v1'), new Date(START + index));
  const totals = { requests: 10, creations: 2 };
  return { name, sheet, results, bases: [], totals, created: [], durationMs: 100 * index, ...changes };
}

function merged(...lists: readonly (readonly Result[])[]) {
  const parts = lists.map((results, index) => partOf(`part-${index + 1}`, results, {}, Math.min(index + 1, 2)));
  return mergeParts(parts, lists.flat(), { strict: false });
}

describe('one requirement that several parts checked', () => {
  const pass = resultOf('body.json');
  const fail = resultOf('body.json', { outcome: 'fail', actual: 'html' });
  const open = resultOf('body.json', { outcome: 'inconclusive', reason: 'No body was seen.' });
  const skipped = resultOf('body.json', { outcome: 'skipped', reason: 'Left out.' });
  const bug = { kind: 'suite-bug', detail: 'oops' } as const;
  const fault = resultOf('body.json', { outcome: 'inconclusive', reason: sentenceOf(bug), why: bug });

  test.each([
    ['a violation over a pass', [pass, fail], 'fail'],
    ['a pass over what was not decided', [open, pass], 'pass'],
    ['what was not decided over what was skipped', [skipped, open], 'inconclusive'],
  ] as const)('ends as %s', (_what, [one, other], outcome) => {
    expect(merged([one], [other]).results[0]?.outcome).toBe(outcome);
    expect(merged([other], [one]).results[0]?.outcome).toBe(outcome);
  });

  test('a bug in the suite does not hide behind a pass', () => {
    expect(merged([pass], [fault])).toMatchObject({ exitCode: 5, diagnosis: 'Bug in the suite: oops' });
  });

  test('an observation is that of the first part which observed', () => {
    const seen = (reason: string) => resultOf('observed.latency', { level: 'INFO', outcome: 'observed', reason });
    const none = resultOf('observed.latency', { level: 'INFO', outcome: 'inconclusive', reason: 'None.' });
    expect(merged([none], [seen('one')], [seen('two')]).observations[0]?.value).toBe('one');
  });
});

test('the numbers of all parts are added, and the time is that of the longest shard', () => {
  const created = [{ id: '1', requirement: 'create.minimal' }];
  const parts = [partOf('rest', [resultOf('list.ok')], { created }), partOf('get.unknown', [], { created }, 2)];
  const { run, target } = mergeParts(parts, [resultOf('list.ok')], { strict: false });
  const startedAt = new Date(START + 1).toISOString();
  expect(run).toMatchObject({ startedAt, requests: 20, creations: 4, durationMs: 200, seed: 20301205, id: 'testrun' });
  expect(run.created).toHaveLength(2);
  expect(target.baseUrl).toBe('http://127.0.0.1:9/v1');
});

describe('one defect is reported once, also where its parts do not know of one another', () => {
  const exchange = (requirement: string, status: number): Exchange => ({
    number: 1,
    requirement,
    operation: 'listPets',
    request: { method: 'GET', url: 'http://127.0.0.1:9/v1/pets', headers: [] },
    response: { status, headers: [], body: '' },
    startedAt: new Date(START).toISOString(),
    durationMs: 1,
  });
  const stray = resultOf('errors.documented-status', { outcome: 'fail', exchanges: [exchange('list.ok', 403)] });

  test('a stray status that a requirement of another part reports', () => {
    const teller = resultOf('auth.first', { outcome: 'fail', exchanges: [exchange('auth.first', 403)] });
    expect(idsWith(merged([stray], [teller]), 'fail')).toEqual(['auth.first']);
  });

  test('but not one that nobody reports', () => {
    const teller = resultOf('auth.first', { outcome: 'fail', exchanges: [exchange('auth.first', 200)] });
    expect(idsWith(merged([stray], [teller]), 'fail')).toEqual(['auth.first', 'errors.documented-status']);
  });

  test.each([
    ['7', ['create.bad-status']],
    ['8', ['body.pet-shape', 'create.bad-status']],
  ])('an invalid pet 7 when a creation that was to be refused left pet %s', (id, failing) => {
    const shape = resultOf('body.pet-shape', { outcome: 'fail', facts: { petIds: ['7'] } });
    const teller = resultOf('create.bad-status', { outcome: 'fail' });
    const created = [{ id, requirement: 'create.bad-status' }];
    const parts = [partOf('rest', [teller], { created }), partOf('get.unknown', [shape], {}, 2)];
    expect(idsWith(mergeParts(parts, [teller, shape], { strict: false }), 'fail')).toEqual(failing);
  });

  test('but not an invalid pet that the same part created: it has reported that itself', () => {
    const shape = resultOf('body.pet-shape', { outcome: 'fail', facts: { petIds: ['7'] } });
    const teller = resultOf('create.int64', { outcome: 'fail' });
    const created = [{ id: '7', requirement: 'create.int64' }];
    const parts = [partOf('rest', [teller, shape], { created }), partOf('get.unknown', [], {}, 2)];
    expect(idsWith(mergeParts(parts, [teller, shape], { strict: false }), 'fail')).toEqual([
      'body.pet-shape',
      'create.int64',
    ]);
  });
});

test('what failed only where it is not reported is reported where it leaves something open', () => {
  const complete = resultOf('list.complete');
  const bases = [resultOf('list.complete', { outcome: 'fail', actual: 'too few' })];
  const why = { kind: 'depends-on', because: ['list.complete'], outcome: 'failed' } as const;
  const open = { outcome: 'inconclusive', reason: sentenceOf(why), why } as const;
  const ends = (result: Result) =>
    mergeParts([partOf('rest', [complete]), partOf(result.id, [result], { bases }, 2)], [complete, result], {
      strict: false,
    });
  expect(idsWith(ends(resultOf('list.limit.honoured', open)), 'fail')).toEqual(['list.complete']);
  expect(idsWith(ends(resultOf('list.limit.honoured')), 'fail')).toEqual([]);
  const elsewhere = mergeParts(
    [partOf('rest', [complete, resultOf('list.unique')]), partOf('p', [resultOf('list.unique', open)], { bases }, 2)],
    [complete, resultOf('list.unique')],
    { strict: false },
  );
  expect(idsWith(elsewhere, 'pass')).toEqual(['list.complete', 'list.unique']);
});

describe('shards that do not make a run', () => {
  const sheet = partOf('rest', []).sheet;
  const other = (changes: Partial<ShardSheet>) =>
    partOf('get.unknown', [], { sheet: { ...sheet, index: 2, ...changes } });
  const settings = (changes: object) => other({ settings: { ...sheet.settings, ...changes } });

  test.each([
    ['none', [], 'There are no shards to merge: make them with petstore-conformance shard.'],
    ['one missing', [partOf('rest', [])], 'Shard 2/2 is missing: run petstore-conformance shard 2/2 as the others.'],
    ['one twice', [partOf('rest', []), partOf('rest', [])], 'Shard 1/2 appears twice: remove one of the two.'],
    [
      'another number',
      [partOf('rest', []), other({ count: 3 })],
      'Shards 1/2 and 2/3 are from different runs: keep those of one run.',
    ],
    ['another seed', [partOf('rest', []), settings({ seed: 1 })], /^Shards 1\/2 and 2\/2 differ in --seed: run all/],
    ['another target', [partOf('rest', []), settings({ baseUrl: 'http://b/v1' })], /differ in --base-url: run all/],
    ['another setting', [partOf('rest', []), settings({ maxRps: 3 })], /differ in --max-rps: run all/],
    [
      'another variable',
      [partOf('rest', []), settings({ readOnlyHosts: ['b'] })],
      /differ in PETSTORE_READ_ONLY_HOSTS:/,
    ],
    [
      'another version',
      [partOf('rest', []), other({ suiteVersion: '9.9.9' })],
      /^Shard 2\/2 was made by version 9\.9\.9/,
    ],
  ])('%s', (_what, parts, sentence) => {
    expect(() => mergeParts(parts, [], { strict: false })).toThrow(sentence);
  });

  test('another run id and another strictness are none', () => {
    const parts = [partOf('rest', [resultOf('list.ok')]), settings({ runId: 'other', strict: true })];
    expect(mergeParts(parts, [resultOf('list.ok')], { strict: false }).exitCode).toBe(0);
  });
});

test('what is reported of a shard holds the key in no setting', () => {
  const settings = settingsFor(`http://127.0.0.1:9/${TEST_KEY}/v1`, { ledger: '/tmp/l', waivers: '/tmp/w' });
  const text = JSON.stringify(sheetOf({ index: 1, count: 1 }, settings, new Date(START)));
  expect(text).not.toMatch(/7f3a|\/tmp/);
});
