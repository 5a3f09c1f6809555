import { openBecauseOf } from '../report/causes.ts';
import { composeReport } from '../report/compose.ts';
import { isViolated, type Severity } from '../report/conclusion.ts';
import type { Report, Result, Row } from '../report/model.ts';
import { mergeOccupancies } from '../report/occupancy.ts';
import { checkShards } from './check-shards.ts';
import { withoutToldElsewhere } from './dedupe-findings.ts';
import { mergeResults } from './merge-results.ts';
import type { PartEnd } from './shard.ts';

/** One report of all parts, which are given in the order in which their word counts. */
export function mergeParts(parts: readonly PartEnd[], rows: readonly Row[], severity: Severity): Report {
  checkShards(parts);
  const [first] = parts as [PartEnd, ...PartEnd[]];
  const own = withoutToldElsewhere(parts);
  const merged = mergeResults(own);
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
 * What failed in a part and held in the one that tells it, as it may on a target that others fill meanwhile. Where
 * something is left open because of it, the report has to show it.
 */
function unreportedCauses({ results, bases }: PartEnd, merged: readonly Result[]): readonly Result[] {
  const isLeftOpen = (id: string) => merged.some((result) => result.id === id && result.outcome === 'inconclusive');
  return bases.filter((base) => {
    const open = isViolated(base) ? openBecauseOf([base.id], [...results, ...bases]) : [];
    return open.some((id) => results.some((result) => result.id === id) && isLeftOpen(id));
  });
}
