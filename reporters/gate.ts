import type { Cause, Notice, Report, Result } from '../harness/report/model.ts';
import { isExcused } from './effective-outcome.ts';
import { failsTheRun } from './verdict.ts';

/** What the waivers and the baseline have to say, and first of all what fails the run. */
export function noticesOf({ gate }: Report): readonly Notice[] {
  const notices = gate?.notices ?? [];
  return [...notices.filter(({ fails }) => fails), ...notices.filter(({ fails }) => !fails)];
}

export function noticesAbout({ id }: Result, report: Report): readonly Notice[] {
  return noticesOf(report).filter((notice) => notice.id === id);
}

/** Those that fail the run while the requirement they are about does not: no other line would tell of them. */
export function noticesOnTheirOwn(report: Report): readonly Notice[] {
  const failing = new Set(report.results.filter((result) => failsTheRun(result, report)).map(({ id }) => id));
  return noticesOf(report).filter(({ fails, id }) => fails && !failing.has(id));
}

/** Whether every row that a defect breaks is excused, so that it does not fail the run. */
export function isExcusedCause({ explains }: Cause, { results }: Report): boolean {
  const excused = new Set(results.filter(isExcused).map(({ id }) => id));
  return explains.length > 0 && explains.every((id) => excused.has(id));
}
