import { describe, expect, test } from 'vitest';
import type { RunSettings } from '../../harness/run/context.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { idsWith, settingsFor } from '../support.ts';
import { type Asked, standInFront } from './front.ts';

/** The run against a server that never answers these requests, and those that it got. */
async function hangOn(isIt: (asked: Asked) => boolean, changes: Partial<RunSettings>) {
  const { baseUrl, seen } = await standInFront({ alter: (asked, answer) => (isIt(asked) ? 'silence' : answer) });
  const report = await runInline(settingsFor(baseUrl, changes), petStore);
  return { report, unanswered: seen.filter(({ asked }) => isIt(asked)).length };
}

describe('a server that never answers', () => {
  test('one input fails the requirement of that input alone', async () => {
    const { report, unanswered } = await hangOn(({ url }) => url.endsWith('limit=500.5'), { timeoutMs: 1000 });
    expect(idsWith(report, 'fail')).toEqual(['list.limit.malformed']);
    expect(idsWith(report, 'warn')).toEqual([]);
    expect(report.exitCode).toBe(1);
    const row = report.results.find(({ id }) => id === 'list.limit.malformed');
    expect(row?.expected).toBe('an HTTP response');
    expect(row?.actual).toContain('no complete response within 1 s (timeout), twice');
    expect(row?.curl).toMatch(/^curl .*limit=500\.5/);
    expect(unanswered).toBe(2);
  });

  test('createPet fails create.minimal alone, and is not asked for a crowd', async () => {
    const only = ['auth.accepted', 'create.minimal', 'list.limit.minimum', 'list.limit.maximum'];
    const { report, unanswered } = await hangOn(({ method }) => method === 'POST', { timeoutMs: 500, only });
    expect(idsWith(report, 'fail')).toEqual(['create.minimal']);
    expect(unanswered).toBeLessThan(10);
  });

  test('getPet fails deprecation.still-served alone', async () => {
    const only = ['auth.accepted', 'deprecation.still-served', 'get.*'];
    const { report } = await hangOn(({ url }) => /\/pets\/\d+$/.test(url), { timeoutMs: 500, only });
    expect(idsWith(report, 'fail')).toEqual(['deprecation.still-served']);
  });
});
