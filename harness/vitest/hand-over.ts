import type { RunSettings } from '../context.ts';
import type { Totals } from '../report/compose.ts';
import type { Created, Result } from '../report/model.ts';
import type { Part } from '../share/parts.ts';
import type { ShareSheet } from '../share/share.ts';

/** What passes between the process that was started and the worker in which the checks run. */
declare module 'vitest' {
  interface ProvidedContext {
    settings: RunSettings;
    /** Absent in a run that is not shared out. */
    part: (Part & { readonly sheet: ShareSheet }) | undefined;
  }
}

declare module '@vitest/runner' {
  interface TaskMeta {
    result?: Result;
    /** The result of a requirement that is decided here and told by another part. */
    basis?: Result;
    sheet?: ShareSheet;
    durationMs?: number;
    totals?: Totals;
    created?: readonly Created[];
    untested?: string;
  }
}
