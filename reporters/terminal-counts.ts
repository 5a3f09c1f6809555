import type { Result } from '../harness/report/model.ts';
import { type Standing, withStanding } from './standing.ts';
import { count } from './text.ts';

export function countOf(results: readonly Result[], standing: Standing): number {
  return withStanding(results, standing).length;
}

/** "12 passed, 1 failed": what there is none of is left out, save passes. */
export function countsOf(results: readonly Result[]): readonly string[] {
  const told: readonly (readonly [Standing, (number: number) => string])[] = [
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
    .map(([standing, words]) => ({ number: countOf(results, standing), words }))
    .filter(({ number }) => number > 0)
    .map(({ number, words }) => words(number));
  return [`${countOf(results, 'pass')} passed`, ...others];
}
