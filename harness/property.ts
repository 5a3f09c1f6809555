import fc from 'fast-check';
import { Violation } from './verdicts.ts';

export interface PropertyOptions<T> {
  readonly seed: number;
  readonly runs: number;
  /** Corners that random values miss; they are tried first and count as runs. */
  readonly examples: readonly T[];
  /** The value as a person should see it. */
  readonly show: (value: T) => string;
}

/** Every attempt of a shrink is a request to somebody's server. */
const SHRINK_ATTEMPTS = 40;

/**
 * Holds for every example, or throws the violation of the smallest one that it found.
 * All values are known from the seed alone, so they are tried at once and only a failure is walked step by step.
 */
export async function holdsForAll<T>(
  arbitrary: fc.Arbitrary<T>,
  options: PropertyOptions<T>,
  holds: (value: T) => Promise<void>,
): Promise<void> {
  const property = (predicate: (value: T) => Promise<void>) => fc.asyncProperty(arbitrary, predicate);
  const parameters = {
    seed: options.seed,
    numRuns: Math.max(options.runs, options.examples.length),
    examples: options.examples.map((example): [T] => [example]),
  };
  const values = fc.sample(property(holds), parameters).map(([value]) => value);
  const ends = await Promise.allSettled(values.map((value) => holds(value)));
  const failed = ends.findIndex((end) => end.status === 'rejected' && end.reason instanceof Violation);
  const first = ends[failed];
  if (first?.status !== 'rejected') {
    const other = ends.find((end) => end.status === 'rejected');
    if (other) throw other.reason;
    return;
  }
  let attempts = 0;
  let smallest = first.reason as Violation;
  const details = await fc.check(
    property(async (value) => {
      attempts += 1;
      if (attempts > SHRINK_ATTEMPTS) return;
      try {
        await holds(value);
      } catch (error) {
        if (!(error instanceof Violation)) return;
        smallest = error;
        throw error;
      }
    }),
    { ...parameters, path: String(failed) },
  );
  const shrunk = details.failed && details.counterexample !== null ? details.counterexample[0] : values[failed];
  throw new Violation(smallest.expected, smallest.actual, smallest.replies, {
    value: options.show(shrunk as T),
    seed: options.seed,
    path: details.counterexamplePath ?? String(failed),
  });
}

/** A seed of its own for every requirement, so that none depends on which others run. */
export function seedFor(seed: number, requirement: string): number {
  let hash = seed | 0;
  for (const char of requirement) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash;
}
