import { expect, test } from 'vitest';
import { Alarm, keepChecking, type Work } from '../../cli/watch/loop.ts';
import type { Outcome, Report } from '../../harness/report/model.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';

/** A server that is played: for each run what comes of it, and what happens meanwhile. */
type Scene = (signal: AbortSignal) => Report;

class Stage {
  readonly alarm = new Alarm();
  readonly #stop = new AbortController();
  readonly log: string[] = [];
  readonly #scenes: Scene[];
  readonly #idle: (() => void)[];
  #clock = 0;

  /** What is played run by run, and what happens each time that the watch waits. */
  constructor(scenes: Scene[], idle: ((stage: Stage) => void)[] = []) {
    this.#scenes = [...scenes];
    this.#idle = idle.map((happen) => () => happen(this));
  }

  stop(): void {
    this.#stop.abort();
  }

  play(): Promise<number> {
    const work: Work = {
      checkTarget: async (ids, signal) => {
        this.log.push(`checkTarget ${ids?.join(' ') ?? 'all'}`);
        const scene = this.#scenes.shift();
        if (scene === undefined) throw new Error('Nothing more was to be checked.');
        return scene(signal);
      },
      present: async ({ exitCode }) => void this.log.push(`report ${exitCode}`),
      compare: async (results) => void this.log.push(...results.map(({ id, outcome }) => `${id} ${outcome}`)),
      say: async (sentence) => void this.log.push(sentence),
      wait: async () => void this.log.push('wait'),
      invite: async () => {
        this.log.push('idle');
        const happen = this.#idle.shift() ?? (() => this.stop());
        setImmediate(happen);
      },
      now: () => this.#clock,
      pause: async (milliseconds) => {
        this.#clock += milliseconds;
      },
    };
    return keepChecking(work, this.alarm, this.#stop.signal);
  }
}

function ended(exitCode: number, outcomes: Readonly<Record<string, Outcome>> = {}): Report {
  const results = Object.entries(outcomes).map(([id, outcome]) => resultOf(id, { outcome }));
  return reportOf(results, { exitCode });
}

const untested = reportOf([], { verdict: 'untested', exitCode: 3, diagnosis: 'Nothing listens.' });
const again = ({ alarm }: Stage) => alarm.ring('failures-first');

test('what failed is checked first, then everything', async () => {
  const stage = new Stage(
    [
      () => ended(1, { a: 'fail', b: 'warn', c: 'unsteady', d: 'pass', e: 'inconclusive', f: 'skipped' }),
      () => ended(1, { a: 'pass', b: 'warn', c: 'unsteady', d: 'skipped' }),
      () => ended(0, { a: 'pass', b: 'pass' }),
    ],
    [again],
  );
  expect(await stage.play()).toBe(0);
  expect(stage.log).toEqual([
    'checkTarget all',
    'report 1',
    'idle',
    'checkTarget a b c',
    'a pass',
    'b warn',
    'c unsteady',
    'checkTarget all',
    'report 0',
    'idle',
  ]);
});

test('where nothing failed, or everything is asked for, everything is checked at once', async () => {
  const stage = new Stage(
    [() => ended(0, { a: 'pass' }), () => ended(1, { a: 'fail' }), () => ended(1, { a: 'fail' })],
    [again, ({ alarm }) => alarm.ring('everything')],
  );
  expect(await stage.play()).toBe(1);
  expect(stage.log.filter((line) => line.startsWith('checkTarget'))).toEqual([
    'checkTarget all',
    'checkTarget all',
    'checkTarget all',
  ]);
});

test('what wakes it during a run ends that run, which is not reported, and starts anew', async () => {
  const seen: boolean[] = [];
  const stage: Stage = new Stage(
    [
      () => ended(1, { a: 'fail' }),
      (signal) => {
        again(stage);
        seen.push(signal.aborted);
        return ended(130, { a: 'inconclusive' });
      },
      () => ended(1, { a: 'fail' }),
      () => {
        again(stage);
        return ended(130, { a: 'inconclusive' });
      },
      () => ended(0, { a: 'pass' }),
      () => ended(0, { a: 'pass' }),
    ],
    [again],
  );
  expect(await stage.play()).toBe(0);
  expect(seen).toEqual([true]);
  expect(stage.log).toEqual([
    'checkTarget all',
    'report 1',
    'idle',
    'checkTarget a',
    'checkTarget a',
    'a fail',
    'checkTarget all',
    'checkTarget a',
    'a pass',
    'checkTarget all',
    'report 0',
    'idle',
  ]);
});

test('requirements that are checked alone change neither the report nor what is checked first later', async () => {
  const stage = new Stage(
    [
      () => ended(1, { a: 'fail', b: 'pass' }),
      () => ended(0, { a: 'skipped', b: 'pass' }),
      () => ended(1, { a: 'fail' }),
      () => ended(1, { a: 'fail', b: 'pass' }),
    ],
    [({ alarm }) => alarm.ring({ only: ['b'] }), again],
  );
  expect(await stage.play()).toBe(1);
  expect(stage.log).toEqual([
    ...['checkTarget all', 'report 1', 'idle'],
    ...['checkTarget b', 'b pass', 'idle'],
    ...['checkTarget a', 'a fail', 'checkTarget all', 'report 1', 'idle'],
  ]);
});

test('a rest stops the run under way, which is not reported, and waits', async () => {
  const stage: Stage = new Stage(
    [
      () => ended(1, { a: 'fail' }),
      (signal) => {
        stage.alarm.ring('rest');
        return ended(signal.aborted ? 130 : 0);
      },
    ],
    [({ alarm }) => alarm.ring('everything')],
  );
  expect(await stage.play()).toBe(1);
  expect(stage.log).toEqual(['checkTarget all', 'report 1', 'idle', 'checkTarget all', 'idle']);
});

test('a stop during the whole run reports what was decided, with its exit code', async () => {
  const stage: Stage = new Stage([
    (signal) => {
      stage.stop();
      return ended(signal.aborted ? 130 : 0);
    },
  ]);
  expect(await stage.play()).toBe(130);
  expect(stage.log).toEqual(['checkTarget all', 'report 130']);
});

test('a stop while what failed is checked reports what became of it, and nothing else is checked', async () => {
  const stage: Stage = new Stage(
    [
      () => ended(1, { a: 'fail' }),
      () => {
        stage.stop();
        return ended(130, { a: 'inconclusive' });
      },
    ],
    [again],
  );
  expect(await stage.play()).toBe(130);
  expect(stage.log).toEqual(['checkTarget all', 'report 1', 'idle', 'checkTarget a', 'a inconclusive']);
});

test('a stop while a run that is outdated winds down wins', async () => {
  const stage: Stage = new Stage([
    () => {
      again(stage);
      stage.stop();
      return ended(130);
    },
  ]);
  expect(await stage.play()).toBe(130);
  expect(stage.log).toEqual(['checkTarget all', 'report 130']);
});

test('a server that does not answer is reported at once in the first run', async () => {
  const stage = new Stage([() => untested]);
  expect(await stage.play()).toBe(3);
  expect(stage.log).toEqual(['checkTarget all', 'report 3', 'idle']);
});

test('a server that does not answer is waited for later, which is said once', async () => {
  const stage = new Stage(
    [
      () => ended(1, { a: 'fail' }),
      () => untested,
      () => untested,
      () => ended(0, { a: 'pass' }),
      () => untested,
      () => ended(0, { a: 'pass' }),
    ],
    [again],
  );
  expect(await stage.play()).toBe(0);
  expect(stage.log.slice(3)).toEqual([
    'checkTarget a',
    'wait',
    'checkTarget a',
    'checkTarget a',
    'a pass',
    'checkTarget all',
    'checkTarget all',
    'report 0',
    'idle',
  ]);
});

test('a server that stays away for ten seconds is reported, and what failed before is not forgotten', async () => {
  const away = Array.from({ length: 22 }, () => () => untested);
  const stage = new Stage(
    [() => ended(1, { a: 'fail' }), ...away, () => ended(0, { a: 'pass' }), () => ended(0, { a: 'pass' })],
    [again, again],
  );
  expect(await stage.play()).toBe(0);
  const waited = ['checkTarget a', 'wait', ...Array.from({ length: 20 }, () => 'checkTarget a')];
  expect(stage.log.slice(3)).toEqual([
    ...waited,
    'checkTarget all',
    'report 3',
    'idle',
    'checkTarget a',
    'a pass',
    'checkTarget all',
    'report 0',
    'idle',
  ]);
});

test('it ends with the last run when nothing is left that could wake it', async () => {
  const later = new Stage([() => ended(4)], [({ alarm }) => alarm.fallSilent()]);
  expect(await later.play()).toBe(4);
  const last = 'Standard input has ended and no folder is watched, so this was the last run.';
  expect(later.log).toEqual(['checkTarget all', 'report 4', 'idle', last]);

  const meanwhile: Stage = new Stage([
    () => {
      meanwhile.alarm.fallSilent();
      return ended(0);
    },
  ]);
  expect(await meanwhile.play()).toBe(0);
  expect(meanwhile.log).toEqual(['checkTarget all', 'report 0', last]);
});

test('a wake that comes while a report is written is not lost', async () => {
  const alarm = new Alarm();
  const stop = new AbortController();
  const log: string[] = [];
  const work: Work = {
    checkTarget: async () => ended(0),
    present: async () => {
      log.push('report');
      if (log.length === 1) alarm.ring('everything');
    },
    compare: async () => undefined,
    say: async () => undefined,
    wait: async () => undefined,
    invite: async () => stop.abort(),
    now: () => 0,
    pause: async () => undefined,
  };
  expect(await keepChecking(work, alarm, stop.signal)).toBe(0);
  expect(log).toEqual(['report', 'report']);
});
