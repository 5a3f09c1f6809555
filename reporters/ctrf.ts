import type { Report, Result } from '../harness/report/model.ts';
import { findingText } from './terminal-findings.ts';
import { failsTheRun, findingSentence } from './verdict.ts';

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

const STATUSES: readonly Status[] = ['passed', 'failed', 'skipped', 'pending', 'other'];

/** Common Test Report Format. What it has no word for is `other`, and `rawStatus` tells what that is. */
export function renderCtrf(report: Report): string {
  const { suite, run, target, verdict, diagnosis } = report;
  const start = Date.parse(run.startedAt);
  const stop = start + Math.round(run.durationMs);
  const tests = [
    ...(diagnosis === undefined ? [] : [runTest(diagnosis, report)]),
    ...report.results.map(testOf(report)),
  ];
  const numberWith = (status: Status) => tests.filter((test) => test.status === status).length;
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: new Date(stop).toISOString(),
    generatedBy: suite.name,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: tests.length,
        ...Object.fromEntries(STATUSES.map((status) => [status, numberWith(status)])),
        start,
        stop,
      },
      tests,
      extra: { verdict, target: target.baseUrl, run: run.id, seed: run.seed },
    },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** A run that did not come to its end must not read as one without failures. */
function runTest(diagnosis: string, { run, verdict }: Report) {
  return {
    name: 'run',
    status: 'failed' as Status,
    duration: Math.round(run.durationMs),
    message: diagnosis,
    rawStatus: verdict as string,
  };
}

function testOf(report: Report) {
  return (result: Result) => {
    const { id, level, area, operation, statement, section, outcome, durationMs } = result;
    const message = findingSentence(result);
    const isViolated = outcome === 'fail' || outcome === 'warn';
    return {
      name: id,
      status: statusOf(result, report),
      duration: Math.round(durationMs),
      suite: [area],
      ...(message !== '' && { message }),
      ...(isViolated && { trace: findingText(result, report) }),
      rawStatus: outcome as string,
      tags: [level, ...(operation ? [operation] : [])],
      extra: { statement, section },
    };
  };
}

function statusOf(result: Result, report: Report): Status {
  if (failsTheRun(result, report)) return 'failed';
  if (result.outcome === 'pass') return 'passed';
  return result.outcome === 'skipped' ? 'skipped' : 'other';
}
