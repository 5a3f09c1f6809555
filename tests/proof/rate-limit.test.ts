import { expect, test } from 'vitest';
import { reportOn } from './support.ts';

test('a run that waited for a rate limit says for how long', async () => {
  const report = await reportOn({ variants: ['rate-limited'] });
  const { value, data } = report.observations.find(({ id }) => id === 'observed.rate-limited') ?? {};
  expect(value).toMatch(/^\d+ times (429|503).*; waited \d+\.\d s$/);
  expect(data?.waitedMs).toBeGreaterThan(0);
  expect(data?.waitedMs).toBeLessThan(report.run.durationMs);
  expect(String(data?.compared)).not.toContain('waited');
});
