import { isViolated } from '../harness/report/conclusion.ts';
import type { Notice, Report, Result } from '../harness/report/model.ts';
import { noticesOnTheirOwn } from './gate.ts';
import { standingOf } from './standing.ts';
import { subsetOf } from './subset.ts';
import { findingText } from './terminal-findings.ts';
import { excuseSentence, failsTheRun, findingSentence } from './verdict.ts';

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

const STATUSES: readonly Status[] = ['passed', 'failed', 'skipped', 'pending', 'other'];

/** Common Test Report Format. What it has no word for is `other`, and `rawStatus` tells what that is. */
export function renderCtrf(report: Report): string {
  const { suite, run, target, verdict, diagnosis, gate } = report;
  const subset = subsetOf(report);
  const start = moment(Date.parse(run.startedAt));
  const stop = moment(start + Math.round(run.durationMs));
  const tests = [
    ...(diagnosis === undefined ? [] : [runTest(diagnosis, report)]),
    ...noticesOnTheirOwn(report).map(gateTest),
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
        flaky: report.results.filter(isFlaky).length,
        start,
        stop,
      },
      tests,
      extra: {
        verdict,
        ...(subset && { subset }),
        target: target.baseUrl,
        run: run.id,
        seed: run.seed,
        ...(gate && { gate }),
      },
    },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** A report may come from anywhere, and a leap second or a run of centuries is not a moment that a Date can have. */
function moment(milliseconds: number): number {
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : 0;
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

/** A waiver that no longer fits fails the run, and there is no failing requirement to tell it with. */
function gateTest({ kind, id, sentence }: Notice) {
  return {
    name: `${id} (${kind})`,
    status: 'failed' as Status,
    duration: 0,
    suite: ['gate'],
    message: sentence,
    rawStatus: kind as string,
  };
}

function testOf(report: Report) {
  return (result: Result) => {
    const { id, level, area, operation, statement, section, outcome, durationMs } = result;
    const { fingerprint, rounds, excuse } = result;
    const message = [...(excuse ? [excuseSentence(excuse)] : []), findingSentence(result)].join(' ').trim();
    return {
      name: id,
      status: statusOf(result, report),
      duration: Math.round(durationMs),
      suite: [area],
      ...(message !== '' && { message }),
      ...(isViolated(result) && { trace: findingText(result, report) }),
      rawStatus: standingOf(result) as string,
      ...(isFlaky(result) && { flaky: true }),
      tags: [level, ...(operation ? [operation] : [])],
      extra: {
        statement,
        section,
        ...(excuse && { outcome, excuse }),
        ...(fingerprint && { fingerprint }),
        ...(rounds && { rounds }),
      },
    };
  };
}

/** Seen to hold and seen to be violated. */
function isFlaky(result: Result): boolean {
  return result.outcome === 'unsteady' && isViolated(result);
}

function statusOf(result: Result, report: Report): Status {
  if (failsTheRun(result, report)) return 'failed';
  if (result.outcome === 'pass') return 'passed';
  return result.outcome === 'skipped' ? 'skipped' : 'other';
}
