import { remedyRowOf, remedyRows } from '../../reference/remedies/index.ts';
import type { StoredDictionary, StoredFault, StoredShown } from '../../suites/diagnosis/dictionary.ts';
import { FEATURES, type Signs } from '../../suites/diagnosis/signs.ts';

/** Runs with other seeds show almost the same: each further one costs as much as the first and adds little. */
export const SEEDS = [101];

/** What one run with a fault shows. */
export interface Seen {
  readonly signs: Signs;
  /** The values that were sent. */
  readonly sent: ReadonlySet<string>;
}

export interface Examined extends Pick<StoredFault, 'name' | 'story'> {
  /** One of each seed. */
  readonly runs: readonly Seen[];
}

/** Faults that nothing fails for are not in it. What an earlier dictionary has of other faults stays. */
export function makeDictionary(examined: readonly Examined[], earlier?: StoredDictionary): StoredDictionary {
  const isMade = ({ name }: StoredFault) => examined.some((one) => one.name === name);
  const familyOf = (name: string) => remedyRows.findIndex(([names]) => names === remedyRowOf(name)?.[0]);
  const made = examined.map(({ name, story, runs }) => ({ name, story, family: familyOf(name), signs: signsOf(runs) }));
  const kept = (earlier?.faults ?? []).filter((fault) => !isMade(fault));
  const sent = examined.flatMap(({ runs }) => runs.flatMap((run) => [...run.sent]));
  return {
    families: remedyRows.map(([, text, code, fix]) => ({ text, code, fix })),
    sent: [...new Set([...(earlier?.sent ?? []), ...sent])].sort(),
    faults: [...kept.map((fault) => ({ ...fault, family: familyOf(fault.name) })), ...made]
      .filter(({ signs }) => Object.keys(signs).length > 0)
      // What is alike side by side makes a smaller package.
      .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)),
  };
}

const orderOf = ({ signs, name }: StoredFault) => `${JSON.stringify(signs)} ${name}`;

function signsOf(runs: readonly Seen[]): StoredFault['signs'] {
  const ids = new Set(runs.flatMap(({ signs }) => [...signs.keys()]));
  return Object.fromEntries(
    [...ids].sort().map((id) => {
      const all = runs.flatMap(({ signs }) => signs.get(id) ?? []);
      const shown = FEATURES.map((feature) => [feature, shownIn(all.map((sign) => sign[feature]))] as const);
      // A value that is only part of what fails is right in other requests.
      const isPart = (value: string) => all.some(({ fine }) => fine.has(value));
      const values = shownIn(
        all.map((sign) => sign.values),
        isPart,
      );
      const isSeen = ([, [always, sometimes]]: readonly [string, StoredShown]) => always.length + sometimes.length > 0;
      const seen = [...shown, ['values', values] as const].filter(isSeen);
      return [id, { ...Object.fromEntries(seen), isAlways: all.length === runs.length }];
    }),
  );
}

function shownIn(sets: readonly ReadonlySet<string>[], isDoubtful = (_one: string) => false): StoredShown {
  const ever = [...new Set(sets.flatMap((set) => [...set]))].sort();
  const isAlways = (one: string) => sets.every((set) => set.has(one)) && !isDoubtful(one);
  return [ever.filter(isAlways), ever.filter((one) => !isAlways(one))];
}
