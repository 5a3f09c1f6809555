import type { Report, Result } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { countsInWords, effectiveOutcomeOf, LOOKS, markOf, paintOf, verdictOutcome } from './effective-outcome.ts';
import { reportInLines } from './escape-controls.ts';
import { areasIn } from './group.ts';
import { type RenderOptions, stored } from './options.ts';
import { openFindings, type ShownStory } from './stories.ts';
import { briefLine, findingLines, type TerminalPage } from './terminal-finding.ts';
import { beside, count, cut, indent, lengthOf, longest, oneLine, pad, wrap } from './text.ts';
import { storyInShort } from './verdict.ts';
import { type View, type ViewGroup, type ViewPart, viewOf } from './view.ts';

const MIN_WIDTH = 50;
const MAX_WIDTH = 100;
/** In lines. */
const SCREEN = 24;
/** Unless the report is verbose: two screens are as much as anybody reads at first. */
const MAX_LINES_IN_FULL = 36;
const MAX_BRIEF = 10;
const MAX_LINES_OF_GROUPS = 8;

type Block = readonly string[];

/**
 * What is wrong in full, then what is unknown. A terminal shows the end: what is wrong in a line each, the counts and the
 * verdict, which also begins a long report.
 */
export function renderTerminal(report: Report, options: RenderOptions): string {
  const { colour, width, verbose = false } = options;
  const page: TerminalPage = {
    report: reportInLines(stored(report, options)),
    paint: paintOf(colour),
    width: Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH),
    verbose,
  };
  const { suite, target, diagnosis, results } = page.report;
  const title = `${page.paint.strong(suite.name)} ${suite.version}  ${target.baseUrl}`;
  const view = viewOf(page.report);
  const verdict = verdictLine(view, page, options.exitCode);
  const remarksWith = (why: string | undefined): Block => {
    const remarks = [...(why === undefined ? [] : [why]), ...view.warnings];
    return remarks.flatMap((remark) => remarkLines(remark, page));
  };
  if (results.length === 0) return textOf([remarksWith(diagnosis), [verdict]]).join('\n');
  const body = textOf([areaLines(page), ...view.parts.flatMap((part) => partBlocks(part, page))]);
  const summary = view.summary(!verbose).flatMap((line) => wrap(line, page.width));
  const isLong = body.length > SCREEN || results.some(isViolated);
  // Why a run ended early explains most of what follows. It may list many requests: the end repeats its first line.
  const early = isLong && diagnosis !== undefined ? remarkLines(diagnosis, page) : [];
  const start = textOf([isLong ? [title, verdict] : [title], early]);
  const late = diagnosis && early.length > 0 ? cut(diagnosis, page.width - 2) : diagnosis;
  const end = textOf([remarksWith(late), overviewLines(view, page), summary, [verdict]]);
  return [...start, ...body, ...end].join('\n');
}

function textOf(blocks: readonly Block[]): Block {
  return blocks.filter((block) => block.length > 0).flatMap((block) => [...block, '']);
}

/** With the counts and the verdict on one screen. */
const MAX_OVERVIEW = 14;
const MAX_ID_WIDTH = 28;

/** Every story in a line. */
function overviewLines({ overview }: View, { paint, width, verbose }: TerminalPage): Block {
  const shown = overview.slice(0, verbose ? overview.length : MAX_OVERVIEW);
  const names = [...new Set(overview.slice(shown.length).map(({ lead }) => lead.id))];
  const idWidth = Math.min(MAX_ID_WIDTH, longest(shown.map(({ lead }) => lead.id)));
  const lines = shown.flatMap((story) => {
    const { lead } = story;
    const text = [cut(storyInShort(story), width - idWidth - 4)];
    const start = `${markOf(lead.outcome, paint)} ${paint.strong(pad(lead.id, idWidth))}`;
    const [first = '', ...more] = text;
    // A long id has a line of its own.
    const isLong = lengthOf(lead.id) > idWidth;
    return isLong ? [start, ...indent(text, idWidth + 4)] : [`${start}  ${first}`, ...indent(more, idWidth + 4)];
  });
  return names.length === 0
    ? lines
    : [...lines, ...beside('✗', 2, wrap(`and ${names.join(', ')}`, width - 2), paint.bad)];
}

function areaLines({ report, paint }: TerminalPage): Block {
  const groups = areasIn(report.results);
  const nameWidth = longest(groups.map(({ title }) => title)) + 2;
  const markWidth = Math.max(0, ...groups.map(({ results }) => results.length)) + 2;
  return groups.map(({ title, results }) => {
    const marks = results.map((result) => markOf(effectiveOutcomeOf(result), paint)).join('');
    const gap = ' '.repeat(markWidth - results.length);
    return `${pad(title, nameWidth)}${marks}${gap}${countsInWords(results)}`;
  });
}

function partBlocks({ id, title, number, groups, stories }: ViewPart, page: TerminalPage): readonly Block[] {
  const heading = page.paint.strong(`${title} (${number})`);
  // Beside violations, one warning in full is enough at first.
  const isMinor = id === 'warn' && page.report.results.some(({ outcome }) => outcome === 'fail');
  if (stories) return [[heading], ...storyBlocks(stories, page, isMinor ? 1 : MAX_LINES_IN_FULL)];
  if (id === 'observed' && !page.verbose) {
    const note = `${count(number, 'observation')} where the specification is silent (--verbose lists them).`;
    return [wrap(note, page.width).map(page.paint.quiet)];
  }
  const lines = groups.flatMap((group) => groupLines(group, page));
  return [[heading, '', ...shortened(lines, page)]];
}

/** As many in full as there is room for; the overview, or a line each, names the others. */
function storyBlocks(stories: readonly ShownStory[], page: TerminalPage, maxLines: number): readonly Block[] {
  const blocks: Block[] = [];
  let room = page.verbose ? Number.POSITIVE_INFINITY : maxLines;
  for (const story of stories) {
    const block = storyLines(story, page);
    if (block.length >= room && blocks.length > 0) break;
    room -= block.length + 1;
    blocks.push(block);
  }
  const rest = stories.slice(blocks.length).map(({ lead }) => lead);
  if (rest.length === 0) return blocks;
  const isAbove = rest.every(({ outcome }) => outcome === 'fail');
  const brief = isAbove ? [] : briefLines(rest, page);
  return [...blocks, [...brief, page.paint.quiet(`${rest.length} more in full with --verbose.`)]];
}

/** The first finding in full, and what fails with it below. */
function storyLines(story: ShownStory, page: TerminalPage): Block {
  const [, ...others] = openFindings(story);
  const inner = { ...page, width: page.width - 2 };
  const linesOf = (result: Result) => (page.verbose ? findingLines(result, inner) : [briefLine(result, inner)]);
  return [...findingLines(story.lead, page), ...indent(others.flatMap(linesOf), 2)];
}

function briefLines(results: readonly Result[], page: TerminalPage): Block {
  const lines = results.slice(0, MAX_BRIEF).map((result) => briefLine(result, page));
  const names = results.slice(MAX_BRIEF).map(({ id }) => id);
  return names.length === 0 ? lines : [...lines, ...wrap(`and ${names.join(', ')}`, page.width)];
}

function groupLines({ effective, sentence = '', results }: ViewGroup, page: TerminalPage): Block {
  const inner = { ...page, width: page.width - 2 };
  const ids = results.map(({ id }) => id).join(', ');
  const names = page.verbose
    ? results.map((result) => briefLine(result, inner, isViolated(result) ? undefined : result.statement))
    : wrap(ids, inner.width).map(page.paint.quiet);
  const marked = beside(markOf(effective, page.paint), 2, wrap(sentence, inner.width));
  return [...marked, ...(results.length === 0 ? [] : indent(names, 2))];
}

function shortened(lines: Block, { verbose, paint }: TerminalPage): Block {
  if (verbose || lines.length <= MAX_LINES_OF_GROUPS + 1) return lines;
  const more = `… ${count(lines.length - MAX_LINES_OF_GROUPS, 'more line')} (--verbose shows them)`;
  return [...lines.slice(0, MAX_LINES_OF_GROUPS), paint.quiet(more)];
}

/** Behind a mark, so that no text of a server can start a line and look like a verdict. */
function remarkLines(remark: string, { paint, width }: TerminalPage): Block {
  return beside('!', 2, wrap(oneLine(remark), width - 2), paint.caution);
}

function verdictLine({ verdict }: View, { report, paint }: TerminalPage, exitCode = report.exitCode): string {
  const { mark, tone } = LOOKS[verdictOutcome(report)];
  return `${paint[tone](`${mark} ${verdict.sentence}`)} ${paint.quiet(`(exit code ${exitCode})`)}`;
}
