import { join } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { prepareSettings } from '../harness/prepare/prepare-settings.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { checkSelection } from '../harness/settings/selection.ts';
import {
  type Environment,
  type Find,
  type Flags,
  finderOf,
  resolveSettings,
  type SettingSources,
  type Settings,
} from '../harness/settings/settings.ts';
import { settingKeys, settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { catalogue } from '../suites/catalogue.ts';
import { checkFilesOfDotenv, checkSourcesOfSecrets, readDotenvFile } from './dotenv.ts';
import { isSwitchedOn } from './flags.ts';
import { type Io, say } from './io.ts';

export interface Configured {
  readonly settings: Settings;
  readonly find: Find;
}

/** Checked as far as possible before anything is sent. */
export async function settingsOf(
  flags: Flags,
  io: Io,
  resolveAll: (...sources: SettingSources) => Settings = resolveSettings,
): Promise<Configured> {
  const sources = await sourcesOf(flags, io);
  for (const warning of unknownVariables(io.env, sources[2])) await say(io, `Warning: ${warning}`);
  const settings = resolveAll(...sources);
  checkSourcesOfSecrets(sources, settings);
  const find = finderOf(...sources);
  const names = { only: find('only')?.name ?? '--only', skip: find('skip')?.name ?? '--skip' };
  const ids = catalogue.map((requirement) => requirement.id);
  checkSelection(settings, ids, names);
  return { settings: await prepareSettings(settings, io.cwd, io.env), find };
}

/** An address without its flag is the base URL. */
export function withAddress(flags: Flags, address: string | undefined): Flags {
  if (address === undefined) return flags;
  if (flags.has('base-url')) throw new UsageError('The base URL is given twice: remove --base-url or the address.');
  return new Map([...flags, ['base-url', [address]]]);
}

/** Prints which of the used settings come from a file. */
export async function sourcesOf(
  flags: Flags,
  { env, cwd, stderr }: Pick<Io, 'env' | 'cwd' | 'stderr'>,
  used: readonly (keyof Settings)[] = settingKeys,
): Promise<SettingSources> {
  if (isSwitchedOn(flags, 'no-dotenv')) return [flags, env, ''];
  const sources: SettingSources = [flags, env, await readDotenvFile(cwd)];
  const find = finderOf(...sources);
  const fromFile = settingKeys.filter((key) => used.includes(key) && find(key)?.source === 'file');
  if (fromFile.length > 0) {
    const variables = fromFile.map((key) => settingTable[key].variable);
    await say({ stderr }, `Settings from ${join(cwd, '.env')}: ${variables.join(', ')}.`);
  }
  await checkFilesOfDotenv(sources, cwd);
  return sources;
}

const PREFIX = 'PETSTORE_';

/** One sentence for each variable that looks like a setting but is not one. */
export function unknownVariables(env: Environment, dotenvText: string): readonly string[] {
  const known = Object.values(settingTable).map((setting) => setting.variable.slice(PREFIX.length));
  return Object.keys({ ...parseDotenv(dotenvText), ...env })
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name.slice(PREFIX.length)))
    .map((name) => {
      const [guess] = nearest(name.slice(PREFIX.length), known);
      return `${name} is not a setting and is ignored${guess ? `: did you mean ${PREFIX}${guess}?` : '.'}`;
    });
}
