import type { Outcome, Result } from '../harness/report/model.ts';
import { count } from './text.ts';

export function countOf(results: readonly Result[], outcome: Outcome): number {
  return results.filter((result) => result.outcome === outcome).length;
}

/** "12 passed, 1 failed": what there is none of is left out, save passes. */
export function countsOf(results: readonly Result[]): readonly string[] {
  const told: readonly (readonly [Outcome, (number: number) => string])[] = [
    ['fail', (number) => `${number} failed`],
    ['warn', (number) => count(number, 'warning')],
    ['inconclusive', (number) => `${number} not decided`],
    ['skipped', (number) => `${number} skipped`],
  ];
  const others = told
    .map(([outcome, words]) => ({ number: countOf(results, outcome), words }))
    .filter(({ number }) => number > 0)
    .map(({ number, words }) => words(number));
  return [`${countOf(results, 'pass')} passed`, ...others];
}
