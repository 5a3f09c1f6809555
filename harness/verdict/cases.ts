import { type FailingCase, Violation } from './verdicts.ts';

/** One of several inputs that a requirement is tried with. */
export interface Case {
  /** What is sent, as a person recognises it. */
  readonly input: string;
  readonly attempt: () => Promise<void>;
}

/** Tries all of them. Throws one violation with every input that failed, smallest first, or whatever else went wrong. */
export async function tryAll(cases: readonly Case[]): Promise<void> {
  const ends = await Promise.allSettled(cases.map(({ attempt }) => attempt()));
  const reasons = ends.map((end) => (end.status === 'rejected' ? (end.reason as unknown) : undefined));
  const failing = cases.flatMap(({ input }, index) => {
    const reason = reasons[index];
    return reason instanceof Violation ? [{ input, violation: reason }] : [];
  });
  if (failing.length === 0) {
    const other = reasons.find((reason) => reason !== undefined);
    if (other !== undefined) throw other;
    return;
  }
  throw combined(failing, cases.length);
}

/** The first violation with all the others as its cases. */
function combined(
  failing: readonly { readonly input: string; readonly violation: Violation }[],
  tried: number,
): Violation {
  const [first] = failing;
  if (!first) throw new Error('There is no violation to combine.');
  const { expected, actual, replies, details } = first.violation;
  const frequency = { failed: failing.length, of: tried, unit: 'inputs' as const };
  return new Violation(expected, actual, replies, { ...details, cases: casesOf(failing), frequency });
}

export function casesOf(
  failing: readonly { readonly input: string; readonly violation: Violation }[],
): readonly FailingCase[] {
  const cases = failing.map(({ input, violation: { expected, actual, replies } }) => {
    const reply = replies.at(-1);
    return { input, expected, actual, ...(reply && { reply }) };
  });
  return cases.toSorted((a, b) => a.input.length - b.input.length);
}
