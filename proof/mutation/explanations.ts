import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { MutantKey } from './mutant.ts';

export const FILE = 'proof/mutation/survivors.yaml';

export const EXCUSES = ['equivalent', 'not documented', 'not observable'] as const;

interface Excuse {
  readonly excuse: (typeof EXCUSES)[number];
  readonly reason: string;
}

/** Why a mutant may survive. It is found by the changed lines, not by their number, so that edits elsewhere do not matter. */
export type Explanation = MutantKey & Excuse;

/** The file, where one reason may explain several changes of a source file. */
type Explanations = Readonly<Record<string, readonly (Excuse & { readonly changes: readonly Change[] })[]>>;
type Change = readonly [original: string, mutated: string];

export function readExplanations(root: string): readonly Explanation[] {
  const files = parse(readFileSync(join(root, FILE), 'utf8')) as Explanations;
  return Object.entries(files).flatMap(([file, groups]) =>
    groups.flatMap(({ changes, ...excuse }) =>
      changes.map(([original, mutated]) => ({ file, original, mutated, ...excuse })),
    ),
  );
}
