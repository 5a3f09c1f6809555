import type { Totals } from '../report/compose.ts';
import type { Created, Interruption, Result } from '../report/model.ts';
import type { RunSettings } from '../run/context.ts';
import type { Untested } from '../run/preflight.ts';
import type { Part } from '../shard/parts.ts';
import type { ShardSheet } from '../shard/shard.ts';

/** What passes between the process that was started and the worker in which the checks run. */
declare module 'vitest' {
  interface ProvidedContext {
    settings: RunSettings;
    /** Absent in a run that is not shared out. */
    part: (Part & { readonly sheet: ShardSheet }) | undefined;
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
    sheet?: ShardSheet;
    durationMs?: number;
    totals?: Totals;
    created?: readonly Created[];
    untested?: Untested;
  }
}
