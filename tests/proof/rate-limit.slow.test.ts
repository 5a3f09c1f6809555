import { expect, test } from 'vitest';
import { error } from '../../proof/disturbances.ts';
import { API_KEY, type World, watch } from '../../proof/simulation/simulate.ts';
import { createService, type Incoming, type Outgoing, type Service } from '../../reference/service.ts';
import { idsWith, reportOn } from './support.ts';

test('a run that waited for a rate limit says for how long', async () => {
  const report = await reportOn({ variants: ['rate-limited'] });
  const { value, data } = report.observations.find(({ id }) => id === 'observed.rate-limited') ?? {};
  expect(value).toMatch(/^\d+ times (429|503).*; waited \d+\.\d s$/);
  expect(data?.waitedMs).toBeGreaterThan(0);
  expect(data?.waitedMs).toBeLessThan(report.run.durationMs);
  expect(String(data?.compared)).not.toContain('waited');
});

/** A token bucket of one, for some requests. */
function limited(perSecond: number, isLimited: (incoming: Incoming) => boolean): Pick<World, 'serve'> {
  return {
    serve: (clock): Service => {
      const service = createService({ apiKey: API_KEY, clock });
      let nextAt = 0;
      const receive = async (incoming: Incoming): Promise<Outgoing> => {
        if (!isLimited(incoming)) return service.receive(incoming);
        if (clock.now() < nextAt) return error(429);
        nextAt = clock.now() + 1000 / perSecond;
        return service.receive(incoming);
      };
      return { ...service, receive };
    },
  };
}

test.each([
  ['one request a second, that the settings respect', limited(1, () => true), { maxRps: 0.95, concurrency: 1 }, 850],
  ['ten requests a second, that nobody knows of', limited(10, () => true), {}, 150],
  ['two creations a second', limited(2, ({ method }) => method === 'POST'), {}, 200],
  ['five fetches a second', limited(5, ({ target }) => target.includes('/pets/')), {}, 150],
])('a limit of %s keeps nothing from being decided', async (_what, world, settings, seconds) => {
  const { report } = (await watch({ seed: 1, ...world, settings: { ...settings, maxDurationMs: 1_000_000 } })).seen;
  expect([report.exitCode, idsWith(report, 'inconclusive')]).toEqual([0, []]);
  expect(report.run.durationMs).toBeLessThan(1000 * seconds);
});
