import { isOpen, isViolated } from '../harness/report/conclusion.ts';
import type { Excuse, Level, Report, Result } from '../harness/report/model.ts';
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
export function failsTheRun(result: Result, { run }: Report): boolean {
  if (!isViolated(result) || result.excuse) return false;
  return result.level === 'MUST' || run.settings.strict === true;
}

/** For the forms that know only tests: what was not judged is a skipped test there, and never a passed one. */
export function isNotJudged(result: Result): boolean {
  return result.outcome === 'skipped' || result.outcome === 'observed' || isOpen(result);
}

export function whyNotJudged({ outcome, reason = 'no reason was recorded', excuse }: Result): string {
  if (excuse) return `${excuseSentence(excuse)} ${reason}`;
  if (outcome === 'observed') return `Observed, not judged: ${reason}`;
  return outcome === 'inconclusive' ? `Not decided: ${reason}` : reason;
}

/** "Waived until 2026-12-31 by the pets team: the cap goes with the new store." */
export function excuseSentence({ by, reason, owner, until }: Excuse): string {
  if (by === 'baseline') return `Known: ${reason}`;
  return `Waived${until ? ` until ${until}` : ''}${owner ? ` by ${owner}` : ''}: ${reason}`;
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

function whatHolds({ results, exitCode }: Report): string {
  const excused = results.filter(({ excuse, level }) => excuse && level === 'MUST').length;
  const save = excused > 0 ? ` or is excused (${excused})` : '';
  const warnings = countOf(results, 'warn');
  const also = warnings > 0 ? `, ${notHeld(warnings, 'SHOULD')}` : '';
  return `every MUST that was asked for holds${save}${also}${exitCode === 2 ? ', but a waiver no longer fits' : ''}.`;
}

function whatFails({ results }: Report): string {
  const failing = results.filter((result) => isViolated(result) && !result.excuse);
  const failures = failing.filter(({ level }) => level === 'MUST').length;
  if (failures > 0) return `${notHeld(failures, 'MUST')}.`;
  return `${notHeld(failing.length, 'SHOULD')}, which fails a strict run.`;
}

function notHeld(number: number, level: Level): string {
  return `${number} ${level} ${number === 1 ? 'does' : 'do'} not hold`;
}

function whatIsOpen({ results }: Report): string {
  const open = results.filter((result) => isOpen(result) && !result.excuse && result.level === 'MUST').length;
  const what = open > 0 ? `${open} MUST ${open === 1 ? 'was' : 'were'} not decided` : 'the run did not finish';
  return `no violation was found, but ${what}.`;
}
