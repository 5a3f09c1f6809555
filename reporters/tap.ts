import { isViolated } from '../harness/report/conclusion.ts';
import type { Notice, Report, Result } from '../harness/report/model.ts';
import { isExcused, roundsInWords, withEffectiveOutcome } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { asSentence, caseLine, casesOf, coverageSentence, evidenceOf, interruptionsInWords } from './evidence.ts';
import { noticesAbout, noticesOnTheirOwn } from './gate.ts';
import { replayCommand } from './replay-command.ts';
import { subsetOf } from './subset.ts';
import {
  excuseSentence,
  failsTheRun,
  findingSentence,
  isNotChecked,
  verdictSentence,
  whyNotChecked,
} from './verdict.ts';

/** Test Anything Protocol, version 14: a test point for each requirement, with what was found in YAML below it. */
export function renderTap(given: Report): string {
  const report = escapedReport(given);
  const { suite, target, results, diagnosis } = report;
  const notices = noticesOnTheirOwn(report);
  const interruptions = interruptionsInWords(report.run);
  const lines = [
    'TAP version 14',
    `# ${oneLine(`${suite.name} ${suite.version} ${target.baseUrl}`)}`,
    ...(subsetOf(report) || withEffectiveOutcome(results, 'unobservable').length > 0
      ? [`# ${oneLine(verdictSentence(report))}`]
      : []),
    ...(interruptions === undefined ? [] : [`# ${interruptions}`]),
    `1..${results.length + notices.length}`,
    ...results.flatMap((result, index) => pointOf(result, index + 1, report)),
    ...notices.flatMap((notice, index) => gatePointOf(notice, results.length + index + 1)),
    ...(diagnosis === undefined ? [] : [`Bail out! ${oneLine(diagnosis)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function pointOf(result: Result, number: number, report: Report): readonly string[] {
  const violated = isViolated(result);
  const point = `${violated ? 'not ok' : 'ok'} ${number} - ${escaped(result.id)}${directiveOf(result, report)}`;
  if (violated) return [point, ...diagnosticsOf(result, report)];
  const message = coverageSentence(result);
  return message === undefined ? [point] : [point, ...yamlBlock({ message })];
}

/** A test point marked TODO may fail without failing the run, as a SHOULD may, and what is excused. */
function directiveOf(result: Result, report: Report): string {
  if (isNotChecked(result)) return ` # SKIP ${escaped(whyNotChecked(result))}`;
  if (result.excuse && isExcused(result)) return ` # TODO ${escaped(excuseSentence(result.excuse))}`;
  return isViolated(result) && !failsTheRun(result, report) ? ' # TODO a warning: it is a SHOULD' : '';
}

/** A waiver that no longer fits fails the run, and there is no failing requirement to tell it with. */
function gatePointOf({ kind, id, sentence }: Notice, number: number): readonly string[] {
  return [`not ok ${number} - ${escaped(`gate: ${id} (${kind})`)}`, ...yamlBlock({ message: sentence })];
}

function diagnosticsOf(result: Result, report: Report): readonly string[] {
  const { level, statement, section, expected, actual, curl, counterexample, fingerprint } = result;
  return yamlBlock({
    message: findingSentence(result),
    severity: result.outcome,
    level,
    statement,
    section,
    expected,
    actual,
    ...Object.fromEntries(evidenceOf(result).map(({ label, clause }) => [label.toLowerCase(), asSentence(clause)])),
    counterexample: counterexample?.value,
    cases: casesText(result),
    curl,
    replay: replayCommand(result, report),
    fingerprint,
    rounds: roundsInWords(result),
    notice:
      noticesAbout(result, report)
        .map(({ sentence }) => sentence)
        .join(' ') || undefined,
  });
}

function casesText(result: Result): string | undefined {
  const { cases, others } = casesOf(result);
  const lines = [...cases.map((one) => caseLine(one, result)), ...(others === undefined ? [] : [others])];
  return lines.length === 0 ? undefined : lines.join('\n');
}

function yamlBlock(fields: Readonly<Record<string, string | undefined>>): readonly string[] {
  return ['  ---', ...Object.entries(fields).flatMap(([name, value]) => yamlLine(name, value)), '  ...'];
}

/** A JSON string is a YAML string too, and holds neither line breaks nor the mark that ends the block. */
function yamlLine(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`  ${name}: ${JSON.stringify(value)}`];
}

function escaped(text: string): string {
  return oneLine(text).replace(/[\\#]/g, '\\$&');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
