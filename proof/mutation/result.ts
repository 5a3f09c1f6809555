import { type Explanation, explanationsByKey } from './explanations.ts';
import { MUTATION_SETTINGS } from './judge-mutant.ts';
import { FATES, type Fate, keyOf, type Mutant } from './mutant.ts';
import { NOT_MUTATED } from './reference-source.ts';

export interface Judged {
  readonly mutant: Mutant;
  readonly fate: Fate;
}

export interface Counts {
  readonly mutants: number;
  readonly killed: number;
  readonly survived: number;
}

export interface Survivor extends Omit<Mutant, 'source'> {
  readonly excuse?: Explanation['excuse'];
  readonly reason?: string;
}

export interface MutationResult {
  readonly node: string;
  readonly settings: typeof MUTATION_SETTINGS;
  readonly counts: Counts & { readonly explained: number; readonly unexplained: number };
  /** Killed of all. */
  readonly score: number;
  /** Killed of all that could be killed: explained survivors taken out. */
  readonly scoreOfKillable: number;
  readonly fates: Readonly<Record<Fate['kind'], number>>;
  readonly files: Readonly<Record<string, Counts>>;
  readonly notMutated: typeof NOT_MUTATED;
  readonly survivors: readonly Survivor[];
  /** Explanations that explain nothing: no such mutant is made any more, or it is killed. */
  readonly stale: readonly Explanation[];
}

export function resultOf(judged: readonly Judged[], explanations: readonly Explanation[]): MutationResult {
  const byKey = explanationsByKey(explanations);
  const survivors = judged.filter(survives).map(({ mutant }) => explained(mutant, byKey));
  const survived = new Set(survivors.map(keyOf));
  const counts = countsOf(judged);
  const explainedCount = survivors.filter(({ reason }) => reason !== undefined).length;
  return {
    node: process.version,
    settings: MUTATION_SETTINGS,
    counts: { ...counts, explained: explainedCount, unexplained: counts.survived - explainedCount },
    score: shareOf(counts.killed, counts.mutants),
    scoreOfKillable: shareOf(counts.killed, counts.mutants - explainedCount),
    fates: Object.fromEntries(
      FATES.map((kind) => [kind, judged.filter(({ fate }) => fate.kind === kind).length]),
    ) as Record<Fate['kind'], number>,
    files: countsByFile(judged),
    notMutated: NOT_MUTATED,
    survivors,
    stale: explanations.filter((explanation) => !survived.has(keyOf(explanation))),
  };
}

function survives({ fate }: Judged): boolean {
  return fate.kind === 'survives';
}

function explained({ file, line, original, mutated }: Mutant, byKey: ReadonlyMap<string, Explanation>): Survivor {
  const { excuse, reason } = byKey.get(keyOf({ file, original, mutated })) ?? {};
  return { file, line, original, mutated, ...(excuse && { excuse }), ...(reason && { reason }) };
}

function countsOf(judged: readonly Judged[]): Counts {
  const survived = judged.filter(survives).length;
  return { mutants: judged.length, killed: judged.length - survived, survived };
}

function countsByFile(judged: readonly Judged[]): Readonly<Record<string, Counts>> {
  const files = [...new Set(judged.map(({ mutant }) => mutant.file))];
  return Object.fromEntries(files.map((file) => [file, countsOf(judged.filter(({ mutant }) => mutant.file === file))]));
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((10_000 * part) / whole) / 10_000;
}
