import { isViolated } from '../../harness/report/conclusion.ts';
import type { Outcome, Report, Result } from '../../harness/report/model.ts';
import { isExcused } from '../../reporters/effective-outcome.ts';

/** What the toolbar of the live page shows. It is plain JSON, and goes to the page as a whole. */
export interface LiveState {
  readonly phase: 'running' | 'waiting' | 'idle';
  readonly done: number;
  readonly total: number;
  /** The requirement that was decided last. */
  readonly current: string;
  /** Requirements that fail: in the run under way as far as it got, else in the last one. */
  readonly failing: readonly string[];
  /** Against the run before the last one. */
  readonly fixed: readonly string[];
  readonly broke: readonly string[];
  /** Requirements that were checked alone since the last run. */
  readonly checked: readonly { readonly id: string; readonly outcome: Outcome; readonly finding: string }[];
  /** Counts the reports: another number asks the page to fetch itself again. */
  readonly version: number;
}

export const START: LiveState = {
  phase: 'idle',
  done: 0,
  total: 0,
  current: '',
  failing: [],
  fixed: [],
  broke: [],
  checked: [],
  version: 0,
};

export function started(state: LiveState): LiveState {
  return { ...state, phase: 'running', done: 0, total: 0, current: '', failing: [] };
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly current: string;
  readonly isFailing: boolean;
}

export function progressed(state: LiveState, { isFailing, ...progress }: Progress): LiveState {
  const { failing } = state;
  const isNew = isFailing && !failing.includes(progress.current);
  return { ...state, phase: 'running', ...progress, failing: isNew ? [...failing, progress.current] : failing };
}

/** What a run that was stopped had found is forgotten. */
export function rested(state: LiveState, report: Report | undefined): LiveState {
  return { ...state, phase: 'idle', failing: report === undefined ? [] : failuresIn(report) };
}

/** A target that was not tested is no better and no worse than before. */
export function presented(state: LiveState, report: Report, before: Report | undefined): LiveState {
  const failing = failuresIn(report);
  const changes =
    before === undefined || report.verdict === 'untested' ? { fixed: [], broke: [] } : changed(before, report);
  return { ...state, failing, ...changes, checked: [], version: state.version + 1 };
}

function changed(before: Report, now: Report): Pick<LiveState, 'fixed' | 'broke'> {
  const failedBefore = failuresIn(before);
  const passing = now.results.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
  return {
    fixed: failedBefore.filter((id) => passing.includes(id)),
    broke: failuresIn(now).filter((id) => !failedBefore.includes(id)),
  };
}

function failuresIn({ results }: Report): readonly string[] {
  return results.filter((result: Result) => isViolated(result) && !isExcused(result)).map(({ id }) => id);
}
