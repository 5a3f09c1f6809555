import './vitest-types.ts';
import { composeReport } from '../report/compose.ts';
import type { Outcome, Report, Row } from '../report/model.ts';
import type { RunSettings } from '../run/context.ts';
import { Collector } from './collector.ts';
import { ENTRY, runFile } from './runner.ts';
import { Watchdog } from './watchdog.ts';

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number, current: string, outcome?: Outcome) => void;
}

export async function runSuite(settings: RunSettings, rows: readonly Row[], options: RunOptions): Promise<Report> {
  const startedAt = new Date();
  const start = performance.now();
  const watchdog = new Watchdog(settings);
  const collector = new Collector((done, current, outcome) => {
    watchdog.noteSign();
    options.onProgress?.(done, rows.length, current, outcome);
  });
  const run = runFile({ file: ENTRY, provide: { settings }, reporters: [collector], signal: options.signal });
  const fault = (await watchdog.waitFor(run)) ?? collector.fault;
  return composeReport({
    settings,
    rows,
    results: collector.results,
    ...collector.summary,
    startedAt,
    durationMs: Math.round(performance.now() - start),
    interrupted: options.signal.aborted,
    ...(collector.untested !== undefined && { untested: collector.untested }),
    ...(fault !== undefined && { fault: `Bug in the suite: ${fault}` }),
  });
}
