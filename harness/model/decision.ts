import type { Result } from './report.ts';

type Decided =
  | 'id'
  | 'outcome'
  | 'reason'
  | 'why'
  | 'expected'
  | 'actual'
  | 'violations'
  | 'frequency'
  | 'counterexample'
  | 'facts'
  | 'intermittent'
  | 'covered'
  | 'data'
  | 'restsOn';

/** What a suite decides about one row: its part of the result, before anything in it is shortened or redacted. */
export interface Decision extends Pick<Result, Decided> {
  /** Numbers of the exchanges that prove it; the last one is decisive. */
  readonly proof?: readonly number[];
  /** The first exchange of the proof is the cause, and the last one only shows it. */
  readonly hasCause?: boolean;
}
