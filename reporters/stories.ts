import { defined } from '../harness/basics/defined.ts';
import { groupBy } from '../harness/basics/group-by.ts';
import type { CaseReport, Frequency, Report, ReportedStory, Result, ViolationGroup } from '../harness/model/report.ts';
import { isIntermittent } from '../harness/report/fingerprint.ts';
import { reportedStories } from '../harness/report/stories.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { type EffectiveOutcome, effectiveOutcomeOf, isExcused } from './effective-outcome.ts';

/** A story before layout: one finding, and what is violated beside it. */
export interface Finding {
  readonly effective: EffectiveOutcome;
  /** The violation to read first, and what it looks like alone: the headline, unless it is waived and others are not. */
  readonly lead: Result;
  /** The other requirements, each with those of its violations that belong to the story. */
  readonly others: readonly Result[];
  readonly story: ReportedStory;
}

/**
 * Every story as a finding: what is neither waived nor known first, MUST before SHOULD, and otherwise in the order of the
 * report, which is the order of work.
 */
export function orderedStories(report: Report): readonly Finding[] {
  const byId = new Map(report.results.map((result) => [result.id, result]));
  const findings = reportedStories(report).flatMap((story) => findingOf(story, byId) ?? []);
  const urgency = ({ effective }: Finding) => URGENCY.indexOf(effective);
  return findings.toSorted((one, other) => urgency(one) - urgency(other));
}

/** Those of its requirements that are neither waived nor known, the lead first. */
export function openParts({ lead, others }: Finding): readonly Result[] {
  return [lead, ...others].filter((result) => !isExcused(result));
}

/** The story that a result, or a part of it, belongs to. */
export function storyOf({ id, violations = [] }: Result, report: Report): Finding | undefined {
  const fingerprints = violations.map(({ fingerprint }) => fingerprint);
  const isOwn = (finding: Finding) =>
    [finding.lead, ...finding.others].some(
      (part) => part.id === id && (part.violations ?? []).some((group) => fingerprints.includes(group.fingerprint)),
    );
  return orderedStories(report).find(isOwn);
}

function findingOf(story: ReportedStory, byId: ReadonlyMap<string, Result>): Finding | undefined {
  const parts = groupBy([story.headline, ...story.others], ({ id }) => id);
  const results = [...parts].flatMap(([id, own]) => {
    const result = byId.get(id);
    return result && isViolated(result)
      ? [
          partOf(
            result,
            own.map(({ fingerprint }) => fingerprint),
          ),
        ]
      : [];
  });
  const urgency = (result: Result) => URGENCY.indexOf(effectiveOutcomeOf(result));
  const [lead, ...others] = results.toSorted((one, other) => urgency(one) - urgency(other));
  return lead && { effective: effectiveOutcomeOf(lead), lead, others, story };
}

const URGENCY: readonly EffectiveOutcome[] = ['fail', 'warn', 'waived', 'known'];

/** A result as if it had only these of its violations; the one that its exchanges prove comes first. */
function partOf(result: Result, fingerprints: readonly string[]): Result {
  const { violations = [] } = result;
  const own = fingerprints.flatMap((one) => violations.find(({ fingerprint }) => fingerprint === one) ?? []);
  const deciding = result.exchanges?.at(-1)?.number;
  const isProven = (group: ViolationGroup) =>
    [group, ...(group.cases?.listed ?? [])].some(({ exchange }) => exchange !== undefined && exchange === deciding);
  const [first, ...others] = own.toSorted((one, other) => Number(isProven(other)) - Number(isProven(one)));
  if (first === undefined) return result;
  const isWhole = own.length === violations.length;
  const { excuse: ofAll, intermittent, ...rest } = isProven(first) || isWhole ? result : withProofOf(first, result);
  const excuse = ofAll ?? (own.every((group) => group.excuse) ? first.excuse : undefined);
  const { expected = rest.expected, actual = rest.actual } = first;
  const isStillIntermittent = isWhole || isIntermittent(first.fingerprint);
  return defined({
    ...rest,
    expected,
    actual,
    intermittent: isStillIntermittent ? intermittent : undefined,
    frequency: rest.frequency && !isWhole ? shareOf(own, rest.frequency) : rest.frequency,
    violations: [first, ...others],
    excuse,
  });
}

/** The exchanges and commands of a result prove its smallest violation: any other has those of its cases. */
function withProofOf({ cases }: ViolationGroup, result: Result): Result {
  const { exchanges: _exchanges, serverLog: _log, curl: _curl, reproduces: _reproduces, ...others } = result;
  const { counterexample: _value, ...rest } = others;
  const { curl, repeated }: Partial<CaseReport> = cases?.listed[0] ?? {};
  return defined({
    ...rest,
    curl,
    reproduces: curl === undefined ? 'replay' : 'curl',
    frequency: rest.frequency && defined({ ...rest.frequency, repeated }),
  });
}

function shareOf(violations: readonly ViolationGroup[], frequency: Frequency): Frequency {
  const count = violations.reduce((sum, group) => sum + group.count, 0);
  return { ...frequency, failed: Math.min(frequency.failed, count) };
}
