import { describe, petOf, type Reading } from '../../reading/reading.ts';

/** One thing that is wrong with one exchange. */
export interface Flaw {
  readonly expected: string;
  readonly actual: string;
  /** The pet that it is about. */
  readonly petId?: string;
  /** The pets that a page should have shown, and did not. */
  readonly lacks?: readonly string[];
  /** The ids that other creations got whose names this pet shows. */
  readonly mixedWith?: readonly string[];
  /** The field in which a pet differs from what was sent or created; `id` if it is another pet. */
  readonly changed?: string;
  /** Another exchange that belongs to the proof. */
  readonly earlier?: Reading | undefined;
  /** The later exchange that shows what this one did. */
  readonly shownBy?: Reading | undefined;
}

/** A flaw with the requirement that it violates, and the exchange that shows it. */
export interface Violation extends Flaw {
  readonly id: string;
  readonly reading: Reading;
}

/**
 * What one exchange says about one requirement. It agrees if it would have shown a violation, and shows none. `undefined`
 * if it says nothing, which is different from agreement: a page of 5 pets does not agree with a limit of 100.
 */
export type Verdict = 'agrees' | readonly Flaw[] | undefined;

type Details = Omit<Flaw, 'expected' | 'actual'>;

/** A text that takes long to make is made only for a violation. */
export function violates(
  reading: Reading,
  expected: string,
  actual: string | (() => string) | undefined = undefined,
  details: Details = {},
): readonly Flaw[] {
  const text = typeof actual === 'function' ? actual() : (actual ?? describe(reading));
  return [{ expected, actual: text, ...details }];
}

export function agreesIf(isOk: boolean, ...flaw: Parameters<typeof violates>): Verdict {
  return isOk ? 'agrees' : violates(...flaw);
}

/** Every flaw that any of them found; without one it agrees if one of them does. */
export function every(...verdicts: readonly Verdict[]): Verdict {
  const flaws = verdicts.flatMap((verdict) => (verdict === 'agrees' ? [] : (verdict ?? [])));
  if (flaws.length > 0) return flaws;
  return verdicts.includes('agrees') ? 'agrees' : undefined;
}

/** What is wrong, and nothing else: agreement takes more than this. */
export function flawsIn(verdict: Verdict): readonly Flaw[] | undefined {
  return verdict === 'agrees' ? undefined : verdict;
}

/** Whom an operation lets in matters, and not which pet it shows. */
export function describeAccess(reading: Reading): string {
  return petOf(reading.json) ? `${reading.status} with a pet` : describe(reading);
}
