import { SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { MUTATION_SETTINGS } from './check-mutant.ts';
import { type Explanation, FILE } from './explanations.ts';
import { FATES, type Fate, keyOf, type Mutant, type MutantKey } from './mutant.ts';

export const SUMMARY_FILE = 'proof/mutation/summary.json';

export interface Checked {
  readonly mutant: Mutant;
  readonly fate: Fate;
}

export interface Counts {
  readonly mutants: number;
  readonly killed: number;
  readonly survived: number;
}

/** What is kept of a run. */
export interface MutationSummary {
  /** The version of the suite that checked the mutants. */
  readonly suite: string;
  readonly node: string;
  readonly settings: typeof MUTATION_SETTINGS;
  readonly counts: Counts & { readonly explained: number; readonly unexplained: number };
  /** Killed of all. */
  readonly score: number;
  /** Killed of all that could be killed: explained survivors taken out. */
  readonly scoreOfKillable: number;
  readonly fates: Readonly<Record<Fate['kind'], number>>;
  readonly files: Readonly<Record<string, Counts>>;
}

interface MutationResult {
  readonly summary: MutationSummary;
  readonly unexplained: readonly Mutant[];
  /** Explanations that explain nothing: no such mutant is made any more, or it is killed. */
  readonly stale: readonly Explanation[];
}

export function resultOf(checked: readonly Checked[], explanations: readonly Explanation[]): MutationResult {
  const explained = new Set(explanations.map(keyOf));
  const survivors = checked.filter(survives).map(({ mutant }) => mutant);
  const survived = new Set(survivors.map(keyOf));
  const unexplained = survivors.filter((mutant) => !explained.has(keyOf(mutant)));
  const counts = countsOf(checked);
  const explainedCount = counts.survived - unexplained.length;
  const files = [...new Set(checked.map(({ mutant }) => mutant.file))];
  return {
    summary: {
      suite: SUITE_VERSION,
      node: process.version,
      settings: MUTATION_SETTINGS,
      counts: { ...counts, explained: explainedCount, unexplained: unexplained.length },
      score: shareOf(counts.killed, counts.mutants),
      scoreOfKillable: shareOf(counts.killed, counts.mutants - explainedCount),
      fates: Object.fromEntries(
        FATES.map((kind) => [kind, checked.filter(({ fate }) => fate.kind === kind).length]),
      ) as Record<Fate['kind'], number>,
      files: Object.fromEntries(
        files.map((file) => [file, countsOf(checked.filter(({ mutant }) => mutant.file === file))]),
      ),
    },
    unexplained,
    stale: explanations.filter((explanation) => !survived.has(keyOf(explanation))),
  };
}

function survives({ fate }: Checked): boolean {
  return fate.kind === 'survives';
}

function countsOf(checked: readonly Checked[]): Counts {
  const survived = checked.filter(survives).length;
  return { mutants: checked.length, killed: checked.length - survived, survived };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((10_000 * part) / whole) / 10_000;
}

/** A result for people: the figures, then whatever needs a hand. */
export function textOf({ summary, unexplained, stale }: MutationResult): string {
  const { counts, score, scoreOfKillable, fates, files } = summary;
  return [
    ...Object.entries(files).map(([file, { mutants, killed }]) => `${file}: ${killed} of ${mutants} killed`),
    `${counts.mutants} mutants: ${countsIn(fates)}`,
    `score: ${percent(score)}; without the ${counts.explained} explained survivors: ${percent(scoreOfKillable)}`,
    ...unexplained.map((survivor) => `\nunexplained survivor, ${survivor.file}:${survivor.line}\n${diffOf(survivor)}`),
    ...stale.map(
      (explanation) => `\nstale in ${FILE}, no such survivor of ${explanation.file}\n${diffOf(explanation)}`,
    ),
    '',
  ].join('\n');
}

function countsIn(fates: Readonly<Record<string, number>>): string {
  return Object.entries(fates)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}

function diffOf({ original, mutated }: MutantKey): string {
  return [...prefixed('-', original), ...prefixed('+', mutated)].join('\n');
}

function prefixed(sign: string, code: string): readonly string[] {
  return code.split('\n').map((line) => `  ${sign} ${line}`);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
