import type { CaseReport, Counterexample, Facts, Frequency, Outcome } from './model.ts';
import type { Reason } from './reasons.ts';

export type FailingCase = Omit<Required<CaseReport>, 'curl'>;

/** What a suite decided about one row, before anything in it is redacted. */
export interface Decided {
  readonly id: string;
  readonly outcome: Outcome;
  /** The observed value, or a caveat on a pass. */
  readonly remark?: string;
  /** Why it was skipped or could not be decided. */
  readonly why?: Reason;
  readonly expected?: string;
  readonly actual?: string;
  /** Numbers of the exchanges that prove it; the last one is decisive. */
  readonly proof?: readonly number[];
  /** The first exchange of the proof is the cause, and the last one only shows it. */
  readonly hasCause?: boolean;
  readonly cases?: readonly FailingCase[];
  readonly frequency?: Frequency;
  readonly isIntermittent?: boolean;
  readonly counterexample?: Counterexample;
  readonly facts?: Facts;
  readonly covered?: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
}
