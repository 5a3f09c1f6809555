import { groupBy } from '../harness/basics/group-by.ts';
import type { Report } from '../harness/model/report.ts';
import { basisInWords, basisOf } from './basis.ts';
import { escapedReport } from './escape-controls.ts';
import { type RenderOptions, stored } from './options.ts';
import { warningsOf } from './run-words.ts';
import { type TestCase, testCasesOf } from './test-cases.ts';
import { verdictSentence } from './verdict.ts';
import { element, type Xml, xmlLines, xmlText } from './xml.ts';

/** For Jenkins, GitLab and others that read the format of JUnit: a suite for each area. */
export function renderJunit(given: Report, options: Partial<RenderOptions> = {}): string {
  const report = escapedReport(stored(given, options));
  const cases = testCasesOf(report);
  const suites = [...groupBy(cases, ({ suite }) => suite)].map(([name, members]) =>
    element(
      'testsuite',
      { name, ...countsOf(members), timestamp: report.run.startedAt },
      xmlLines(propertiesOf(report), ...members.map((one) => elementOf(one, report))),
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
  const basis = basisOf(report);
  const known = {
    version: suite.version,
    target: target.baseUrl,
    verdict: verdictSentence(report),
    checked: basis && basisInWords(basis),
    run: run.id,
    seed: run.seed,
    warnings: warningsOf(report).join(' ') || undefined,
  };
  const each = Object.entries(known).flatMap(([name, value]) =>
    value === undefined ? [] : [element('property', { name, value })],
  );
  return element('properties', {}, ...each);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
