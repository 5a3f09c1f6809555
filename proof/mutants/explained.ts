import { type Checked, isReported } from './check.ts';
import { type Identity, keyOf } from './mutant.ts';

/**
 * Why nothing is reported: it answers every request as before, or in another way that the document leaves open, or only
 * a run with `--thorough` sends what shows it, or the suite misses it.
 */
export const VERDICTS = ['equivalent', 'open', 'rare', 'missed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Mutants that are alive for the same reason. */
export interface Explanation {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly mutants: readonly Identity[];
}

export type Explanations = ReadonlyMap<string, Explanation>;

export function explanationsOf(explained: readonly Explanation[]): Explanations {
  return new Map(explained.flatMap((one) => one.mutants.map((mutant) => [keyOf(mutant), one])));
}

/** What became of a mutant. */
export type Fate = 'broken' | 'reported' | Verdict | 'unexplained';
export const FATES = ['broken', 'reported', ...VERDICTS, 'unexplained'] as const satisfies readonly Fate[];

export function fateOf(checked: Checked, explanations: Explanations): Fate {
  if (!checked.found) return 'broken';
  if (isReported(checked.found)) return 'reported';
  return explanations.get(keyOf(checked))?.verdict ?? 'unexplained';
}

/** What is wrong, one sentence for each mutant: alive without a reason, or reported in spite of one. */
export function problemsOf(
  checked: readonly Checked[],
  explanations: Explanations,
  isThorough: boolean,
): readonly string[] {
  return checked.flatMap((one) => {
    const explanation = explanations.get(keyOf(one));
    const fate = fateOf(one, explanations);
    const mutant = `${one.stack}, ${one.operator}:\n  - ${one.before}\n  + ${one.after}`;
    if (fate === 'unexplained') return [`Nothing is reported, and nothing explains it: ${mutant}`];
    if (fate === 'rare' && isThorough) return [`Nothing is reported, not even with --thorough: ${mutant}`];
    const mayBeReported = explanation === undefined || (explanation.verdict === 'rare' && isThorough);
    if (fate === 'reported' && !mayBeReported) return [`It is reported, so it needs no explanation: ${mutant}`];
    return [];
  });
}
