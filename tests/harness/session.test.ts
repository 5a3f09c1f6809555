import { describe, expect, test } from 'vitest';
import type { Check } from '../../harness/check.ts';
import type { CheckContext } from '../../harness/context.ts';
import { judge } from '../../harness/judge.ts';
import { Session } from '../../harness/session.ts';
import { Inconclusive, Skipped, Violation } from '../../harness/verdicts.ts';
import { settingsFor } from '../support.ts';
import { checkOf, rowOf, runChecks } from './checks.ts';

const passes: Check['decide'] = async () => undefined;
const fails: Check['decide'] = async ({ preflight }) => {
  throw new Violation('a', 'b', [preflight.list]);
};
const staysOpen: Check['decide'] = async () => {
  throw new Inconclusive('Nothing was seen.');
};

/** A check that tells how often it ran. */
function counted(id: string, changes: Partial<Check> = {}, decide: Check['decide'] = passes) {
  const runs: CheckContext[] = [];
  const check = checkOf(
    id,
    async (context) => {
      runs.push(context);
      return decide(context);
    },
    changes,
  );
  return { check, runs };
}

describe('how a check ends', () => {
  test('by returning: a pass, or an observation with its value', async () => {
    const report = await runChecks([
      checkOf('a', passes),
      checkOf('b', async () => 'a remark'),
      checkOf('c', async () => 'a value', { level: 'INFO' }),
    ]);
    expect(report.results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['pass', undefined],
      ['pass', 'a remark'],
      ['observed', 'a value'],
    ]);
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
    expect(rowOf(report, 'c').reason).toBe('expected a; actual b');
  });

  test('undecided or ruled out, with the reason', async () => {
    const report = await runChecks([
      checkOf('a', staysOpen),
      checkOf('b', async () => {
        throw new Skipped('Nobody wants it.');
      }),
    ]);
    expect(rowOf(report, 'a')).toMatchObject({ outcome: 'inconclusive', reason: 'Nothing was seen.' });
    expect(rowOf(report, 'b')).toMatchObject({ outcome: 'skipped', reason: 'Nobody wants it.' });
  });

  test('by any other exception: a fault of the suite, and never of the server', async () => {
    const report = await runChecks([
      checkOf('a', async () => {
        throw new TypeError('x is not a function');
      }),
      checkOf('b', passes),
    ]);
    expect(rowOf(report, 'a').outcome).toBe('inconclusive');
    expect(rowOf(report, 'a').reason).toMatch(/^Fault of the suite: TypeError: x is not a function\n\s+at /);
    expect(rowOf(report, 'b').outcome).toBe('pass');
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 5 });
    expect(report.diagnosis).toBe('Fault of the suite: TypeError: x is not a function');
  });

  test('with no text that holds the key', async () => {
    const report = await runChecks([
      checkOf('a', async ({ settings, preflight }) => {
        throw new Violation(`${settings.apiKey} 1`, `${settings.apiKey} 2`, [preflight.list], {
          value: `${settings.apiKey} 3`,
          seed: 1,
          path: '0',
        });
      }),
      checkOf('b', ({ settings }) => Promise.reject(new Inconclusive(`${settings.apiKey} 4`))),
      checkOf('c', ({ settings }) => Promise.reject(new TypeError(`${settings.apiKey} 5`))),
      checkOf('d', async ({ settings }) => `${settings.apiKey} 6`),
      checkOf('e', ({ settings }) => Promise.reject(new Skipped(`${settings.apiKey} 7`))),
    ]);
    expect(JSON.stringify(report)).not.toContain('Test-Key.7f3a');
    expect(JSON.stringify(report).match(/\$PETSTORE_API_KEY [1-7]/g)).toHaveLength(8);
  });
});

describe('after', () => {
  test('a check waits for its bases, whatever the order', async () => {
    const order: string[] = [];
    const noting = (id: string, after: readonly string[]) =>
      checkOf(
        id,
        async ({ api }) => {
          await api.listPets();
          order.push(id);
          return undefined;
        },
        { after },
      );
    await runChecks([noting('c', ['b']), noting('b', ['a']), noting('a', [])]);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  test.each([
    [fails, 'It builds on base, which failed.'],
    [staysOpen, 'It builds on base, which could not be decided.'],
  ])('a check is not run where its base is not there', async (decide, reason) => {
    const { check, runs } = counted('check', { after: ['base'] });
    const report = await runChecks([checkOf('base', decide), check]);
    expect(rowOf(report, 'check')).toMatchObject({ outcome: 'inconclusive', reason });
    expect(runs).toHaveLength(0);
  });

  test('a base runs once, and one that only warns, or that was left out, is no obstacle', async () => {
    const base = counted('base', { level: 'SHOULD' }, fails);
    const others = ['x', 'y'].map((id) => counted(id, { after: ['base'] }).check);
    const report = await runChecks([base.check, ...others]);
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['warn', 'pass', 'pass']);
    expect(base.runs).toHaveLength(1);
    const chosen = await runChecks([base.check, ...others], { only: ['x'] });
    expect(chosen.results.map(({ outcome }) => outcome)).toEqual(['skipped', 'pass', 'skipped']);
    expect(base.runs).toHaveLength(1);
  });

  test('a base that does not exist is a fault of the suite', async () => {
    const report = await runChecks([checkOf('check', passes, { after: ['no.such'] })]);
    expect(report.exitCode).toBe(5);
    expect(rowOf(report, 'check').reason).toContain('There is no check for no.such.');
  });
});

describe('what the user rules out', () => {
  test('is skipped and not run', async () => {
    const { check, runs } = counted('a.one');
    const skipped = await runChecks([check, checkOf('b', passes)], { skip: ['a.*'] });
    const left = await runChecks([check, checkOf('b', passes)], { only: ['b'] });
    for (const report of [skipped, left]) {
      expect(rowOf(report, 'a.one')).toMatchObject({ outcome: 'skipped', reason: 'Left out by --only or --skip.' });
      expect(report.exitCode).toBe(0);
    }
    expect(runs).toHaveLength(0);
  });

  test.each<[Check['traffic']]>([[['sender']], ['everything']])(
    'still sends its requests where another one judges them: %s',
    async (traffic) => {
      const sender = counted('sender', {}, async ({ api }) => {
        await api.getPet(4711);
        throw new TypeError('its verdict is not wanted');
      });
      const judging = checkOf(
        'journal',
        async ({ journal }) => {
          const asked = journal.filter(({ exchange }) => exchange.requirement === 'sender');
          return `${asked.length} exchanges`;
        },
        { stage: 'journal', traffic },
      );
      const alone = await runChecks([sender.check, judging], { only: ['journal'] });
      expect(rowOf(alone, 'journal')).toMatchObject({ outcome: 'pass', reason: '1 exchanges' });
      expect(rowOf(alone, 'sender').outcome).toBe('skipped');
      expect(alone.exitCode).toBe(0);
      await runChecks([sender.check, judging]);
      expect(sender.runs).toHaveLength(2);
    },
  );

  test('a read-only run runs no check that writes, not even for its requests', async () => {
    const writer = counted('writer', { writes: true });
    const judging = checkOf('journal', passes, { stage: 'journal', traffic: ['writer'] });
    for (const only of [[], ['journal']]) {
      const report = await runChecks([writer.check, judging], { readOnly: true, only }, 3);
      expect(rowOf(report, 'writer').outcome).toBe('skipped');
      expect(rowOf(report, 'journal').outcome).toBe('pass');
      expect(report.run.creations).toBe(0);
    }
    expect(writer.runs).toHaveLength(0);
    const report = await runChecks([writer.check], { readOnly: true });
    expect(rowOf(report, 'writer').reason).toBe('Read-only: it needs requests that could create an animal.');
  });

  test('from the removal date on, what needs getPet is skipped', async () => {
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
    expect(rowOf(report, 'getting').reason).toContain('2030-12-05');
  });
});

describe('what a check has at hand', () => {
  test('requests recorded under its own name, and all exchanges so far', async () => {
    const report = await runChecks([
      checkOf('a', async ({ api, journal }) => {
        const reply = await api.listPets();
        judge(reply).lists();
        return `${reply.exchange.requirement} ${journal.includes(reply)}`;
      }),
    ]);
    expect(rowOf(report, 'a').reason).toBe('a true');
  });

  test('what has failed so far', async () => {
    const report = await runChecks([
      checkOf('a', fails),
      checkOf('b', async ({ failures }) => failures.map(({ id }) => id).join(), { stage: 'journal' }),
    ]);
    expect(rowOf(report, 'b').reason).toBe('a');
  });

  test('nothing before the preflight, and no requirement that is not there', async () => {
    const session = new Session(
      settingsFor('http://127.0.0.1:9/v1'),
      [checkOf('a', passes)],
      new AbortController().signal,
    );
    expect((await session.decide('a')).reason).toContain('The preflight comes before the first check.');
    expect(() => session.decide('b')).toThrow('There is no check for b.');
    await session.close();
  });
});
