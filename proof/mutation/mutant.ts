/** One small change of one source file. */
export interface Mutant {
  /** Path below the package's root. */
  readonly file: string;
  readonly line: number;
  /** The lines that change, as they are and as they become, without their indentation. */
  readonly original: string;
  readonly mutated: string;
  /** The whole file after the change. */
  readonly source: string;
}

/** What identifies a mutant for as long as the changed lines stay as they are, wherever they move. */
export type MutantKey = Pick<Mutant, 'file' | 'original' | 'mutated'>;

export function keyOf({ file, original, mutated }: MutantKey): string {
  return JSON.stringify([file, original, mutated]);
}

export const FATES = [
  'survives',
  'violates',
  'warns',
  'incomplete',
  'untested',
  'faults the suite',
  'crashes',
  'hangs',
] as const;

/** What came of a mutant: it survives, or it is killed in one of the other ways. */
export interface Fate {
  readonly kind: (typeof FATES)[number];
  /** The requirements that report it. */
  readonly reportedBy: readonly string[];
}
