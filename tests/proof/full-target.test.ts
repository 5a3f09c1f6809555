import { describe, expect, test } from 'vitest';
import { reporters } from '../../reporters/index.ts';
import { checkReference, idsWith } from '../support.ts';

/** The same defect has the same name tomorrow, when the target has filled up: waivers and baselines go by it. */
test.each([['limit-hundred-is-no-limit', ['list.limit.maximum']]])(
  '%s fails the limit also where more pets exist than a page can show',
  async (fault, ids) => {
    const report = await checkReference({ faults: [fault], pets: 150 });
    expect(idsWith(report, 'fail')).toEqual(ids);
  },
);

const FULL = 'five-thousand-pets-in-every-status';
const COMPLETENESS = ['deprecation.replacement', 'list.complete', 'list.status.complete'];

describe('where every status has more pets than a page can show', () => {
  test('completeness is unobservable, and all else is decided', async () => {
    const report = await checkReference({ variants: [FULL] });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    expect(idsWith(report, 'unobservable', 'MUST')).toEqual(COMPLETENESS);
    expect(idsWith(report, 'inconclusive')).toEqual([]);
    const { why } = report.results.find(({ id }) => id === 'list.complete') ?? {};
    expect(why).toMatchObject({ kind: 'target-full', page: 100, counts: { pending: expect.any(Number) } });
    for (const [name, render] of reporters) {
      // An archive has exchanges and no results.
      if (name === 'har') continue;
      expect(render(report, { colour: false, width: 100 }), name).toMatch(/unobservable/i);
    }
  });

  test('--require-all makes the run incomplete', async () => {
    const report = await checkReference(
      { variants: [FULL, 'another-order-each-time'] },
      { requireAll: true, only: COMPLETENESS },
    );
    expect(idsWith(report, 'unobservable')).toEqual(COMPLETENESS);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
  });

  test('lists that show new pets are still decided', async () => {
    const conforming = await checkReference({ variants: [FULL, 'newest-first'] });
    expect(conforming.exitCode).toBe(0);
    expect(idsWith(conforming, 'pass')).toEqual(expect.arrayContaining(COMPLETENESS));
    const faulty = await checkReference({ variants: [FULL, 'newest-first'], faults: ['list-without-sold'] });
    expect(idsWith(faulty, 'fail')).toEqual(['list.complete']);
  });

  test.each([150, 400])('full pages of random pets are no evidence against a server with %i', async (pets) => {
    const variants = ['random-pets-by-id'];
    const report = await checkReference({ variants, pets }, { only: COMPLETENESS, consistencyWindowMs: 0 });
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(report.exitCode).toBe(0);
  });

  test('ids that are not consecutive leave the effect of a refusal unobservable too', async () => {
    const report = await checkReference(
      { variants: [FULL, 'ids-scattered'] },
      { only: ['create.minimal', 'create.no-effect', 'auth.no-effect'] },
    );
    expect(idsWith(report, 'unobservable')).toEqual(['auth.no-effect', 'create.no-effect']);
    expect(report.exitCode).toBe(0);
  });
});
