import { readFileSync } from 'node:fs';
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

/** By source file, since one reason may explain several changes; and the changes by the original lines. */
type Explanations = Readonly<Record<string, readonly (Excuse & { readonly changes: Changes })[]>>;
type Changes = Readonly<Record<string, readonly string[]>>;

/** Like every file here, read from the project's root. */
export function readExplanations(): readonly Explanation[] {
  const files = parse(readFileSync(FILE, 'utf8')) as Explanations;
  return Object.entries(files).flatMap(([file, groups]) =>
    groups.flatMap(({ changes, ...excuse }) =>
      Object.entries(changes).flatMap(([original, becomes]) =>
        becomes.map((mutated) => ({ file, original, mutated, ...excuse })),
      ),
    ),
  );
}
