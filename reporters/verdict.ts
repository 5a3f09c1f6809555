import { isOpen, isUnobservable, isViolated } from '../harness/report/conclusion.ts';
import type { Cause, Excuse, Level, Notice, Report, Result, Verdict } from '../harness/report/model.ts';
import { isExcused, violationsIn, warningsIn, withEffectiveOutcome } from './effective-outcome.ts';
import { evidenceOf } from './evidence.ts';
import { subsetInWords, subsetOf } from './subset.ts';
import { count } from './text.ts';

/** "Violating: 2 MUST requirements failed." */
export function verdictSentence(report: Report): string {
  return `${verdictHeading(report)}: ${verdictMeaning(report)}`;
}

const WORDS: Readonly<Record<Verdict, string>> = {
  conforming: 'Conforming',
  violating: 'Violating',
  incomplete: 'Incomplete',
  untested: 'Not tested',
};

/** "Conforming on 3 of 69 requirements (subset: --only list.*)" */
export function verdictHeading(report: Report): string {
  const { verdict, results } = report;
  const subset = subsetOf(report);
  const heading = subset ? `${WORDS[verdict]} ${subsetInWords(subset)}` : WORDS[verdict];
  return verdict === 'conforming' && unseenIn(results) > 0 ? `${heading} as far as this target can show` : heading;
}

export function verdictMeaning(report: Report): string {
  return MEANINGS[report.verdict](report);
}

const MEANINGS: Readonly<Record<Verdict, (report: Report) => string>> = {
  conforming: whatPassed,
  violating: whatFailed,
  incomplete: whatIsUndecided,
  untested: () => 'nothing was decided about the target.',
};

/** A MUST, and in a strict run also a SHOULD. */
export function failsTheRun(result: Result, { run }: Report): boolean {
  if (!isViolated(result) || isExcused(result)) return false;
  return result.level === 'MUST' || run.settings.strict === true;
}

/** Formats that know only tests report these as skipped, never as passed. */
export function isNotChecked(result: Result): boolean {
  return result.outcome === 'skipped' || result.outcome === 'observed' || isOpen(result) || isUnobservable(result);
}

export function whyNotChecked({ outcome, reason = 'no reason was recorded', excuse }: Result): string {
  if (excuse) return `${excuseSentence(excuse)} ${reason}`;
  if (outcome === 'observed') return `Observed, not checked: ${reason}`;
  if (outcome === 'unobservable') return `Unobservable on this target: ${reason}`;
  return outcome === 'inconclusive' ? `Not decided: ${reason}` : reason;
}

/** "Waived until 2026-12-31 by the pets team: the cap goes with the new store." */
export function excuseSentence({ by, reason, owner, until }: Excuse): string {
  // The author of a waiver may have left out the full stop, and more sentences follow.
  const why = /[.!?…]\s*$/u.test(reason) ? reason.trimEnd() : `${reason.trimEnd()}.`;
  if (by === 'baseline') return `Known: ${why}`;
  return `Waived${until ? ` until ${until}` : ''}${owner ? ` by ${owner}` : ''}: ${why}`;
}

/** One line. For an unsteady requirement, how often it failed comes first. */
export function findingSentence(result: Result): string {
  const { outcome, expected, actual, reason } = result;
  const findings = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(actual === undefined ? [] : [`actual ${actual}`]),
    ...(isViolated(result) ? evidenceOf(result).map(({ clause }) => clause) : []),
  ];
  const why = reason === undefined ? [] : [reason];
  const asClause = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, '');
  const parts = outcome === 'unsteady' ? [...why.map(asClause), ...findings] : [...findings, ...why];
  return parts.join('; ').replace(/\s+/g, ' ');
}

function whatPassed({ results, exitCode }: Report): string {
  const excused = results.filter((result) => isExcused(result) && result.level === 'MUST').length;
  const unseen = unseenIn(results);
  const save = `${unseen > 0 ? ` or is unobservable (${unseen})` : ''}${excused > 0 ? ` or is excused (${excused})` : ''}`;
  const warnings = warningsIn(results);
  const also = warnings.length > 0 ? `, ${failedInWords(warnings, 'SHOULD')}` : '';
  return `every selected MUST passed${save}${also}${exitCode === 2 ? ', but a waiver no longer fits' : ''}.`;
}

function unseenIn(results: readonly Result[]): number {
  return withEffectiveOutcome(results, 'unobservable').filter(({ level }) => level === 'MUST').length;
}

function whatFailed({ results }: Report): string {
  const failures = violationsIn(results);
  if (failures.length > 0) return `${failedInWords(failures, 'MUST')}.`;
  return `${failedInWords(warningsIn(results), 'SHOULD')}, which fails a strict run.`;
}

/** "3 MUST requirements failed, 1 of them unsteady" */
function failedInWords(results: readonly Result[], level: Level): string {
  const unsteady = results.filter(({ outcome }) => outcome === 'unsteady').length;
  const isEach = unsteady > 0 && unsteady === results.length;
  const some = unsteady > 0 && !isEach ? `, ${unsteady} of them unsteady` : '';
  return `${count(results.length, `${level} requirement`)} ${isEach ? 'did not always pass' : 'failed'}${some}`;
}

function whatIsUndecided({ results, exitCode, run }: Report): string {
  const open = results.filter((result) => isOpen(result) && !isExcused(result) && result.level === 'MUST').length;
  const unseen = unseenIn(results);
  const what =
    open > 0
      ? `${open} MUST ${open === 1 ? 'was' : 'were'} not decided`
      : unseen > 0 && run.settings.requireAll === true
        ? `${unseen} MUST cannot be seen on this target`
        : 'the run did not finish';
  const save = results.some((result) => isViolated(result) && isExcused(result)) ? ' that is not excused' : '';
  return `no violation was found${save}, but ${what}${exitCode === 2 ? ', and a waiver no longer fits' : ''}.`;
}

/** What waivers and the baseline say; what fails the run comes first. */
export function noticesOf({ gate }: Report): readonly Notice[] {
  const notices = gate?.notices ?? [];
  return [...notices.filter(({ fails }) => fails), ...notices.filter(({ fails }) => !fails)];
}

export function noticesAbout({ id }: Result, report: Report): readonly Notice[] {
  return noticesOf(report).filter((notice) => notice.id === id);
}

/** Notices that fail the run although their requirement does not: no other line reports them. */
export function noticesOnTheirOwn(report: Report): readonly Notice[] {
  const failing = new Set(report.results.filter((result) => failsTheRun(result, report)).map(({ id }) => id));
  return noticesOf(report).filter(({ fails, id }) => fails && !failing.has(id));
}

export function isExcusedCause({ explains }: Cause, { results }: Report): boolean {
  const excused = new Set(results.filter(isExcused).map(({ id }) => id));
  return explains.length > 0 && explains.every((id) => excused.has(id));
}
