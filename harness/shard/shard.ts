import { type ReportedSettings, shownAddress, type Totals, warningsOf, withoutKeyAndFiles } from '../report/compose.ts';
import type { Created, Result } from '../report/model.ts';
import { SUITE_VERSION } from '../report/suite-version.ts';
import type { RunSettings } from '../run/context.ts';

export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Identifies the run, so that only shards of the same run are merged. Never contains the key. */
export interface ShardSheet extends Shard {
  readonly suiteVersion: string;
  readonly startedAt: string;
  readonly settings: ReportedSettings;
  readonly warnings?: readonly string[];
}

export interface PartEnd {
  readonly name: string;
  readonly sheet: ShardSheet;
  readonly results: readonly Result[];
  /** Requirements that its own depend on, reported by another part. */
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
