import type { Report, Result } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { markOf, paintOf } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import type { RenderOptions } from './options.ts';
import { findingLines, type TerminalPage } from './terminal-finding.ts';
import { count, paragraphs, wrap } from './text.ts';

/** For one, and for more. */
const WORDS = {
  again: ['fails again', 'fail again'],
  gone: ['does not fail now', 'do not fail now'],
  open: ['was not exercised', 'were not exercised'],
} as const;

type Fate = keyof typeof WORDS;

/** Never says that a requirement passes: a target that has filled up may no longer show the violation. */
export function renderReplay(now: Report, ids: readonly string[], { colour, width }: RenderOptions): string {
  const page: TerminalPage = {
    report: escapedReport(now),
    paint: paintOf(colour),
    width,
    verbose: true,
  };
  const { results, diagnosis } = page.report;
  if (results.length === 0) return paragraphs([indented(`Nothing was decided. ${diagnosis ?? ''}`.trim(), width)]);
  const replayed = results.filter((result) => ids.includes(result.id));
  const number = (fate: Fate) => {
    const found = replayed.filter((result) => fateOf(result) === fate).length;
    return `${found} ${WORDS[fate][found === 1 ? 0 : 1]}`;
  };
  const { requests, creations, seed } = page.report.run;
  const effort = `${count(requests, 'request')}, ${count(creations, 'creation')}, seed ${seed}`;
  const closing = `${(Object.keys(WORDS) as Fate[]).map(number).join(', ')} (${effort})`;
  return paragraphs([
    ...(diagnosis === undefined ? [] : [indented(`The run did not finish: ${diagnosis}`, width)]),
    ...replayed.map((result) => linesOf(result, page)),
    [closing],
  ]);
}

/** A text of the server must not start a line. */
function indented(text: string, width: number): readonly string[] {
  return wrap(text.replace(/\s+/g, ' '), width - 2).map((line, index) => (index === 0 ? line : `  ${line}`));
}

function fateOf(result: Result): Fate {
  if (isViolated(result)) return 'again';
  return result.outcome === 'pass' ? 'gone' : 'open';
}

function linesOf(result: Result, page: TerminalPage): readonly string[] {
  const { paint, width } = page;
  const fate = fateOf(result);
  const why = fate === 'open' && result.reason ? `: ${result.reason}` : '';
  const lines = wrap(`${paint.strong(result.id)} ${WORDS[fate][0]}${why}`, width - 2);
  const [, ...evidence] = fate === 'again' ? findingLines(result, page) : [];
  return [`${markOf(result.outcome, paint)} ${lines[0]}`, ...lines.slice(1).map((line) => `  ${line}`), ...evidence];
}
