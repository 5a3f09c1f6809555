import type { Report } from '../harness/report/model.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { settingTable } from '../harness/settings/table.ts';
import { SHAPING } from '../reporters/replay-command.ts';

/** Longer than any address that a person would recognise. */
const LONGEST_ADDRESS = 200;

/** The target of a report as it may be shown: the report may come from anywhere. */
export function recordedAddress({ target }: Report): string {
  const { baseUrl } = target;
  return baseUrl.length > LONGEST_ADDRESS ? `${baseUrl.slice(0, LONGEST_ADDRESS)}…` : baseUrl;
}

/** Whether the settings name the server that the report is about. */
export function isRecordedTarget({ target }: Report, { baseUrl, apiKey }: Settings): boolean {
  if (baseUrl === undefined) return false;
  // A report does not contain the key, not even where it is part of the address.
  return target.baseUrl === baseUrl || (apiKey !== undefined && target.baseUrl === new Redactor(apiKey).text(baseUrl));
}

/** The flags of settings that shape a run and had another value in the recorded one. */
export function differingFlags({ run }: Report, settings: Settings): readonly string[] {
  return SHAPING.filter((key) => {
    const recorded = run.settings[key];
    return recorded !== undefined && JSON.stringify(recorded) !== JSON.stringify(settings[key]);
  }).map((key) => `--${settingTable[key].flag}`);
}
