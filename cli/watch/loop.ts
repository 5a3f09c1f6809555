import type { Report, Result } from '../../harness/report/model.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Alarm, Wake } from './alarm.ts';
import { NOTHING_WAKES } from './text.ts';

/** How long a server may take to come up again. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 500;

/** What the loop sets to work. */
export interface Work {
  /** Checks these requirements, or all that the settings ask for. */
  checkTarget(ids: readonly string[] | undefined, signal: AbortSignal): Promise<Report>;
  present(report: Report): Promise<void>;
  /** Tells what became of requirements that failed before. */
  compare(results: readonly Result[]): Promise<void>;
  say(sentence: string): Promise<void>;
  /** Says that the server does not answer yet. */
  wait(): Promise<void>;
  /** Tells what wakes the watch. */
  invite(): Promise<void>;
  now(): number;
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Checks, and again whenever the alarm rings; resolves with the exit code of the last report that was presented. */
export async function keepJudging(work: Work, alarm: Alarm, stop: AbortSignal): Promise<number> {
  let exitCode: number = exitCodes.interrupted.code;
  let failed: readonly string[] = [];
  let wake: Wake = 'everything';
  for (let isFirst = true; ; isFirst = false) {
    const ring = alarm.next();
    const report = await answer(wake, { work, failed, ring, stop, isFirst });
    if (stop.aborted) return report?.exitCode ?? exitCodes.interrupted.code;
    if (report !== undefined) {
      exitCode = report.exitCode;
      // What a target did not answer for is still to be fixed.
      failed = report.verdict === 'untested' ? failed : failuresIn(report);
    }
    if (!ring.aborted) {
      if (!alarm.over.aborted) await work.invite();
      await untilAborted(AbortSignal.any([ring, stop, alarm.over]));
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

/** Does what the wake asks for. Resolves with the report, if it came to one that was presented. */
async function answer(wake: Wake, conditions: Conditions): Promise<Report | undefined> {
  if (wake === 'rest') return undefined;
  if (wake === 'everything') return round({ ...conditions, failed: [] });
  return wake === 'failures-first' ? round(conditions) : checkAlone(wake.only, conditions);
}

/** The last report stays: it is about everything. */
async function checkAlone(ids: readonly string[], { work, ring, stop }: Conditions): Promise<undefined> {
  const signal = AbortSignal.any([ring, stop]);
  const { results } = await patient(work, signal)(ids);
  if (!signal.aborted) await work.compare(results.filter(({ id }) => ids.includes(id)));
}

/** What failed before, and then everything. */
async function round({ work, failed, ring, stop, isFirst }: Conditions): Promise<Report | undefined> {
  const signal = AbortSignal.any([ring, stop]);
  const checkTarget = isFirst ? (ids?: readonly string[]) => work.checkTarget(ids, signal) : patient(work, signal);
  const isOutdated = () => ring.aborted && !stop.aborted;
  if (failed.length > 0) {
    const { results } = await checkTarget(failed);
    if (isOutdated()) return undefined;
    await work.compare(results.filter(({ id }) => failed.includes(id)));
    if (signal.aborted) return undefined;
  }
  const report = await checkTarget();
  if (isOutdated()) return undefined;
  await work.present(report);
  return report;
}

/** A server that is restarted refuses connections for a moment, which is waited for once in a round. */
function patient(work: Work, signal: AbortSignal) {
  let end: number | undefined;
  return async (ids?: readonly string[]): Promise<Report> => {
    for (;;) {
      const report = await work.checkTarget(ids, signal);
      if (report.verdict !== 'untested' || signal.aborted) return report;
      if (end === undefined) {
        await work.wait();
        end = work.now() + PATIENCE_MS;
      }
      if (work.now() >= end) return report;
      await work.pause(PAUSE_MS, signal);
    }
  };
}

function failuresIn({ results }: Report): readonly string[] {
  return results.filter(({ outcome }) => ['fail', 'warn', 'unsteady'].includes(outcome)).map(({ id }) => id);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
