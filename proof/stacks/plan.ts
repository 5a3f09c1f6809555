import type { NaiveVersion, Stack } from './stack.ts';

/** One run of the suite against a stack. */
export interface PlannedRun {
  readonly name: string;
  readonly flags: readonly string[];
  readonly isBehindNginx: boolean;
  readonly violates: readonly string[];
  readonly warns: readonly string[];
  /** A run on a target with pets, or without creating any, may see fewer warnings. */
  readonly seesEveryWarning: boolean;
}

/** Runs one after the other on the same process. */
export interface Start {
  readonly naive?: NaiveVersion;
  readonly runs: readonly PlannedRun[];
}

/** These servers show a write at once; only the first run waits as long as a user's run does. */
const SHORT_WINDOW = ['--consistency-window', '0.3'];

export function planOf({ warns = [], naive }: Stack, hasNginx: boolean): readonly Start[] {
  const strict = warns.length === 0 ? ['--strict'] : [];
  const conforming = (name: string, flags: readonly string[], more: Partial<PlannedRun> = {}): PlannedRun => ({
    name,
    flags: [...strict, ...flags],
    isBehindNginx: false,
    violates: [],
    warns,
    seesEveryWarning: true,
    ...more,
  });
  return [
    {
      runs: [
        conforming('empty target', []),
        conforming('same target again', SHORT_WINDOW, { seesEveryWarning: false }),
        conforming('read-only', [...SHORT_WINDOW, '--read-only'], { seesEveryWarning: false }),
      ],
    },
    ...(hasNginx ? [{ runs: [conforming('behind nginx', SHORT_WINDOW, { isBehindNginx: true })] }] : []),
    ...naive.map((version) => ({
      naive: version,
      runs: [
        {
          ...conforming(`naive version ${version.name}`, []),
          flags: SHORT_WINDOW,
          violates: version.violates,
          warns: [...warns, ...(version.warns ?? [])],
        },
      ],
    })),
  ];
}
