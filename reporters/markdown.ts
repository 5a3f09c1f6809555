import type { Report, Result } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { effectiveOutcomeOf, isExcused } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { codeBlock, codeSpan, htmlText, markdownText } from './markdown-text.ts';
import { type RenderOptions, stored } from './options.ts';
import type { ShownStory } from './stories.ts';
import { findingText } from './terminal-finding.ts';
import { count } from './text.ts';
import { findingSentence, storyInShort } from './verdict.ts';
import { type ViewGroup, type ViewPart, viewOf } from './view.ts';

/** A comment on a pull request has at most 65,536 characters: what does not fit is shown in short. */
const MAX_IN_FULL = 42_000;
const MAX_LINE = 1_000;
const MAX_VALUE = 200;
const MAX_SUMMARY = 110;

/** For a job summary or a comment: what is wrong first, and everything long folded away. */
export function renderMarkdown(given: Report, options: Partial<RenderOptions> = {}): string {
  const report = escapedReport(stored(given, options));
  const { target, suite, diagnosis, run } = report;
  const { verdict, warnings, parts, summary } = viewOf(report);
  const fitting = within(MAX_IN_FULL);
  const blocks = [
    `## ${markdownText(verdict.sentence)}`,
    `${codeSpan(target.baseUrl)}, ${run.startedAt.slice(0, 10)}, ${markdownText(`${suite.name} ${suite.version}`)}`,
    ...(diagnosis === undefined ? [] : [`> ${markdownText(diagnosis)}`]),
    ...warnings.map((warning) => `> ${markdownText(warning)}`),
    summary().map(markdownText).join('  \n'),
    ...parts.flatMap((part) => partBlocks(part, report, fitting)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

type Choose = (long: string, short: string) => string;

/** Chooses the long form as long as there is room. */
function within(room: number): Choose {
  let left = room;
  return (long, short) => {
    left -= long.length;
    return left < 0 ? short : long;
  };
}

function partBlocks(part: ViewPart, report: Report, fitting: Choose): readonly string[] {
  const { id, title, number, groups, stories } = part;
  const heading = `### ${title} (${number})`;
  if (stories) return [heading, ...stories.flatMap((story) => storyBlocks(story, report, fitting))];
  const content = groups.flatMap((group) => groupItems(group, fitting)).join('\n');
  if (id === 'gate') return [heading, content];
  return [`<details><summary>${title} (${number})</summary>\n\n${content}\n\n</details>`];
}

/** What fails with the first finding is in the list below it, so that a folded story still names it. */
function storyBlocks(story: ShownStory, report: Report, fitting: Choose): readonly string[] {
  const { lead, others } = story;
  const list = others.map((other) => fitting(`- ${findingOf(other)}`, `- ${codeSpan(other.id)}`)).join('\n');
  return [fitting(detailsOf(story, report), `- ${findingOf(lead)}`), ...(list === '' ? [] : [list])];
}

function findingOf(result: Result): string {
  const excuse = isExcused(result) ? ` (${effectiveOutcomeOf(result)})` : '';
  return `${codeSpan(result.id)}${excuse} ${codeSpan(cut(findingSentence(result), MAX_VALUE))}`;
}

/** A `summary` is HTML: Markdown is not read in it. */
function detailsOf(story: ShownStory, report: Report): string {
  const { lead } = story;
  const lines = findingText(lead, report).split('\n');
  const inShort = htmlText(cut(storyInShort(story), MAX_SUMMARY));
  const summary = `<summary><code>${htmlText(lead.id)}</code> ${inShort}</summary>`;
  const block = codeBlock(lines.map((line) => cut(line, MAX_LINE)).join('\n'));
  return `<details>${summary}\n\n${block}\n\n</details>`;
}

function groupItems({ effective, sentence = '', results }: ViewGroup, fitting: Choose): readonly string[] {
  const text = markdownText(cut(sentence, MAX_VALUE));
  const open = results.filter((result) => !isViolated(result)).map(({ id }) => codeSpan(id));
  const found = results
    .filter(isViolated)
    .map((result) => fitting(`  - ${findingOf(result)}`, `  - ${codeSpan(result.id)}`));
  return [`- ${effective === 'fail' ? `**${text}**` : text} ${open.join(', ')}`.trimEnd(), ...found];
}

function cut(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters.slice(0, length).join('')} … ${count(characters.length - length, 'more character')}`;
}
