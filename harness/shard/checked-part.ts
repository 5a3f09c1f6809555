import { checkedReport } from '../report/checked-report.ts';
import { withoutKeyAndFiles } from '../report/compose.ts';
import { SUITE_NAME } from '../report/suite-version.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { PartEnd, Shard } from './shard.ts';

/** As many as the command takes. */
const MOST_SHARES = 999;

/** The same part where it is one, or a usage error: the files of a merge may come from anywhere. */
export function checkedPart(part: PartEnd, name: string): PartEnd {
  if (typeof part.sheet !== 'object' || part.sheet === null || !isShard(part.sheet)) {
    throw new UsageError(`${name} has a shard without a valid number: make it again with petstore-conformance shard.`);
  }
  checkedReport(asReport(part), name);
  return { ...part, sheet: { ...part.sheet, settings: publicSettings(part, name) } };
}

/** Once more: a shard may have been written by something else. */
function publicSettings({ sheet }: PartEnd, name: string): PartEnd['sheet']['settings'] {
  try {
    return withoutKeyAndFiles(sheet.settings);
  } catch {
    throw new UsageError(
      `${name} has a shard with settings that are none: make it again with petstore-conformance shard.`,
    );
  }
}

function isShard({ index, count }: Shard): boolean {
  return [index, count].every(Number.isInteger) && index >= 1 && index <= count && count <= MOST_SHARES;
}

/** A part as a report of its own, whose schema says all that must be true of it. */
function asReport({ sheet, results, bases, totals, created, durationMs }: PartEnd): unknown {
  // These two are not plain values, as those of a report are.
  const { proxy: _proxy, headers: _headers, ...settings } = sheet.settings ?? {};
  const { baseUrl, runId, seed } = settings;
  return {
    schemaVersion: 1,
    verdict: 'incomplete',
    exitCode: 4,
    warnings: sheet.warnings,
    suite: { name: SUITE_NAME, version: sheet.suiteVersion },
    target: { baseUrl },
    run: { id: runId, seed, startedAt: sheet.startedAt, durationMs, ...totals, created, settings },
    results: [...results, ...bases],
    observations: [],
  };
}
