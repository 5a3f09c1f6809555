import type { Report } from '../harness/report/model.ts';
import type { RunSettings } from '../harness/run/context.ts';
import type { Replays } from '../harness/run/replays.ts';
import type { RunOptions } from '../harness/vitest/run-suite.ts';
import type { Reference, ReferenceOptions } from '../reference/server.ts';

/** The outcome is that of the check alone: exchanges of other checks may change it at the end. */
export type OnProgress = NonNullable<RunOptions['onProgress']>;

export type RunningReference = Pick<Reference, 'baseUrl' | 'close'>;

/** Loaded on demand: vitest alone takes a third of a second. */
export const installedParts = {
  runSuite: async (settings: RunSettings, options: RunOptions): Promise<Report> => {
    const { runSuite } = await import('../harness/vitest/run-suite.ts');
    const { catalogue } = await import('../suites/catalogue.ts');
    return runSuite(settings, catalogue, options);
  },
  replaySuite: async (settings: RunSettings, replays: Replays, signal: AbortSignal): Promise<Report> => {
    const { runInline } = await import('../harness/run/run-inline.ts');
    const { petStore } = await import('../suites/index.ts');
    return runInline(settings, petStore, { signal, replays });
  },
  startReference: async (options: ReferenceOptions): Promise<RunningReference> =>
    (await import('../reference/server.ts')).startReference(options),
  openPage: async (file: string): Promise<void> => (await import('./open-page.ts')).openPage(file),
};

export type Parts = Readonly<typeof installedParts>;
