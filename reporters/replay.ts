import { isViolated } from '../harness/report/conclusion.ts';
import type { Report, Result } from '../harness/report/model.ts';
import { escapedReport } from './escape-controls.ts';
import type { RenderOptions } from './index.ts';
import { failureLines, type Page } from './terminal-findings.ts';
import { markOf, paintOf } from './terminal-paint.ts';
import { count, indent, paragraphs, wrap } from './text.ts';

/** Never says that a requirement passes: a target that has filled up may no longer show the violation. */
export function renderReplay(now: Report, ids: readonly string[], { colour, width }: RenderOptions): string {
  const page: Page = { report: escapedReport(now), paint: paintOf(colour), width, verbose: true };
  if (page.report.results.length === 0) return `${page.report.diagnosis ?? 'Nothing was decided.'}\n`;
  const replayed = page.report.results.filter((result) => ids.includes(result.id));
  return paragraphs([...replayed.map((result) => linesOf(result, page)), [closing(replayed, page)]]);
}

function linesOf(result: Result, page: Page): readonly string[] {
  if (isViolated(result)) return failureLines(result, page);
  const what = result.outcome === 'pass' ? 'does not fail now' : 'not decided';
  return [
    `${markOf(result.outcome, page.paint)} ${page.paint.strong(result.id)}  ${what}`,
    ...indent(wrap(result.reason ?? '', page.width - 2), 2),
  ];
}

function closing(replayed: readonly Result[], { report }: Page): string {
  const failing = replayed.filter(isViolated).length;
  const holding = replayed.filter(({ outcome }) => outcome === 'pass').length;
  const open = replayed.length - failing - holding;
  const parts = [
    ...(failing > 0 ? [`${failing} still ${failing === 1 ? 'fails' : 'fail'}`] : []),
    ...(holding > 0 ? [`${holding} ${holding === 1 ? 'does' : 'do'} not fail now`] : []),
    ...(open > 0 ? [`${open} not decided`] : []),
  ];
  const effort = `${count(report.run.requests, 'request')}, ${count(report.run.creations, 'creation')}`;
  return `${parts.join(', ')} (${effort}, seed ${report.run.seed})`;
}
