import { expect, test } from 'vitest';
import { applyGate } from '../../harness/gate/gate.ts';
import { nextBaseline } from '../../harness/gate/memory.ts';
import type { Report } from '../../harness/model/report.ts';
import { API_KEY, watch } from '../../proof/simulation/simulate.ts';
import { randomFrom } from '../../reference/random.ts';
import { createService, type Service } from '../../reference/service.ts';
import { Store } from '../../reference/store.ts';

const DAY = 24 * 60 * 60 * 1000;
const FIRST = Date.parse('2026-11-16T01:00:00Z');

/** One request in so many is answered with 500 and no Error, whatever it asks for. */
function flaky(service: Service, night: number, oneIn: number): Service {
  const random = randomFrom(night);
  const body = Buffer.from('Something broke.');
  const headers = [['Content-Length', String(body.length)]] as const;
  return {
    ...service,
    receive: async (incoming) =>
      random() < 1 / oneIn ? { kind: 'response', status: 500, headers, body } : service.receive(incoming),
  };
}

test('a defect in one of 100 requests fails the first night in which it shows, and no other', async () => {
  const store = new Store();
  const failing = { shown: [] as number[], lastNight: [] as number[], lastGood: [] as number[] };
  let lastNight: Report | undefined;
  let lastGood: Report | undefined;
  for (let night = 1; night <= 6; night += 1) {
    const service = (clock: Parameters<typeof createService>[0]['clock']) =>
      createService({ apiKey: API_KEY, store, seed: night, ...(clock && { clock }) });
    const { seen } = await watch({
      seed: 1,
      startsAt: FIRST + night * DAY,
      serve: (clock) => (night < 3 ? service(clock) : flaky(service(clock), night, 100)),
      settings: { runId: `night${night}` },
    });
    const gated = (baseline: Report | undefined) =>
      applyGate(seen.report, baseline ? { baseline } : {}, { today: '2026-12-01', strict: false });
    if (seen.report.exitCode === 1) failing.shown.push(night);
    lastNight = gated(lastNight);
    if (lastNight.exitCode !== 0) failing.lastNight.push(night);
    const report = gated(lastGood);
    if (report.exitCode !== 0) failing.lastGood.push(night);
    lastGood = nextBaseline(report, lastGood);
  }
  expect(failing.shown.length).toBeGreaterThan(2);
  expect([failing.lastNight, failing.lastGood]).toEqual([[failing.shown[0]], [failing.shown[0]]]);
});
