import { groupBy } from '../harness/basics/group-by.ts';
import type { Report, Result } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { effectiveOutcomeOf, isExcused, LOOKS } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { caveatOf } from './evidence.ts';
import { type RenderOptions, stored } from './options.ts';
import { findingText } from './terminal-finding.ts';
import { oneLine } from './text.ts';
import { excuseSentence, failsTheRun, findingSentence, noticesAbout, noticesElsewhere } from './verdict.ts';
import { viewOf } from './view.ts';
import { element, type Xml, xmlLines, xmlText } from './xml.ts';

/** For Jenkins, GitLab and others that read the format of JUnit: a suite for each area. */
export function renderJunit(given: Report, options: Partial<RenderOptions> = {}): string {
  const report = escapedReport(stored(given, options));
  const cases = testCasesOf(report);
  const properties = propertiesOf(report);
  const suites = [...groupBy(cases, ({ suite }) => suite)].map(([name, members]) =>
    element(
      'testsuite',
      { name, ...countsOf(members), timestamp: report.run.startedAt },
      xmlLines(properties, ...members.map((one) => elementOf(one, report))),
      '\n' as Xml,
    ),
  );
  const { skipped: _skipped, ...counts } = countsOf(cases);
  // Requests are sent at the same time, and between them the run waits: their times say little about its own.
  const attributes = { name: report.suite.name, ...counts, time: seconds(report.run.durationMs) };
  const root = element('testsuites', attributes, xmlLines(...suites), '\n' as Xml);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function countsOf(cases: readonly TestCase[]) {
  const number = (status: TestCase['status']) => cases.filter((one) => one.status === status).length;
  return {
    tests: cases.length,
    failures: number('failed'),
    errors: number('broken'),
    skipped: number('skipped'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
  };
}

/** A case that passes has one only for what there is to say about it. */
const TAGS = { passed: 'system-out', failed: 'failure', broken: 'error', skipped: 'skipped' } as const;

function elementOf({ suite, name, ms, status, type, message, text }: TestCase, report: Report): Xml {
  const attributes = { name, classname: `${report.suite.name}.${suite}`, time: seconds(ms) };
  if (text === undefined) return element('testcase', attributes);
  const kind = message === undefined || type === undefined ? {} : { type, message };
  return element('testcase', attributes, element(TAGS[status], kind, xmlText(text)));
}

function propertiesOf(report: Report): Xml {
  const { suite, target, run } = report;
  const { verdict, warnings } = viewOf(report);
  const known = {
    version: suite.version,
    target: target.baseUrl,
    verdict: verdict.sentence,
    checked: verdict.basis,
    run: run.id,
    seed: run.seed,
    warnings: warnings.join(' ') || undefined,
  };
  const each = Object.entries(known).flatMap(([name, value]) =>
    value === undefined ? [] : [element('property', { name, value })],
  );
  return element('properties', {}, ...each);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** What a reader of test results sees: a requirement, or what else fails the run. */
interface TestCase {
  readonly suite: string;
  readonly name: string;
  /** The time of the exchanges that it rests on, which others may rest on too. */
  readonly ms: number;
  /** `broken`: the run itself failed. */
  readonly status: 'passed' | 'failed' | 'broken' | 'skipped';
  /** The level of the requirement, or the kind of what else fails the run. */
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
}

function testCasesOf(report: Report): readonly TestCase[] {
  return [...runCases(report), ...report.results.map((result) => caseOf(result, report))];
}

/** What fails the run although no requirement does: a run that did not finish, a waiver that no longer fits. */
function runCases(report: Report): readonly TestCase[] {
  const { diagnosis, verdict, results, run } = report;
  const words = (type: string, text: string) => ({ type, message: oneLine(text), text });
  const error = { suite: 'run', name: 'run', ms: results.length === 0 ? run.durationMs : 0, status: 'broken' as const };
  const failure = { suite: 'run', ms: 0, status: 'failed' as const };
  const notices = noticesElsewhere(report).filter(({ fails }) => fails);
  return [
    ...(diagnosis === undefined ? [] : [{ ...error, ...words(verdict, diagnosis) }]),
    ...notices.map(({ kind, id, sentence }) => ({ ...failure, name: `${id} (${kind})`, ...words(kind, sentence) })),
  ];
}

/** What was not checked or is waived is skipped, never passed. */
function caseOf(result: Result, report: Report): TestCase {
  const { id, area, level, outcome, excuse, durationMs, reason = 'no reason was recorded' } = result;
  const { word } = LOOKS[effectiveOutcomeOf(result)];
  const base = { suite: area, name: id, ms: durationMs, type: level };
  const text = findingText(result, report);
  const refused = noticesAbout(result, report).filter(({ fails }) => fails);
  const message = [...refused.map(({ sentence }) => sentence), findingSentence(result)].join(' ');
  if (failsTheRun(result, report)) return { ...base, status: 'failed', message, text };
  if (excuse && isExcused(result)) {
    const why = `${excuseSentence(excuse)}\n\n${isViolated(result) ? text : reason}`;
    return { ...base, status: 'skipped', text: why };
  }
  if (isViolated(result)) return { ...base, status: 'passed', text };
  if (outcome === 'skipped') return { ...base, status: 'skipped', text: reason };
  if (outcome !== 'pass') return { ...base, status: 'skipped', text: `${word}: ${reason}` };
  const caveat = caveatOf(result, report);
  return caveat === undefined ? { ...base, status: 'passed' } : { ...base, status: 'passed', text: caveat };
}
