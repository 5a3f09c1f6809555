import type { Result } from '../harness/report/model.ts';
import { type EffectiveOutcome, withEffectiveOutcome } from './effective-outcome.ts';
import { count } from './text.ts';

export function countOf(results: readonly Result[], effective: EffectiveOutcome): number {
  return withEffectiveOutcome(results, effective).length;
}

/** "12 passed, 1 failed": what there is none of is left out, save passes. */
export function countsOf(results: readonly Result[]): readonly string[] {
  const told: readonly (readonly [EffectiveOutcome, (number: number) => string])[] = [
    ['fail', (number) => `${number} failed`],
    ['unsteady', (number) => `${number} unsteady`],
    ['warn', (number) => count(number, 'warning')],
    ['inconclusive', (number) => `${number} not decided`],
    ['unobservable', (number) => `${number} unobservable`],
    ['waived', (number) => `${number} waived`],
    ['known', (number) => `${number} known`],
    ['skipped', (number) => `${number} skipped`],
  ];
  const others = told
    .map(([effective, words]) => ({ number: countOf(results, effective), words }))
    .filter(({ number }) => number > 0)
    .map(({ number, words }) => words(number));
  return [`${countOf(results, 'pass')} passed`, ...others];
}
