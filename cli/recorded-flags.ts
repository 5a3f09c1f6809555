import type { Report } from '../harness/report/model.ts';
import type { NetworkSettings } from '../harness/settings/network.ts';
import { networkTable } from '../harness/settings/network-table.ts';
import type { Flags, Settings } from '../harness/settings/settings.ts';
import { settingTable } from '../harness/settings/table.ts';

/** Not taken over: what today is, what was asked for besides judging, and how the target is reached from here. */
const TODAYS_OWN: readonly (keyof Settings)[] = [
  'now',
  'only',
  'skip',
  'repeat',
  'strict',
  'readOnlyHosts',
  ...(Object.keys(networkTable) as (keyof NetworkSettings)[]),
];

/** The flags that the run of a report could have been started with, so that it can be started so again. */
export function flagsOf({ target, run }: Report): Flags {
  const flags = new Map<string, readonly string[]>([
    ['base-url', [target.baseUrl]],
    ['seed', [String(run.seed)]],
  ]);
  for (const key of Object.keys(settingTable) as (keyof Settings)[]) {
    const { flag } = settingTable[key];
    const value = run.settings[key];
    if (flag === undefined || value === undefined || TODAYS_OWN.includes(key)) continue;
    if (Array.isArray(value)) {
      if (value.length > 0) flags.set(flag, value);
    } else {
      // Told in milliseconds, given in seconds.
      flags.set(flag, [String(key.endsWith('Ms') ? Number(value) / 1000 : value)]);
    }
  }
  return flags;
}
