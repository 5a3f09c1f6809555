import './vitest-types.ts';
import type { RunSettings } from '../run/context.ts';
import { newRunId } from '../run/run-id.ts';
import type { Part } from '../shard/parts.ts';
import { type PartEnd, type Shard, sheetOf } from '../shard/shard.ts';
import { Collector } from './collector.ts';
import { createRunner, ENTRY, runFile } from './runner.ts';
import { Watchdog } from './watchdog.ts';

interface ShardRun {
  readonly shard: Shard;
  readonly parts: readonly Part[];
  readonly settings: RunSettings;
  /** The file that the runner writes for the merge. */
  readonly blob: string;
  readonly signal: AbortSignal;
}

export async function runShard({ shard, parts, settings, blob, signal }: ShardRun) {
  const startedAt = new Date();
  const watchdog = new Watchdog(settings);
  const untestable = new AbortController();
  const collector = new Collector(() => {
    watchdog.noteSign();
    // The other parts would end the same way.
    if (collector.untested !== undefined) untestable.abort();
  });
  const projects = parts.map((part) => {
    // Each part needs its own run id: pets of one must not be taken for those of another.
    const own = { ...settings, runId: newRunId() };
    return { name: part.name, provide: { settings: own, part: { ...part, sheet: sheetOf(shard, own, startedAt) } } };
  });
  const run = runFile({
    file: ENTRY,
    reporters: [collector, ['blob', { outputFile: blob }]],
    projects,
    signal: AbortSignal.any([signal, untestable.signal]),
  });
  const hang = await watchdog.waitFor(run);
  return { parts: collector.parts, untested: collector.untested, fault: hang ?? collector.fault };
}

/** The parts in the blobs of a folder, in the order of the names. */
export async function readShards(folder: string, partNames: readonly string[]): Promise<readonly PartEnd[]> {
  const collector = new Collector();
  const projects = partNames.map((name) => ({ name }));
  const runner = await createRunner({ file: ENTRY, reporters: [collector], projects });
  try {
    await runner.mergeReports(folder);
  } finally {
    await runner.close();
  }
  return collector.parts.toSorted((a, b) => partNames.indexOf(a.name) - partNames.indexOf(b.name));
}
