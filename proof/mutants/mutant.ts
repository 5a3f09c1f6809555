import { createHash } from 'node:crypto';

/** What a mutant is known by, wherever its line moves to. */
export interface Identity {
  readonly stack: string;
  readonly operator: string;
  /** The lines that it changes, with single blanks. */
  readonly before: string;
  readonly after: string;
}

/** A server with one small change in its source. */
export interface Mutant extends Identity {
  /** From the folder of the stack. */
  readonly file: string;
  /** The whole changed source; absent if `active` chooses the mutant at run time. */
  readonly text?: string;
  /** The mutant among all that are in the instrumented source. */
  readonly active?: string;
}

export function keyOf({ stack, operator, before, after }: Identity): string {
  return [stack, operator, before, after].join('\n');
}

export function singleBlanks(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** The first one of those that are known by the same lines. */
export function withoutTwins(mutants: readonly Mutant[]): readonly Mutant[] {
  const first = new Map(mutants.toReversed().map((mutant) => [keyOf(mutant), mutant]));
  return mutants.filter((mutant) => first.get(keyOf(mutant)) === mutant);
}

/**
 * So many mutants, in an order that the seed decides. Each has a place of its own: a new one pushes at most one other
 * out of the sample.
 */
export function sample(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const placed = mutants.map((mutant) => ({ mutant, place: placeOf(mutant, seed) }));
  return placed
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

function placeOf(mutant: Mutant, seed: number): string {
  return createHash('sha256')
    .update(`${seed}\n${keyOf(mutant)}`)
    .digest('hex');
}
