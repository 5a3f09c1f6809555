import { describe, expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { runRounds } from '../../harness/run/run-rounds.ts';
import { checks, petStore } from '../../suites/index.ts';
import { serveRaw } from '../harness/servers.ts';
import { idsWith, settingsFor } from '../support.ts';
import { type Alter, standInFront } from './front.ts';

const isList = (url: string) => /^\/v1\/pets(\?|$)/.test(url);

/** Lists come byte by byte, and so take the longer the more pets exist. */
const dripsLists: Alter = (asked, answer) =>
  asked.method === 'GET' && isList(asked.url) ? { ...answer, pauseMs: 40 } : answer;

describe('a slow target', () => {
  test('that answers nothing after the first look is given up', async () => {
    let count = 0;
    const { baseUrl } = await standInFront({
      alter: (_asked, answer) => {
        count += 1;
        return count > 12 ? 'silence' : answer;
      },
    });
    const report = await runInline(settingsFor(baseUrl, { timeoutMs: 400 }), petStore);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
    expect(report.diagnosis).toMatch(/^The target stopped answering: \d+ of the last \d+ requests timed out/);
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(report.results.map(({ why }) => why?.kind)).toContain('target-stopped');
    expect(report.run.requests).toBeLessThan(80);
  });

  test('that lists pets byte by byte leaves open what needs a list', async () => {
    const { baseUrl } = await standInFront({ alter: dripsLists });
    const report = await runInline(settingsFor(baseUrl, { timeoutMs: 600 }), petStore);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(report.results.find(({ id }) => id === 'list.complete')?.outcome).toBe('inconclusive');
    expect(report.run.requests).toBeLessThan(450);
  });
});

describe('at the end of its time', () => {
  test('a run reports what was decided, and ends with 1 where something failed', async () => {
    const { baseUrl, seen } = await standInFront({
      alter: (asked, answer) => dripsLists(asked, { ...answer, headers: { 'content-type': 'text/plain' } }),
    });
    const settings = settingsFor(baseUrl, { timeoutMs: 60_000, maxDurationMs: 4_000 });
    const report = await runInline(settings, petStore);
    const asked = seen.length;
    expect(report).toMatchObject({
      verdict: 'violating',
      exitCode: 1,
      diagnosis: 'The time for the run was over after 4 s (raise --max-duration).',
    });
    expect(report.results).toHaveLength(checks.length);
    expect(idsWith(report, 'fail')).toEqual(['body.content-type']);
    const open = report.results.filter(({ outcome }) => outcome === 'inconclusive');
    expect(open.map(({ why }) => why?.kind)).toContain('out-of-time');
    expect(open.filter(({ why }) => why === undefined || why.kind === 'suite-bug')).toEqual([]);
    expect(report.run.durationMs).toBeGreaterThanOrEqual(3_900);
    expect(seen.length - asked).toBeLessThanOrEqual(12);
  });

  test('a run that has not been answered once is incomplete', async () => {
    const origin = await serveRaw(() => undefined);
    const report = await runInline(settingsFor(`${origin}/v1`, { maxDurationMs: 200 }), petStore);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
    expect(report.diagnosis).toContain('--max-duration');
    expect(new Set(report.results.map(({ why }) => why?.kind))).toEqual(new Set(['out-of-time']));
  });

  test('all rounds of a run share it', async () => {
    const { baseUrl } = await standInFront({ alter: (_asked, answer) => ({ ...answer, pauseMs: 5 }) });
    const settings = settingsFor(baseUrl, { only: ['create.minimal'], repeat: 50, maxDurationMs: 3_000 });
    let rounds = 0;
    const report = await runRounds(settings, {}, async (round) => {
      rounds += 1;
      return runInline(round, petStore);
    });
    expect(report.diagnosis).toBe('The time for the run was over after 3 s (raise --max-duration).');
    expect(report.exitCode).toBe(4);
    expect(rounds).toBeLessThan(50);
  });
});
