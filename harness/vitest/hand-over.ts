import type { RunSettings } from '../context.ts';
import type { Untested } from '../preflight.ts';
import type { Totals } from '../report/compose.ts';
import type { Created, Interruption, Result } from '../report/model.ts';
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
    /** As the check ended; what all exchanges show is in `results`. */
    result?: Result;
    results?: readonly Result[];
    /** Results of requirements that are decided here and reported by another part. */
    bases?: readonly Result[];
    interruptions?: readonly Interruption[];
    warnings?: readonly string[];
    gaveUp?: string;
    sheet?: ShareSheet;
    durationMs?: number;
    totals?: Totals;
    created?: readonly Created[];
    untested?: Untested;
  }
}
