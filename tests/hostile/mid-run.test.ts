import { describe, expect, test } from 'vitest';
import { isSuiteBug } from '../../harness/report/result.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { checks, petStore } from '../../suites/index.ts';
import { serveRaw } from '../harness/servers.ts';
import { idsWith, settingsFor } from '../support.ts';
import { type Front, standInFront } from './front.ts';

describe('a server that dies in the middle of the run', () => {
  test.each([30, 150])('after %i requests is accused of nothing', async (lifetime) => {
    let count = 0;
    const front: Front = await standInFront({
      alter: (_asked, answer) => {
        count += 1;
        if (count === lifetime) front.die();
        return answer;
      },
    });
    const report = await runInline(settingsFor(front.baseUrl), petStore);
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(idsWith(report, 'warn')).toEqual([]);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
    expect(idsWith(report, 'inconclusive', 'MUST').length).toBeGreaterThan(5);
    expect(report.results.filter(({ outcome, reason }) => outcome === 'inconclusive' && !reason)).toEqual([]);
  });
});

test('a rate limit that comes to stay in the middle of the run is not waited for by every request', async () => {
  const only = ['create.missing-field', 'create.wrong-type', 'create.bad-status', 'create.bad-body', 'create.invalid'];
  let seen = 0;
  const { baseUrl } = await standInFront({
    alter: (_asked, answer) => {
      seen += 1;
      return seen > 20 ? { ...answer, status: 429 } : answer;
    },
  });
  const report = await runInline(settingsFor(baseUrl, { maxWaitMs: 2000, only }), petStore);
  expect(idsWith(report, 'fail')).toEqual([]);
  expect(report.exitCode).toBe(4);
  // Each request that waited would be sent four times or more.
  expect(report.run.requests).toBeLessThan(250);
});

describe('an interruption', () => {
  /** Interrupts when the server has seen so many requests, and waits for the report. */
  const interruptedAt = async (requests: number) => {
    const interruption = new AbortController();
    let seen = 0;
    const front = await standInFront({
      alter: (_asked, answer) => {
        seen += 1;
        if (seen === requests) interruption.abort();
        return answer;
      },
    });
    const report = await runInline(settingsFor(front.baseUrl), petStore, { signal: interruption.signal });
    return { report, after: front.seen.length - requests };
  };

  test('ends the run soon, with what was decided until then', async () => {
    const { report, after } = await interruptedAt(150);
    expect(report).toMatchObject({ exitCode: 130, verdict: 'incomplete', diagnosis: 'The run was interrupted.' });
    expect(report.results).toHaveLength(checks.length);
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(idsWith(report, 'pass')).toContain('auth.accepted');
    const open = report.results.filter(({ outcome }) => outcome === 'inconclusive');
    expect(open.length).toBeGreaterThan(20);
    expect(open.filter(({ reason }) => !reason)).toEqual([]);
    expect(open.map(({ why }) => why?.kind)).toContain('interrupted');
    expect(open.filter(isSuiteBug)).toEqual([]);
    expect(after).toBeLessThanOrEqual(10);
    const overAll = new Set(checks.filter(({ watches }) => watches).map(({ id }) => id));
    const decided = report.results.filter(({ id, outcome }) => overAll.has(id) && outcome !== 'inconclusive');
    expect(decided, 'half a run passes nothing that is decided over all exchanges').toEqual([]);
  });

  test('before the first answer is an interruption too, and not a target that cannot be reached', async () => {
    const interruption = new AbortController();
    const origin = await serveRaw(() => interruption.abort());
    const report = await runInline(settingsFor(`${origin}/v1`), petStore, { signal: interruption.signal });
    expect(report).toMatchObject({ exitCode: 130, verdict: 'incomplete', diagnosis: 'The run was interrupted.' });
    expect(report.results).toHaveLength(checks.length);
  });

  test('keeps a violation that was found before it', async () => {
    const interruption = new AbortController();
    let wasOpen = false;
    const { baseUrl } = await standInFront({
      alter: (asked, answer) => {
        if (wasOpen && asked.body.includes('-crowd-')) interruption.abort();
        const isOpen = asked.method === 'GET' && asked.url === '/v1/pets' && asked.headers.authorization === undefined;
        wasOpen ||= isOpen;
        return isOpen ? { ...answer, status: 200, body: '[]' } : answer;
      },
    });
    const report = await runInline(settingsFor(baseUrl), petStore, { signal: interruption.signal });
    expect(report).toMatchObject({ exitCode: 130, verdict: 'violating' });
    expect(idsWith(report, 'fail')).toContain('auth.missing.listPets');
  });
});
