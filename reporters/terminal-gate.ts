import type { Result } from '../harness/report/model.ts';
import { type EffectiveOutcome, withEffectiveOutcome } from './effective-outcome.ts';
import { noticesOf } from './gate.ts';
import { groupBy } from './group.ts';
import { type Page, titleLines } from './terminal-findings.ts';
import { markOf } from './terminal-paint.ts';
import { beside, cut, indent, wrap } from './text.ts';
import { excuseSentence, findingSentence } from './verdict.ts';

const MOST_FINDING_LINES = 3;

/** What waivers and baseline have to say, besides excusing. */
export function noticeLines(page: Page): readonly string[] {
  const notices = noticesOf(page.report);
  if (notices.length === 0) return [];
  return [
    ...titleLines('Waivers and baseline', notices.length, page),
    '',
    ...notices.flatMap(({ sentence, fails }) =>
      beside(
        fails ? markOf('fail', page.paint) : page.paint.quiet('·'),
        2,
        wrap(`${sentence}${fails ? ' (fails the run)' : ''}`, page.width - 2),
      ),
    ),
  ];
}

export function driftLines(page: Page): readonly string[] {
  const drifted = page.report.gate?.drifted ?? [];
  if (drifted.length === 0) return [];
  const field = (label: string, text: string) => beside(label, 8, wrap(text, page.width - 10), page.paint.quiet);
  return [
    ...titleLines('Observations that drifted', drifted.length, page),
    ...drifted.flatMap(({ id, before, after }) => [
      '',
      ...beside(page.paint.quiet('·'), 2, wrap(id, page.width - 2)),
      ...indent([...field('Before', before), ...field('After', after)], 2),
    ]),
  ];
}

/** One excuse often stands for several requirements, so it is reported once. */
export function excusedLines(title: string, effective: EffectiveOutcome, page: Page): readonly string[] {
  const results = withEffectiveOutcome(page.report.results, effective);
  if (results.length === 0) return [];
  const byExcuse = [...groupBy(results, ({ excuse }) => (excuse ? excuseSentence(excuse) : ''))];
  return [
    ...titleLines(title, results.length, page),
    ...byExcuse.flatMap(([excuse, group]) => [
      '',
      ...beside(markOf(effective, page.paint), 2, wrap(excuse, page.width - 2)),
      ...group.flatMap((result) => indent(briefLines(result, page), 2)),
    ]),
  ];
}

function briefLines(result: Result, { paint, width }: Page): readonly string[] {
  const { id, level, outcome } = result;
  const finding = findingSentence(result);
  return [
    `${markOf(outcome, paint)} ${paint.strong(id)}  ${paint.quiet(level)}`,
    ...(finding === '' ? [] : indent(fewLines(finding, width - 4), 2)),
  ];
}

function fewLines(text: string, width: number): readonly string[] {
  const room = width * MOST_FINDING_LINES;
  return wrap(cut(text, room), width);
}
