import { memoize } from '../../harness/basics/memoize.ts';
import type { Group } from '../decisions/groups.ts';
import type { CheckedRecord } from '../decisions/index.ts';
import type { Reading } from '../reading/reading.ts';
import type { RequirementId } from '../requirements/index.ts';
import { absencesOf } from './absences.ts';
import { answersOf, pagesOf } from './answers.ts';
import { changesIn } from './changes.ts';
import { circumstancesOf } from './circumstances.ts';

/** What the violations of a requirement can have in particular, in words that other records of the same defect share. */
export const FEATURES = ['answers', 'changes', 'pages', 'pets', 'circumstances', 'frequency'] as const;
export type Feature = (typeof FEATURES)[number];

/** What a record shows of one requirement that is violated. */
export type Sign = Readonly<Record<Feature, ReadonlySet<string>>> & {
  /** The values that fail. */
  readonly values: ReadonlySet<string>;
  /** Values of requests that agree with the requirement. */
  readonly fine: ReadonlySet<string>;
};

export type Signs = ReadonlyMap<RequirementId, Sign>;

/** The groups of one requirement, as one sign. */
export function signsOf(groups: readonly Group[], checked: CheckedRecord): Signs {
  const ids = [...new Set(groups.map(({ id }) => id))];
  return new Map(
    ids.map((id) => [
      id,
      signOf(
        groups.filter((group) => group.id === id),
        checked,
      ),
    ]),
  );
}

function signOf(groups: readonly Group[], checked: CheckedRecord): Sign {
  const { world } = checked;
  const { id } = groups[0] as Group;
  const violations = groups.flatMap((group) => group.violations);
  return {
    answers: new Set(violations.flatMap(answersOf)),
    changes: new Set(violations.flatMap((violation) => changesIn(violation, world))),
    pages: new Set(violations.flatMap((violation) => pagesOf(violation, world))),
    pets: new Set(absencesOf(violations, world)),
    circumstances: new Set(circumstancesOf(violations, world)),
    frequency: frequencyOf(groups, checked),
    values: new Set(groups.flatMap(({ culprits }) => culprits)),
    fine: fineIn(checked)(id),
  };
}

/** What was answered rightly with each requirement, by the values of the requests. */
const fineIn = memoize(({ agreeing }: CheckedRecord) => {
  const known = new Map<RequirementId, ReadonlySet<string>>();
  return (id: RequirementId) => {
    const fine =
      known.get(id) ?? new Set((agreeing.get(id) ?? []).filter(isTelling).flatMap(({ input = [] }) => input));
    known.set(id, fine);
    return fine;
  };
});

/** A refusal that is allowed for another reason says nothing about the values. */
const isTelling = ({ asked, isSuccess }: Reading) => isSuccess || !asked.mayBeRefused;

/** So small a share of the exchanges that say something fails, or so large a one. */
const MOST = 0.95;
const FEW = 0.1;

function frequencyOf(groups: readonly Group[], { agreeing }: CheckedRecord): ReadonlySet<string> {
  const { id } = groups[0] as Group;
  const failed = new Set(groups.flatMap(({ violations }) => violations.map(({ reading }) => reading.number))).size;
  const share = failed / (failed + (agreeing.get(id)?.length ?? 0));
  return new Set([
    groups.some(({ isIntermittent }) => isIntermittent) ? 'not each time' : 'each time',
    share >= MOST ? 'always' : share <= FEW ? 'rarely' : 'at times',
  ]);
}
