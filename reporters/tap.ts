import { isViolated } from '../harness/report/conclusion.ts';
import type { Notice, Report, Result } from '../harness/report/model.ts';
import { isExcused, roundsInWords, withEffectiveOutcome } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { asSentence, caseLines, coverageSentence, evidenceOf } from './evidence.ts';
import { replayCommand } from './replay-command.ts';
import { interruptionsInWords } from './run-words.ts';
import { subsetOf } from './subset.ts';
import { oneLine } from './text.ts';
import {
  excuseSentence,
  failsTheRun,
  findingSentence,
  isNotChecked,
  noticesAbout,
  noticesOnTheirOwn,
  verdictSentence,
  whyNotChecked,
} from './verdict.ts';

/** Test Anything Protocol, version 14. */
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

/** A test point marked TODO may fail without failing the run, like a SHOULD or an excused MUST. */
function directiveOf(result: Result, report: Report): string {
  if (isNotChecked(result)) return ` # SKIP ${escaped(whyNotChecked(result))}`;
  if (result.excuse && isExcused(result)) return ` # TODO ${escaped(excuseSentence(result.excuse))}`;
  return isViolated(result) && !failsTheRun(result, report) ? ' # TODO a warning: it is a SHOULD' : '';
}

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
    cases: caseLines(result).join('\n') || undefined,
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

/** A JSON string is a YAML string too, and contains neither line breaks nor the end of the block. */
function yamlBlock(fields: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return ['  ---', ...known.map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`), '  ...'];
}

function escaped(text: string): string {
  return oneLine(text).replace(/[\\#]/g, '\\$&');
}
