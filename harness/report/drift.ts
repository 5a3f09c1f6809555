import type { Drift, Report } from './model.ts';

/** Numbers that are never the same twice. */
const NEVER_DRIFT: ReadonlySet<string> = new Set(['observed.latency']);

/** Observations that changed from one report to the next. */
export function driftsOf(before: Report, after: Report): readonly Drift[] {
  const later = new Map(after.observations.map((observation) => [observation.id, observation.value]));
  return before.observations.flatMap(({ id, statement, value }) => {
    const now = later.get(id);
    if (now === undefined || NEVER_DRIFT.has(id) || withoutIds(now) === withoutIds(value)) return [];
    return [{ id, statement, before: value, after: now }];
  });
}

/** Which identifier a new animal gets depends on how many there were before. */
function withoutIds(value: string): string {
  return value.replace(/\bid -?\d+/g, 'id');
}
