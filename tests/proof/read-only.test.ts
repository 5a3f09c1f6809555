import { describe, expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { variants } from '../../reference/variants/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { petStore } from '../../suites/index.ts';
import { standInFront } from '../hostile/front.ts';
import { checkReference, idsWith, settingsFor } from '../support.ts';

/** What cannot be checked without asking for a creation. */
const NEEDS_CREATION = /^(create\..+|auth\.\w[\w-]*\.createPet|auth\.no-effect|history\.agrees)$/;

/** Where others remove pets all the time, a read-only run has none to rely on. */
const MAY_STAY_OPEN: Readonly<Record<string, readonly string[]>> = {
  'fast-writer': ['list.status.with-limit'],
  'fast-writer-among-many': ['list.status.with-limit'],
};

describe('a read-only run', () => {
  test.each([150, 5_000])('decides every MUST that needs no creation, on %i pets', async (pets) => {
    const report = await checkReference({ pets }, { readOnly: true, knownIds: ['3', '5'] });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0, run: { creations: 0, created: [] } });
    const musts = catalogue.filter(({ level }) => level === 'MUST').map(({ id }) => id);
    expect(idsWith(report, 'pass', 'MUST')).toEqual(musts.filter((id) => !NEEDS_CREATION.test(id)).sort());
    expect(idsWith(report, 'skipped', 'MUST')).toEqual(musts.filter((id) => NEEDS_CREATION.test(id)).sort());
    for (const { outcome, reason } of report.results) if (outcome === 'skipped') expect(reason).toMatch(/^Read-only: /);
  });

  test('leaves out what a small target cannot show', async () => {
    const report = await checkReference({ pets: 5 }, { readOnly: true });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    expect(idsWith(report, 'skipped').filter((id) => id.startsWith('list.'))).toEqual([
      'list.limit.above-maximum',
      'list.limit.default',
      'list.limit.maximum',
    ]);
  });

  test('calls an empty target incomplete: nothing seen is not a pass', async () => {
    const report = await checkReference({ pets: 0 }, { readOnly: true });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4, run: { creations: 0 } });
  });

  test.each([
    ['filter-after-limit', ['list.status.complete']],
    ['sold-filter-finds-nothing', ['list.status.complete']],
    ['get-with-nan', ['body.json', 'get.found']],
  ])('still finds %s', async (fault, ids) => {
    const report = await checkReference({ pets: 150, faults: [fault] }, { readOnly: true });
    expect(report.exitCode).toBe(1);
    expect(idsWith(report, 'fail')).toEqual(ids);
  });

  test('sees that a page is too short, where other pages show enough pets', async () => {
    const report = await checkReference({ pets: 150, faults: ['capped-at-eighty'] }, { readOnly: true });
    expect(report.exitCode).toBe(1);
    expect(idsWith(report, 'fail')).toContain('list.limit.maximum');
  });

  test.concurrent.each(variants)(
    'does not accuse $name',
    async ({ name, settings, exitCode = 0, mayStayOpen = {} }) => {
      const now = settings?.now;
      const report = await checkReference(
        { pets: 150, variants: [name] },
        { readOnly: true, consistencyWindowMs: 2_000, ...(now !== undefined && { now }) },
      );
      expect(idsWith(report, 'fail')).toEqual([]);
      if (exitCode !== 0) return;
      const open = idsWith(report, 'inconclusive', 'MUST').filter(
        (id) => !(id in mayStayOpen) && !MAY_STAY_OPEN[name]?.includes(id),
      );
      expect([open, report.diagnosis]).toEqual([[], undefined]);
    },
  );
});

describe('known ids', () => {
  /** A service that lists nothing to this key, and still returns single pets. */
  const listsNothing = () =>
    standInFront({
      pets: 9,
      alter: ({ url }, answer) =>
        /\/pets(\?|$)/.test(url) && answer.status === 200 ? { ...answer, body: '[]' } : answer,
    });

  test('let getPet be checked where no list shows a pet', async () => {
    const { baseUrl } = await listsNothing();
    const [without, knowing] = [
      await runInline(settingsFor(baseUrl, { readOnly: true }), petStore),
      await runInline(settingsFor(baseUrl, { readOnly: true, knownIds: ['3', '4'] }), petStore),
    ];
    const fetching = ['auth.missing.getPet', 'deprecation.still-served', 'get.found', 'get.invalid-id', 'get.unknown'];
    expect(idsWith(without, 'inconclusive')).toEqual(expect.arrayContaining(fetching));
    expect(idsWith(knowing, 'pass')).toEqual(expect.arrayContaining(fetching));
    expect(idsWith(knowing, 'fail')).toEqual(['list.status.complete']);
  });

  test('that do not exist are the user\u2019s mistake and not the server\u2019s', async () => {
    const report = await checkReference({ pets: 150 }, { readOnly: true, knownIds: ['3', '4000000'] });
    expect(idsWith(report, 'fail')).toEqual([]);
    const found = report.results.find(({ id }) => id === 'get.found');
    expect(found).toMatchObject({
      outcome: 'inconclusive',
      why: { kind: 'known-ids-missing', ids: ['4000000'] },
    });
  });

  test('of which none exists, on a target that shows nothing', async () => {
    const report = await checkReference({ pets: 0 }, { readOnly: true, knownIds: ['4000000'] });
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(report.results.find(({ id }) => id === 'deprecation.still-served')?.reason).toContain('4000000');
  });
});
