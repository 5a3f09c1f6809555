/**
 * The suite for those who start their server in their own test:
 *
 *     const report = await run({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'secret' });
 *     assert.equal(report.exitCode, 0, render(report, 'terminal'));
 *
 * It prints nothing, needs no test runner of its own and works in any.
 *
 * @packageDocumentation
 */

import type { Requirement } from '../suites/catalogue/requirement.ts';
import { catalogue } from '../suites/catalogue.ts';

export type { Waiver } from '../harness/gate/waivers.ts';
export type {
  Cause,
  Counterexample,
  Created,
  Drift,
  Exchange,
  Excuse,
  Level,
  Notice,
  Observation,
  Operation,
  Outcome,
  Report,
  Result,
  Verdict,
} from '../harness/report/model.ts';
export { UsageError } from '../harness/settings/usage-error.ts';
export type { RenderOptions, ReporterName } from '../reporters/index.ts';
export type { Area, Requirement } from '../suites/catalogue/requirement.ts';
export { render } from './render.ts';
export { run } from './run.ts';
export type { RunOptions } from './run-options.ts';

/** Every requirement and observation, in the order in which a report has them. */
export const requirements: readonly Requirement[] = catalogue;
