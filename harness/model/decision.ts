import type { ReportedFailure, Result } from './report.ts';

/** A failure before anything in it is shortened or redacted. */
export interface DecidedFailure extends Omit<ReportedFailure, 'exchanges' | 'serverLog' | 'excuse'> {
  /** Numbers of the exchanges that prove it; the last one is decisive. */
  readonly proof: readonly number[];
}

/** What a suite decides about one row: its part of the result. */
export interface Decision extends Pick<Result, 'id' | 'outcome' | 'reason' | 'why' | 'covered' | 'data' | 'restsOn'> {
  /** In the order of work. */
  readonly violations?: readonly DecidedFailure[];
}
