import type { Drift, Report } from './model.ts';

/** Numbers that are never the same twice. */
const NEVER_DRIFT: ReadonlySet<string> = new Set(['observed.latency', 'observed.interruptions']);

type Observed = Pick<Report, 'observations'>;

/** Observations that changed from one report to the next. */
export function driftsOf(before: Observed, after: Observed): readonly Drift[] {
  const later = new Map(after.observations.map((observation) => [observation.id, observation.value]));
  return before.observations.flatMap(({ id, statement, value }) => {
    const now = later.get(id);
    if (now === undefined || NEVER_DRIFT.has(id) || now === value) return [];
    return [{ id, statement, before: value, after: now }];
  });
}
