import type { Report } from '../harness/report/model.ts';
import type { RunSettings } from '../harness/run/context.ts';
import type { Replays } from '../harness/run/replays.ts';
import type { RunOptions } from '../harness/vitest/run-suite.ts';
import type { Reference, ReferenceOptions } from '../reference/server.ts';

/** The outcome is that of the check alone: exchanges of other checks may change it at the end. */
export type OnProgress = NonNullable<RunOptions['onProgress']>;

export type RunningReference = Pick<Reference, 'baseUrl' | 'close'>;

/** Loaded on demand: vitest alone takes a third of a second. */
export interface Parts {
  readonly runSuite: (settings: RunSettings, options: RunOptions) => Promise<Report>;
  readonly replaySuite: (settings: RunSettings, replays: Replays, signal: AbortSignal) => Promise<Report>;
  readonly startReference: (options: ReferenceOptions) => Promise<RunningReference>;
  readonly openPage: (file: string) => Promise<void>;
}

export const installedParts: Parts = {
  runSuite: async (settings, options) => {
    const { runSuite } = await import('../harness/vitest/run-suite.ts');
    const { catalogue } = await import('../suites/catalogue.ts');
    return runSuite(settings, catalogue, options);
  },
  replaySuite: async (settings, replays, signal) => {
    const { runInline } = await import('../harness/run/run-inline.ts');
    const { petStore } = await import('../suites/index.ts');
    return runInline(settings, petStore, { signal, replays });
  },
  startReference: async (options) => {
    const { startReference } = await import('../reference/server.ts');
    return startReference(options);
  },
  openPage: async (file) => (await import('./open-page.ts')).openPage(file),
};
