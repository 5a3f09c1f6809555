import type { CaseReport, Result } from './model.ts';

export type FailingCase = Omit<Required<CaseReport>, 'curl'>;

type Finding = 'id' | 'outcome' | 'why' | 'expected' | 'actual' | 'frequency' | 'counterexample' | 'facts';

/** What a suite decided about one row, before anything in it is redacted. */
export interface Decided extends Pick<Result, Finding | 'covered' | 'data'> {
  /** The observed value, or a caveat on a pass. */
  readonly remark?: string;
  /** Numbers of the exchanges that prove it; the last one is decisive. */
  readonly proof?: readonly number[];
  /** The first exchange of the proof is the cause, and the last one only shows it. */
  readonly hasCause?: boolean;
  readonly cases?: readonly FailingCase[];
  readonly isIntermittent?: boolean;
}
