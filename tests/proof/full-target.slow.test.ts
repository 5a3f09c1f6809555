import { describe, expect, test } from 'vitest';
import { reporters } from '../../reporters/index.ts';
import { headlinesOf, idsWith, reportOn } from './support.ts';

/** The same defect has the same name tomorrow, when the target has filled up: waivers and baselines go by it. */
test('a limit that is ignored is reported also where more pets exist than a page can show', async () => {
  const report = await reportOn({ faults: ['limit-hundred-is-no-limit'], pets: 150 });
  expect(idsWith(report, 'fail')).toEqual(['list.limit.maximum']);
});

const FULL = 'five-thousand-pets-in-every-status';
const COMPLETENESS = ['list.complete', 'list.status.complete'];

describe('where every status has more pets than a page can show', () => {
  test('completeness is unobservable, and all else is decided', async () => {
    const report = await reportOn({ variants: [FULL, 'another-order-each-time'] });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    expect(idsWith(report, 'unobservable', 'MUST')).toEqual(expect.arrayContaining(COMPLETENESS));
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
    const variants = [FULL, 'another-order-each-time'];
    const report = await reportOn({ variants }, { requireAll: true, only: COMPLETENESS });
    expect(idsWith(report, 'unobservable')).toEqual(COMPLETENESS);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
  });

  test('lists that show new pets are still decided', async () => {
    const variants = [FULL, 'newest-first'];
    const conforming = await reportOn({ variants });
    expect(conforming.exitCode).toBe(0);
    expect(idsWith(conforming, 'pass')).toEqual(expect.arrayContaining(COMPLETENESS));
    const faulty = await reportOn({ variants, faults: ['list-without-sold'], mayHide: true });
    // A full page says nothing about what it lacks, but it must not look like a pass.
    expect(idsWith(faulty, 'pass')).not.toContain('list.complete');
  });

  // The referee fails a run that takes more than a minute.
  test('a gateway that gives up on every long list does not hold the run up', async () => {
    const report = await reportOn({ variants: [FULL], faults: ['gateway-times-out-on-large-pages'] });
    expect(headlinesOf(report)).toEqual(['errors.no-5xx']);
  });

  test.each([150, 400])('full pages of random pets are no evidence against a server with %i', async (pets) => {
    const report = await reportOn({ variants: ['random-pets-by-id'], pets }, { consistencyWindowMs: 0 });
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(report.exitCode).toBe(0);
  });
});
