import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf } from '../harness/settings/error-code.ts';
import type { Settings } from '../harness/settings/settings.ts';
import { finderOf, type SettingSources } from '../harness/settings/settings.ts';
import { settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { STDIN } from './read-report.ts';
import { readText } from './read-text.ts';

const MAX_MEGABYTES = 1;

/** The text of the `.env` file in the folder; empty when there is none. */
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
  return readText({ name, from: file, maxMegabytes: MAX_MEGABYTES, advice: 'make it readable or remove it' });
}

/** The settings whose value the file supplies. */
export function settingsFromFile(sources: SettingSources): readonly (keyof Settings)[] {
  const find = finderOf(...sources);
  return (Object.keys(settingTable) as (keyof Settings)[]).filter((key) => find(key)?.source === 'file');
}

/**
 * The file comes with the folder, often from somebody else. It must not choose what is read or written elsewhere on
 * the machine, nor in hidden folders such as `.git`.
 */
export async function checkFilesNamedIn(sources: SettingSources, folder: string): Promise<void> {
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
  const within = relative(await realpath(folder), await realPlace(resolve(folder, file)));
  return within !== '' && !isAbsolute(within) && !within.split(sep).some((segment) => segment.startsWith('.'));
}

/** Where a file is or would be created, with every symbolic link followed, also one that leads to nothing yet. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return sep;
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) return realPlace(resolve(dirname(path), await readlink(path)));
    return dirname(path) === path ? path : join(await realPlace(dirname(path)), basename(path));
  }
}
