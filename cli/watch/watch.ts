import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../harness/report/model.ts';
import { newRunId } from '../../harness/run/run-id.ts';
import { isLoopback } from '../../harness/settings/hosts.ts';
import { paintOf } from '../../reporters/terminal-paint.ts';
import { type Io, print } from '../io.ts';
import type { LivePage } from '../live/live.ts';
import type { OnProgress } from '../parts.ts';
import type { Target } from '../target.ts';
import { colourOf } from '../terminal-traits.ts';
import { Alarm, type Wake } from './alarm.ts';
import { keepJudging } from './loop.ts';
import { openSources, type Watched } from './sources.ts';
import { invitation, lineOf, WAITING } from './text.ts';

export interface Checking {
  checkTarget(target: Target, onProgress?: OnProgress): Promise<Report>;
  present(report: Report): Promise<void>;
  /** Opens the live page; absent where none is asked for. */
  readonly openLive: ((ask: (wake: Wake) => void) => Promise<LivePage>) | undefined;
}

/** Checks the target again and again, until somebody stops it. */
export async function watch(
  target: Target,
  watched: Watched,
  { checkTarget, present, openLive }: Checking,
  io: Io,
): Promise<number> {
  const { settings, signal: stop } = target;
  const say = (...lines: readonly string[]) => print(io.stderr, lines.map((line) => `${line}\n`).join(''));
  const paint = paintOf(colourOf(io.stderr, io.env));
  if (!settings.readOnly && !isLoopback(settings.baseUrl)) await say('Every further run creates as many again.');
  const alarm = new Alarm();
  const live = await openLive?.((wake) => alarm.ring(wake));
  const sources = await openSources({ ...watched, hasPage: live !== undefined }, alarm, io);
  try {
    return await keepJudging(
      {
        checkTarget: (ids, signal) => {
          live?.start();
          const selected = { ...settings, runId: newRunId(), ...(ids && { only: ids }) };
          return checkTarget({ ...target, settings: selected, signal }, live?.progress);
        },
        present: async (report) => {
          live?.present(report);
          await present(report);
        },
        compare: async (results) => {
          live?.check(results);
          await say(...results.map((result) => lineOf(result, paint)));
        },
        say,
        wait: () => {
          live?.wait();
          return say(WAITING);
        },
        invite: () => {
          live?.rest();
          return say(invitation(sources.now()));
        },
        now: () => performance.now(),
        pause: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
      },
      alarm,
      stop,
    );
  } finally {
    sources.close();
    await live?.close();
  }
}
