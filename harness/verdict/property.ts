import fc from 'fast-check';
import { casesOf, failedInputs } from './cases.ts';
import { Violation } from './verdicts.ts';

export interface PropertyOptions<T> {
  readonly seed: number;
  readonly runs: number;
  /** Edge cases that random values miss. They are tried first and count as runs. */
  readonly examples: readonly T[];
  readonly show: (value: T) => string;
  /** A value of an earlier report: if the seed still gives it, only this one is tried. */
  readonly again?: { readonly path: string; readonly value: string };
}

/** Every attempt to shrink sends requests to the user's server. */
export const SHRINK_ATTEMPTS = 40;

/**
 * Throws the violation of the smallest failing value found, with all failing values. The seed gives all values, so they
 * are tried at once; only a failure is shrunk step by step. The steps are hurried, without polling, and the last one is
 * confirmed with the whole consistency window.
 */
export async function holdsForAll<T>(
  arbitrary: fc.Arbitrary<T>,
  options: PropertyOptions<T>,
  holds: (value: T) => Promise<void>,
  hurry: (hurried: boolean) => void = () => undefined,
): Promise<void> {
  const parameters = {
    seed: options.seed,
    numRuns: Math.max(options.runs, options.examples.length),
    examples: options.examples.map((example): [T] => [example]),
  };
  const again = valueAgain(arbitrary, parameters, options);
  if (again) return holdsAgain(again, options, holds);
  const values = fc.sample(fc.asyncProperty(arbitrary, holds), parameters).map(([value]) => value);
  const failing = await failedInputs(
    values.map((value, index) => ({
      input: options.show(value),
      value,
      path: String(index),
      attempt: () => holds(value),
    })),
  );
  const [first] = failing;
  if (!first) return;
  hurry(true);
  const shrunk = await shrink(arbitrary, { ...parameters, path: first.path }, holds);
  hurry(false);
  const confirmed = shrunk && (await violationOf(() => holds(shrunk.value)));
  const violation = confirmed ?? first.violation;
  const { value, path } = shrunk && confirmed ? shrunk : first;
  const smallest = { input: options.show(value), violation };
  const distinct = new Map([smallest, ...failing].map((one) => [one.input, one]));
  throw new Violation(violation.expected, violation.actual, violation.replies, {
    ...violation.details,
    cases: casesOf([...distinct.values()]),
    frequency: {
      failed: failing.length,
      of: values.length,
      unit: 'inputs',
      repeated: { times: 1, failed: confirmed ? 1 : 0 },
    },
    intermittent: confirmed === undefined,
    counterexample: { value: smallest.input, seed: options.seed, path },
  });
}

/** Undefined if the inputs are generated differently now. */
function valueAgain<T>(
  arbitrary: fc.Arbitrary<T>,
  parameters: fc.Parameters<[T]>,
  { again, show }: PropertyOptions<T>,
): { readonly value: T; readonly path: string } | undefined {
  if (again === undefined) return undefined;
  const details = fc.check(
    fc.property(arbitrary, (_value: T) => false),
    { ...parameters, path: again.path, endOnFailure: true },
  );
  const [value] = details.counterexample ?? [];
  return value !== undefined && show(value) === again.value ? { value, path: again.path } : undefined;
}

async function holdsAgain<T>(
  { value, path }: { readonly value: T; readonly path: string },
  { seed, show }: PropertyOptions<T>,
  holds: (value: T) => Promise<void>,
): Promise<void> {
  try {
    await holds(value);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const counterexample = { value: show(value), seed, path };
    throw new Violation(error.expected, error.actual, error.replies, { ...error.details, counterexample });
  }
}

async function shrink<T>(
  arbitrary: fc.Arbitrary<T>,
  parameters: fc.Parameters<[T]>,
  holds: (value: T) => Promise<void>,
): Promise<{ readonly value: T; readonly path: string } | undefined> {
  let attempts = 0;
  const details = await fc.check(
    fc.asyncProperty(arbitrary, async (value) => {
      attempts += 1;
      const violation = attempts > SHRINK_ATTEMPTS ? undefined : await violationOf(() => holds(value));
      if (violation) throw violation;
    }),
    parameters,
  );
  const [value] = details.counterexample ?? [];
  return value === undefined ? undefined : { value, path: details.counterexamplePath ?? '' };
}

/** Anything but a violation says nothing about the value: a spent budget, a rate limit. */
async function violationOf(attempt: () => Promise<void>): Promise<Violation | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return error instanceof Violation ? error : undefined;
  }
}

/** A separate seed for every requirement, so that none depends on which others run. */
export function seedFor(seed: number, requirement: string): number {
  let hash = seed | 0;
  for (const char of requirement) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash;
}
