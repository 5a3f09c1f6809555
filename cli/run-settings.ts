import { prepareSettings } from '../harness/run/prepare-settings.ts';
import { checkSelection } from '../harness/settings/selection.ts';
import {
  type Flags,
  resolveSettings,
  type SettingSources,
  type Settings,
  unknownVariables,
} from '../harness/settings/settings.ts';
import { catalogue } from '../suites/catalogue.ts';
import { type Io, print } from './io.ts';
import { sourcesOf } from './setting-sources.ts';

/** Checked as far as possible before anything is sent. */
export async function settingsOf(
  flags: Flags,
  io: Io,
  resolveAll: (...sources: SettingSources) => Settings = resolveSettings,
): Promise<Settings> {
  const sources = await sourcesOf(flags, io);
  for (const warning of unknownVariables(io.env, sources[2])) await print(io.stderr, `Warning: ${warning}\n`);
  const settings = resolveAll(...sources);
  checkSelection(
    settings,
    catalogue.map((requirement) => requirement.id),
  );
  return prepareSettings(settings, io.cwd);
}
