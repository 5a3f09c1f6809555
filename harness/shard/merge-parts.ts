import { openBecauseOf } from '../report/causes.ts';
import { composeReport } from '../report/compose.ts';
import { isUnobservable, isViolated, type Severity } from '../report/conclusion.ts';
import type { Report, Result, Row } from '../report/model.ts';
import { mergeOccupancies } from '../report/occupancy.ts';
import { isSuiteBug } from '../report/result.ts';
import { checkShards } from './check-shards.ts';
import { dedupeFindings } from './dedupe-findings.ts';
import type { PartEnd } from './shard.ts';

export function mergeParts(parts: readonly PartEnd[], rows: readonly Row[], severity: Severity): Report {
  checkShards(parts);
  const [first] = parts as [PartEnd, ...PartEnd[]];
  const merged = mergeResults(dedupeFindings(parts));
  const sum = (amount: (part: PartEnd) => number) => parts.reduce((total, part) => total + amount(part), 0);
  const population = mergeOccupancies(parts.map(({ totals }) => totals.population));
  return composeReport({
    settings: { ...first.sheet.settings, ...severity },
    rows,
    warnings: [...new Set(parts.flatMap(({ sheet }) => sheet.warnings ?? []))],
    results: mergeResults([merged, ...parts.map((part) => unreportedCauses(part, merged))]),
    totals: {
      requests: sum(({ totals }) => totals.requests),
      creations: sum(({ totals }) => totals.creations),
      ...(population && { population }),
    },
    created: parts.flatMap(({ created }) => created),
    startedAt: new Date(Math.min(...parts.map(({ sheet }) => Date.parse(sheet.startedAt)))),
    durationMs: Math.max(...parts.map(({ durationMs }) => durationMs)),
  });
}

/**
 * Requirements that failed in a part and passed in the one that reports them, as other clients may fill the target
 * meanwhile. If they leave something undecided, the report has to show them.
 */
function unreportedCauses({ results, bases }: PartEnd, merged: readonly Result[]): readonly Result[] {
  const isLeftOpen = (id: string) => merged.some((result) => result.id === id && result.outcome === 'inconclusive');
  return bases.filter((base) => {
    const open = isViolated(base) ? openBecauseOf([base.id], [...results, ...bases]) : [];
    return open.some((id) => results.some((result) => result.id === id) && isLeftOpen(id));
  });
}

/** One result for each requirement: the worst, of the first part that has it. */
function mergeResults(parts: readonly (readonly Result[])[]): readonly Result[] {
  const merged = new Map<string, Result>();
  for (const result of parts.flat()) {
    const other = merged.get(result.id);
    if (other === undefined || weightOf(result) > weightOf(other)) merged.set(result.id, result);
  }
  return [...merged.values()];
}

function weightOf(result: Result): number {
  if (isViolated(result)) return 5;
  // A bug of the suite must not hide behind another part.
  if (isSuiteBug(result)) return 4;
  if (result.outcome === 'skipped') return 0;
  if (isUnobservable(result)) return 1;
  return result.outcome === 'inconclusive' ? 2 : 3;
}
