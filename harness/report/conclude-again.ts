import type { Notice, Report } from '../model/report.ts';
import { verdictOf } from './verdict.ts';

/** Notices of the waivers, which ask for another file. */
const OF_WAIVERS: readonly Notice['kind'][] = ['expired', 'mismatched', 'stale'];

/** The report with the verdict and the exit code that follow from its results: it may have been edited. */
export function concludedAgain(report: Report): Report {
  const { results, run, diagnosis, gate } = report;
  if (results.length === 0) return report;
  const { strict, requireAll } = run.settings;
  const verdict = verdictOf(results, { strict: strict === true, requireAll: requireAll === true });
  // A run that did not finish cannot pass, and why it ended decides its code, unless a violation does.
  if (diagnosis !== undefined) return verdict === 'violating' ? { ...report, verdict } : report;
  const isWrongFile = gate?.notices.some(({ kind, fails }) => fails && OF_WAIVERS.includes(kind));
  const unviolated = isWrongFile ? 2 : verdict === 'conforming' ? 0 : 4;
  return { ...report, verdict, exitCode: verdict === 'violating' ? 1 : unviolated };
}
