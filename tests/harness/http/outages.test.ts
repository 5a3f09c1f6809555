import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Outages } from '../../../harness/http/outages.ts';

test('all who meet the same outage are one interruption', () => {
  const outages = new Outages();
  const met = [502, 502, 504].map((status) => outages.meet(status));
  expect(new Set(met).size).toBe(1);
  for (const outage of met) outages.end(outage);
  expect(outages.interruptions).toMatchObject([{ status: 502 }]);
});

test('an outage that comes after the end of another is one more', () => {
  const outages = new Outages();
  outages.end(outages.meet(502));
  outages.end(outages.meet(503));
  expect(outages.interruptions.map(({ status }) => status)).toEqual([502, 503]);
});

test('an outage that does not end is not counted', () => {
  const outages = new Outages();
  outages.meet(502);
  expect(outages.interruptions).toEqual([]);
});

test('an interruption says when it began and how long it took', async () => {
  const before = Date.now();
  const outages = new Outages();
  const outage = outages.meet(504);
  await sleep(60);
  outages.end(outage);
  const [interruption] = outages.interruptions;
  expect(Date.parse(interruption?.startedAt ?? '')).toBeGreaterThanOrEqual(before);
  expect(Date.parse(interruption?.startedAt ?? '')).toBeLessThanOrEqual(Date.now());
  expect(interruption?.durationMs).toBeGreaterThanOrEqual(55);
});
