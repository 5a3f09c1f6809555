import type { Notice, Report } from '../model/report.ts';
import { type Severity, verdictOf } from './verdict.ts';

/** Notices of the waivers, which ask for another file. */
const OF_WAIVERS: readonly Notice['kind'][] = ['expired', 'mismatched', 'stale'];

export function isOfWaivers({ kind }: Pick<Notice, 'kind'>): boolean {
  return OF_WAIVERS.includes(kind);
}

export function hasUnfitWaiver({ gate }: Report): boolean {
  return gate?.notices.some((notice) => notice.fails && isOfWaivers(notice)) ?? false;
}

/** The report with the verdict and the exit code that follow from its results and notices. */
export function concluded(report: Report, severity: Severity = severityOf(report)): Report {
  if (report.results.length === 0) return report;
  const verdict = verdictOf(report.results, severity);
  if (report.diagnosis !== undefined) return concludedUnfinished(report, verdict);
  if (verdict !== 'conforming') return { ...report, verdict, exitCode: verdict === 'violating' ? 1 : 4 };
  // A waiver that no longer fits is not the server's fault: the file has to be changed.
  return { ...report, verdict, exitCode: hasUnfitWaiver(report) ? 6 : 0 };
}

/** It may have missed a violation, so it cannot pass. Why it ended decides its exit code, unless a violation does. */
function concludedUnfinished(report: Report, verdict: Report['verdict']): Report {
  if (verdict === 'violating') return { ...report, verdict };
  const wasViolating = report.verdict === 'violating' || report.exitCode === 1;
  if (!wasViolating) return report;
  return { ...report, verdict: 'incomplete', exitCode: report.exitCode === 1 ? 4 : report.exitCode };
}

/** With which the report was decided. */
export function severityOf({ run: { settings } }: Report): Required<Severity> {
  return { strict: settings.strict === true, requireAll: settings.requireAll === true };
}
