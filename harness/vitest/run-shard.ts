import './vitest-types.ts';
import type { RunSettings } from '../run/context.ts';
import type { Untested } from '../run/preflight.ts';
import { newRunId } from '../run/run-id.ts';
import type { Part } from '../shard/parts.ts';
import { type PartEnd, type Shard, sheetOf } from '../shard/shard.ts';
import { Collector } from './collector.ts';
import { ENTRY } from './entry.ts';
import { PartCollector } from './part-collector.ts';
import { runFile } from './run-file.ts';
import { Watchdog } from './watchdog.ts';

export interface ShardRun {
  readonly shard: Shard;
  /** Those of this shard. */
  readonly parts: readonly Part[];
  readonly settings: RunSettings;
  /** Where the runner writes what the merge reads. */
  readonly blob: string;
  readonly signal: AbortSignal;
}

export interface ShardEnd {
  readonly parts: readonly PartEnd[];
  /** Why the target could not be tested. */
  readonly untested: Untested | undefined;
  /** What went wrong in the suite itself, outside of any check. */
  readonly fault: string | undefined;
}

/** Runs the parts of one shard, each in a worker of its own, one after the other. */
export async function runShard({ shard, parts, settings, blob, signal }: ShardRun): Promise<ShardEnd> {
  const startedAt = new Date();
  const watchdog = new Watchdog(settings);
  const untestable = new AbortController();
  const collector = new Collector(() => {
    watchdog.noteSign();
    // The other parts would only come to the same end.
    if (collector.untested !== undefined) untestable.abort();
  });
  const partCollector = new PartCollector();
  const projects = parts.map((part) => {
    // Names of its own for each part, as what one created must not be taken for another's.
    const own = { ...settings, runId: newRunId() };
    return { name: part.name, provide: { settings: own, part: { ...part, sheet: sheetOf(shard, own, startedAt) } } };
  });
  const run = runFile({
    file: ENTRY,
    reporters: [collector, partCollector, ['blob', { outputFile: blob }]],
    projects,
    signal: AbortSignal.any([signal, untestable.signal]),
  });
  const hang = await watchdog.waitFor(run);
  return { parts: partCollector.parts, untested: collector.untested, fault: hang ?? collector.fault };
}
