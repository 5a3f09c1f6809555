import { type FailingCase, Violation } from './verdicts.ts';

/** One of several inputs for a requirement. */
export interface Case {
  /** The request in readable form. */
  readonly input: string;
  readonly attempt: () => Promise<void>;
}

interface FailedInput {
  readonly input: string;
  readonly violation: Violation;
}

/** Throws one violation with every input that failed, smallest first, or any other error. */
export async function tryAll(cases: readonly Case[]): Promise<void> {
  const failing = await failedInputs(cases);
  const [first] = failing;
  if (!first) return;
  const { expected, actual, replies, details } = first.violation;
  const frequency = { failed: failing.length, of: cases.length, unit: 'inputs' as const };
  throw new Violation(expected, actual, replies, { ...details, cases: casesOf(failing), frequency });
}

/** Tries all at once. Throws another error only if there is no violation. */
export async function failedInputs<T extends Case>(cases: readonly T[]): Promise<readonly (T & FailedInput)[]> {
  const ends = await Promise.allSettled(cases.map(({ attempt }) => attempt()));
  const reasons = ends.map((end) => (end.status === 'rejected' ? (end.reason as unknown) : undefined));
  const failing = cases.flatMap((one, index) => {
    const violation = reasons[index];
    return violation instanceof Violation ? [{ ...one, violation }] : [];
  });
  const other = reasons.find((reason) => reason !== undefined);
  if (failing.length === 0 && other !== undefined) throw other;
  return failing;
}

export function casesOf(failing: readonly FailedInput[]): readonly FailingCase[] {
  const cases = failing.map(({ input, violation: { expected, actual, replies } }) => {
    const reply = replies.at(-1);
    return { input, expected, actual, ...(reply && { reply }) };
  });
  return cases.toSorted((a, b) => a.input.length - b.input.length);
}
