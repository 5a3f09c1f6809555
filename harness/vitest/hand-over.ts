import type { RunSettings } from '../context.ts';
import type { Totals } from '../report/compose.ts';
import type { Created, Result } from '../report/model.ts';

/** What passes between the process that was started and the worker in which the checks run. */
declare module 'vitest' {
  interface ProvidedContext {
    settings: RunSettings;
  }
}

declare module '@vitest/runner' {
  interface TaskMeta {
    result?: Result;
    totals?: Totals;
    created?: readonly Created[];
    untested?: string;
  }
}
