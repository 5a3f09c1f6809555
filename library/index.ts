/**
 * The suite for a test that starts the server itself:
 *
 *     const report = await run({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'secret' });
 *     assert.equal(report.exitCode, 0, render(report, 'terminal'));
 *
 * It prints nothing and works in any test runner.
 *
 * @packageDocumentation
 */

import type { Report } from '../harness/model/report.ts';
import { findReporter, type RenderOptions, type ReporterName } from '../reporters/index.ts';
import { catalogue, catalogueRowOf } from '../suites/requirements/index.ts';
import type { Row } from '../suites/requirements/row.ts';
import { checkedOptions } from './checked-options.ts';
import type { RunOptions } from './run-options.ts';

export { UsageError } from '../harness/basics/usage-error.ts';
export type { Waiver } from '../harness/gate/waiver.ts';
export type * from '../harness/model/report.ts';
export type {
  FilePlace as Place,
  ReportRow as Row,
  RunVerdict as Verdict,
  ShownExchange as Exchange,
} from '../harness/model/report.ts';
export type { Area, Row as Requirement } from '../suites/requirements/row.ts';
export type { RenderOptions, ReporterName, RunOptions };

/** Every requirement and observation, in the order of a report. */
export const requirements: readonly Row[] = catalogue.map(catalogueRowOf);

/**
 * Checks a server from inside the calling process. Resolves with the report, whatever the verdict: `exitCode` is the one
 * of the command, 0 if the server conforms. Rejects with a `UsageError` if an option is wrong, before anything is sent.
 */
export async function run(options: RunOptions): Promise<Report> {
  const given = checkedOptions(options, 'run');
  // Programs that only read requirements or render reports need not wait until all of this is loaded.
  const { runInProcess } = await import('./run.ts');
  return runInProcess(given, process.env);
}

/** A report as text, in one of the formats of `--reporter`; without colour and 100 characters wide by default. */
export function render(report: Report, form: ReporterName, options: Partial<RenderOptions> = {}): string {
  return findReporter(form)(report, { colour: false, width: 100, ...options });
}
