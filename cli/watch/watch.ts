import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../harness/report/model.ts';
import { newRunId } from '../../harness/run-id.ts';
import { isLoopback } from '../../harness/settings/hosts.ts';
import { paintOf } from '../../reporters/terminal-paint.ts';
import { type Io, print } from '../io.ts';
import type { Target } from '../target.ts';
import { colourOf } from '../terminal-traits.ts';
import { Alarm } from './alarm.ts';
import { keepJudging } from './loop.ts';
import { openSources, type Watched } from './sources.ts';
import { invitation, lineOf } from './text.ts';

export interface Judging {
  judge(target: Target): Promise<Report>;
  present(report: Report): Promise<void>;
}

/** Judges the target again and again, until somebody stops it. */
export async function watch(target: Target, watched: Watched, { judge, present }: Judging, io: Io): Promise<number> {
  const { settings, signal: stop } = target;
  const say = (...lines: readonly string[]) => print(io.stderr, lines.map((line) => `${line}\n`).join(''));
  const paint = paintOf(colourOf(io.stderr, io.env));
  if (!settings.readOnly && !isLoopback(settings.baseUrl)) await say('Every further run creates as many again.');
  const alarm = new Alarm();
  const sources = await openSources(watched, alarm, io);
  try {
    return await keepJudging(
      {
        judge: (ids, signal) =>
          judge({ ...target, settings: { ...settings, runId: newRunId(), ...(ids && { only: ids }) }, signal }),
        present,
        compare: (results) => say(...results.map((result) => lineOf(result, paint))),
        say,
        invite: () => say(invitation(sources.now())),
        now: () => performance.now(),
        pause: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
      },
      alarm,
      stop,
    );
  } finally {
    sources.close();
  }
}
