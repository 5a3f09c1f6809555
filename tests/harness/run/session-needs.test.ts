import { describe, expect, test } from 'vitest';
import type { Check, Need } from '../../../harness/run/check.ts';
import { Violation } from '../../../harness/verdict/verdicts.ts';
import { checkOf, counted, fails, passes, rowOf, runChecks, staysOpen } from '../checks.ts';

const on = (id: string, stopsOn: Need['stopsOn'] = 'undecided'): Pick<Check, 'needs'> => ({ needs: [{ id, stopsOn }] });

const failsInPart: Check['decide'] = async ({ preflight }) => {
  throw new Violation('a', 'b', [preflight.list], { partial: true });
};

describe('needs', () => {
  test('are decided first, whatever the order', async () => {
    const order: string[] = [];
    const noting = (id: string, changes: Partial<Check> = {}) =>
      checkOf(
        id,
        async ({ api }) => {
          await api.listPets();
          order.push(id);
          return {};
        },
        changes,
      );
    await runChecks([noting('c', on('b')), noting('b', on('a', 'nothing')), noting('a')]);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  test.each<[string, Check['decide'], Need['stopsOn'], 'failed' | 'undecided' | undefined]>([
    ['failed', fails, 'undecided', 'failed'],
    ['failed', fails, 'failure', 'failed'],
    ['failed', fails, 'nothing', undefined],
    ['stayed open', staysOpen, 'undecided', 'undecided'],
    ['stayed open', staysOpen, 'failure', undefined],
    ['stayed open', staysOpen, 'nothing', undefined],
    ['failed in part', failsInPart, 'undecided', undefined],
    ['failed in part', failsInPart, 'failure', undefined],
  ])('one that %s and stops on %s', async (_how, decide, stopsOn, outcome) => {
    const { check, runs } = counted('check', on('base', stopsOn));
    const report = await runChecks([checkOf('base', decide), check]);
    const row = rowOf(report, 'check');
    if (outcome === undefined) expect(row.outcome).toBe('pass');
    else
      expect(row).toMatchObject({ outcome: 'inconclusive', why: { kind: 'depends-on', because: ['base'], outcome } });
    expect(runs).toHaveLength(outcome === undefined ? 1 : 0);
  });

  test('name all that failed', async () => {
    const needs = [...on('x').needs, ...on('y').needs, ...on('fine').needs];
    const report = await runChecks([
      checkOf('check', passes, { needs }),
      checkOf('x', fails),
      checkOf('y', fails),
      checkOf('fine', passes),
    ]);
    expect(rowOf(report, 'check').why).toMatchObject({ because: ['x', 'y'] });
  });

  test('are decided once for all, and a warning is not an obstacle', async () => {
    const base = counted('base', { level: 'SHOULD' }, fails);
    const others = ['x', 'y'].map((id) => counted(id, on('base')).check);
    const report = await runChecks([base.check, ...others]);
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['warn', 'pass', 'pass']);
    expect(base.runs).toHaveLength(1);
  });

  test('that do not exist are a bug in the suite', async () => {
    const report = await runChecks([checkOf('check', passes, on('no.such'))]);
    expect(report.exitCode).toBe(5);
    expect(rowOf(report, 'check').reason).toContain('There is no check for no.such');
  });
});

describe('a selection filters the report, not the evidence', () => {
  test('what is not selected and not needed is neither run nor reported', async () => {
    const { check, runs } = counted('a.one');
    const skipped = await runChecks([check, checkOf('b', passes)], { skip: ['a.*'] });
    const selected = await runChecks([check, checkOf('b', passes)], { only: ['b'] });
    for (const report of [skipped, selected]) {
      expect(rowOf(report, 'a.one')).toMatchObject({ outcome: 'skipped', why: { kind: 'not-selected' } });
      expect(report.exitCode).toBe(0);
    }
    expect(runs).toHaveLength(0);
  });

  test.each([{ only: ['check'] }, { skip: ['base', 'beneath'] }])(
    '%j runs what is needed, through others too',
    async (selection) => {
      const beneath = counted('beneath');
      const base = counted('base', on('beneath'));
      const check = counted('check', on('base'));
      const report = await runChecks([check.check, base.check, beneath.check], selection);
      expect(report.results.map(({ id, outcome }) => [id, outcome])).toEqual([
        ['check', 'pass'],
        ['base', 'skipped'],
        ['beneath', 'skipped'],
      ]);
      expect([beneath.runs.length, base.runs.length, check.runs.length]).toEqual([1, 1, 1]);
    },
  );

  test('a need that fails unselected leaves the check undecided and is not reported', async () => {
    const report = await runChecks([checkOf('base', fails), checkOf('check', passes, on('base'))], { only: ['check'] });
    expect(rowOf(report, 'check')).toMatchObject({ outcome: 'inconclusive', why: { because: ['base'] } });
    expect(rowOf(report, 'base')).toMatchObject({ outcome: 'skipped', why: { kind: 'not-selected' } });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
  });

  test('what watches the exchanges of others has them all run', async () => {
    const sender = counted('sender');
    const watching = checkOf('watching', passes, { stage: 'end', watches: true });
    const report = await runChecks([sender.check, watching], { only: ['watching'] });
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['skipped', 'pass']);
    expect(sender.runs).toHaveLength(1);
  });
});
