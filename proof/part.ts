import type { Problems } from './expected.ts';

/** One or more runs of which it is known what must come out. */
export interface Case {
  /** Enough to run it again. */
  readonly name: string;
  readonly run: () => Promise<Problems>;
}

export interface Options {
  /** Names of parts, separated by commas. */
  readonly only: string;
  /** A text in the name of every case. */
  readonly match: string;
  /** For every intermittent fault. */
  readonly seeds: number;
  readonly nights: number;
}

/** A kind of cases. */
export interface Part {
  readonly name: string;
  /** What its cases show, for docs/trust.md. */
  readonly claim: string;
  /** The share of cases that may come out differently; none unless given. */
  readonly tolerated?: number;
  /** A shortened part lacks the last ones, so higher seeds come later. */
  readonly cases: (sizes: Pick<Options, 'seeds' | 'nights'>) => readonly Case[];
}

export const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
