import { isViolated } from '../harness/report/conclusion.ts';
import type { Notice, Report, Result } from '../harness/report/model.ts';
import { isExcused } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { coverageSentence } from './evidence.ts';
import { groupBy } from './group.ts';
import { interruptionsInWords } from './run-words.ts';
import { subsetInWords, subsetOf } from './subset.ts';
import { findingText } from './terminal-findings.ts';
import { oneLine } from './text.ts';
import {
  excuseSentence,
  failsTheRun,
  findingSentence,
  isNotChecked,
  noticesOnTheirOwn,
  whyNotChecked,
} from './verdict.ts';
import { type Attributes, element, lines, textOf, type Xml } from './xml.ts';

/** For Jenkins, GitLab and others that read the format of JUnit: a suite for each area. */
export function renderJunit(given: Report): string {
  const report = escapedReport(given);
  const { results, suite, run, diagnosis } = report;
  const areas = [...groupBy(results, (result) => result.area)].map(([area, members]) =>
    areaSuite(area, members, report),
  );
  const notices = noticesOnTheirOwn(report);
  const suites = [
    ...(diagnosis === undefined ? [] : [runSuite(diagnosis, report)]),
    ...(notices.length === 0 ? [] : [gateSuite(notices, report)]),
    ...areas,
  ];
  const attributes = {
    name: suite.name,
    tests: results.length + notices.length + (diagnosis === undefined ? 0 : 1),
    failures: results.filter((result) => failsTheRun(result, report)).length + notices.length,
    errors: diagnosis === undefined ? 0 : 1,
    time: seconds(run.durationMs),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, lines(...suites), '\n' as Xml)}\n`;
}

function areaSuite(area: string, results: readonly Result[], report: Report): Xml {
  const cases = results.map((result) => testCase(result, report));
  return suiteOf(area, cases, report, {
    failures: results.filter((result) => failsTheRun(result, report)).length,
    skipped: results.filter((result) => isNotChecked(result) || isExcused(result)).length,
    time: seconds(results.reduce((sum, result) => sum + result.durationMs, 0)),
  });
}

/** A run that did not finish must not read as one without failures. */
function runSuite(diagnosis: string, report: Report): Xml {
  const error = element('error', { type: report.verdict, message: oneLine(diagnosis) }, textOf(diagnosis));
  return suiteOf('run', [element('testcase', nameIn('run', 'run', report), error)], report, { errors: 1 });
}

function gateSuite(notices: readonly Notice[], report: Report): Xml {
  const cases = notices.map(({ kind, id, sentence }) => {
    const failure = element('failure', { type: kind, message: oneLine(sentence) }, textOf(sentence));
    return element('testcase', nameIn('gate', `${id} (${kind})`, report), failure);
  });
  return suiteOf('gate', cases, report, { failures: notices.length });
}

function suiteOf(name: string, cases: readonly Xml[], report: Report, counts: Attributes): Xml {
  const none = { failures: 0, errors: 0, skipped: 0 };
  const attributes = { name, tests: cases.length, ...none, ...counts, timestamp: report.run.startedAt };
  return element('testsuite', attributes, lines(properties(report), ...cases), '\n' as Xml);
}

function nameIn(suite: string, name: string, report: Report): Attributes {
  return { name, classname: `${report.suite.name}.${suite}` };
}

function properties(report: Report): Xml {
  const { suite, target, verdict, run } = report;
  const subset = subsetOf(report);
  const interruptions = interruptionsInWords(run);
  const known = {
    version: suite.version,
    target: target.baseUrl,
    verdict,
    ...(subset && { subset: subsetInWords(subset) }),
    run: run.id,
    seed: run.seed,
    ...(interruptions !== undefined && { interruptions }),
  };
  const each = Object.entries(known).map(([name, value]) => element('property', { name, value }));
  return element('properties', {}, ...each);
}

function testCase(result: Result, report: Report): Xml {
  const { id, area, level, durationMs } = result;
  const attributes = { ...nameIn(area, id, report), time: seconds(durationMs) };
  const detail = textOf(findingText(result, report));
  const caseWith = (...children: readonly Xml[]) => element('testcase', attributes, ...children);
  if (failsTheRun(result, report)) {
    return caseWith(element('failure', { type: level, message: findingSentence(result) }, detail));
  }
  if (isNotChecked(result)) return caseWith(element('skipped', {}, textOf(whyNotChecked(result))));
  if (result.excuse && isExcused(result)) {
    return caseWith(element('skipped', {}, textOf(`${excuseSentence(result.excuse)}\n\n`), detail));
  }
  const coverage = coverageSentence(result);
  const remarks = [...(isViolated(result) ? [detail] : []), ...(coverage === undefined ? [] : [textOf(coverage)])];
  return caseWith(...remarks.map((remark) => element('system-out', {}, remark)));
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
