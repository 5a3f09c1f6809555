import { defined, unlessEmpty } from '../basics/defined.ts';
import type { Excuse, Report, Result } from '../model/report.ts';
import { concluded, isOfWaivers, severityOf } from '../report/concluded.ts';
import { driftsOf } from '../report/drift.ts';
import type { Severity } from '../report/verdict.ts';
import { applyBaseline } from './apply-baseline.ts';
import { applyWaivers, type Gated, type GateOptions } from './apply-waivers.ts';
import type { PlacedWaiver } from './waiver.ts';

export interface Gate {
  readonly waivers?: readonly PlacedWaiver[];
  readonly baseline?: Report;
}

/** Marks the violations that are waived or known, each by its own fingerprint; the verdict rests on the others. */
export function applyGate(report: Report, { waivers, baseline }: Gate, options: GateOptions): Report {
  if ((waivers === undefined && baseline === undefined) || report.results.length === 0) return report;
  const waived = applyWaivers(report, waivers ?? [], options);
  return gatedReport(report, waived, baseline, options);
}

/** Decides a finished run again with another baseline. What was waived stays waived. */
export function applyOtherBaseline(report: Report, baseline: Report): Report {
  if (report.results.length === 0) return report;
  const results = report.results.map(withoutBaseline);
  const notices = report.gate?.notices.filter(isOfWaivers) ?? [];
  return gatedReport(report, { results, notices }, baseline, severityOf(report));
}

function gatedReport(report: Report, waived: Gated, baseline: Report | undefined, severity: Severity): Report {
  const known = baseline && applyBaseline(waived.results, { report, baseline }, severity);
  const gated = {
    ...report,
    results: known?.results ?? waived.results,
    gate: defined({
      notices: [...waived.notices, ...(known?.notices ?? [])],
      drifted: baseline ? driftsOf(baseline, report) : [],
      remembered: known && unlessEmpty(known.memory.remembered),
    }),
  };
  return concluded(gated, severity);
}

function withoutBaseline({ excuse, violations, ...result }: Result): Result {
  const isKnown = (one: Excuse | undefined) => one?.by === 'baseline';
  const groups = violations?.map(({ excuse: own, ...group }) =>
    own && !isKnown(own) ? { ...group, excuse: own } : group,
  );
  // It is accepted as a whole only if all of its violations are.
  const isAccepted = excuse && !isKnown(excuse) && !violations?.some((group) => isKnown(group.excuse));
  return defined({ ...result, violations: groups, excuse: isAccepted ? excuse : undefined });
}
