import { memoize } from '../../harness/basics/memoize.ts';
import { isAlone } from '../reading/odd-parts.ts';
import { isAccepted, type Reading } from '../reading/reading.ts';
import { type Requirement, type RequirementId, requirementOf } from '../requirements/index.ts';
import type { World } from '../world/world.ts';
import { failAlike, isPartOf } from './failure-key.ts';
import type { Findings } from './findings.ts';

/*
 * A combination that fails says nothing about one of its values, until it is narrowed down. A requirement about such a
 * value does not pass before that.
 */

/** The smallest combinations that fail each time they are sent: which of their values is the reason is not known. */
const smallestFailing = memoize((all: readonly Findings[]): readonly Findings[] => {
  const failing = all.filter(({ violations }) => violations.some(({ id }) => isOfRequest(requirementOf(id))));
  const isRefused = ({ reading }: Findings) => reading.asked.credential === 'right' && !isAccepted(reading);
  const combinations = failing.filter((one) => isRefused(one) && !isAlone(one.reading) && !isRightLater(one, all));
  return combinations.filter((one) => !failing.some((other) => isReason(other, one)));
});

/** The form of an answer has nothing to do with the values of the request. */
const isOfRequest = ({ form, level }: Requirement) => !form && level === 'MUST';

/** A later right answer settles the very request. */
function isRightLater({ reading: { key, number } }: Findings, all: readonly Findings[]): boolean {
  return all.some(
    ({ reading, violations }) => reading.key === key && reading.number > number && violations.length === 0,
  );
}

/** Whether a smaller combination fails alike, so that the values that it lacks are not the reason. */
function isReason(smaller: Findings, { reading, violations }: Findings): boolean {
  return isPartOf(smaller.reading.input ?? [], reading.input ?? []) && failAlike(smaller.violations, violations);
}

/** A failing combination with a value that this requirement is about, which was not sent alone after it. */
export function openCombination(
  { about, check, accepts, refuses }: Requirement & { readonly id: RequirementId },
  all: readonly Findings[],
  world: World,
): Reading | undefined {
  if (!accepts && !refuses) return undefined;
  const says = (reading: Reading) => check(reading, world) !== undefined;
  const isSentAlone = (combination: Reading) =>
    all.some(
      ({ reading }) =>
        reading.number > combination.number &&
        isAlone(reading) &&
        isPartOf(reading.input ?? [], combination.input ?? []) &&
        about(reading.asked) &&
        says(reading),
    );
  const open = smallestFailing(all).filter(({ reading }) => about(reading.asked) && !says(reading));
  return open.find(({ reading }) => !isSentAlone(reading))?.reading;
}
