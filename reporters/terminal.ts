import type { Outcome, Report, Result } from '../harness/report/model.ts';
import {
  countsInWords,
  type EffectiveOutcome,
  effectiveOutcomeOf,
  LOOKS,
  undecidedIn,
  verdictOutcome,
  violationsIn,
  warningsIn,
  withEffectiveOutcome,
} from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { coverageSentence } from './evidence.ts';
import { groupBy, type ResultGroup, resultGroupsOf } from './group.ts';
import type { RenderOptions } from './index.ts';
import { effortInWords, forecastOf, interruptionsInWords, isFullSoon, resultsInWords } from './run-words.ts';
import { failureLines, type Page, warningLines } from './terminal-findings.ts';
import { markOf, paintOf } from './terminal-paint.ts';
import { beside, count, cut, indent, longest, pad, wrap } from './text.ts';
import { excuseSentence, findingSentence, isExcusedCause, noticesOf, verdictSentence } from './verdict.ts';

const NARROWEST = 50;
const WIDEST = 100;
/** In lines. */
const SCREEN = 24;
const MOST_FINDING_LINES = 3;

/** What is wrong first, then what is unknown, then the verdict; if that fills a screen, the verdict is also on top. */
export function renderTerminal(report: Report, options: RenderOptions): string {
  const { colour, width, verbose = false } = options;
  const page: Page = {
    report: escapedReport(report),
    paint: paintOf(colour),
    width: Math.min(Math.max(width, NARROWEST), WIDEST),
    verbose,
  };
  const { suite, target, warnings = [] } = page.report;
  const title = `${page.paint.strong(suite.name)} ${suite.version}  ${target.baseUrl}`;
  const verdict = verdictLine(page);
  const end = textOf([warnings.flatMap((warning) => wrap(warning, page.width)).map(page.paint.caution), [verdict]]);
  if (page.report.results.length === 0) return [...textOf([diagnosisLines(page)]), ...end].join('\n');
  const body = textOf(bodyBlocks(page, options));
  const start = textOf([body.length > SCREEN ? [title, verdict] : [title]]);
  return [...start, ...body, ...end].join('\n');
}

function textOf(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.filter((block) => block.length > 0).flatMap((block) => [...block, '']);
}

function bodyBlocks(page: Page, options: RenderOptions): readonly (readonly string[])[] {
  const { results } = page.report;
  const [violations, warnings] = [violationsIn(results), warningsIn(results)];
  return [
    groupLinesOf(resultGroupsOf(results, options), page),
    causeLines(page),
    sectionLines('Violations', violations.length, page, []),
    ...violations.map((result) => failureLines(result, page)),
    sectionLines('Warnings', warnings.length, page, []),
    ...warnings.map((result) => warningLines(result, page)),
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

function groupLinesOf(groups: readonly ResultGroup[], { paint }: Page): readonly string[] {
  const nameWidth = longest(groups.map(({ title }) => title)) + 2;
  const markWidth = Math.max(0, ...groups.map(({ results }) => results.length)) + 2;
  return groups.map(({ title, results }) => {
    const marks = results.map((result) => markOf(effectiveOutcomeOf(result), paint)).join('');
    const gap = ' '.repeat(markWidth - results.length);
    return `${pad(title, nameWidth)}${marks}${gap}${countsInWords(results)}`;
  });
}

function sectionLines(title: string, number: number, { paint }: Page, lines: readonly string[]): readonly string[] {
  return number === 0 ? [] : [paint.strong(`${title} (${number})`), ...lines];
}

function markedLines(effective: EffectiveOutcome, text: string, { paint, width }: Page): readonly string[] {
  return beside(markOf(effective, paint), 2, wrap(text, width - 2));
}

/** One defect often breaks several requirements, so it comes before them. */
function causeLines(page: Page): readonly string[] {
  const { causes = [] } = page.report;
  const list = (label: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : indent(beside(label, 14, wrap(ids.join(', '), page.width - 16), page.paint.quiet), 2);
  const lines = causes.flatMap((cause) => [
    '',
    ...markedLines(isExcusedCause(cause, page.report) ? 'waived' : 'fail', cause.cause, page),
    ...list('Breaks', cause.explains),
    ...list('Leaves open', cause.leavesOpen),
  ]);
  return sectionLines('Causes', causes.length, page, lines);
}

function noticeLines(page: Page): readonly string[] {
  const notices = noticesOf(page.report);
  const lines = notices.flatMap(({ sentence, fails }) =>
    markedLines(fails ? 'fail' : 'observed', `${sentence}${fails ? ' (fails the run)' : ''}`, page),
  );
  return sectionLines('Waivers and baseline', notices.length, page, ['', ...lines]);
}

/** Many requirements stay open for the same reason, so the reason is shown once. */
function reasonLines(title: string, outcome: Outcome, results: readonly Result[], page: Page): readonly string[] {
  return groupLines(title, outcome, results, page, ({ reason = 'No reason was recorded.' }) => reason);
}

/** Requirements that are not selected are only counted: the list would be longer than the rest of the report. */
function skippedLines(page: Page): readonly string[] {
  const skipped = withEffectiveOutcome(page.report.results, 'skipped');
  const isCounted = ({ why }: Result) => why?.kind === 'not-selected' && !page.verbose;
  const uncounted = skipped.filter((result) => !isCounted(result));
  const listed = reasonLines('Skipped', 'skipped', uncounted, page);
  const counted = skipped.length - uncounted.length;
  if (counted === 0) return listed;
  const note = `${count(counted, 'requirement')} not selected by --only or --skip (--verbose lists them).`;
  return [...listed, ...(listed.length > 0 ? [''] : []), ...wrap(note, page.width).map(page.paint.quiet)];
}

/** A reader must not take a pass for more than it covers. */
function coverageLines(page: Page): readonly string[] {
  const passes = page.report.results.filter((result) => coverageSentence(result) !== undefined);
  return groupLines('Passed for some operations', 'pass', passes, page, (result) => coverageSentence(result) ?? '');
}

function excusedLines(title: string, effective: EffectiveOutcome, page: Page): readonly string[] {
  const results = withEffectiveOutcome(page.report.results, effective);
  const sentenceOf = ({ excuse }: Result) => (excuse ? excuseSentence(excuse) : '');
  return groupLines(title, effective, results, page, sentenceOf, (group) =>
    group.flatMap((result) => briefLines(result, page)),
  );
}

function briefLines(result: Result, { paint, width }: Page): readonly string[] {
  const { id, level, outcome } = result;
  const finding = cut(findingSentence(result), (width - 4) * MOST_FINDING_LINES);
  return [
    `${markOf(outcome, paint)} ${paint.strong(id)}  ${paint.quiet(level)}`,
    ...(finding === '' ? [] : indent(wrap(finding, width - 4), 2)),
  ];
}

function groupLines(
  title: string,
  effective: EffectiveOutcome,
  results: readonly Result[],
  page: Page,
  sentenceOf: (result: Result) => string,
  membersOf: (group: readonly Result[]) => readonly string[] = (group) =>
    wrap(group.map(({ id }) => id).join(', '), page.width - 2).map(page.paint.quiet),
): readonly string[] {
  const lines = [...groupBy(results, sentenceOf)].flatMap(([sentence, group]) => [
    '',
    ...markedLines(effective, sentence, page),
    ...indent(membersOf(group), 2),
  ]);
  return sectionLines(title, results.length, page, lines);
}

function driftLines(page: Page): readonly string[] {
  const drifted = page.report.gate?.drifted ?? [];
  const field = (label: string, text: string) => beside(label, 8, wrap(text, page.width - 10), page.paint.quiet);
  const lines = drifted.flatMap(({ id, before, after }) => [
    '',
    ...markedLines('observed', id, page),
    ...indent([...field('Before', before), ...field('After', after)], 2),
  ]);
  return sectionLines('Observations that drifted', drifted.length, page, lines);
}

function observationLines(page: Page): readonly string[] {
  const { observations } = page.report;
  if (observations.length > 0 && !page.verbose) {
    const note = `${count(observations.length, 'observation')} of what the specification leaves open (--verbose lists them).`;
    return wrap(note, page.width).map(page.paint.quiet);
  }
  const idWidth = longest(observations.map((observation) => observation.id)) + 2;
  const lines = observations.flatMap(({ id, value }) =>
    beside(id, idWidth, wrap(value, page.width - idWidth), page.paint.quiet),
  );
  return sectionLines('Observations', observations.length, page, ['', ...lines]);
}

/** Not indented, so a line break in it must not be able to start a line that looks like a verdict. */
function diagnosisLines({ report, width }: Page): readonly string[] {
  return report.diagnosis === undefined ? [] : wrap(report.diagnosis.replaceAll('\n', ' '), width);
}

function figuresLines({ report, paint, width }: Page): readonly string[] {
  const remarks = [interruptionsInWords(report.run), isFullSoon(report) ? forecastOf(report) : undefined];
  return [
    ...wrap(resultsInWords(report), width),
    paint.quiet(effortInWords(report)),
    ...remarks.flatMap((remark) => (remark === undefined ? [] : wrap(remark, width))),
  ];
}

function verdictLine({ report, paint }: Page): string {
  const effective = report.verdict === 'untested' ? 'inconclusive' : verdictOutcome(report);
  const { mark, tone } = LOOKS[effective];
  return `${paint[tone](`${mark} ${verdictSentence(report)}`)} ${paint.quiet(`(exit code ${report.exitCode})`)}`;
}
