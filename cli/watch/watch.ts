import { setTimeout as sleep } from 'node:timers/promises';
import { cutInTheMiddle } from '../../harness/report/cut-body.ts';
import type { Outcome, Report, Result } from '../../harness/report/model.ts';
import { newRunId } from '../../harness/run/run-id.ts';
import { isLoopback } from '../../harness/settings/hosts.ts';
import { visible } from '../../reporters/escape-controls.ts';
import { markOf, type Paint, paintOf } from '../../reporters/terminal-paint.ts';
import { findingSentence } from '../../reporters/verdict.ts';
import { colourOf, type Io, print } from '../io.ts';
import type { LivePage } from '../live/live.ts';
import type { OnProgress } from '../parts.ts';
import type { Target } from '../target.ts';
import { Alarm, keepChecking, type Wake } from './loop.ts';
import { openSources, type Sources, type Watched } from './sources.ts';

interface Checking {
  checkTarget(target: Target, onProgress?: OnProgress): Promise<Report>;
  present(report: Report): Promise<void>;
  readonly openLive: ((ask: (wake: Wake) => void) => Promise<LivePage>) | undefined;
}

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
  const sources = await openSources(watched, live !== undefined, alarm, io);
  try {
    return await keepChecking(
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
          return say('Waiting for the server.');
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

const LONGEST_FINDING = 300;

export function lineOf(result: Result, paint: Paint): string {
  const finding = cutInTheMiddle(visible(findingSentence(result)), LONGEST_FINDING);
  const why = finding === '' ? '' : `: ${finding}`;
  return `${markOf(result.outcome, paint)} ${paint.strong(result.id)} ${NOW[result.outcome]}${why}`;
}

const NOW: Readonly<Record<Outcome, string>> = {
  pass: 'passes now',
  observed: 'passes now',
  fail: 'still fails',
  warn: 'still fails',
  unsteady: 'does not always end the same',
  inconclusive: 'is not decided now',
  unobservable: 'cannot be seen on this target',
  skipped: 'is skipped now',
};

/** "Press Enter to run again, q to stop; watching src." */
export function invitation({ keys, folders, hasPage = false }: Sources): string {
  const asked = {
    pressed: ['Press Enter to run again, a to run everything at once, q to stop'],
    'in lines': ['Write a line to run again, q to stop'],
    ended: [],
  }[keys];
  const watched = folders.length > 0 ? [`watching ${folders.join(', ')}`] : [];
  const idle = hasPage ? ['waiting for the page, Ctrl-C to stop'] : [];
  const text = (asked.length + watched.length > 0 ? [...asked, ...watched] : idle).join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
