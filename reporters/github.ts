import { isViolated } from '../harness/report/conclusion.ts';
import type { Notice, Report, Result } from '../harness/report/model.ts';
import { isExcused, withEffectiveOutcome } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { caseLine, casesOf, interruptionsInWords } from './evidence.ts';
import { noticesAbout, noticesOf } from './gate.ts';
import { replayCommand } from './replay-command.ts';
import { subsetOf } from './subset.ts';
import { cut } from './text.ts';
import { excuseSentence, failsTheRun, findingSentence, verdictSentence } from './verdict.ts';

/** The runner cuts a long message, and the command at its end must be left. */
const MOST_CASES = 5;
const LONGEST_CASE = 200;

/**
 * Annotations as the runner of GitHub Actions reads them from the log: one for each requirement that fails, with what
 * waivers and the baseline say about it, one for whatever else they say, one for interruptions, one where the verdict is
 * on a subset, and one for what cannot be seen on the target.
 */
export function renderGithub(given: Report): string {
  const report = escapedReport(given);
  const { diagnosis, suite } = report;
  const interruptions = interruptionsInWords(report.run);
  const lines = [
    ...(diagnosis === undefined ? [] : [annotation('error', suite.name, diagnosis)]),
    ...(subsetOf(report) ? [annotation('notice', suite.name, verdictSentence(report))] : []),
    ...unobservableAnnotations(report),
    ...report.results.filter(isViolated).map((result) => annotationOf(result, report)),
    ...noticesElsewhere(report).map(noticeAnnotation),
    ...(interruptions === undefined ? [] : [annotation('notice', suite.name, interruptions)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function unobservableAnnotations({ results }: Report): readonly string[] {
  const unseen = withEffectiveOutcome(results, 'unobservable');
  const lines = unseen.map(({ id, reason = 'no reason was recorded' }) => `${id}: ${reason}`);
  return lines.length === 0 ? [] : [annotation('notice', 'Unobservable on this target', lines.join('\n'))];
}

function annotationOf(result: Result, report: Report): string {
  const { id, level, statement, excuse } = result;
  const message = [
    statement,
    ...(excuse ? [excuseSentence(excuse)] : []),
    findingSentence(result),
    ...caseLines(result),
    ...noticesAbout(result, report).map(({ sentence }) => sentence),
    replayCommand(result, report),
  ].join('\n');
  return annotation(kindOf(result, report), `${id} (${level})`, message);
}

function caseLines(result: Result): readonly string[] {
  const { cases, others } = casesOf(result, MOST_CASES);
  const lines = cases.map((one) => cut(caseLine(one, result), LONGEST_CASE));
  return others === undefined ? lines : [...lines, others];
}

function kindOf(result: Result, report: Report): Kind {
  if (failsTheRun(result, report) || noticesAbout(result, report).some(({ fails }) => fails)) return 'error';
  return isExcused(result) ? 'notice' : 'warning';
}

/** The runner shows few annotations of a step, so a requirement has no more than one. */
function noticesElsewhere(report: Report): readonly Notice[] {
  const annotated = new Set(report.results.filter(isViolated).map(({ id }) => id));
  return noticesOf(report).filter(({ id }) => !annotated.has(id));
}

function noticeAnnotation({ kind, id, sentence, fails }: Notice): string {
  return annotation(fails ? 'error' : 'notice', `${id} (${kind})`, sentence);
}

type Kind = 'error' | 'warning' | 'notice';

function annotation(kind: Kind, title: string, message: string): string {
  return `::${kind} title=${propertyOf(title)}::${escaped(message)}`;
}

function propertyOf(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
