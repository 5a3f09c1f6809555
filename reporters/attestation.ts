import { createHash } from 'node:crypto';
import { UsageError } from '../harness/basics/usage-error.ts';
import { type Report, type Result, rowOf } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { MAX_DAYS } from '../harness/settings/parsers.ts';
import { NO_SUBJECT } from '../harness/settings/subject.ts';
import { isExcused, requirementsIn } from './effective-outcome.ts';
import { renderJson } from './json.ts';
import { failsTheRun } from './verdict.ts';

export const STATEMENT = 'https://in-toto.io/Statement/v1';
export const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1';

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
 * What was not checked is in none of the three lists: a policy that asks for a test by its name must not find it. The
 * last field is an extension of ours, by which other kinds of runs are distinguished from whole ones. Every requirement
 * is in exactly one of all lists.
 */
function predicateOf(report: Report) {
  const requirements = requirementsIn(report.results);
  const failed = requirements.filter((result) => failsTheRun(result, report));
  const warned = requirements.filter((result) => !failed.includes(result) && (isViolated(result) || isExcused(result)));
  const passed = requirements.filter(({ outcome }) => outcome === 'pass');
  const isAll = requirements.length > 0 && passed.length === requirements.length;
  return {
    result: report.exitCode !== 0 ? 'FAILED' : isAll ? 'PASSED' : 'WARNED',
    configuration: configurationOf(report, requirements),
    url: report.run.url,
    passedTests: idsOf(passed),
    warnedTests: idsOf(warned),
    failedTests: idsOf(failed),
    petstoreConformance: runOf(report, requirements, warned),
  };
}

function runOf(report: Report, requirements: readonly Result[], warned: readonly Result[]) {
  const { suite, target, run, verdict, exitCode, diagnosis } = report;
  const open = (outcome: Result['outcome']) =>
    requirements.filter((result) => result.outcome === outcome && !warned.includes(result));
  const [undecided, unobservable, skipped] = [open('inconclusive'), open('unobservable'), open('skipped')];
  return {
    version: suite.version,
    target: target.baseUrl,
    run: run.id,
    seed: run.seed,
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    ...validityOf(report),
    verdict,
    exitCode,
    isFinished: diagnosis === undefined,
    isReadOnly: run.settings.readOnly === true,
    checked: requirements.length - unobservable.length - skipped.length,
    total: requirements.length,
    undecidedTests: idsOf(undecided),
    unobservableTests: idsOf(unobservable),
    skippedTests: idsOf(skipped),
  };
}

const DAY_MS = 86_400_000;

/** The last day on which it counts, like that of a waiver. */
function validityOf({ run: { startedAt, settings } }: Report): { readonly validUntil?: string } {
  const days = settings.validForDays;
  // A report may come from anywhere.
  if (typeof days !== 'number' || !(days >= 1 && days <= MAX_DAYS)) return {};
  return { validUntil: new Date(Date.parse(startedAt) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length) };
}

/** Resource descriptors of what there is. Their names are part of the format: policies refer to them. */
function configurationOf({ suite, run, gate }: Report, requirements: readonly Result[]) {
  const { waivers, baseline } = gate?.digests ?? {};
  const { specification, sha256, name, version } = suite;
  const ofRequirements = requirements.length === 0 ? undefined : sha256Of(requirements.map(rowOf));
  const descriptors = [
    digested('record', run.record),
    digested('suite', sha256, { name, version }),
    digested('specification', specification?.sha256, { file: specification?.file }),
    digested('requirements', ofRequirements, { name, version }),
    digested('settings', settingsDigest(run.settings), run.settings),
    digested('waivers', waivers),
    digested('baseline', baseline),
  ];
  return descriptors.filter(({ digest }) => digest.sha256 !== undefined);
}

function digested(name: string, sha256: string | undefined, annotations?: object) {
  return { name, digest: { sha256 }, annotations };
}

/** In the order of their names, and without what changes from run to run, so that two runs can be compared. */
function settingsDigest({ seed: _seed, now: _now, ...rest }: Report['run']['settings']): string {
  return sha256Of(Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))));
}

function sha256Of(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function idsOf(results: readonly Result[]): readonly string[] {
  return results.map(({ id }) => id);
}
