import type { RunEnd } from '../report/compose.ts';
import type { Result } from '../report/model.ts';
import type { RunSettings } from '../run/context.ts';
import type { Session } from '../run/session.ts';
import type { Part } from '../shard/parts.ts';
import type { PartEnd, ShardSheet } from '../shard/shard.ts';

type Summary = ReturnType<Session['takeSummary']> & Pick<RunEnd, 'results' | 'untested'>;

/** The data between the main process and the worker that runs the checks. */
declare module 'vitest' {
  interface ProvidedContext {
    settings: RunSettings;
    part: (Part & { readonly sheet: ShardSheet }) | undefined;
  }
}

declare module '@vitest/runner' {
  interface TaskMeta extends Partial<Summary & Pick<PartEnd, 'bases' | 'sheet' | 'durationMs'>> {
    /** As the check ended; `results` are final. */
    result?: Result;
  }
}
