import { groupBy } from '../../harness/report/group-by.ts';
import type { Entry, KnownFault, StoredDictionary } from '../../suites/diagnosis/dictionary.ts';
import { featuresOf, fitOf } from '../../suites/diagnosis/look-up.ts';
import type { Signature } from '../../suites/diagnosis/signature.ts';

/** One seed may show by chance what others do not. */
export const SEEDS = [101, 102, 103];

export interface Examined {
  readonly fault: KnownFault;
  /** One of each seed. */
  readonly signatures: readonly Signature[];
}

/** In natural logarithms: where one explains the runs of the other almost as well as that one itself. */
const ALIKE = 1;

/** Faults that nothing fails for have no entry. */
export function makeDictionary(examined: readonly Examined[]): StoredDictionary {
  const shown = examined.filter(({ signatures }) => signatures.some(({ failed }) => failed.size > 0));
  const entries = shown.map((one) => ({ ...one, entry: entryOf([one]) }));
  const groups = alike(entries).map(entryOf);
  const names = [...new Set(groups.flatMap((entry) => [...entry.features.keys()]))].sort();
  const byRequirement = groupBy(names, (name) => name.split(' ', 1)[0] ?? '');
  const numbers = new Map([...byRequirement.values()].flat().map((name, number) => [name, number]));
  const missedBy = (share: number) => Math.round((1 - share) * SEEDS.length);
  return {
    runs: SEEDS.length,
    features: Object.fromEntries(
      [...byRequirement].map(([id, own]) => [id, own.map((name) => name.slice(id.length + 1))]),
    ),
    entries: groups.map((entry) => ({
      faults: Object.fromEntries(entry.faults.map(({ name, story }) => [name, story])),
      seen: SEEDS.map((_seed, missed) => {
        const shown = [...entry.features].filter(([, share]) => missedBy(share) === missed);
        return steps(shown.map(([name]) => numbers.get(name) ?? 0).sort((one, other) => one - other));
      }),
    })),
  };
}

function steps(numbers: readonly number[]): readonly number[] {
  return numbers.map((number, at) => number - (numbers[at - 1] ?? 0));
}

function entryOf(members: readonly Examined[]): Entry {
  const runs = members.flatMap(({ signatures }) => signatures.map(featuresOf));
  const features = new Map<string, number>();
  for (const run of runs) for (const one of run) features.set(one, (features.get(one) ?? 0) + 1 / runs.length);
  return { faults: members.map(({ fault }) => fault), features };
}

type Candidate = Examined & { readonly entry: Entry };

/** Groups of faults that cannot be distinguished: each member explains the runs of all the others. */
function alike(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const groups: Candidate[][] = [];
  for (const candidate of candidates) {
    const group = groups.find((members) => members.every((member) => areAlike(member, candidate)));
    if (group) group.push(candidate);
    else groups.push([candidate]);
  }
  return groups;
}

function areAlike(one: Candidate, other: Candidate): boolean {
  const isKnown = (id: string) => other.entry.features.has(id);
  if (!one.signatures.every(({ failed }) => [...failed.keys()].every(isKnown))) return false;
  return explains(one, other) && explains(other, one);
}

function explains(one: Candidate, other: Candidate): boolean {
  const lost = other.signatures.map((signature) => fitOf(other.entry, signature) - fitOf(one.entry, signature));
  return lost.reduce((sum, difference) => sum + difference, 0) / lost.length < ALIKE;
}
