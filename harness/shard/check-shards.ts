import { checkedReport } from '../report/checked-report.ts';
import { type ReportedSettings, withoutKeyAndFiles } from '../report/compose.ts';
import { SUITE_NAME, SUITE_VERSION } from '../report/suite-version.ts';
import { type Settings, settingTable } from '../settings/table.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { PartEnd, Shard } from './shard.ts';

/** The largest number that the command accepts. */
const MOST_SHARDS = 999;

/** Checks one part: the files of a merge may come from anywhere. */
export function checkedPart(part: PartEnd, name: string): PartEnd {
  const refuse = (fault: string): never => {
    throw new UsageError(`${name} has a shard ${fault}: make it again with petstore-conformance shard.`);
  };
  const { index = 0, count = 0 } = part.sheet ?? {};
  const isShard = [index, count].every(Number.isInteger) && index >= 1 && index <= count && count <= MOST_SHARDS;
  if (!isShard) return refuse('without a valid number');
  checkedReport(asReport(part), name);
  try {
    // Another program may have written secrets into the shard.
    return { ...part, sheet: { ...part.sheet, settings: withoutKeyAndFiles(part.sheet.settings) } };
  } catch {
    return refuse('with invalid settings');
  }
}

/** The schema of the report checks the part too. */
function asReport({ sheet, results, bases, totals, created, durationMs }: PartEnd): unknown {
  // These two are not plain values, unlike those of a report.
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

/** Only all shards of the same run make a report. */
export function checkShards(parts: readonly PartEnd[]): void {
  const sheets = parts.map(({ sheet }) => sheet);
  const [first] = sheets;
  if (first === undefined)
    throw new UsageError('There are no shards to merge: make them with petstore-conformance shard.');
  const other = sheets.find(({ suiteVersion }) => suiteVersion !== SUITE_VERSION);
  if (other) {
    const versions = `version ${other.suiteVersion} of the suite, and this is ${SUITE_VERSION}`;
    throw new UsageError(`Shard ${nameOf(other)} was made by ${versions}: use the same everywhere.`);
  }
  for (const sheet of sheets) {
    if (sheet.count !== first.count) {
      throw new UsageError(
        `Shards ${nameOf(first)} and ${nameOf(sheet)} are from different runs: keep those of one run.`,
      );
    }
    const differing = differenceOf(first.settings, sheet.settings);
    if (differing !== undefined) {
      const shards = `Shards ${nameOf(first)} and ${nameOf(sheet)} differ in ${differing}`;
      throw new UsageError(`${shards}: run all of them with the same target, seed and settings.`);
    }
  }
  const names = parts.map(({ name }) => name);
  const twice = parts.find(({ name }, index) => names.indexOf(name) !== index);
  if (twice) throw new UsageError(`Shard ${nameOf(twice.sheet)} appears twice: remove one of the two.`);
  for (let index = 1; index <= first.count; index += 1) {
    if (sheets.some((sheet) => sheet.index === index)) continue;
    const missing = nameOf({ index, count: first.count });
    throw new UsageError(`Shard ${missing} is missing: run petstore-conformance shard ${missing} as the others.`);
  }
}

/** These may differ between the shards of a run. */
const OWN = ['runId', 'strict', 'requireAll'];

/** The flag or variable of the first setting that differs. */
function differenceOf(one: ReportedSettings, other: ReportedSettings): string | undefined {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof Settings)[];
  const differing = names.find(
    (name) => !OWN.includes(name) && JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
  if (differing === undefined) return undefined;
  const { flag, variable } = settingTable[differing];
  return flag === undefined ? variable : `--${flag}`;
}

function nameOf({ index, count }: Shard): string {
  return `${index}/${count}`;
}
