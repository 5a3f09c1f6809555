import type { Report, Result } from '../harness/report/model.ts';
import {
  countsInWords,
  type EffectiveOutcome,
  undecidedIn,
  violationsIn,
  warningsIn,
  withEffectiveOutcome,
} from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { coverageSentence } from './evidence.ts';
import { groupBy, resultGroupsOf } from './group.ts';
import type { RenderOptions } from './index.ts';
import { codeBlock, codeSpan, htmlText, markdownText } from './markdown-text.ts';
import { effortInWords, forecastOf, interruptionsInWords, occupancyInWords, resultsInWords } from './run-words.ts';
import { findingText } from './terminal-findings.ts';
import { count } from './text.ts';
import { excuseSentence, findingSentence, isExcusedCause, noticesOf, verdictSentence } from './verdict.ts';

/** A comment on a pull request has at most 65,536 characters; folded text is dropped first. */
const MOST_FOLDED = 40_000;
const MOST_EXCUSED = 10_000;
const LONGEST_LINE = 1_000;
const LONGEST_VALUE = 200;

/** For a job summary or a comment: what is wrong first, and everything long folded away. */
export function renderMarkdown(given: Report, options: Partial<RenderOptions> = {}): string {
  const report = escapedReport(given);
  const { target, suite, diagnosis, warnings = [], run } = report;
  const blocks = [
    `## ${markdownText(verdictSentence(report))}`,
    `${codeSpan(target.baseUrl)}, ${run.startedAt.slice(0, 10)}, ${markdownText(`${suite.name} ${suite.version}`)}`,
    ...(diagnosis === undefined ? [] : [`> ${markdownText(diagnosis)}`]),
    ...warnings.map((warning) => `> ${markdownText(warning)}`),
    summaryLines(report).map(markdownText).join('  \n'),
    ...sectionBlocks(report, options),
    ...causeBlocks(report),
    ...findingBlocks(report),
    ...noticeBlocks(report),
    ...reasonBlocks('Not decided', undecidedIn(report.results)),
    ...reasonBlocks('Unobservable on this target', withEffectiveOutcome(report.results, 'unobservable')),
    ...excusedBlocks(report),
    ...reasonBlocks('Skipped', withEffectiveOutcome(report.results, 'skipped')),
    ...coverageBlocks(report),
    ...driftBlocks(report),
    ...observationBlocks(report),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function summaryLines(report: Report): readonly string[] {
  const { population } = report.run;
  const lines = [
    resultsInWords(report),
    effortInWords(report),
    interruptionsInWords(report.run),
    population && `Pets on the target: ${occupancyInWords(population)}.`,
    forecastOf(report),
  ];
  return lines.filter((line) => line !== undefined);
}

/** Areas need no table: what is wrong in them is below. */
function sectionBlocks({ results }: Report, options: Partial<RenderOptions>): readonly string[] {
  if (options.groupBy !== 'section') return [];
  const rows = resultGroupsOf(results, options).map(
    (group) => `| ${markdownText(group.title)} | ${countsInWords(group.results)} |`,
  );
  return [['| Section | Results |', '|---|---|', ...rows].join('\n')];
}

function causeBlocks(report: Report): readonly string[] {
  const { causes = [] } = report;
  const spans = (ids: readonly string[]) => ids.map(codeSpan).join(', ');
  const items = causes.map((cause) => {
    const { explains, leavesOpen } = cause;
    const open = leavesOpen.length > 0 ? `; leaves open ${spans(leavesOpen)}` : '';
    const excused = isExcusedCause(cause, report) ? ' (excused)' : '';
    return `- ${markdownText(cut(cause.cause, LONGEST_LINE))} Breaks ${spans(explains)}${open}${excused}`;
  });
  return items.length === 0 ? [] : [`### Causes (${items.length})`, items.join('\n')];
}

function findingBlocks(report: Report): readonly string[] {
  const fitting = within(MOST_FOLDED);
  const blocks = (title: string, found: readonly Result[]) => {
    const items = found.map((result) =>
      fitting(detailsOf(result, report), `- ${codeSpan(result.id)} ${findingOf(result)}`),
    );
    return items.length === 0 ? [] : [`### ${title} (${items.length})`, ...items];
  };
  return [...blocks('Violations', violationsIn(report.results)), ...blocks('Warnings', warningsIn(report.results))];
}

/** Chooses the long form as long as there is room. */
function within(room: number): (long: string, short: string) => string {
  let left = room;
  return (long, short) => {
    left -= long.length;
    return left < 0 ? short : long;
  };
}

function findingOf(result: Result): string {
  return codeSpan(cut(findingSentence(result), LONGEST_VALUE));
}

/** A `summary` is HTML: Markdown is not read in it. */
function detailsOf(result: Result, report: Report): string {
  const lines = findingText(result, report).split('\n');
  const summary = `<summary><code>${htmlText(result.id)}</code> ${htmlText(result.statement)}</summary>`;
  const block = codeBlock(lines.map((line) => cut(line, LONGEST_LINE)).join('\n'));
  return `<details>${summary}\n\n${block}\n\n</details>`;
}

/** Many requirements stay open for the same reason, so the reason is shown once. */
function reasonBlocks(title: string, results: readonly Result[]): readonly string[] {
  return groupBlocks(title, results, ({ reason = 'No reason was recorded.' }) => reason);
}

/** A reader must not take a pass for more than it covers. */
function coverageBlocks({ results }: Report): readonly string[] {
  const passes = results.filter((result) => coverageSentence(result) !== undefined);
  return groupBlocks('Passed for some operations', passes, (result) => coverageSentence(result) ?? '');
}

function groupBlocks(
  title: string,
  results: readonly Result[],
  sentenceOf: (result: Result) => string,
): readonly string[] {
  const items = [...groupBy(results, sentenceOf)].map(
    ([sentence, group]) =>
      `- ${markdownText(cut(sentence, LONGEST_LINE))} ${group.map(({ id }) => codeSpan(id)).join(', ')}`,
  );
  return folded(title, results.length, items);
}

function noticeBlocks(report: Report): readonly string[] {
  const items = noticesOf(report).map(({ sentence, fails }) => {
    const text = markdownText(cut(sentence, LONGEST_VALUE));
    return fails ? `- **Fails the run:** ${text}` : `- ${text}`;
  });
  return items.length === 0 ? [] : [`### Waivers and baseline (${items.length})`, items.join('\n')];
}

function excusedBlocks({ results }: Report): readonly string[] {
  const fitting = within(MOST_EXCUSED);
  const itemOf = (result: Result) => {
    const { id, excuse } = result;
    const why = excuse ? markdownText(cut(excuseSentence(excuse), LONGEST_VALUE)) : '';
    return fitting(`- ${codeSpan(id)} ${why} ${findingOf(result)}`.trimEnd(), `- ${codeSpan(id)}`);
  };
  const blocks = (title: string, effective: EffectiveOutcome) => {
    const excused = withEffectiveOutcome(results, effective);
    return folded(title, excused.length, excused.map(itemOf));
  };
  return [...blocks('Waived', 'waived'), ...blocks('Known from the baseline', 'known')];
}

function driftBlocks({ gate }: Report): readonly string[] {
  const drifted = gate?.drifted ?? [];
  const value = (text: string) => codeSpan(cut(text, LONGEST_VALUE));
  const items = drifted.map(({ id, before, after }) => `- ${codeSpan(id)} ${value(before)} → ${value(after)}`);
  return folded('Observations that drifted', drifted.length, items);
}

function observationBlocks({ observations }: Report): readonly string[] {
  const items = observations.map(({ id, value }) => `- ${codeSpan(id)} ${codeSpan(cut(value, LONGEST_VALUE))}`);
  return folded('Observations', observations.length, items);
}

function folded(title: string, number: number, items: readonly string[]): readonly string[] {
  if (number === 0) return [];
  return [`<details><summary>${title} (${number})</summary>\n\n${items.join('\n')}\n\n</details>`];
}

function cut(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters.slice(0, length).join('')} … ${count(characters.length - length, 'more character')}`;
}
