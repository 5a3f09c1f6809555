import type { Notice, Report, Verdict } from '../model/report.ts';
import { driftsOf } from '../report/drift.ts';
import { verdictOf } from '../report/verdict.ts';
import { applyBaseline } from './apply-baseline.ts';
import { applyWaivers, type GateOptions } from './apply-waivers.ts';
import type { PlacedWaiver } from './waiver.ts';

export interface Gate {
  readonly waivers?: readonly PlacedWaiver[];
  readonly baseline?: Report;
  /** SHA-256 of the files that they were read from. */
  readonly digests?: NonNullable<Report['gate']>['digests'];
}

/** Marks the violations that are waived or known, each by its own fingerprint; the verdict rests on the others. */
export function applyGate(report: Report, { waivers, baseline, digests }: Gate, options: GateOptions): Report {
  if ((waivers === undefined && baseline === undefined) || report.results.length === 0) return report;
  const waived = applyWaivers(report, waivers ?? [], options);
  const { results, notices } = baseline
    ? applyBaseline(waived.results, { report, baseline }, options)
    : { results: waived.results, notices: [] };
  const counted = verdictOf(results, options);
  // A run that did not finish may have missed a violation, and cannot pass.
  const verdict = report.diagnosis !== undefined && counted === 'conforming' ? 'incomplete' : counted;
  return {
    ...report,
    verdict,
    exitCode: exitCodeOf(report, verdict, waived.notices),
    results,
    gate: {
      notices: [...waived.notices, ...notices],
      drifted: baseline ? driftsOf(baseline, report) : [],
      ...(digests && { digests }),
    },
  };
}

/** A waiver that no longer fits is not the server's fault: the file has to be fixed. */
function exitCodeOf(report: Report, verdict: Verdict, waiverNotices: readonly Notice[]): number {
  const isWhole = report.diagnosis === undefined;
  if (!isWhole && report.exitCode !== 1) return report.exitCode;
  if (verdict === 'violating') return 1;
  // A run that did not finish may have missed violations, which counts more than the file.
  if (isWhole && waiverNotices.some(({ fails }) => fails)) return 2;
  return verdict === 'conforming' ? 0 : 4;
}
