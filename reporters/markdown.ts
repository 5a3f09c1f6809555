import type { Outcome, Report, Result } from '../harness/report/model.ts';
import { groupBy } from './group.ts';
import { codeBlock, codeSpan, htmlText, markdownText } from './markdown-text.ts';
import { countsInWords, effortInWords } from './terminal-closing.ts';
import { findingText } from './terminal-findings.ts';
import { count } from './text.ts';
import { findingSentence, verdictSentence } from './verdict.ts';
import { visibleReport } from './visible.ts';

/** A comment on a pull request holds 65,536 characters; what is folded is the first to go. */
const MOST_FOLDED = 40_000;
const LONGEST_LINE = 1_000;
const LONGEST_VALUE = 200;

/** For a job summary or a comment: short, what is wrong first, and everything long folded away. */
export function renderMarkdown(given: Report): string {
  const report = visibleReport(given);
  const { target, suite, diagnosis, run } = report;
  const blocks = [
    `## ${markdownText(verdictSentence(report))}`,
    `${codeSpan(target.baseUrl)}, ${run.startedAt.slice(0, 10)}, ${markdownText(`${suite.name} ${suite.version}`)}`,
    ...(diagnosis === undefined ? [] : [`> ${markdownText(diagnosis)}`]),
    `${markdownText(countsInWords(report))}  \n${markdownText(effortInWords(report))}`,
    ...causeBlocks(report),
    ...findingBlocks(report),
    ...reasonBlocks('Not decided', 'inconclusive', report),
    ...reasonBlocks('Skipped', 'skipped', report),
    ...observationBlocks(report),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** One defect, one story, before the rows that it breaks. */
function causeBlocks({ causes = [] }: Report): readonly string[] {
  const spans = (ids: readonly string[]) => ids.map(codeSpan).join(', ');
  const items = causes.map(({ cause, explains, leavesOpen }) => {
    const open = leavesOpen.length > 0 ? `; leaves open ${spans(leavesOpen)}` : '';
    return `- ${markdownText(cut(cause, LONGEST_LINE))} Breaks ${spans(explains)}${open}`;
  });
  return items.length === 0 ? [] : [`### Causes (${items.length})`, items.join('\n')];
}

function findingBlocks(report: Report): readonly string[] {
  let room = MOST_FOLDED;
  const blockOf = (result: Result) => {
    const details = detailsOf(result, report);
    room -= details.length;
    return room < 0 ? headingOf(result) : details;
  };
  return (['fail', 'warn'] as const).flatMap((outcome) => {
    const results = withOutcome(report, outcome);
    const title = outcome === 'fail' ? 'Violations' : 'Warnings';
    return results.length === 0 ? [] : [`### ${title} (${results.length})`, ...results.map(blockOf)];
  });
}

function headingOf(result: Result): string {
  return `- ${codeSpan(result.id)} ${codeSpan(cut(findingSentence(result), LONGEST_VALUE))}`;
}

/** HTML inside of `summary`, where Markdown is not read; the identifier is all it holds. */
function detailsOf(result: Result, report: Report): string {
  const lines = findingText(result, report).split('\n');
  const summary = `<summary><code>${htmlText(result.id)}</code> ${htmlText(result.statement)}</summary>`;
  const block = codeBlock(lines.map((line) => cut(line, LONGEST_LINE)).join('\n'));
  return `<details>${summary}\n\n${block}\n\n</details>`;
}

/** Many requirements stay open for the same reason, so the reason is told once. */
function reasonBlocks(title: string, outcome: Outcome, report: Report): readonly string[] {
  const results = withOutcome(report, outcome);
  const byReason = [...groupBy(results, (result) => result.reason ?? 'No reason was recorded.')];
  const items = byReason.map(
    ([reason, group]) =>
      `- ${markdownText(cut(reason, LONGEST_LINE))} ${group.map(({ id }) => codeSpan(id)).join(', ')}`,
  );
  return folded(title, results.length, items);
}

function observationBlocks({ observations }: Report): readonly string[] {
  const items = observations.map(({ id, value }) => `- ${codeSpan(id)} ${codeSpan(cut(value, LONGEST_VALUE))}`);
  return folded('Observations', observations.length, items);
}

function folded(title: string, number: number, items: readonly string[]): readonly string[] {
  if (number === 0) return [];
  return [`<details><summary>${title} (${number})</summary>\n\n${items.join('\n')}\n\n</details>`];
}

function withOutcome({ results }: Report, outcome: Outcome): readonly Result[] {
  return results.filter((result) => result.outcome === outcome);
}

function cut(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters.slice(0, length).join('')} … ${count(characters.length - length, 'more character')}`;
}
