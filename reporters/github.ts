import { isViolated } from '../harness/report/conclusion.ts';
import type { Notice, Report, Result } from '../harness/report/model.ts';
import { isExcused, withEffectiveOutcome } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { caseLines } from './evidence.ts';
import { replayCommand } from './replay-command.ts';
import { interruptionsInWords } from './run-words.ts';
import { subsetOf } from './subset.ts';
import { cut } from './text.ts';
import { excuseSentence, failsTheRun, findingSentence, noticesAbout, noticesOf, verdictSentence } from './verdict.ts';

/** The runner cuts a long message, which must not lose the command at its end. */
const MOST_CASES = 5;
const LONGEST_CASE = 200;

/** The report keeps its old names for these. */
const WORDS: Partial<Record<Notice['kind'], string>> = { mended: 'fixed', 'no-longer-judged': 'no longer checked' };

/** Annotations that the runner of GitHub Actions reads from the log. */
export function renderGithub(given: Report): string {
  const report = escapedReport(given);
  const { diagnosis, suite } = report;
  const interruptions = interruptionsInWords(report.run);
  const lines = [
    ...(diagnosis === undefined ? [] : [annotation('error', suite.name, diagnosis)]),
    ...(subsetOf(report) ? [annotation('notice', suite.name, verdictSentence(report))] : []),
    ...unobservableAnnotations(report),
    ...report.results.filter(isViolated).map((result) => annotationOf(result, report)),
    ...noticesElsewhere(report).map(({ kind, id, sentence, fails }) =>
      annotation(fails ? 'error' : 'notice', `${id} (${WORDS[kind] ?? kind})`, sentence),
    ),
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
    ...caseLines(result, MOST_CASES).map((line) => cut(line, LONGEST_CASE)),
    ...noticesAbout(result, report).map(({ sentence }) => sentence),
    replayCommand(result, report),
  ].join('\n');
  return annotation(kindOf(result, report), `${id} (${level})`, message);
}

function kindOf(result: Result, report: Report): Kind {
  if (failsTheRun(result, report) || noticesAbout(result, report).some(({ fails }) => fails)) return 'error';
  return isExcused(result) ? 'notice' : 'warning';
}

/** The runner shows few annotations per step, so a requirement has at most one. */
function noticesElsewhere(report: Report): readonly Notice[] {
  const annotated = new Set(report.results.filter(isViolated).map(({ id }) => id));
  return noticesOf(report).filter(({ id }) => !annotated.has(id));
}

type Kind = 'error' | 'warning' | 'notice';

function annotation(kind: Kind, title: string, message: string): string {
  const property = escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${kind} title=${property}::${escaped(message)}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
