import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf, type MutantKey } from './mutant.ts';

export const FILE = 'proof/mutation/survivors.json';

export const EXCUSES = ['equivalent', 'not documented', 'not observable'] as const;

/** Why a mutant may survive. */
export interface Explanation extends MutantKey {
  readonly excuse: (typeof EXCUSES)[number];
  readonly reason: string;
}

export function readExplanations(root: string): readonly Explanation[] {
  return JSON.parse(readFileSync(join(root, FILE), 'utf8')) as readonly Explanation[];
}

/** Finds by the changed lines, not by their number, so that edits elsewhere change nothing. */
export function explanationsByKey(explanations: readonly Explanation[]): ReadonlyMap<string, Explanation> {
  return new Map(explanations.map((explanation) => [keyOf(explanation), explanation]));
}
