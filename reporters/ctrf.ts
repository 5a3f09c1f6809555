import { jsonText } from '../harness/json/json-text.ts';
import type { Report } from '../harness/model/report.ts';
import { LOOKS } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { type RenderOptions, stored } from './options.ts';
import { warningsOf } from './run-words.ts';
import { type TestCase, testCasesOf } from './test-cases.ts';
import { verdictSentence } from './verdict.ts';

/** Of the Common Test Report Format. */
const SPECIFICATION = '0.1.0';

const STATUSES = ['passed', 'failed', 'skipped', 'pending', 'other'] as const;

/** For dashboards that read the Common Test Report Format: a test for each requirement. */
export function renderCtrf(given: Report, options: Partial<RenderOptions> = {}): string {
  const report = escapedReport(stored(given, options));
  const { suite, target, run, verdict, exitCode } = report;
  const tests = testCasesOf(report).map(testOf);
  const number = (status: (typeof STATUSES)[number]) => tests.filter((test) => test.status === status).length;
  const start = Date.parse(run.startedAt);
  const stop = start + Math.round(run.durationMs);
  const document = {
    reportFormat: 'CTRF',
    specVersion: SPECIFICATION,
    timestamp: new Date(stop).toISOString(),
    generatedBy: suite.name,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: tests.length,
        ...Object.fromEntries(STATUSES.map((status) => [status, number(status)])),
        suites: new Set(tests.map((test) => test.suite[0])).size,
        start,
        stop,
      },
      tests,
      environment: {
        testEnvironment: target.baseUrl,
        healthy: (options.exitCode ?? exitCode) === 0,
      },
      extra: {
        verdict,
        sentence: verdictSentence(report),
        exitCode: options.exitCode ?? exitCode,
        run: run.id,
        seed: run.seed,
        warnings: warningsOf(report),
      },
    },
  };
  return `${jsonText(document, 2)}\n`;
}

function testOf({ suite, name, ms, status, type, outcome, message, text }: TestCase) {
  return {
    name,
    status: statusOf(status, outcome),
    duration: Math.round(ms),
    suite: [suite],
    message: message ?? text,
    trace: message === undefined ? undefined : text,
    rawStatus: outcome,
    tags: type === undefined ? undefined : [type],
    type: 'conformance',
  };
}

/** What could not be decided was not skipped on purpose. */
function statusOf(status: TestCase['status'], outcome: string): (typeof STATUSES)[number] {
  if (status === 'broken') return 'failed';
  const isOnPurpose = [LOOKS.skipped, LOOKS.waived, LOOKS.known].some(({ word }) => word === outcome);
  return status === 'skipped' && !isOnPurpose ? 'other' : status;
}
