import type { Outcome, Report, Result } from '../harness/report/model.ts';
import {
  effectiveOutcomeOf,
  undecidedIn,
  violationsIn,
  warningsIn,
  withEffectiveOutcome,
} from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { coverageSentence } from './evidence.ts';
import { isExcusedCause } from './gate.ts';
import { groupBy } from './group.ts';
import type { RenderOptions } from './index.ts';
import { type ResultGroup, resultGroupsOf } from './result-groups.ts';
import { closingLine, figuresLines } from './terminal-closing.ts';
import { countsOf } from './terminal-counts.ts';
import { failureLines, type Page, titleLines, warningLines } from './terminal-findings.ts';
import { driftLines, excusedLines, noticeLines } from './terminal-gate.ts';
import { markOf, paintOf } from './terminal-paint.ts';
import { beside, count, indent, longest, pad, wrap } from './text.ts';

const NARROWEST = 50;
const WIDEST = 100;
/** In lines. */
const SCREEN = 24;

/**
 * The report for a person at a terminal: what is wrong first, then what is not known, then the verdict. Where that is
 * more than a screen, the verdict is on the first one too.
 */
export function renderTerminal(report: Report, options: RenderOptions): string {
  const { colour, width, verbose = false } = options;
  const page: Page = {
    report: escapedReport(report),
    paint: paintOf(colour),
    width: Math.min(Math.max(width, NARROWEST), WIDEST),
    verbose,
  };
  const verdict = closingLine(page);
  const end = textOf([runWarningLines(page), [verdict]]);
  if (page.report.results.length === 0) return [...textOf([diagnosisLines(page)]), ...end].join('\n');
  const body = textOf(bodyBlocks(page, options));
  const start = textOf([body.length > SCREEN ? [...headerLines(page), verdict] : headerLines(page)]);
  return [...start, ...body, ...end].join('\n');
}

function textOf(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.filter((block) => block.length > 0).flatMap((block) => [...block, '']);
}

function bodyBlocks(page: Page, options: RenderOptions): readonly (readonly string[])[] {
  const { results } = page.report;
  return [
    groupLinesOf(resultGroupsOf(results, options), page),
    causeLines(page),
    ...findingBlocks('Violations', violationsIn(results), page, failureLines),
    ...findingBlocks('Warnings', warningsIn(results), page, warningLines),
    noticeLines(page),
    reasonLines('Not decided', 'inconclusive', undecidedIn(results), page),
    reasonLines('Unobservable on this target', 'unobservable', withEffectiveOutcome(results, 'unobservable'), page),
    excusedLines('Waived', 'waived', page),
    excusedLines('Known from the baseline', 'known', page),
    skippedLines(page),
    coverageLines(page),
    driftLines(page),
    observationLines(page),
    diagnosisLines(page),
    figuresLines(page),
  ];
}

function runWarningLines({ report, paint, width }: Page): readonly string[] {
  return (report.warnings ?? []).flatMap((warning) => wrap(warning, width)).map(paint.caution);
}

function headerLines({ report, paint }: Page): readonly string[] {
  const { suite, target } = report;
  return [`${paint.strong(suite.name)} ${suite.version}  ${target.baseUrl}`];
}

/** One line for each area or section: what holds needs no more room than that. */
function groupLinesOf(groups: readonly ResultGroup[], { paint }: Page): readonly string[] {
  const nameWidth = longest(groups.map(({ title }) => title)) + 2;
  const markWidth = Math.max(0, ...groups.map(({ results }) => results.length)) + 2;
  return groups.map(({ title, results }) => {
    const marks = results.map((result) => markOf(effectiveOutcomeOf(result), paint)).join('');
    const gap = ' '.repeat(markWidth - results.length);
    return `${pad(title, nameWidth)}${marks}${gap}${countsOf(results).join(', ')}`;
  });
}

/** One defect, one story, before the rows that it breaks. */
function causeLines(page: Page): readonly string[] {
  const { causes = [] } = page.report;
  if (causes.length === 0) return [];
  const list = (label: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : indent(beside(label, 14, wrap(ids.join(', '), page.width - 16), page.paint.quiet), 2);
  return [
    ...titleLines('Causes', causes.length, page),
    ...causes.flatMap((cause) => [
      '',
      ...beside(
        markOf(isExcusedCause(cause, page.report) ? 'waived' : 'fail', page.paint),
        2,
        wrap(cause.cause, page.width - 2),
      ),
      ...list('Breaks', cause.explains),
      ...list('Leaves open', cause.leavesOpen),
    ]),
  ];
}

function findingBlocks(
  title: string,
  results: readonly Result[],
  page: Page,
  linesOf: (result: Result, page: Page) => readonly string[],
): readonly (readonly string[])[] {
  if (results.length === 0) return [];
  return [titleLines(title, results.length, page), ...results.map((result) => linesOf(result, page))];
}

/** Many requirements stay open for the same reason, so the reason is shown once. */
function reasonLines(title: string, outcome: Outcome, results: readonly Result[], page: Page): readonly string[] {
  return groupLines(title, outcome, results, page, ({ reason = 'No reason was recorded.' }) => reason);
}

/** What the user did not select is counted: a list of it would be longer than the rest of the report. */
function skippedLines(page: Page): readonly string[] {
  const skipped = withEffectiveOutcome(page.report.results, 'skipped');
  const isCounted = ({ why }: Result) => why?.kind === 'not-selected' && !page.verbose;
  const counted = skipped.filter(isCounted);
  const listed = reasonLines(
    'Skipped',
    'skipped',
    skipped.filter((result) => !isCounted(result)),
    page,
  );
  if (counted.length === 0) return listed;
  const note = `${count(counted.length, 'requirement')} not selected by --only or --skip (--verbose lists them).`;
  return [...listed, ...(listed.length > 0 ? [''] : []), ...wrap(note, page.width).map(page.paint.quiet)];
}

/** A reader must not take a pass for more than it covers. */
function coverageLines(page: Page): readonly string[] {
  const passes = page.report.results.filter((result) => coverageSentence(result) !== undefined);
  return groupLines('Passed for some operations', 'pass', passes, page, (result) => coverageSentence(result) ?? '');
}

function groupLines(
  title: string,
  outcome: Outcome,
  results: readonly Result[],
  page: Page,
  sentenceOf: (result: Result) => string,
): readonly string[] {
  if (results.length === 0) return [];
  return [
    ...titleLines(title, results.length, page),
    ...[...groupBy(results, sentenceOf)].flatMap(([sentence, group]) => [
      '',
      ...beside(markOf(outcome, page.paint), 2, wrap(sentence, page.width - 2)),
      ...indent(wrap(group.map((result) => result.id).join(', '), page.width - 2).map(page.paint.quiet), 2),
    ]),
  ];
}

/** The identifier says what was looked at; its whole statement is a matter for `explain`. */
function observationLines(page: Page): readonly string[] {
  const { observations } = page.report;
  if (observations.length === 0) return [];
  if (!page.verbose) {
    const note = `${count(observations.length, 'observation')} of what the specification leaves open (--verbose lists them).`;
    return wrap(note, page.width).map(page.paint.quiet);
  }
  const idWidth = longest(observations.map((observation) => observation.id)) + 2;
  return [
    ...titleLines('Observations', observations.length, page),
    '',
    ...observations.flatMap(({ id, value }) =>
      beside(id, idWidth, wrap(value, page.width - idWidth), page.paint.quiet),
    ),
  ];
}

/** Not indented, so a line break in it must not be able to start a line that looks like a verdict. */
function diagnosisLines({ report, width }: Page): readonly string[] {
  return report.diagnosis === undefined ? [] : wrap(report.diagnosis.replaceAll('\n', ' '), width);
}
