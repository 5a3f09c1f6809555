import { isViolated } from '../../harness/report/conclusion.ts';
import { cutInTheMiddle } from '../../harness/report/cut-body.ts';
import type { Outcome, Report, Result } from '../../harness/report/model.ts';
import { isExcused } from '../../reporters/effective-outcome.ts';
import { renderLivePage } from '../../reporters/html/index.ts';
import { findingSentence } from '../../reporters/verdict.ts';
import { sections } from '../../suites/catalogue/sections.ts';
import { idsThatCanFail } from '../../suites/catalogue.ts';
import type { Io } from '../io.ts';
import type { Wake } from '../watch/loop.ts';
import { serveLive } from './server.ts';

export type LivePage = Awaited<ReturnType<typeof openLive>>;

/** Checks end by the dozen, and nobody reads faster than this. */
const SEND_EVERY_MS = 100;
/** In characters; the next whole report has the rest. */
const LONGEST_FINDING = 300;

/** What the toolbar of the live page shows; it is sent to the page as JSON. */
const START = {
  phase: 'idle' as 'running' | 'waiting' | 'idle',
  done: 0,
  total: 0,
  /** Decided last. */
  current: '',
  /** In the current run so far, or else in the last one. */
  failing: [] as readonly string[],
  /** Compared with the run before the last one. */
  fixed: [] as readonly string[],
  broke: [] as readonly string[],
  /** Alone, since the last run. */
  checked: [] as readonly (Pick<Result, 'id' | 'outcome'> & { readonly finding: string })[],
  /** Counts the reports. When it changes, the page fetches itself again. */
  version: 0,
};

type LiveState = Readonly<typeof START>;

export async function openLive(ask: (wake: Wake) => void, place: Pick<Io, 'cwd' | 'env'>) {
  let state: LiveState = START;
  let report: Report | undefined;
  let tested: Report | undefined;
  let timer: NodeJS.Timeout | undefined;

  const site = {
    page: () => renderLivePage(report, { specification: sections }),
    state: () => JSON.stringify(state),
    isRequirement: (id: string) => idsThatCanFail.includes(id),
    ask,
  };
  const server = await serveLive(site, place);
  const become = (next: LiveState): void => {
    state = next;
    timer ??= setTimeout(() => {
      timer = undefined;
      server.send();
    }, SEND_EVERY_MS);
  };
  return {
    url: server.url,
    start: () => become({ ...state, phase: 'running', done: 0, total: 0, current: '', failing: [] }),
    progress: (done: number, total: number, current: string, outcome?: Outcome) => {
      const isFailing = outcome === 'fail' || outcome === 'warn';
      const failing = isFailing ? [...new Set([...state.failing, current])] : state.failing;
      become({ ...state, phase: 'running', done, total, current, failing });
    },
    wait: () => become({ ...state, phase: 'waiting' }),
    present: (next: Report) => {
      const changes = changesSince(tested, next);
      become({ ...state, failing: failuresIn(next), ...changes, checked: [], version: state.version + 1 });
      report = next;
      if (next.verdict !== 'untested') tested = next;
    },
    check: (results: readonly Result[]) => {
      const checked = results.map((result) => ({
        id: result.id,
        outcome: result.outcome,
        finding: cutInTheMiddle(findingSentence(result), LONGEST_FINDING),
      }));
      const others = state.checked.filter(({ id }) => !checked.some((one) => one.id === id));
      become({ ...state, checked: [...checked, ...others] });
    },
    // The failures of a run that was stopped are forgotten.
    rest: () => become({ ...state, phase: 'idle', failing: report === undefined ? [] : failuresIn(report) }),
    close: () => {
      clearTimeout(timer);
      return server.close();
    },
  };
}

/** A target that was not tested is neither better nor worse than before. */
function changesSince(before: Report | undefined, now: Report): Pick<LiveState, 'fixed' | 'broke'> {
  if (before === undefined || now.verdict === 'untested') return { fixed: [], broke: [] };
  const failedBefore = failuresIn(before);
  const passing = now.results.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
  return {
    fixed: failedBefore.filter((id) => passing.includes(id)),
    broke: failuresIn(now).filter((id) => !failedBefore.includes(id)),
  };
}

function failuresIn({ results }: Report): readonly string[] {
  return results.filter((result) => isViolated(result) && !isExcused(result)).map(({ id }) => id);
}
