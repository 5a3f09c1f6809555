import type { ReportedSettings } from '../report/compose.ts';
import { SUITE_VERSION } from '../report/suite-version.ts';
import type { Settings } from '../settings/settings.ts';
import { settingTable } from '../settings/table.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { PartEnd, Shard } from './shard.ts';

/** Only all shards of one and the same run make a report; for anything else, one sentence. */
export function checkShards(parts: readonly PartEnd[]): void {
  const sheets = parts.map(({ sheet }) => sheet);
  const [first] = sheets;
  if (first === undefined)
    throw new UsageError('There is not a shard to merge: make them with petstore-conformance shard.');
  const other = sheets.find(({ suiteVersion }) => suiteVersion !== SUITE_VERSION);
  if (other) {
    const versions = `version ${other.suiteVersion} of the suite, and this is ${SUITE_VERSION}`;
    throw new UsageError(`Shard ${nameOf(other)} was made by ${versions}: use the same everywhere.`);
  }
  for (const sheet of sheets) {
    if (sheet.count !== first.count) {
      throw new UsageError(`Shards ${nameOf(first)} and ${nameOf(sheet)} are not of one run: keep those of one.`);
    }
    const differing = differenceOf(first.settings, sheet.settings);
    if (differing !== undefined) {
      const shards = `Shards ${nameOf(first)} and ${nameOf(sheet)} differ in ${differing}`;
      throw new UsageError(`${shards}: run all of them with the same target, seed and settings.`);
    }
  }
  const names = parts.map(({ name }) => name);
  const twice = parts.find(({ name }, index) => names.indexOf(name) !== index);
  if (twice) throw new UsageError(`Shard ${nameOf(twice.sheet)} is there twice: take one of the two out.`);
  for (let index = 1; index <= first.count; index += 1) {
    if (sheets.some((sheet) => sheet.index === index)) continue;
    const missing = nameOf({ index, count: first.count });
    throw new UsageError(`Shard ${missing} is missing: run petstore-conformance shard ${missing} as the others.`);
  }
}

/** What may differ between the shards of a run: who they are, and what only the merge makes use of. */
const OWN = ['runId', 'strict', 'requireAll'];

/** The flag or variable of the first setting that is not the same. */
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
