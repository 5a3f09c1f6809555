import type { Drift, Observation, Report } from '../model/report.ts';

type Observed = Pick<Report, 'observations'>;

export function driftsOf(before: Observed, after: Observed): readonly Drift[] {
  const later = new Map(after.observations.map((observation) => [observation.id, observation]));
  return before.observations.flatMap((was) => {
    const is = later.get(was.id);
    if (is === undefined || !isOther(was, is)) return [];
    return [{ id: was.id, statement: was.statement, before: was.value, after: is.value }];
  });
}

/** A value may contain numbers that always differ; then the observation names what to compare instead. */
function isOther(was: Observation, is: Observation): boolean {
  const [before, after] = [was.data?.compared, is.data?.compared];
  if (before === undefined && after === undefined) return was.value !== is.value;
  return before !== undefined && after !== undefined && before !== after;
}
