import { VirtualClock } from '../harness/basics/virtual-clock.ts';
import { sendRun } from '../harness/engine/run.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { createService } from '../reference/service.ts';
import { petStore } from '../suites/index.ts';
import { type Planned, planFrom } from '../suites/plan.ts';
import { simulatedWire } from './simulated-wire.ts';

const TARGET = { baseUrl: 'http://127.0.0.1/v1', apiKey: 'not-a-key', runId: 'dry-run' };
/** Enough for every page; without any, a read-only run has little to read. */
const PETS = 400;

/** What a run with these settings sends at most: it is run on the reference server, without a network and without waiting. */
export async function planOf(given: Settings): Promise<Planned> {
  const settings = { ...given, ...TARGET, ledger: undefined, maxRps: undefined };
  const clock = new VirtualClock(Date.parse(settings.now));
  const service = createService({ apiKey: TARGET.apiKey, clock, pets: settings.readOnly ? PETS : 0 });
  const wire = simulatedWire(service, clock, settings.timeoutMs, () => 1);
  const { record } = await clock.run(() => sendRun(settings, petStore, { wire, clock }));
  return planFrom(record, settings);
}
