import type { Remembered, Report, Result } from '../model/report.ts';
import { isIntermittent } from '../report/fingerprint.ts';
import { isViolated } from '../report/verdict.ts';
import { settingTable } from '../settings/table.ts';

/** Failures that come and go, and did not show in this run. */
export interface Memory {
  readonly remembered: readonly Remembered[];
  /** They have not shown for so long that the next one is new. */
  readonly forgotten: readonly Remembered[];
}

/** What a run remembers of the failures that come and go in its baseline. */
export function memoryAfter(results: readonly Result[], baseline: Report, forgetAfter: number): Memory {
  const byId = new Map(results.map((result) => [result.id, result]));
  const aged = knownIn(baseline).flatMap((one) => {
    const result = byId.get(one.id);
    if (shows(result, one)) return [];
    // A run that did not decide the requirement says nothing about it.
    const isDecided = result !== undefined && (result.outcome === 'pass' || isViolated(result));
    return { ...one, runsWithout: one.runsWithout + (isDecided ? 1 : 0) };
  });
  return {
    remembered: aged.filter(({ runsWithout }) => runsWithout < forgetAfter),
    forgotten: aged.filter(({ runsWithout }) => runsWithout >= forgetAfter),
  };
}

/** What the next run is compared with: this run, unless it is worse. Then it keeps the last good one, and remembers what comes and goes. */
export function nextBaseline(report: Report, before: Report | undefined): Report | undefined {
  const isUsable = report.diagnosis === undefined && report.results.length > 0;
  if (!isUsable) return before;
  if (before === undefined || report.verdict === 'conforming') return report;
  const shown = intermittentIn(report);
  const isOther = (one: Remembered) => !shown.some((other) => isSame(one, other));
  const remembered = [...shown, ...(report.gate?.remembered ?? []).filter(isOther)];
  return { ...before, gate: { notices: [], drifted: [], ...before.gate, remembered } };
}

export function forgetAfterOf({ run }: Report): number {
  const { forgetAfter } = run.settings;
  return typeof forgetAfter === 'number' ? forgetAfter : settingTable.forgetAfter.fallback();
}

/** Those that a baseline shows, and those that it remembers. */
function knownIn(baseline: Report): readonly Remembered[] {
  const remembered = baseline.gate?.remembered ?? [];
  const isNew = (one: Remembered) => !remembered.some((other) => isSame(one, other));
  return [...remembered, ...intermittentIn(baseline).filter(isNew)];
}

function intermittentIn({ results }: Report): readonly Remembered[] {
  return results.filter(isViolated).flatMap(({ id, violations = [] }) => {
    const own = violations.filter(({ fingerprint }) => isIntermittent(fingerprint));
    return own.map(({ fingerprint }) => ({ id, fingerprint, runsWithout: 0 }));
  });
}

function shows(result: Result | undefined, { fingerprint }: Remembered): boolean {
  return result?.violations?.some((group) => group.fingerprint === fingerprint) ?? false;
}

function isSame(one: Remembered, other: Remembered): boolean {
  return one.id === other.id && one.fingerprint === other.fingerprint;
}
