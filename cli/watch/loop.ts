import { once } from 'node:events';
import type { Report, Result } from '../../harness/report/model.ts';
import { exitCodes } from '../exit-codes.ts';

/** How long a server may take to restart. */
const RESTART_MS = 10_000;
const PAUSE_MS = 500;
const NOTHING_WAKES = 'Standard input has ended and no folder is watched, so this was the last run.';

/** What to check next. `rest` only stops the current run. */
export type Wake = 'failures-first' | 'everything' | 'rest' | { readonly only: readonly string[] };

/** Lets keys, files and the live page interrupt or start a run. */
export class Alarm {
  #next = new AbortController();
  readonly #over = new AbortController();
  /** Aborted when nothing is left that could ring. */
  readonly over: AbortSignal = this.#over.signal;

  ring(wake: Wake): void {
    this.#next.abort(wake);
  }

  fallSilent(): void {
    this.#over.abort();
  }

  /** Aborted by the next ring, with the wake as its reason. */
  next(): AbortSignal {
    this.#next = new AbortController();
    return this.#next.signal;
  }
}

export interface Work {
  /** Checks these requirements, or all that the settings select. */
  checkTarget(ids: readonly string[] | undefined, signal: AbortSignal): Promise<Report>;
  present(report: Report): Promise<void>;
  /** Shows the new results of requirements that failed before. */
  compare(results: readonly Result[]): Promise<void>;
  say(sentence: string): Promise<void>;
  wait(): Promise<void>;
  invite(): Promise<void>;
  now(): number;
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Checks again whenever the alarm rings. Resolves with the exit code of the last report that was presented. */
export async function keepChecking(work: Work, alarm: Alarm, stop: AbortSignal): Promise<number> {
  let exitCode: number = exitCodes.interrupted.code;
  let failed: readonly string[] = [];
  let wake: Wake = 'everything';
  for (let isFirst = true; ; isFirst = false) {
    const ring = alarm.next();
    const report = wake === 'rest' ? undefined : await round(wake, { work, failed, ring, stop, isFirst });
    if (stop.aborted) return report?.exitCode ?? exitCodes.interrupted.code;
    if (report !== undefined) {
      exitCode = report.exitCode;
      // An untested target fixes nothing.
      failed = report.verdict === 'untested' ? failed : failuresIn(report);
    }
    if (!ring.aborted) {
      if (!alarm.over.aborted) await work.invite();
      const end = AbortSignal.any([ring, stop, alarm.over]);
      if (!end.aborted) await once(end, 'abort');
      if (stop.aborted) return exitCode;
    }
    if (!ring.aborted) {
      await work.say(NOTHING_WAKES);
      return exitCode;
    }
    wake = ring.reason;
  }
}

interface Conditions {
  readonly work: Work;
  readonly failed: readonly string[];
  readonly ring: AbortSignal;
  readonly stop: AbortSignal;
  readonly isFirst: boolean;
}

/** Checks what failed before, and then everything. Resolves with the report if one was presented. */
async function round(
  wake: Exclude<Wake, 'rest'>,
  { work, failed, ring, stop, isFirst }: Conditions,
): Promise<Report | undefined> {
  const signal = AbortSignal.any([ring, stop]);
  const check = isFirst ? (ids?: readonly string[]) => work.checkTarget(ids, signal) : patientCheck(work, signal);
  const isOutdated = () => ring.aborted && !stop.aborted;
  const only = typeof wake === 'object' ? wake.only : undefined;
  const first = only ?? (wake === 'everything' ? [] : failed);
  if (first.length > 0) {
    const { results } = await check(first);
    if (only ? signal.aborted : isOutdated()) return undefined;
    await work.compare(results.filter(({ id }) => first.includes(id)));
    if (only || signal.aborted) return undefined;
  }
  const report = await check();
  if (isOutdated()) return undefined;
  await work.present(report);
  return report;
}

/** A server that restarts refuses connections for a moment, so it gets one wait per round. */
function patientCheck(work: Work, signal: AbortSignal) {
  let end: number | undefined;
  return async (ids?: readonly string[]): Promise<Report> => {
    for (;;) {
      const report = await work.checkTarget(ids, signal);
      if (report.verdict !== 'untested' || signal.aborted) return report;
      if (end === undefined) {
        await work.wait();
        end = work.now() + RESTART_MS;
      }
      if (work.now() >= end) return report;
      await work.pause(PAUSE_MS, signal);
    }
  };
}

function failuresIn({ results }: Report): readonly string[] {
  return results.filter(({ outcome }) => ['fail', 'warn', 'unsteady'].includes(outcome)).map(({ id }) => id);
}
