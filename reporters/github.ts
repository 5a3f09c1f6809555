import type { Report, Result } from '../harness/report/model.ts';
import { failsTheRun, findingSentence, replayCommand } from './verdict.ts';
import { visibleReport } from './visible.ts';

/** Annotations as the runner of GitHub Actions reads them from the log: one for each requirement that does not hold. */
export function renderGithub(given: Report): string {
  const report = visibleReport(given);
  const { diagnosis, suite } = report;
  const lines = [
    ...(diagnosis === undefined ? [] : [annotation('error', suite.name, diagnosis)]),
    ...report.results.flatMap((result) => annotationOf(result, report)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function annotationOf(result: Result, report: Report): readonly string[] {
  const { id, level, outcome, statement } = result;
  if (outcome !== 'fail' && outcome !== 'warn') return [];
  const message = [statement, findingSentence(result), replayCommand(result, report)].join('\n');
  return [annotation(failsTheRun(result, report) ? 'error' : 'warning', `${id} (${level})`, message)];
}

function annotation(kind: 'error' | 'warning', title: string, message: string): string {
  return `::${kind} title=${propertyOf(title)}::${escaped(message)}`;
}

function propertyOf(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
