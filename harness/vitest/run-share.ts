import './hand-over.ts';
import type { RunSettings } from '../context.ts';
import type { Untested } from '../preflight.ts';
import { newRunId } from '../run-id.ts';
import type { Part } from '../share/parts.ts';
import { type PartEnd, type Share, sheetOf } from '../share/share.ts';
import { Collector } from './collector.ts';
import { ENTRY } from './entry.ts';
import { PartCollector } from './part-collector.ts';
import { Patience } from './patience.ts';
import { runFile } from './run-file.ts';

export interface ShareRun {
  readonly share: Share;
  /** Those of this share. */
  readonly parts: readonly Part[];
  readonly settings: RunSettings;
  /** Where the runner writes what the merge reads. */
  readonly blob: string;
  readonly signal: AbortSignal;
}

export interface ShareEnd {
  readonly parts: readonly PartEnd[];
  /** Why the target could not be tested. */
  readonly untested: Untested | undefined;
  /** What went wrong in the suite itself, outside of any check. */
  readonly fault: string | undefined;
}

/** Runs the parts of one share, each in a worker of its own, one after the other. */
export async function runShare({ share, parts, settings, blob, signal }: ShareRun): Promise<ShareEnd> {
  const startedAt = new Date();
  const patience = new Patience(settings);
  const untestable = new AbortController();
  const collector = new Collector(() => {
    patience.noteSign();
    // The other parts would only come to the same end.
    if (collector.untested !== undefined) untestable.abort();
  });
  const partCollector = new PartCollector();
  const projects = parts.map((part) => {
    // Names of its own for each part, as what one created must not be taken for another's.
    const own = { ...settings, runId: newRunId() };
    return { name: part.name, provide: { settings: own, part: { ...part, sheet: sheetOf(share, own, startedAt) } } };
  });
  const run = runFile({
    file: ENTRY,
    reporters: [collector, partCollector, ['blob', { outputFile: blob }]],
    projects,
    signal: AbortSignal.any([signal, untestable.signal]),
  });
  const hang = await patience.waitFor(run);
  return { parts: partCollector.parts, untested: collector.untested, fault: hang ?? collector.fault };
}
