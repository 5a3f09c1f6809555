import { applyGate } from '../harness/gate/gate.ts';
import type { Notice } from '../harness/report/model.ts';
import { runInline } from '../harness/run/run-inline.ts';
import { resolveSettings } from '../harness/settings/settings.ts';
import { startReference } from '../reference/server.ts';
import { petStore } from '../suites/index.ts';

const API_KEY = 'Baseline-Key.1';

export interface SecondNight {
  readonly exitCode: number;
  /** What the second report has to say against the first. */
  readonly notices: readonly Notice[];
}

/** The suite twice on one unchanged server, with other seeds; the second run sees what the first has left behind. */
export async function secondNight(faults: readonly string[], seed = 1): Promise<SecondNight> {
  const server = await startReference({ apiKey: API_KEY, faults });
  const night = (number: number) => {
    const settings = { ...resolveSettings(new Map(), {}, ''), consistencyWindowMs: 150, timeoutMs: 30_000 };
    const target = { baseUrl: server.baseUrl, apiKey: API_KEY, runId: `night${number}`, seed: 1000 * seed + number };
    return runInline({ ...settings, ...target }, petStore);
  };
  try {
    const baseline = await night(1);
    const report = applyGate(await night(2), { baseline }, { today: '2026-11-15', strict: true });
    return { exitCode: report.exitCode, notices: report.gate?.notices ?? [] };
  } finally {
    await server.close();
  }
}
