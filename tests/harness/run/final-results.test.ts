import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../harness/http/reply.ts';
import type { Frequency, Result } from '../../../harness/report/model.ts';
import { resultOf } from '../../../harness/report/result.ts';
import type { Check, Need } from '../../../harness/run/check.ts';
import { finalResults, violationSeen } from '../../../harness/run/final-results.ts';
import { type Invariant, Watch } from '../../../harness/run/invariants.ts';
import { Population } from '../../../harness/run/population.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';
import { Inconclusive, Skipped, Violation } from '../../../harness/verdict/verdicts.ts';
import { checkOf, passes } from '../checks.ts';
import { replyOf } from '../replies.ts';

const population = new Population({ mark: 'mark', categories: [], readOnly: false });
const options = {
  durationMs: 0,
  redactor: new Redactor('a-long-secret'),
  origin: 'http://target.test',
  curlNetwork: [],
};

const check = (id: string, changes: Partial<Check> = {}) => checkOf(id, passes, changes);
const need = (id: string, stopsOn: Need['stopsOn'] = 'undecided') => ({ id, stopsOn });

const own = new Violation('own', 'not own', [replyOf()]);
const ownInPart = new Violation('own', 'not own', [replyOf()], { partial: true });

/** Every exchange that carries this text breaks the rule of that requirement. */
const breaking = (requirement: string, text: string, changes: Partial<Invariant> = {}): Invariant => ({
  requirement,
  appliesTo: () => true,
  breachOf: (reply) => (reply.text === text ? { expected: `no ${text}`, actual: text } : undefined),
  ...changes,
});

interface Run {
  readonly ends?: Readonly<Record<string, unknown>>;
  readonly invariants?: readonly Invariant[];
  readonly replies?: readonly Reply[];
  readonly repeated?: Readonly<Record<string, NonNullable<Frequency['repeated']>>>;
  readonly turns?: Readonly<Record<string, number>>;
}

function resultsOf(
  checks: readonly Check[],
  { ends = {}, invariants = [], replies = [], repeated = {}, turns = {} }: Run,
) {
  const watch = new Watch(invariants, { population, windowMs: 0 });
  for (const reply of replies) watch.see(reply);
  const results = finalResults({
    checks,
    ends: new Map(checks.map(({ id }) => [id, ends[id] ?? {}])),
    turns: new Map(Object.entries(turns)),
    watch,
    repeated: new Map(Object.entries(repeated)),
    population,
    resultOf: (decided, end) => resultOf(decided, end, options),
  });
  return (id: string): Result => {
    const result = results.get(id);
    if (!result) throw new Error(`There is no result for ${id}.`);
    return result;
  };
}

const bad = (number: number, requirement = 'sender') => replyOf({ number, body: 'bad', requirement });
const good = (number: number) => replyOf({ number, body: 'good' });

describe('what the invariants see', () => {
  test('fails a check that found nothing itself, and a SHOULD warns', () => {
    const checks = [check('a'), check('b', { level: 'SHOULD' }), check('c')];
    const invariants = [breaking('a', 'bad'), breaking('b', 'bad'), breaking('c', 'worse')];
    const result = resultsOf(checks, { invariants, replies: [good(1), bad(2)] });
    expect(['a', 'b', 'c'].map((id) => result(id).outcome)).toEqual(['fail', 'warn', 'pass']);
    expect(result('a')).toMatchObject({ actual: 'bad', frequency: { failed: 1, of: 2, unit: 'pages' } });
  });

  test('fails a check that could not decide, too', () => {
    const ends = { a: new Inconclusive({ kind: 'one-at-a-time' }) };
    const result = resultsOf([check('a')], { ends, invariants: [breaking('a', 'bad')], replies: [bad(1)] });
    expect(result('a').outcome).toBe('fail');
  });

  test('does not fail what the settings rule out', () => {
    const ends = { a: new Skipped({ kind: 'restricted-categories' }) };
    const result = resultsOf([check('a')], { ends, invariants: [breaking('a', 'bad')], replies: [bad(1)] });
    expect(result('a').outcome).toBe('skipped');
  });

  test('adds how often to a check\u2019s own violation, which stays as it is', () => {
    const run = { ends: { a: own }, invariants: [breaking('a', 'bad')], replies: [good(1), bad(2), bad(3)] };
    expect(resultsOf([check('a')], run)('a')).toMatchObject({
      expected: 'own',
      actual: 'not own',
      frequency: { failed: 2, of: 3 },
    });
  });

  test('does not replace the frequency that a check counted itself', () => {
    const frequency = { failed: 1, of: 9, unit: 'inputs' } as const;
    const counted = new Violation('own', 'not own', [replyOf()], { frequency });
    const run = { ends: { a: counted }, invariants: [breaking('a', 'bad')], replies: [bad(2)] };
    expect(resultsOf([check('a')], run)('a').frequency).toEqual(frequency);
  });
});

describe('one defect is one story', () => {
  const invariants = [breaking('a', 'bad')];
  const replies = [bad(1)];

  test.each<[Need['stopsOn'], string]>([
    ['undecided', 'inconclusive'],
    ['failure', 'inconclusive'],
    ['nothing', 'fail'],
  ])('where a need fails that stops on %s', (stopsOn, outcome) => {
    const checks = [check('a', { needs: [need('base', stopsOn)] }), check('base')];
    const result = resultsOf(checks, { ends: { base: own }, invariants, replies });
    expect(result('base').outcome).toBe('fail');
    expect(result('a').outcome).toBe(outcome);
    if (outcome === 'inconclusive') {
      expect(result('a').why).toEqual({ kind: 'depends-on', because: ['base'], outcome: 'failed' });
    }
  });

  test('where only the invariants see that the need fails', () => {
    const checks = [check('a', { needs: [need('base')] }), check('base')];
    const result = resultsOf(checks, { invariants: [...invariants, breaking('base', 'bad')], replies });
    expect(['base', 'a'].map((id) => result(id).outcome)).toEqual(['fail', 'inconclusive']);
  });

  test('through a need that another failure left undecided', () => {
    const open = new Inconclusive({ kind: 'depends-on', because: ['root'], outcome: 'failed' });
    const checks = [check('a', { needs: [need('middle')] }), check('middle', { needs: [need('root')] }), check('root')];
    const result = resultsOf(checks, { ends: { root: own, middle: open }, invariants, replies });
    expect(result('a')).toMatchObject({ outcome: 'inconclusive', why: { because: ['middle'] } });
  });

  test('but a need that is undecided for a reason of its own hides no violation', () => {
    const checks = [check('a', { needs: [need('base')] }), check('base')];
    const ends = { base: new Inconclusive({ kind: 'one-at-a-time' }) };
    expect(resultsOf(checks, { ends, invariants, replies })('a').outcome).toBe('fail');
  });

  test('and a failure of a special case hides none either', () => {
    const checks = [check('a', { needs: [need('base')] }), check('base')];
    const result = resultsOf(checks, { ends: { base: ownInPart }, invariants, replies });
    expect(result('base')).toMatchObject({ outcome: 'fail', partial: true });
    expect(result('a').outcome).toBe('fail');
  });

  test('a pass stays a pass, whatever its needs came to', () => {
    const checks = [check('a', { needs: [need('base')] }), check('base')];
    expect(resultsOf(checks, { ends: { base: own } })('a').outcome).toBe('pass');
  });
});

describe('a check that explains what others see from its stage on', () => {
  const sender = check('sender', { explains: ['a'] });
  const invariants = [breaking('a', 'bad'), breaking('sender', 'bad')];
  const turns = { sender: 1 };

  test('reports what is seen only then', () => {
    const result = resultsOf([check('a'), sender], { ends: { sender: own }, invariants, replies: [bad(2)], turns });
    expect(['a', 'sender'].map((id) => result(id).outcome)).toEqual(['pass', 'fail']);
  });

  test('explains nothing that was seen before', () => {
    const replies = [bad(1), bad(2)];
    const result = resultsOf([check('a'), sender], { ends: { sender: own }, invariants, replies, turns });
    expect(result('a')).toMatchObject({ outcome: 'fail', frequency: { failed: 2, of: 2 } });
  });

  test('explains nothing that its own check found', () => {
    const ends = { sender: own, a: own };
    const result = resultsOf([check('a'), sender], { ends, invariants, replies: [bad(2)], turns });
    expect(result('a').outcome).toBe('fail');
  });

  test('explains nothing where it found no violation', () => {
    const result = resultsOf([check('a'), sender], { invariants: [breaking('a', 'bad')], replies: [bad(1)] });
    expect(result('a').outcome).toBe('fail');
  });

  test('only where it is marked so', () => {
    const result = resultsOf([check('a'), check('sender')], { ends: { sender: own }, invariants, replies: [bad(1)] });
    expect(result('a').outcome).toBe('fail');
  });
});

describe('what another requirement reports already', () => {
  const reportedBy: Invariant['reportedBy'] = (_sighting, { failures }) => failures.map(({ id }) => id);
  const watching = check('a', { watches: true });
  const invariants = [breaking('a', 'bad', { reportedBy })];

  test('is not reported again, though the check comes first in the suite', () => {
    const result = resultsOf([watching, check('other')], { ends: { other: own }, invariants, replies: [bad(1)] });
    expect(result('a').outcome).toBe('pass');
  });

  test('is reported where nobody else does', () => {
    expect(resultsOf([watching, check('other')], { invariants, replies: [bad(1)] })('a').outcome).toBe('fail');
  });

  test('is weighed for each exchange by itself', () => {
    const firstOnly: Invariant['reportedBy'] = ({ reply }) => (reply.exchange.number === 1 ? ['other'] : []);
    const run = { invariants: [breaking('a', 'bad', { reportedBy: firstOnly })], replies: [bad(1), bad(2)] };
    const { frequency, exchanges } = resultsOf([watching], run)('a');
    expect(frequency).toMatchObject({ failed: 1, of: 2 });
    expect(exchanges?.map(({ number }) => number)).toEqual([2]);
  });

  test('sees what the invariants of others saw', () => {
    const bySighting: Invariant['reportedBy'] = (_sighting, { sightingsOf }) =>
      sightingsOf('other').map(({ reply }) => reply.exchange.requirement);
    const run = {
      replies: [bad(1)],
      invariants: [breaking('a', 'bad', { reportedBy: bySighting }), breaking('other', 'bad')],
    };
    const result = resultsOf([watching, check('other')], run);
    expect(['a', 'other'].map((id) => result(id).outcome)).toEqual(['pass', 'fail']);
  });
});

describe('a violation made of what was seen', () => {
  const seen = (replies: readonly Reply[], invariant = breaking('a', 'bad'), repeated?: Frequency['repeated']) => {
    const watch = new Watch([invariant], { population, windowMs: 0 });
    for (const reply of replies) watch.see(reply);
    return violationSeen(watch.tallyOf('a'), repeated);
  };

  test('is none where nothing was seen', () => {
    expect(seen([good(1)])).toBeUndefined();
  });

  test('shows the first, counts all, and names each distinct request once, shortest first', () => {
    const at = (number: number, path: string) => replyOf({ number, body: 'bad', request: { path } });
    const violation = seen([at(3, '/v1/pets'), at(1, '/v1/pets?limit=50'), at(2, '/v1/pets'), good(4)]);
    expect(violation?.replies.map(({ exchange }) => exchange.number)).toEqual([1]);
    expect(violation?.details.frequency).toEqual({ failed: 3, of: 4, unit: 'pages' });
    expect(violation?.details.cases?.map(({ input, reply }) => [input, reply?.exchange.number])).toEqual([
      ['GET /v1/pets', 2],
      ['GET /v1/pets?limit=50', 1],
    ]);
  });

  test('counts responses where not all are lists', () => {
    const fetched = replyOf({ number: 2, operation: 'getPet', body: 'bad' });
    expect(seen([bad(1), fetched])?.details.frequency?.unit).toBe('responses');
  });

  test.each([
    [3, false],
    [2, true],
    [0, true],
  ])('repeated three times and seen %i times: intermittent is %s', (failed, intermittent) => {
    const { details } = seen([bad(1)], undefined, { times: 3, failed }) ?? {};
    expect(details).toMatchObject({ intermittent, frequency: { repeated: { times: 3, failed } } });
  });

  test('is intermittent where the repeated request was answered otherwise', () => {
    expect(seen([replyOf({ body: 'bad', superseded: 'crash' })])?.details.intermittent).toBe(true);
    expect(seen([bad(1)])?.details.intermittent).toBe(false);
  });

  test('is partial only where every exchange shows a special case', () => {
    const special: Invariant = breaking('a', 'bad', {
      breachOf: ({ text, exchange }) =>
        text === 'bad' ? { expected: 'x', actual: 'y', partial: exchange.number < 3 } : undefined,
    });
    expect(seen([bad(1), bad(2)], special)?.details.partial).toBe(true);
    expect(seen([bad(1), bad(3)], special)?.details.partial).toBe(false);
  });

  test('shows the earlier exchange that belongs to the proof first', () => {
    const earlier = replyOf({ number: 1, body: 'refused' });
    const paired = breaking('a', 'bad', {
      breachOf: ({ text }) => (text === 'bad' ? { expected: 'x', actual: 'y', earlier } : undefined),
    });
    expect(seen([bad(5)], paired)?.replies.map(({ exchange }) => exchange.number)).toEqual([1, 5]);
  });
});
