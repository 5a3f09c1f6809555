/**
 * One vitest test per requirement, for a test file of your own:
 *
 *     import { conformance } from 'petstore-conformance/vitest';
 *     conformance({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'secret' });
 *
 * @packageDocumentation
 */

import { beforeAll, describe, test } from 'vitest';
import type { Report, Result } from '../harness/model/report.ts';
import { settingKeys } from '../harness/settings/table.ts';
import { findingText } from '../reporters/terminal-finding.ts';
import { failsTheRun, findingSentence, verdictInWords } from '../reporters/verdict.ts';
import { REQUIREMENTS } from '../suites/requirements/index.ts';
import { checkedOptions } from './checked-options.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Registers a test for every requirement, and one for the verdict. The server is checked once, before the first test.
 * Settings that are not given come from the environment, except waivers and the baseline, which are files there.
 */
export function conformance(options: Partial<RunOptions> = {}): void {
  const given = checkedOptions(options, 'conformance');
  describe('Pet Store conformance', () => {
    let report: Report | undefined;
    const timeout = (given.maxDurationMs ?? 600_000) + 10_000;
    beforeAll(async () => {
      const { runInProcess } = await import('./run.ts');
      report = await runInProcess(given, process.env, settingKeys);
    }, timeout);

    for (const { id, level, statement } of REQUIREMENTS) {
      test(`${level} ${id}: ${statement}`, ({ skip }) => {
        const result = report?.results.find((one) => one.id === id);
        if (!report || !result) return skip(report?.diagnosis ?? 'The server was not checked.');
        if (failsTheRun(result, report)) throw failure(findingText(result, report));
        if (result.outcome !== 'pass') skip(noteOn(result));
      });
    }

    test('verdict', () => {
      if (report?.exitCode === 0) return;
      const why = report ? [verdictInWords(report).sentence, report.diagnosis ?? ''] : ['The server was not checked.'];
      throw failure(why.join('\n').trim());
    });
  });
}

/** A warning, a waived failure, or the reason why nothing was decided: vitest shows it beside the skipped test. */
function noteOn(result: Result): string {
  return `${result.outcome}${result.excuse ? ` (${result.excuse.by})` : ''}: ${findingSentence(result)}`;
}

/** The stack would lead into this package, and not to the fault. */
function failure(message: string): Error {
  return Object.assign(new Error(message), { stack: message });
}
