import type { CaseReport, Result, ViolationGroup } from './report.ts';

/* Results before they are put into words, shortened and redacted for a report. */

export type FailingCase = Omit<Required<CaseReport>, 'curl' | 'repeated'> & Pick<CaseReport, 'repeated'>;

/** One way in which a requirement fails, with the inputs that show it, smallest first. */
export interface DecidedViolation extends Omit<ViolationGroup, 'cases'> {
  readonly cases?: readonly FailingCase[];
}

type Finding = 'id' | 'outcome' | 'why' | 'expected' | 'actual' | 'frequency' | 'counterexample' | 'facts';

/** What a suite decided about one row, before anything in it is redacted. */
export interface Decided extends Pick<Result, Finding | 'covered' | 'data' | 'restsOn'> {
  /** Every way in which it fails, the most frequent first. */
  readonly violations?: readonly DecidedViolation[];
  /** The observed value, or a caveat on a pass. */
  readonly remark?: string;
  /** Numbers of the exchanges that prove it; the last one is decisive. */
  readonly proof?: readonly number[];
  /** The first exchange of the proof is the cause, and the last one only shows it. */
  readonly hasCause?: boolean;
  readonly isIntermittent?: boolean;
}
