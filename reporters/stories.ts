import { groupBy } from '../harness/basics/group-by.ts';
import type { Report, ReportedFailure, Result } from '../harness/model/report.ts';
import { storiesIn } from '../harness/report/stories.ts';
import { type EffectiveOutcome, effectiveOutcomeOf, isExcused } from './effective-outcome.ts';

/** Findings with one cause: results, each with only those of its failures that belong to the story. */
export interface ShownStory {
  readonly effective: EffectiveOutcome;
  /** The one to read first: that of the first failure, unless it is waived and others are not. */
  readonly lead: Result;
  readonly others: readonly Result[];
}

const URGENCY: readonly EffectiveOutcome[] = ['fail', 'warn', 'waived', 'known'];
const urgencyOf = (effective: EffectiveOutcome) => URGENCY.indexOf(effective);

/** What is neither waived nor known first, MUST before SHOULD, and otherwise in the order of work. */
export function orderedStories(report: Report): readonly ShownStory[] {
  const stories = storiesIn(report).map((found): ShownStory => {
    const findings = [...groupBy(found, ({ result }) => result)].map(([result, own]) =>
      findingOf(
        result,
        own.map(({ failure }) => failure),
      ),
    );
    const [lead, ...others] = findings.toSorted(
      (one, other) => urgencyOf(effectiveOutcomeOf(one)) - urgencyOf(effectiveOutcomeOf(other)),
    ) as [Result, ...Result[]];
    return { effective: effectiveOutcomeOf(lead), lead, others };
  });
  return stories.toSorted((one, other) => urgencyOf(one.effective) - urgencyOf(other.effective));
}

/** A result as if it had only these of its failures, what is not waived in front. */
function findingOf({ excuse: ofAll, ...result }: Result, failures: readonly ReportedFailure[]): Result {
  const violations = failures.toSorted((one, other) => Number(!!one.excuse) - Number(!!other.excuse));
  const excuse = ofAll ?? violations[0]?.excuse;
  return { ...result, violations, ...(excuse && { excuse }) };
}

/** Those of its findings that are neither waived nor known, the lead first. */
export function openFindings({ lead, others }: ShownStory): readonly Result[] {
  return [lead, ...others].filter((result) => !isExcused(result));
}
