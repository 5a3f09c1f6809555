import { describe, expect, test } from 'vitest';
import { isSuiteBug } from '../../../harness/report/result.ts';
import { Session } from '../../../harness/run/session.ts';
import { Inconclusive, Skipped, Violation } from '../../../harness/verdict/verdicts.ts';
import { settingsFor } from '../../support.ts';
import { checkOf, counted, fails, passes, rowOf, runChecks, staysOpen, suiteOf } from '../checks.ts';

describe('how a check ends', () => {
  test('by returning: a pass, or an observation with its value', async () => {
    const report = await runChecks([
      checkOf('a', passes),
      checkOf('b', async () => ({ remark: 'a remark', covered: ['getPet'] })),
      checkOf('c', async () => ({ remark: 'a value', data: { count: 3 } }), { level: 'INFO' }),
    ]);
    expect(report.results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['pass', undefined],
      ['pass', 'a remark'],
      ['observed', 'a value'],
    ]);
    expect(rowOf(report, 'b').covered).toEqual(['getPet']);
    expect(report.observations).toMatchObject([{ id: 'c', value: 'a value', data: { count: 3 } }]);
    expect(report.exitCode).toBe(0);
  });

  test('by a violation: a failure, a warning, or an observation that was not made', async () => {
    const report = await runChecks([
      checkOf('a', fails),
      checkOf('b', fails, { level: 'SHOULD' }),
      checkOf('c', fails, { level: 'INFO' }),
    ]);
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['fail', 'warn', 'inconclusive']);
    expect(rowOf(report, 'a')).toMatchObject({ expected: 'a', actual: 'b', exchanges: [{ operation: 'listPets' }] });
    expect(rowOf(report, 'a').curl).toMatch(/^curl .*\/v1\/pets' -H "Authorization: Bearer \$PETSTORE_API_KEY"$/);
    expect(rowOf(report, 'c').why?.kind).toBe('observation-failed');
  });

  test('undecided or ruled out, with the reason as data and as a sentence', async () => {
    const why = { kind: 'read-only', needs: 'a second pet' } as const;
    const report = await runChecks([checkOf('a', staysOpen), checkOf('b', () => Promise.reject(new Skipped(why)))]);
    const open = { kind: 'nothing-seen', what: 'pet' };
    expect(rowOf(report, 'a')).toMatchObject({ outcome: 'inconclusive', reason: 'No pet was seen.', why: open });
    expect(rowOf(report, 'b')).toMatchObject({ outcome: 'skipped', reason: 'Read-only: needs a second pet.', why });
  });

  test('by any other exception: a bug in the suite, never the server\u2019s fault', async () => {
    const report = await runChecks([
      checkOf('a', () => Promise.reject(new TypeError('x is not a function'))),
      checkOf('b', passes),
    ]);
    expect(rowOf(report, 'a').outcome).toBe('inconclusive');
    expect(report.results.filter(isSuiteBug).map(({ id }) => id)).toEqual(['a']);
    expect(rowOf(report, 'b').outcome).toBe('pass');
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 5 });
    expect(report.diagnosis).toBe('Bug in the suite: TypeError: x is not a function');
  });

  test('without the key in any sentence', async () => {
    const report = await runChecks([
      checkOf('a', async ({ settings: { apiKey }, preflight }) => {
        throw new Violation(`${apiKey} 1`, `${apiKey} 2`, [preflight.list], {
          counterexample: { value: `${apiKey} 3`, seed: 1, path: '0' },
          cases: [{ input: `${apiKey} 4`, expected: `${apiKey} 5`, actual: `${apiKey} 6` }],
        });
      }),
      checkOf('b', ({ settings }) => Promise.reject(new TypeError(`${settings.apiKey} 7`))),
      checkOf('c', async ({ settings }) => ({ remark: `${settings.apiKey} 8` })),
    ]);
    expect(JSON.stringify(report)).not.toContain('Test-Key.7f3a');
    for (const place of [1, 2, 3, 4, 5, 6, 7, 8]) {
      expect(JSON.stringify(report)).toContain(`$PETSTORE_API_KEY ${place}`);
    }
  });
});

describe('what the settings rule out', () => {
  test('a read-only run runs no check that writes, not even for another check that needs it', async () => {
    const writer = counted('writer', { writes: true });
    const other = counted('other', { needs: [{ id: 'writer', stopsOn: 'undecided' }] });
    for (const only of [[], ['other']]) {
      const report = await runChecks([writer.check, other.check], { readOnly: true, only }, 3);
      expect(rowOf(report, 'writer').outcome).toBe('skipped');
      expect(rowOf(report, 'other').outcome).toBe('pass');
      expect(report.run.creations).toBe(0);
    }
    expect(writer.runs).toHaveLength(0);
    const report = await runChecks([writer.check], { readOnly: true });
    expect(rowOf(report, 'writer').why).toEqual({ kind: 'read-only', needs: 'requests that could create a pet' });
  });

  test('from the removal date on, what asks getPet is skipped', async () => {
    const outcomeAt = async (now: string) => {
      const getting = counted('getting', { getsPets: true });
      const other = counted('other');
      const report = await runChecks([getting.check, other.check], { now });
      return [rowOf(report, 'getting').outcome, getting.runs.length, other.runs[0]?.getPetIsServed];
    };
    expect(await outcomeAt('2030-12-04')).toEqual(['pass', 1, true]);
    expect(await outcomeAt('2030-12-05')).toEqual(['skipped', 0, false]);
    expect(await outcomeAt('2031-01-01')).toEqual(['skipped', 0, false]);
    const report = await runChecks([checkOf('getting', passes, { getsPets: true })], { now: '2030-12-05' });
    expect(rowOf(report, 'getting').why).toEqual({ kind: 'removal-date', date: '2030-12-05', now: '2030-12-05' });
  });
});

describe('what a check has at hand', () => {
  test('requests recorded under its own id, and all exchanges so far', async () => {
    const report = await runChecks([
      checkOf('a', async ({ api, journal }) => {
        const reply = await api.listPets();
        return {
          remark: `${reply.exchange.requirement} ${journal.some(({ exchange }) => exchange === reply.exchange)}`,
        };
      }),
    ]);
    expect(rowOf(report, 'a').reason).toBe('a true');
  });

  test('which others failed so far, as a whole or only in part', async () => {
    const failsInPart = checkOf('part', async ({ preflight }) => {
      throw new Violation('a', 'b', [preflight.list], { partial: true });
    });
    const asking = checkOf(
      'asking',
      async ({ failedAmong, failedInPart }) => ({
        remark: [failedAmong(['whole', 'part', 'fine']), failedInPart('whole'), failedInPart('part')].join(),
      }),
      { stage: 'end' },
    );
    const report = await runChecks([checkOf('whole', fails), failsInPart, checkOf('fine', passes), asking]);
    expect(rowOf(report, 'asking').reason).toBe('whole,part,false,true');
  });

  test('how what it needs ended, and nothing else', async () => {
    const asking = checkOf('asking', async ({ outcomeOf }) => ({ remark: await outcomeOf('base') }), {
      needs: [{ id: 'base', stopsOn: 'nothing' }],
    });
    const nosy = checkOf('nosy', async ({ outcomeOf }) => ({ remark: await outcomeOf('base') }));
    const report = await runChecks([checkOf('base', fails), asking, nosy]);
    expect(rowOf(report, 'asking').reason).toBe('fail');
    expect(rowOf(report, 'nosy').why).toMatchObject({ kind: 'suite-bug' });
  });

  test('every input tried, with all that fail', async () => {
    const report = await runChecks([
      checkOf('a', async ({ tryAll, preflight }) => {
        const cases = ['12', '3', 'fine'].map((input) => ({
          input,
          attempt: async () => {
            if (input !== 'fine') throw new Violation('x', `y ${input}`, [preflight.list]);
          },
        }));
        await tryAll(cases);
        return {};
      }),
    ]);
    const { cases, frequency } = rowOf(report, 'a');
    expect(cases?.total).toBe(2);
    expect(cases?.listed.map(({ input, actual }) => [input, actual])).toEqual([
      ['3', 'y 3'],
      ['12', 'y 12'],
    ]);
    expect(cases?.listed.every(({ curl }) => curl?.startsWith('curl '))).toBe(true);
    expect(frequency).toEqual({ failed: 2, of: 3, unit: 'inputs' });
  });

  test('nothing before the preflight, and no check that does not exist', async () => {
    const settings = settingsFor('http://127.0.0.1:9/v1');
    const session = new Session(settings, suiteOf([checkOf('a', passes)]), new AbortController().signal);
    expect((await session.decide('a')).reason).toContain('The preflight comes before the first check.');
    expect(() => session.decide('b')).toThrow('There is no check for b');
    await session.close();
  });
});

test('an undecided check does not hide behind its level', async () => {
  const open = () => Promise.reject(new Inconclusive({ kind: 'one-at-a-time' }));
  expect((await runChecks([checkOf('a', open)])).exitCode).toBe(4);
  expect((await runChecks([checkOf('a', passes), checkOf('b', open, { level: 'SHOULD' })])).exitCode).toBe(0);
});
