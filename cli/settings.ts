import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { prepareSettings } from '../harness/run/prepare-settings.ts';
import { codeOf } from '../harness/settings/error-code.ts';
import { checkSelection } from '../harness/settings/selection.ts';
import {
  type Flags,
  finderOf,
  resolveSettings,
  type SettingSources,
  type Settings,
  unknownVariables,
} from '../harness/settings/settings.ts';
import { settingKeys, settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { catalogue } from '../suites/catalogue.ts';
import { isSwitchedOn } from './flags.ts';
import { type Io, print } from './io.ts';
import { readText, STDIN } from './read-files.ts';

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
    await print(stderr, `Settings from ${join(cwd, '.env')}: ${variables.join(', ')}.\n`);
  }
  await checkFilesNamedIn(sources, cwd);
  return sources;
}

/** Empty if the folder does not have a `.env` file. */
export async function readDotenvFile(folder: string): Promise<string> {
  const file = join(folder, '.env');
  const name = 'The file .env in the current folder';
  const found = await stat(file).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw new UsageError(`${name} cannot be read (${codeOf(error)}): make it readable or remove it.`);
  });
  if (found === undefined) return '';
  // A pipe or a device may never end.
  if (!found.isFile()) throw new UsageError(`${name} is not a regular file: remove it, or give --no-dotenv.`);
  return readText({ name, from: file, maxMegabytes: 1, advice: 'make it readable or remove it' });
}

/**
 * The file comes with the folder, often from somebody else. It must not choose what is read or written elsewhere on
 * the machine, nor in hidden folders such as `.git`.
 */
async function checkFilesNamedIn(sources: SettingSources, folder: string): Promise<void> {
  const find = finderOf(...sources);
  for (const key of FILE_SETTINGS) {
    const given = find(key);
    if (given?.source !== 'file') continue;
    for (const file of filesIn(key, given.values, given.name)) {
      if (await isBelow(folder, file)) continue;
      const where = 'outside the current folder or in a hidden one';
      const { flag, variable } = settingTable[key];
      throw new UsageError(`${given.name} names a file ${where}: give it as --${flag} or set ${variable} yourself.`);
    }
  }
}

const FILE_SETTINGS = ['ledger', 'waivers', 'baseline', 'reporters'] as const;

function filesIn(key: (typeof FILE_SETTINGS)[number], values: readonly string[], name: string): readonly string[] {
  if (key === 'reporters') return settingTable.reporters.parse(values, name).flatMap(({ file }) => file ?? []);
  return values.filter((file) => !(key === 'baseline' && file === STDIN));
}

async function isBelow(folder: string, file: string): Promise<boolean> {
  const within = relative(await realpath(folder), await realPath(resolve(folder, file)));
  return within !== '' && !isAbsolute(within) && !within.split(sep).some((segment) => segment.startsWith('.'));
}

/** Follows every symbolic link, also one to a file that does not exist yet. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return sep;
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) return realPath(resolve(dirname(path), await readlink(path)));
    return dirname(path) === path ? path : join(await realPath(dirname(path)), basename(path));
  }
}
