import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applyGate } from '../harness/gate/gate.ts';
import type { Report } from '../harness/report/model.ts';
import { newRunId } from '../harness/run/run-id.ts';
import { STATUSES } from '../reference/model.ts';
import { startReference } from '../reference/server.ts';
import { Store } from '../reference/store.ts';
import { API_KEY, check } from './check.ts';

/**
 * The same target every night: one server that keeps everything, a ledger, and the last report as baseline. No night
 * may end with anything but 0, and none may be worse than the one before.
 */
const COLUMNS = ['night', 'exit', 'requests', 'created', ...STATUSES, 'none', 'drift', 'worse', 'open'] as const;

const { values } = parseArgs({
  options: {
    nights: { type: 'string', default: '45' },
    /** Pets of each status, and as many without one, that exist before the first night. */
    start: { type: 'string', default: '0' },
    /** A variant of the reference server, such as newest-first. */
    variant: { type: 'string', multiple: true, default: [] },
    /** A fault of the reference server. */
    fault: { type: 'string', multiple: true, default: [] },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'petstore-nights-'));
const ledger = join(folder, 'ledger.jsonl');
writeFileSync(ledger, '');
const store = storeWith(Number(values.start));
const server = await startReference({ apiKey: API_KEY, store, variants: values.variant, faults: values.fault });
let baseline: Report | undefined;
let bad = 0;
say(COLUMNS.map((title) => title.padStart(10)).join(''));
try {
  for (let night = 1; night <= Number(values.nights); night += 1) {
    const checked = await check(server.baseUrl, { runId: newRunId(), seed: night, ledger });
    const report = applyGate(checked, baseline ? { baseline } : {}, { today: checked.run.startedAt, strict: false });
    const { drifted = [], notices = [] } = report.gate ?? {};
    const worse = notices.filter(({ kind }) => kind === 'worse');
    const open = report.results.filter(({ outcome, level }) => outcome === 'inconclusive' && level !== 'INFO');
    const { requests, creations } = report.run;
    const counts = [...STATUSES, undefined].map((status) => store.all().filter((pet) => pet.status === status).length);
    const figures = [night, report.exitCode, requests, creations, ...counts, drifted.length, worse.length, open.length];
    say(figures.map((figure) => String(figure).padStart(10)).join(''));
    for (const { id, before, after } of drifted) say(`  drift: ${id}: ${before} -> ${after}`);
    for (const { sentence } of worse) say(`  worse: ${sentence}`);
    if (report.exitCode !== 0 || worse.length > 0) bad += 1;
    baseline = report;
  }
} finally {
  await server.close();
  rmSync(folder, { recursive: true });
}
say(`${values.nights} nights, ${bad} that did not end with 0 or were worse than the night before`);
process.exitCode = bad > 0 ? 1 : 0;

function storeWith(each: number): Store {
  const filled = new Store();
  const kinds = [...STATUSES, undefined];
  for (let index = 0; index < kinds.length * each; index += 1) {
    const id = BigInt(filled.nextSerial());
    const status = kinds[index % kinds.length];
    filled.keep({ id, name: `pet ${id}`, categoryId: 1n, ...(status && { status }) });
  }
  return filled;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
