import { join } from 'node:path';
import type { Flags, SettingSources, Settings } from '../harness/settings/settings.ts';
import { settingTable } from '../harness/settings/table.ts';
import { checkFilesNamedIn, readDotenvFile, settingsFromFile } from './dotenv-file.ts';
import { isSwitchedOn } from './flags.ts';
import type { Flag } from './invocation.ts';
import { type Io, print } from './io.ts';

/** For every command that reads settings. */
export const NO_DOTENV: Flag = { flag: 'no-dotenv', description: 'Read no settings from a file .env.' };

const EVERY_SETTING = Object.keys(settingTable) as readonly (keyof Settings)[];

/** Where a command looks for its settings. Says which of those that it uses come from a file. */
export async function sourcesOf(
  flags: Flags,
  { env, cwd, stderr }: Pick<Io, 'env' | 'cwd' | 'stderr'>,
  used: readonly (keyof Settings)[] = EVERY_SETTING,
): Promise<SettingSources> {
  if (isSwitchedOn(flags, NO_DOTENV.flag)) return [flags, env, ''];
  const sources: SettingSources = [flags, env, await readDotenvFile(cwd)];
  const taken = settingsFromFile(sources).filter((key) => used.includes(key));
  if (taken.length > 0) {
    const variables = taken.map((key) => settingTable[key].variable);
    await print(stderr, `Settings from ${join(cwd, '.env')}: ${variables.join(', ')}.\n`);
  }
  await checkFilesNamedIn(sources, cwd);
  return sources;
}
