import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyGate } from '../harness/gate/gate.ts';
import type { Notice, Report } from '../harness/report/model.ts';
import { Store } from '../reference/store.ts';
import { checkReference } from './check.ts';

export interface Night {
  readonly exitCode: number;
  /** What changed since the night before. */
  readonly notices: readonly Notice[];
}

/**
 * Nights on one server that keeps everything, each with another seed and with the night before as its baseline. The
 * server has the fault on all of them but one more, which is the last.
 */
export async function nightsWith(fault: string, count: number, seed = 1): Promise<readonly Night[]> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-baselines-'));
  const ledger = join(folder, 'ledger.jsonl');
  writeFileSync(ledger, '');
  const store = new Store();
  const nights: Night[] = [];
  let baseline: Report | undefined;
  let port = 0;
  try {
    for (let night = 1; night <= count + 1; night += 1) {
      const faults = night <= count ? [fault] : [];
      // At the same address every night, since the ledger goes by it.
      const settings = { consistencyWindowMs: 150, timeoutMs: 30_000, ledger };
      const run = { runId: `night${night}`, seed: 1000 * seed + night };
      const report = await checkReference({ store, faults, port }, { ...settings, ...run });
      port = Number(new URL(report.target.baseUrl).port);
      const gated = applyGate(report, baseline ? { baseline } : {}, { today: '2026-11-15', strict: true });
      nights.push({ exitCode: gated.exitCode, notices: gated.gate?.notices ?? [] });
      baseline = report;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return nights;
}
