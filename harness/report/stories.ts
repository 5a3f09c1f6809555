import { groupBy } from '../basics/group-by.ts';
import type { Report, ReportedFailure, Result } from '../model/report.ts';

/** A failure, and the result of its requirement. */
export interface FoundFailure {
  readonly result: Result;
  readonly failure: ReportedFailure;
}

/** Every failure of a report in exactly one story, in the order of work. The first one of a story says most. */
export function storiesIn({
  results,
}: Pick<Report, 'results'>): readonly (readonly [FoundFailure, ...FoundFailure[]])[] {
  const found = results.flatMap((result) => (result.violations ?? []).map((failure) => ({ result, failure })));
  const inOrder = found.toSorted((one, other) => one.failure.place - other.failure.place);
  return [...groupBy(inOrder, ({ failure }) => failure.story).values()];
}
