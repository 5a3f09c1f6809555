import { FILE } from './explanations.ts';
import type { MutantKey } from './mutant.ts';
import type { MutationResult } from './result.ts';

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
