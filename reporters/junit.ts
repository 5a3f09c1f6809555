import { isViolated } from '../harness/report/conclusion.ts';
import type { Notice, Report, Result } from '../harness/report/model.ts';
import { isExcused } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { coverageSentence, interruptionsInWords } from './evidence.ts';
import { noticesOnTheirOwn } from './gate.ts';
import { groupBy } from './group.ts';
import { subsetInWords, subsetOf } from './subset.ts';
import { findingText } from './terminal-findings.ts';
import { excuseSentence, failsTheRun, findingSentence, isNotChecked, whyNotChecked } from './verdict.ts';
import { element, lines, textOf, type Xml } from './xml.ts';

/** For Jenkins, GitLab and whatever else reads test results as JUnit writes them: a suite for each area. */
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
  const attributes = {
    name: area,
    tests: results.length,
    failures: results.filter((result) => failsTheRun(result, report)).length,
    errors: 0,
    skipped: results.filter((result) => isNotChecked(result) || isExcused(result)).length,
    time: seconds(results.reduce((sum, result) => sum + result.durationMs, 0)),
    timestamp: report.run.startedAt,
  };
  const cases = results.map((result) => testCase(result, report));
  return element('testsuite', attributes, lines(properties(report), ...cases), '\n' as Xml);
}

/** A run that did not come to its end must not read as one without failures. */
function runSuite(diagnosis: string, report: Report): Xml {
  const { name } = report.suite;
  const error = element('error', { type: report.verdict, message: oneLine(diagnosis) }, textOf(diagnosis));
  const attributes = { name: 'run', tests: 1, failures: 0, errors: 1, skipped: 0, timestamp: report.run.startedAt };
  const testcase = element('testcase', { name: 'run', classname: `${name}.run` }, error);
  return element('testsuite', attributes, lines(properties(report), testcase), '\n' as Xml);
}

/** A waiver that no longer fits fails the run, and there is no failing requirement to tell it with. */
function gateSuite(notices: readonly Notice[], report: Report): Xml {
  const number = notices.length;
  const { startedAt } = report.run;
  const attributes = { name: 'gate', tests: number, failures: number, errors: 0, skipped: 0, timestamp: startedAt };
  const cases = notices.map(({ kind, id, sentence }) => {
    const failure = element('failure', { type: kind, message: oneLine(sentence) }, textOf(sentence));
    return element('testcase', { name: `${id} (${kind})`, classname: `${report.suite.name}.gate` }, failure);
  });
  return element('testsuite', attributes, lines(properties(report), ...cases), '\n' as Xml);
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
  const attributes = { name: id, classname: `${report.suite.name}.${area}`, time: seconds(durationMs) };
  const detail = textOf(findingText(result, report));
  if (failsTheRun(result, report)) {
    return element(
      'testcase',
      attributes,
      element('failure', { type: level, message: findingSentence(result) }, detail),
    );
  }
  if (isNotChecked(result))
    return element('testcase', attributes, element('skipped', {}, textOf(whyNotChecked(result))));
  if (result.excuse && isExcused(result)) {
    const skipped = element('skipped', {}, textOf(`${excuseSentence(result.excuse)}\n\n`), detail);
    return element('testcase', attributes, skipped);
  }
  const coverage = coverageSentence(result);
  const remarks = [...(isViolated(result) ? [detail] : []), ...(coverage === undefined ? [] : [textOf(coverage)])];
  return element('testcase', attributes, ...remarks.map((remark) => element('system-out', {}, remark)));
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
