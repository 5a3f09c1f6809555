import type { Level, Report } from '../harness/report.ts';
import { countOf, countsOf } from './terminal-counts.ts';
import type { Page } from './terminal-findings.ts';
import { count, wrap } from './text.ts';

export function figuresLines({ report, paint, width }: Page): readonly string[] {
  const { run, results, observations } = report;
  const counts = [
    ...countsOf(results),
    ...(observations.length > 0 ? [count(observations.length, 'observation')] : []),
  ];
  const figures = [
    count(run.requests, 'request'),
    count(run.creations, 'creation'),
    `${(run.durationMs / 1000).toFixed(1)} s`,
    `seed ${run.seed}`,
  ];
  return [...wrap(counts.join(', '), width), paint.quiet(figures.join(', '))];
}

/** The one line to read when only one is read. */
export function closingLine({ report, paint }: Page): string {
  const code = paint.quiet(`(exit code ${report.exitCode})`);
  switch (report.verdict) {
    case 'conforming':
      return `${paint.good(`✓ Conforming: ${whatHolds(report)}`)} ${code}`;
    case 'violating':
      return `${paint.bad(`✗ Violating: ${whatFails(report)}`)} ${code}`;
    case 'incomplete':
      return `${paint.caution(`? Incomplete: ${whatIsOpen(report)}`)} ${code}`;
    case 'untested':
      return `${paint.caution('? Not tested: nothing was decided about the target.')} ${code}`;
  }
}

function whatHolds({ results }: Report): string {
  const warnings = countOf(results, 'warn');
  return `every MUST that was asked for holds${warnings > 0 ? `, ${notHeld(warnings, 'SHOULD')}` : ''}.`;
}

function whatFails({ results }: Report): string {
  const failures = countOf(results, 'fail');
  if (failures > 0) return `${notHeld(failures, 'MUST')}.`;
  return `${notHeld(countOf(results, 'warn'), 'SHOULD')}, which fails a strict run.`;
}

function notHeld(number: number, level: Level): string {
  return `${number} ${level} ${number === 1 ? 'does' : 'do'} not hold`;
}

function whatIsOpen({ results }: Report): string {
  const open = results.filter((result) => result.outcome === 'inconclusive' && result.level === 'MUST').length;
  const what = open > 0 ? `${open} MUST ${open === 1 ? 'was' : 'were'} not decided` : 'the run did not finish';
  return `no violation was found, but ${what}.`;
}
