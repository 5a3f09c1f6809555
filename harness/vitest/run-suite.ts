import './hand-over.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunSettings } from '../context.ts';
import { composeReport } from '../report/compose.ts';
import type { Report, Row } from '../report/model.ts';
import { SUITE_FAULT } from '../report/result.ts';
import { Collector } from './collector.ts';
import { patienceMs } from './patience.ts';
import { runFile } from './run-file.ts';

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number, current: string) => void;
}

/** Runs every check in one worker of the runner and makes the report of what came back. */
export async function runSuite(settings: RunSettings, rows: readonly Row[], options: RunOptions): Promise<Report> {
  const startedAt = new Date();
  const start = performance.now();
  let lastSign = start;
  const collector = new Collector((done, current) => {
    lastSign = performance.now();
    options.onProgress?.(done, rows.length, current);
  });
  const run = runFile({
    file: new URL('../../suites/vitest-entry.js', import.meta.url),
    provide: { settings },
    reporter: collector,
    signal: options.signal,
  });
  const patience = patienceMs(settings);
  const end = await Promise.race([run, watch(() => performance.now() - lastSign > patience)]);
  const fault = end === 'hangs' ? `no sign of life for ${patience / 1000} s` : collector.fault;
  return composeReport({
    settings,
    rows,
    results: collector.results,
    totals: collector.totals,
    created: collector.created,
    startedAt,
    durationMs: Math.round(performance.now() - start),
    interrupted: options.signal.aborted,
    ...(collector.untested !== undefined && { untested: collector.untested }),
    ...(fault !== undefined && { fault: `${SUITE_FAULT}: ${fault}` }),
  });
}

async function watch(hangs: () => boolean): Promise<'hangs'> {
  while (!hangs()) await sleep(1_000, undefined, { ref: false });
  return 'hangs';
}
