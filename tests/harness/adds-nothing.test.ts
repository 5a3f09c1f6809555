import { describe, expect, test } from 'vitest';
import { Inconclusive, Violation } from '../../harness/verdicts.ts';
import { addsNothing } from '../../suites/adds-nothing.ts';
import { withContext } from './checks.ts';
import { serveToyStore, type ToyOptions } from './toy-store.ts';

/** What comes of a creation without a category, and what was asked on the way. */
async function lookFor(options: ToyOptions, categoryId?: number) {
  return withContext(await serveToyStore(options), async (context) => {
    const body = { ...context.population.newPet('refused', context.population.quietStatus), categoryId };
    const refusable = { body, isIt: (animal: { readonly name?: unknown }) => animal.name === body.name };
    const before = context.journal.length;
    const end = await addsNothing(context, 400, [refusable]).catch((error: unknown) => error);
    const asked = context.journal.slice(before).map(({ request }) => request.path.replace(/\?.*/, ''));
    const count = (path: string) => asked.filter((one) => one.startsWith(path)).length;
    return { end, lists: count('/v1/pets') - count('/v1/pets/') - 3, fetches: count('/v1/pets/') };
  });
}

describe('a refused creation that adds nothing', () => {
  test('is seen on one short page that shows what came later', async () => {
    const { end, lists, fetches } = await lookFor({ strangers: 0, order: 'oldest first' });
    expect(end).toBeUndefined();
    expect([lists, fetches]).toEqual([1, 0]);
  });

  test('is seen on a short page after the window, where reads lag', async () => {
    const { end, lists } = await lookFor({ strangers: 0, order: 'oldest first', lagMs: 100 });
    expect(end).toBeUndefined();
    expect(lists).toBe(2);
  });

  test('is seen on full pages that show both controls again and again', async () => {
    const { end, lists, fetches } = await lookFor({ strangers: 110, order: 'newest first' });
    expect(end).toBeUndefined();
    expect([lists, fetches]).toEqual([4, 0]);
  });

  test('is seen among the neighbours, where no page shows the controls', async () => {
    const { end, fetches } = await lookFor({ strangers: 110, order: 'oldest first' });
    expect(end).toMatch(/^The target is too full to see it in a list; the identifiers from \d+ to \d+ hold none/);
    expect(fetches).toBe(4);
  });

  test('is not seen where identifiers are no neighbours', async () => {
    const { end, fetches } = await lookFor({ strangers: 110, order: 'oldest first', stride: 1000 });
    expect(end).toBeInstanceOf(Inconclusive);
    expect(fetches).toBe(0);
  });
});

describe('a refused creation that adds an animal', () => {
  test.each<[string, ToyOptions]>([
    ['a short page', { strangers: 0, order: 'oldest first' }],
    ['a short page, though reads lag', { strangers: 0, order: 'oldest first', lagMs: 100 }],
    ['a full page', { strangers: 110, order: 'newest first' }],
    ['its neighbours', { strangers: 110, order: 'oldest first' }],
  ])('is found on %s', async (_where, options) => {
    const { end } = await lookFor({ ...options, keepsRefused: true });
    expect(end).toBeInstanceOf(Violation);
    expect(end).toMatchObject({ expected: 'nothing added by a creation refused with 400' });
    expect((end as Violation).replies.at(-1)?.status).toBe(400);
  });
});

test('a creation that is not refused decides nothing', async () => {
  const { end } = await lookFor({ strangers: 0, order: 'oldest first' }, 1);
  expect(end).toBeInstanceOf(Inconclusive);
  expect((end as Error).message).toBe('No creation was refused with 400.');
});
