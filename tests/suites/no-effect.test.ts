import { describe, expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { addsNothing } from '../../suites/no-effect.ts';
import { checkOf, rowOf } from '../harness/checks.ts';
import { serveToyStore, type ToyOptions } from '../harness/toy-store.ts';
import { settingsFor } from '../support.ts';

const ID = 'create.no-effect';

/** The verdict on a creation without a category, and how many lists and fetches it took after the end of the others. */
async function verdictOn(options: ToyOptions, categoryId?: number) {
  let lists = 0;
  let fetches = 0;
  const check = checkOf(
    ID,
    async (context) => {
      const { population, journal } = context;
      const body = { ...population.uniquePet('refused', population.quietStatus), categoryId };
      const remark = await addsNothing(context, 400, [{ body }]).finally(() => {
        const own = journal.filter(({ exchange }) => exchange.requirement === ID);
        lists = own.filter(({ operation }) => operation === 'listPets').length;
        fetches = own.filter(({ operation }) => operation === 'getPet').length;
      });
      return remark === undefined ? {} : { remark };
    },
    { stage: 'anytime' },
  );
  const settings = settingsFor(await serveToyStore(options));
  const report = await runInline(settings, { ...petStore, checks: [check] });
  return { row: rowOf(report, ID), lists, fetches };
}

describe('a refused creation that adds nothing', () => {
  test.each([0, 100])('passes on one short page that shows both controls, with reads lagging %i ms', async (lagMs) => {
    const { row, lists, fetches } = await verdictOn({ existing: 0, order: 'oldest first', lagMs });
    expect(row.outcome).toBe('pass');
    expect(lists).toBeLessThanOrEqual(12);
    expect(fetches).toBe(0);
  });

  test('passes on full pages that show both controls again and again', async () => {
    const { row, lists, fetches } = await verdictOn({ existing: 110, order: 'newest first' });
    expect(row.outcome).toBe('pass');
    expect(lists).toBeGreaterThanOrEqual(4);
    expect(fetches).toBe(0);
  });

  test('passes by its neighbours where no page shows the controls', async () => {
    const { row, fetches } = await verdictOn({ existing: 110, order: 'oldest first' });
    expect(row.outcome).toBe('pass');
    expect(row.reason).toMatch(/^Pages are full; the ids from \d+ to \d+ were fetched instead\.$/);
    expect(fetches).toBeLessThanOrEqual(6);
  });

  test('is unobservable where the ids are not neighbours either', async () => {
    const { row, fetches } = await verdictOn({ existing: 110, order: 'oldest first', stride: 1000 });
    expect(row).toMatchObject({ outcome: 'unobservable', why: { kind: 'target-full' } });
    expect(fetches).toBe(0);
  });
});

describe('a refused creation that adds a pet', () => {
  test.each<[string, ToyOptions]>([
    ['a short page', { existing: 0, order: 'oldest first' }],
    ['a short page, though reads lag', { existing: 0, order: 'oldest first', lagMs: 100 }],
    ['a full page', { existing: 110, order: 'newest first' }],
    ['its neighbours', { existing: 110, order: 'oldest first' }],
  ])('fails on %s, with the refusal as proof', async (_where, options) => {
    const { row } = await verdictOn({ ...options, keepsRefused: true });
    expect(row).toMatchObject({ outcome: 'fail', expected: 'nothing added by a creation refused with 400' });
    expect(row.exchanges?.map(({ response }) => response?.status)).toEqual([400, 200]);
    expect(row.facts?.petIds).toHaveLength(1);
  });
});

test('a creation that is not refused decides nothing', async () => {
  const { row } = await verdictOn({ existing: 0, order: 'oldest first' }, 1);
  expect(row).toMatchObject({
    outcome: 'inconclusive',
    why: { kind: 'nothing-seen', what: 'creation refused with 400' },
  });
});
