import { memoize } from '../../harness/basics/memoize.ts';
import type { Group } from '../decisions/groups.ts';
import type { CheckedRecord } from '../decisions/index.ts';
import type { Story } from '../decisions/stories.ts';
import type { Dictionary, Expected, Known } from './dictionary.ts';
import { FEATURES, type Sign, signsOf } from './signs.ts';

/**
 * The known faults that nothing in the record contradicts. A fault is a hypothesis that predicts: it explains everything
 * that the story shows, and whatever it always shows is somewhere in the record, unless the record could not show it.
 */
export function lookUp(story: Story, checked: CheckedRecord, { faults, sent }: Dictionary): readonly Known[] {
  const groups = [story.headline, ...story.others];
  const kinds = new Set(groups.map(kindOf));
  const own = signsOf([...groups, ...checked.groups.filter((group) => kinds.has(kindOf(group)))], checked);
  const all = signsIn(checked);
  const passed = new Set(checked.decisions.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id));
  return faults.filter(
    ({ signs }) =>
      [...own].every(([id, sign]) => explains(signs.get(id), sign, sent)) &&
      [...signs].every(([id, expected]) => !(expected.isAlways && passed.has(id)) && isShown(expected, all.get(id))),
  );
}

const signsIn = memoize((checked: CheckedRecord) => signsOf(checked.groups, checked));

/** What fails beside the story in the same kind of requirement needs the same explanation, such as another limit. */
function kindOf({ id }: Group): string {
  const [area, kind] = id.split('.');
  return area === 'create' ? id : `${area}.${kind}`;
}

/** Whether the fault shows all this. A value that it never met may fail as well. */
function explains(expected: Expected | undefined, sign: Sign, sent: ReadonlySet<string>): boolean {
  if (!expected) return false;
  const isPossible = (value: string) => expected.values.ever.has(value) || !sent.has(value);
  return (
    [...sign.values].every(isPossible) &&
    FEATURES.every((feature) => [...sign[feature]].every((one) => expected[feature].ever.has(one)))
  );
}

/** Whether the record shows what the fault always shows. Where the requirement is not violated, it may not. */
function isShown(expected: Expected, sign: Sign | undefined): boolean {
  if (!sign) return true;
  const isRight = (value: string) => sign.fine.has(value) && !sign.values.has(value);
  return (
    ![...expected.values.always].some(isRight) &&
    FEATURES.every((feature) => [...expected[feature].always].every((one) => sign[feature].has(one)))
  );
}
