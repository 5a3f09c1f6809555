import { isViolated } from '../harness/report/conclusion.ts';
import type { Report, Result } from '../harness/report/model.ts';
import { effectiveOutcomeOf } from './effective-outcome.ts';
import { coverageSentence } from './evidence.ts';
import { renderJson } from './json.ts';
import { subsetOf } from './subset.ts';
import { findingText } from './terminal-findings.ts';
import { excuseSentence, failsTheRun, findingSentence, noticesOnTheirOwn } from './verdict.ts';

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

const STATUSES: readonly Status[] = ['passed', 'failed', 'skipped', 'pending', 'other'];

/** Common Test Report Format. Outcomes that it does not know are `other`; `rawStatus` has our word. */
export function renderCtrf(report: Report): string {
  const { suite, run, target, verdict, diagnosis, gate } = report;
  const subset = subsetOf(report);
  const start = moment(Date.parse(run.startedAt));
  const stop = moment(start + Math.round(run.durationMs));
  const tests = [
    // A run that did not finish must not read as one without failures.
    ...(diagnosis === undefined
      ? []
      : [failedTest('run', diagnosis, verdict, { duration: Math.round(run.durationMs) })]),
    ...noticesOnTheirOwn(report).map(({ kind, id, sentence }) =>
      failedTest(`${id} (${kind})`, sentence, kind, { duration: 0, suite: ['gate'] }),
    ),
    ...report.results.map((result) => testOf(result, report)),
  ];
  const numberWith = (status: Status) => tests.filter((test) => test.status === status).length;
  return renderJson({
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
        ...(run.interruptions && { interruptions: run.interruptions }),
      },
    },
  });
}

/** A report may come from anywhere, and a leap second or a run of centuries does not fit into a Date. */
function moment(milliseconds: number): number {
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : 0;
}

function failedTest(
  name: string,
  message: string,
  rawStatus: string,
  other: { readonly duration: number; readonly suite?: string[] },
) {
  return { name, status: 'failed' as Status, ...other, message, rawStatus };
}

function testOf(result: Result, report: Report) {
  const { id, level, area, operation, statement, section, outcome, durationMs } = result;
  const { fingerprint, rounds, excuse, cases, frequency, covered } = result;
  const sentences = [excuse && excuseSentence(excuse), findingSentence(result), coverageSentence(result)];
  const message = sentences.filter(Boolean).join(' ');
  return {
    name: id,
    status: statusOf(result, report),
    duration: Math.round(durationMs),
    suite: [area],
    ...(message !== '' && { message }),
    ...(isViolated(result) && { trace: findingText(result, report) }),
    rawStatus: effectiveOutcomeOf(result) as string,
    ...(isFlaky(result) && { flaky: true }),
    tags: [level, ...(operation ? [operation] : [])],
    extra: {
      statement,
      section,
      ...(excuse && { outcome, excuse }),
      ...(fingerprint && { fingerprint }),
      ...(rounds && { rounds }),
      ...(cases && { cases }),
      ...(frequency && { frequency }),
      ...(covered && { covered }),
    },
  };
}

function isFlaky(result: Result): boolean {
  return isViolated(result) && (result.outcome === 'unsteady' || result.intermittent === true);
}

function statusOf(result: Result, report: Report): Status {
  if (failsTheRun(result, report)) return 'failed';
  if (result.outcome === 'pass') return 'passed';
  return result.outcome === 'skipped' ? 'skipped' : 'other';
}
