import { createHash } from 'node:crypto';
import { isViolated } from '../harness/report/conclusion.ts';
import { type Report, type Result, rowOf } from '../harness/report/model.ts';
import { NO_SUBJECT } from '../harness/settings/subject.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { basisOf } from './basis.ts';
import { isExcused } from './effective-outcome.ts';
import { renderJson } from './json.ts';
import { failsTheRun } from './verdict.ts';

const STATEMENT = 'https://in-toto.io/Statement/v1';
const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1';

/** An in-toto statement, not signed, that links the verdict to what was tested. */
export function renderAttestation(report: Report): string {
  const { subject } = report.target;
  if (subject === undefined) throw new UsageError(NO_SUBJECT);
  return renderJson({
    _type: STATEMENT,
    subject: [{ name: subject.name, digest: { sha256: subject.sha256 } }],
    predicateType: TEST_RESULT,
    predicate: predicateOf(report),
  });
}

/**
 * What could not be decided is in none of the three lists: a policy that asks for a test by its name must not find it.
 * The last field is an extension of ours, by which other kinds of runs are distinguished from whole ones.
 */
function predicateOf(report: Report) {
  const requirements = report.results.filter(({ level }) => level !== 'INFO');
  const failed = requirements.filter((result) => failsTheRun(result, report));
  const warned = requirements.filter((result) => !failed.includes(result) && (isViolated(result) || isExcused(result)));
  const passed = requirements.filter(({ outcome }) => outcome === 'pass');
  const isAll = requirements.length > 0 && passed.length === requirements.length;
  const { url } = report.run;
  return {
    result: report.exitCode !== 0 ? 'FAILED' : isAll ? 'PASSED' : 'WARNED',
    configuration: configurationOf(report, requirements),
    ...(url !== undefined && { url }),
    passedTests: idsOf(passed),
    warnedTests: idsOf(warned),
    failedTests: idsOf(failed),
    petstoreConformance: runOf(report, requirements, warned),
  };
}

function runOf(report: Report, requirements: readonly Result[], warned: readonly Result[]) {
  const { suite, target, run, verdict, exitCode, diagnosis } = report;
  const { checked = requirements.length } = basisOf(report) ?? {};
  const undecided = requirements.filter(
    (result) => ['inconclusive', 'unobservable'].includes(result.outcome) && !warned.includes(result),
  );
  return {
    version: suite.version,
    target: target.baseUrl,
    run: run.id,
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    verdict,
    exitCode,
    isFinished: diagnosis === undefined,
    isReadOnly: run.settings.readOnly === true,
    checked,
    total: requirements.length,
    undecidedTests: idsOf(undecided),
    skippedTests: idsOf(requirements.filter(({ outcome }) => outcome === 'skipped')),
  };
}

/** Resource descriptors. Their names are part of the format: policies refer to them. */
function configurationOf({ suite, run, gate }: Report, requirements: readonly Result[]) {
  const { waivers, baseline } = gate?.digests ?? {};
  const { specification, ...version } = suite;
  const rows = requirements.map(rowOf);
  return [
    ...(specification
      ? [{ ...digested('specification', specification.sha256), annotations: { file: specification.file } }]
      : []),
    ...(rows.length > 0 ? [{ ...digested('requirements', sha256Of(rows)), annotations: version }] : []),
    { ...digested('settings', sha256Of(lastingSettings(run.settings))), annotations: run.settings },
    ...(waivers === undefined ? [] : [digested('waivers', waivers)]),
    ...(baseline === undefined ? [] : [digested('baseline', baseline)]),
  ];
}

function digested(name: string, sha256: string) {
  return { name, digest: { sha256 } };
}

/** In the order of their names, and without what changes from run to run, so that two runs can be compared. */
function lastingSettings({ seed: _seed, now: _now, ...rest }: Report['run']['settings']) {
  return Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sha256Of(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function idsOf(results: readonly Result[]): readonly string[] {
  return results.map(({ id }) => id);
}
