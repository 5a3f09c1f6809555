import { memoize } from '../../harness/basics/memoize.ts';
import type { Reading } from '../reading/reading.ts';
import { type RequirementId, requirementsAbout } from '../requirements/index.ts';
import { isDecidable } from '../requirements/rules/answers.ts';
import type { Flaw } from '../requirements/rules/violation.ts';
import type { World } from '../world/world.ts';

/** One thing that is wrong with one exchange, and the requirement that says so. */
export interface Violation extends Flaw {
  readonly id: RequirementId;
  readonly reading: Reading;
}

/** Everything that one exchange says. About a requirement that is in neither list it says nothing. */
export interface Findings {
  readonly reading: Reading;
  /** The exchange would have shown a violation of these, and shows none. A pass rests on one such exchange. */
  readonly agreed: ReadonlySet<RequirementId>;
  readonly violations: readonly Violation[];
}

/** What an exchange says, once for each world. */
export const findingsIn = memoize((world: World) => memoize((reading: Reading) => findingsOf(reading, world)));

function findingsOf(reading: Reading, world: World): Findings {
  const agreed = new Set<RequirementId>();
  const violations: Violation[] = [];
  for (const { id, check } of speakingOf(reading, world)) {
    const verdict = check(reading, world);
    if (verdict === 'agrees') agreed.add(id);
    else for (const flaw of verdict ?? []) violations.push({ ...flaw, id, reading });
  }
  return { reading, agreed, violations };
}

/** An answer that is not the service's, or that broke by chance, says nothing, unless the service stopped. */
function speakingOf(reading: Reading, world: World): ReturnType<typeof requirementsAbout> {
  const about = requirementsAbout(reading.asked);
  if (isDecidable(reading, world)) return about;
  const isCrash = world.conclusionOf(reading)?.cause === 'crash';
  return about.filter(({ id, isOfEffect }) => isOfEffect || (isCrash && id === 'errors.no-5xx'));
}
