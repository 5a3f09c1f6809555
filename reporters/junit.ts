import { groupBy } from '../harness/basics/group-by.ts';
import type { Report, Result } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { basisInWords, basisOf } from './basis.ts';
import { isExcused, LOOKS } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { caveatOf } from './evidence.ts';
import { type RenderOptions, stored } from './options.ts';
import { warningsOf } from './run-words.ts';
import { storyOf } from './stories.ts';
import { findingText } from './terminal-finding.ts';
import { oneLine } from './text.ts';
import { excuseSentence, failsTheRun, findingSentence, noticesElsewhere, verdictSentence } from './verdict.ts';
import { element, lines, textOf, type Xml } from './xml.ts';

interface TestCase {
  readonly suite: string;
  readonly name: string;
  readonly ms: number;
  /** A case without one is a plain pass. */
  readonly tag?: 'failure' | 'error' | 'skipped' | 'system-out';
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
}

/** For Jenkins, GitLab and others that read the format of JUnit: a suite for each area. */
export function renderJunit(given: Report, options: Partial<RenderOptions> = {}): string {
  const report = escapedReport(stored(given, options));
  const times = timesOf(report);
  const cases = [
    ...runCases(report),
    ...report.results.map((result, index) => caseOf(result, times[index] ?? 0, report)),
  ];
  const suites = [...groupBy(cases, ({ suite }) => suite)].map(([name, members]) =>
    element(
      'testsuite',
      { name, ...countsOf(members), timestamp: report.run.startedAt },
      lines(propertiesOf(report), ...members.map((one) => elementOf(one, report))),
      '\n' as Xml,
    ),
  );
  const { skipped: _skipped, ...counts } = countsOf(cases);
  const attributes = { name: report.suite.name, ...counts };
  const root = element('testsuites', attributes, lines(...suites), '\n' as Xml);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/** One exchange serves many requirements, so each gets a share of the run: readers add the times up. */
function timesOf({ results, run }: Report): readonly number[] {
  const sum = results.reduce((total, { durationMs }) => total + durationMs, 0);
  let [share, given] = [0, 0];
  return results.map(({ durationMs }) => {
    share += sum > 0 ? durationMs / sum : 1 / results.length;
    const ms = Math.round(share * run.durationMs) - given;
    given += ms;
    return ms;
  });
}

/** What fails the run although no requirement does: a run that did not finish, a waiver that no longer fits. */
function runCases(report: Report): readonly TestCase[] {
  const { diagnosis, verdict, results, run } = report;
  const words = (type: string, text: string) => ({ type, message: oneLine(text), text });
  const error = { suite: 'run', name: 'run', ms: results.length === 0 ? run.durationMs : 0, tag: 'error' as const };
  const failure = { suite: 'run', ms: 0, tag: 'failure' as const };
  const notices = noticesElsewhere(report).filter(({ fails }) => fails);
  return [
    ...(diagnosis === undefined ? [] : [{ ...error, ...words(verdict, diagnosis) }]),
    ...notices.map(({ kind, id, sentence }) => ({ ...failure, name: `${id} (${kind})`, ...words(kind, sentence) })),
  ];
}

/** What was not checked or is waived is skipped, never passed. */
function caseOf(result: Result, ms: number, report: Report): TestCase {
  const { id, area, level, outcome, excuse, reason = 'no reason was recorded' } = result;
  const base = { suite: area, name: id, ms };
  const text = findingText(result, report, storyOf(result, report));
  if (failsTheRun(result, report))
    return { ...base, tag: 'failure', type: level, message: findingSentence(result), text };
  if (excuse && isExcused(result))
    return { ...base, tag: 'skipped', text: `${excuseSentence(excuse)}\n\n${isViolated(result) ? text : reason}` };
  if (isViolated(result)) return { ...base, tag: 'system-out', text };
  if (outcome === 'skipped') return { ...base, tag: 'skipped', text: reason };
  if (outcome !== 'pass') return { ...base, tag: 'skipped', text: `${LOOKS[outcome].word}: ${reason}` };
  const caveat = caveatOf(result, report);
  return caveat === undefined ? base : { ...base, tag: 'system-out', text: caveat };
}

function countsOf(cases: readonly TestCase[]) {
  const number = (tag: TestCase['tag']) => cases.filter((one) => one.tag === tag).length;
  return {
    tests: cases.length,
    failures: number('failure'),
    errors: number('error'),
    skipped: number('skipped'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
  };
}

function elementOf({ suite, name, ms, tag, type, message, text = '' }: TestCase, report: Report): Xml {
  const attributes = { name, classname: `${report.suite.name}.${suite}`, time: seconds(ms) };
  if (tag === undefined) return element('testcase', attributes);
  const kind = { ...(type && { type }), ...(message && { message }) };
  return element('testcase', attributes, element(tag, kind, textOf(text)));
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
