import { cutInTheMiddle } from '../../harness/report/cut-body.ts';
import type { Outcome, Report, Result } from '../../harness/report/model.ts';
import { codeOf } from '../../harness/settings/error-code.ts';
import { renderLivePage } from '../../reporters/html/index.ts';
import { findingSentence } from '../../reporters/verdict.ts';
import { sections } from '../../suites/catalogue/sections.ts';
import { idsThatCanFail } from '../../suites/catalogue.ts';
import type { Io } from '../io.ts';
import type { Wake } from '../watch/alarm.ts';
import { lastAddress, newAddress, rememberAddress } from './address.ts';
import { type LiveServer, serveLive } from './server.ts';
import { type LiveState, presented, progressed, rested, START, started } from './state.ts';

/** The report as a page that follows the watch. */
export interface LivePage {
  readonly url: string;
  start(): void;
  progress(done: number, total: number, current: string, outcome?: Outcome): void;
  /** The target does not answer yet. */
  wait(): void;
  present(report: Report): void;
  /** Requirements that were checked alone. */
  check(results: readonly Result[]): void;
  rest(): void;
  close(): Promise<void>;
}

/** Checks come by the dozen in a moment, and nobody reads faster than this. */
const SEND_EVERY_MS = 100;
/** In characters. A glance is enough: the next whole report has the rest. */
const LONGEST_FINDING = 300;

export async function openLive(ask: (wake: Wake) => void, { cwd, env }: Pick<Io, 'cwd' | 'env'>): Promise<LivePage> {
  let state = START;
  let report: Report | undefined;
  let tested: Report | undefined;
  let timer: NodeJS.Timeout | undefined;

  const site = {
    page: () => renderLivePage(report, { specification: sections }),
    state: () => JSON.stringify(state),
    isRequirement: (id: string) => idsThatCanFail.includes(id),
    ask,
  };
  const server = await serveAtLastAddress(site, cwd, env);
  const become = (next: LiveState): void => {
    state = next;
    timer ??= setTimeout(() => {
      timer = undefined;
      server.send();
    }, SEND_EVERY_MS);
  };
  return {
    url: server.url,
    start: () => become(started(state)),
    progress: (done, total, current, outcome) =>
      become(progressed(state, { done, total, current, isFailing: outcome === 'fail' || outcome === 'warn' })),
    wait: () => become({ ...state, phase: 'waiting' }),
    present: (next) => {
      become(presented(state, next, tested));
      report = next;
      if (next.verdict !== 'untested') tested = next;
    },
    check: (results) => {
      const checked = results.map((result) => ({
        id: result.id,
        outcome: result.outcome,
        finding: cutInTheMiddle(findingSentence(result), LONGEST_FINDING),
      }));
      const others = state.checked.filter(({ id }) => !checked.some((one) => one.id === id));
      become({ ...state, checked: [...checked, ...others] });
    },
    rest: () => become(rested(state, report)),
    close: () => {
      clearTimeout(timer);
      return server.close();
    },
  };
}

/** At the address of the last watch in this folder, unless another one is there. */
async function serveAtLastAddress(
  site: Parameters<typeof serveLive>[0],
  cwd: string,
  env: Io['env'],
): Promise<LiveServer> {
  const last = await lastAddress(cwd, env);
  if (last !== undefined) {
    try {
      return await serveLive(site, last);
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' && codeOf(error) !== 'EACCES') throw error;
      return serveLive(site, newAddress());
    }
  }
  const server = await serveLive(site, newAddress());
  await rememberAddress(server.address, cwd, env);
  return server;
}
