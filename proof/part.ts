import type { Problems } from './expected.ts';
import type { Row } from './table.ts';

/** One or more runs of which it is known what must come out. */
export interface Case<Found = Problems> {
  /** Enough to run it again. */
  readonly name: string;
  /** What is wrong. */
  readonly run: () => Promise<Found>;
  /** Of a fault, once it ran: a row of the table of faults. */
  readonly row?: () => Row | undefined;
}

/** What is wrong by the names of claims, where one run says something about several of them, or about none. */
export type ProblemsByClaim = Readonly<Record<string, Problems>>;

export interface Options {
  /** Names of parts, separated by commas. */
  readonly only: string;
  /** A text in the name of every case. */
  readonly match: string;
  /** For every intermittent fault. */
  readonly seeds: number;
  readonly nights: number;
}

/** What cases show, for docs/trust.md. */
export interface Claim {
  readonly claim: string;
  /** The share of cases that may come out differently; none unless given. */
  readonly tolerated?: number;
}

/** A kind of cases. */
export interface Part extends Claim {
  readonly name: string;
  /** Further claims about the same cases, by name. A case may also say something about a claim of another part. */
  readonly also?: Readonly<Record<string, Claim>>;
  /** A shortened part lacks the last ones, so higher seeds come later. */
  readonly cases: (sizes: Pick<Options, 'seeds' | 'nights'>) => readonly Case<Problems | ProblemsByClaim>[];
}

export const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
