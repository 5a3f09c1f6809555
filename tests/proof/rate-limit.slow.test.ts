import { expect, test } from 'vitest';
import { behind, error, limited } from '../../proof/fronts.ts';
import { watch } from '../../proof/simulation/simulate.ts';
import { idsWith, reportOn } from './support.ts';

test('a run that waited for a rate limit says for how long', async () => {
  const report = await reportOn({ variants: ['rate-limited'] });
  const { value, data } = report.observations.find(({ id }) => id === 'observed.rate-limited') ?? {};
  expect(value).toMatch(/^\d+ times (429|503).*; waited \d+\.\d s$/);
  expect(data?.waitedMs).toBeGreaterThan(0);
  expect(data?.waitedMs).toBeLessThan(report.run.durationMs);
  expect(String(data?.compared)).not.toContain('waited');
});

test.each([
  ['one request a second, that the settings respect', limited(1, error(429)), { maxRps: 0.95, concurrency: 1 }, 850],
  ['ten requests a second, that nobody knows of', limited(10, error(429)), {}, 150],
  ['two creations a second', limited(2, error(429), ({ method }) => method === 'POST'), {}, 450],
  ['five fetches a second', limited(5, error(429), ({ target }) => target.includes('/pets/')), {}, 250],
])('a limit of %s keeps nothing from being decided', async (_what, front, settings, seconds) => {
  const { report } = (
    await watch({ seed: 1, ...behind(front, 1), settings: { ...settings, maxDurationMs: 1_000_000 } })
  ).seen;
  expect([report.exitCode, idsWith(report, 'inconclusive')]).toEqual([0, []]);
  expect(report.run.durationMs).toBeLessThan(1000 * seconds);
});
