import { type ReportedSettings, shownAddress, type Totals, warningsOf, withoutKeyAndFiles } from '../report/compose.ts';
import type { Created, Result } from '../report/model.ts';
import { SUITE_VERSION } from '../report/suite-version.ts';
import type { RunSettings } from '../run/context.ts';

/** The index-th of so many shards of one run. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Where results come from, told with them, so that only what belongs together is merged. Never the key. */
export interface ShardSheet extends Shard {
  readonly suiteVersion: string;
  readonly startedAt: string;
  readonly settings: ReportedSettings;
  /** Absent where there are none. */
  readonly warnings?: readonly string[];
}

/** What became of one part of a run. */
export interface PartEnd {
  readonly name: string;
  readonly sheet: ShardSheet;
  readonly results: readonly Result[];
  /** What its requirements build on: decided here too, reported by another part. */
  readonly bases: readonly Result[];
  readonly totals: Totals;
  readonly created: readonly Created[];
  /** From the start of the shard to the end of the part. */
  readonly durationMs: number;
}

export function sheetOf(shard: Shard, settings: RunSettings, startedAt: Date): ShardSheet {
  const warnings = warningsOf(settings);
  return {
    ...shard,
    suiteVersion: SUITE_VERSION,
    startedAt: startedAt.toISOString(),
    settings: { ...withoutKeyAndFiles(settings), baseUrl: shownAddress(settings) },
    ...(warnings.length > 0 && { warnings }),
  };
}
