import { verdictOf } from '../report/conclusion.ts';
import { driftsOf } from '../report/drift.ts';
import type { Notice, Report, Verdict } from '../report/model.ts';
import { applyBaseline } from './apply-baseline.ts';
import { applyWaivers, type GateOptions } from './apply-waivers.ts';
import { excuseConsequences } from './excuse-consequences.ts';
import type { PlacedWaiver } from './waivers.ts';

export interface Gate {
  readonly waivers?: readonly PlacedWaiver[];
  readonly baseline?: Report;
  /** SHA-256 of the files that they were read from. */
  readonly digests?: NonNullable<Report['gate']>['digests'];
}

/** Excuses what is waived or known; the verdict rests on the other results. */
export function applyGate(report: Report, { waivers, baseline, digests }: Gate, options: GateOptions): Report {
  if ((waivers === undefined && baseline === undefined) || report.results.length === 0) return report;
  const waived = applyWaivers(report.results, waivers ?? [], options);
  const known = baseline
    ? applyBaseline(waived.results, { report, baseline }, options)
    : { results: waived.results, notices: [] };
  const results = excuseConsequences(known.results);
  const isExcused = (id: string) => results.some((result) => result.id === id && result.excuse);
  const notices = [...waived.notices, ...known.notices.filter(({ kind, id }) => kind !== 'worse' || !isExcused(id))];
  const counted = verdictOf(results, options);
  // A run that did not finish may have missed a violation, and cannot pass.
  const verdict = report.diagnosis !== undefined && counted === 'conforming' ? 'incomplete' : counted;
  return {
    ...report,
    verdict,
    exitCode: exitCodeOf(report, verdict, waived.notices),
    results,
    gate: { notices, drifted: baseline ? driftsOf(baseline, report) : [], ...(digests && { digests }) },
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
