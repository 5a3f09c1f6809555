import fc from 'fast-check';
import { casesOf } from './cases.ts';
import { Violation } from './verdicts.ts';

export interface PropertyOptions<T> {
  readonly seed: number;
  readonly runs: number;
  /** Corners that random values miss; they are tried first and count as runs. */
  readonly examples: readonly T[];
  /** The value as a person should see it. */
  readonly show: (value: T) => string;
  /** A value of an earlier report: where the seed still gives it, it alone is tried. */
  readonly again?: { readonly path: string; readonly value: string };
}

/** Every attempt of a shrink is a request to somebody's server. */
export const SHRINK_ATTEMPTS = 40;

/**
 * Holds for every example, or throws the violation of the smallest one that it found, with every failing example.
 * All values are known from the seed alone, so they are tried at once and only a failure is walked step by step.
 * The steps are hurried, without polling; what they end at is then confirmed with the whole consistency window.
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
  const ends = await Promise.allSettled(values.map((value) => holds(value)));
  const reasons = ends.map((end) => (end.status === 'rejected' ? (end.reason as unknown) : undefined));
  const failed = reasons.findIndex((reason) => reason instanceof Violation);
  const first = reasons[failed];
  if (!(first instanceof Violation)) {
    const other = reasons.find((reason) => reason !== undefined);
    if (other !== undefined) throw other;
    return;
  }
  hurry(true);
  const shrunk = await shrink(arbitrary, { ...parameters, path: String(failed) }, holds);
  hurry(false);
  const confirmed = shrunk && (await violationOf(() => holds(shrunk.value)));
  const violation = confirmed ?? first;
  const { value, path } = shrunk && confirmed ? shrunk : { value: values[failed] as T, path: String(failed) };
  const failing = values.flatMap((tried, index) => {
    const reason = reasons[index];
    return reason instanceof Violation ? [{ input: options.show(tried), violation: reason }] : [];
  });
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

/** The value of an earlier report, unless the inputs are no longer made as they were then. */
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

/** From one failing value to the smallest that still fails, within a bounded number of attempts. */
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

/** A seed of its own for every requirement, so that none depends on which others run. */
export function seedFor(seed: number, requirement: string): number {
  let hash = seed | 0;
  for (const char of requirement) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash;
}
