import type { Level, Report, Result } from '../harness/report/model.ts';
import { countOf } from './terminal-counts.ts';

/** "Violating: 2 MUST do not hold.": the one sentence to read when only one is read. */
export function verdictSentence(report: Report): string {
  switch (report.verdict) {
    case 'conforming':
      return `Conforming: ${whatHolds(report)}`;
    case 'violating':
      return `Violating: ${whatFails(report)}`;
    case 'incomplete':
      return `Incomplete: ${whatIsOpen(report)}`;
    case 'untested':
      return 'Not tested: nothing was decided about the target.';
  }
}

/** Whether this result alone makes the run a failed one: a MUST, and in a strict run a SHOULD too. */
export function failsTheRun({ outcome }: Result, { run }: Report): boolean {
  return outcome === 'fail' || (outcome === 'warn' && run.settings.strict === true);
}

/** For the forms that know only tests: what was not judged is a skipped test there, and never a passed one. */
export function isNotJudged({ outcome }: Result): boolean {
  return outcome === 'skipped' || outcome === 'inconclusive' || outcome === 'observed';
}

export function whyNotJudged({ outcome, reason = 'no reason was recorded' }: Result): string {
  if (outcome === 'observed') return `Observed, not judged: ${reason}`;
  return outcome === 'inconclusive' ? `Not decided: ${reason}` : reason;
}

/** What is wrong, in one line. */
export function findingSentence({ expected, actual, reason }: Result): string {
  const parts = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(actual === undefined ? [] : [`actual ${actual}`]),
    ...(reason === undefined ? [] : [reason]),
  ];
  return parts.join('; ').replace(/\s+/g, ' ');
}

/** The seed of the run is the one that `--seed` sets; a property may have drawn its own from it. */
export function replayCommand({ id }: Result, { run }: Report): string {
  // A report may come from anywhere, and this is a line that people copy into a shell.
  const word = /^[\w.-]+$/.test(id) ? id : `'${id.replaceAll("'", `'\\''`)}'`;
  return `petstore-conformance --only ${word} --seed ${run.seed}`;
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
