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

export const settingFlags = flagsOf(...(Object.keys(settingTable) as SettingKey[]));

/** With the defaults that hold for one command. */
export function withDefaults(flags: readonly Flag[], defaults: Readonly<Record<string, string>>): readonly Flag[] {
  return flags.map((flag) => {
    const standard = defaults[flag.flag];
    return standard === undefined ? flag : { ...flag, default: standard };
  });
}

export const noDotenv: Flag = { flag: 'no-dotenv', description: 'Read no settings from a file .env.' };

export const dotenvFile: Flag = {
  flag: 'dotenv',
  placeholder: 'FILE',
  description: 'Read settings from this file instead of .env, such as one for each server.',
};

export const verbose: Flag = {
  flag: 'verbose',
  description: 'Show all findings in full, and observations and skipped requirements.',
};

export const watchFlags: readonly Flag[] = [
  { flag: 'watch', description: 'Run again when Enter is pressed; q quits.' },
  {
    flag: 'watch-folder',
    placeholder: 'DIR',
    description: 'Run again when a file below this folder changes (implies --watch); repeat the flag for more.',
  },
];
