import { GROUPINGS } from '../harness/report/section.ts';
import { settingTable } from '../harness/settings/table.ts';
import type { Flag } from './invocation.ts';

type SettingKey = keyof typeof settingTable;

/** A setting without a flag is only in the environment, so that no flag can undo it. */
export function flagsOf(...keys: readonly SettingKey[]): readonly Flag[] {
  return keys.flatMap((key) => {
    const { flag, ...setting } = settingTable[key];
    return flag === undefined ? [] : [{ ...setting, flag }];
  });
}

/** One flag per line: `--flag PLACEHOLDER`, two spaces or more, the description. */
export function flagsIn(lines: string): readonly Flag[] {
  return [...lines.matchAll(/^ *--(\S+)(?: (\S+))? {2,}(.+)$/gm)].map(
    ([, flag = '', placeholder, description = '']) => ({ flag, ...(placeholder && { placeholder }), description }),
  );
}

export const settingFlags = flagsOf(...(Object.keys(settingTable) as SettingKey[]));
export const noDotenv = flagsIn('--no-dotenv  Read no settings from a file .env.');
export const presentationFlags = flagsIn(`
  --verbose                            Show all findings in full, and observations and skipped requirements.
  --group-by ${GROUPINGS.join('|')}  Group results by area, or by section of the specification.`);
export const watchFlags = flagsIn(`
  --watch             Run again when Enter is pressed; q quits.
  --watch-folder DIR  Run again when a file in this folder changes (implies --watch); repeat the flag for more.
  --ui                Serve the report on this machine as a page that follows every run (implies --watch).`);
