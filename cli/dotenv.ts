import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { proxyFromEnvironment } from '../harness/prepare/environment-proxy.ts';
import { codeOf } from '../harness/settings/error-code.ts';
import { type Find, finderOf, type Given, type SettingSources, type Settings } from '../harness/settings/settings.ts';
import { settingKeys, settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { readText, STDIN } from './read-files.ts';

/*
 * A `.env` file comes with the folder, often from somebody else. It is trusted less than a flag or the environment: what
 * it says must not send a secret of the user to anybody, and must not choose files elsewhere on the machine.
 */

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

/** Settings that decide who receives what is sent, or who can read it. */
const WAY = ['baseUrl', 'connectTo', 'proxy', 'insecure', 'ca'] as const;
const SECRETS = ['apiKey', 'headers', 'clientCert', 'clientKey'] as const;

/** No secret from elsewhere goes where the file says, and no key of the file elsewhere. */
export function checkSourcesOfSecrets(sources: SettingSources, settings: Settings): void {
  const find = finderOf(...sources);
  const way = WAY.find((key) => find(key)?.source === 'file' && (key !== 'insecure' || settings.insecure));
  const secret = SECRETS.map(find).find((given) => given !== undefined && given.source !== 'file');
  const name = secret?.name ?? proxyWithCredentials(find, settings, sources[1]);
  if (way !== undefined && name !== undefined) {
    const { variable, flag } = settingTable[way];
    const why = `${name} is not from .env, but ${variable} in .env decides who receives it`;
    throw new UsageError(`${why}: give --${flag} too, or use --no-dotenv.`);
  }
  const [baseUrl, ofFile] = [find('baseUrl'), finderOf(new Map(), {}, sources[2])('baseUrl')];
  if (find('apiKey')?.source !== 'file' || baseUrl === undefined || ofFile === undefined) return;
  const address = (given: Given) => settingTable.baseUrl.parse(given.values, given.name);
  if (address(baseUrl) === address(ofFile)) return;
  const why = `The API key in .env is for another address than ${baseUrl.name}`;
  throw new UsageError(`${why}: give --api-key too, or set both in .env.`);
}

/** Its name, if it is not from the file. */
function proxyWithCredentials(find: Find, settings: Settings, env: SettingSources[1]): string | undefined {
  const given = find('proxy');
  const proxy = settings.proxy ?? proxyFromEnvironment(settings.baseUrl, settings.connectTo, env);
  if (proxy === undefined || given?.source === 'file') return undefined;
  const { username, password } = new URL(proxy.url);
  return `${username}${password}` === '' ? undefined : (given?.name ?? proxy.variable);
}

/** Files that it names must be below the folder and not in a hidden place, such as `.git`. */
export async function checkFilesOfDotenv(sources: SettingSources, folder: string): Promise<void> {
  const find = finderOf(...sources);
  for (const key of settingKeys) {
    const given = find(key);
    if (given?.source !== 'file') continue;
    for (const file of filesIn(key, given)) {
      if (await isBelow(folder, file)) continue;
      const where = 'outside the current folder or in a hidden one';
      const { flag, variable } = settingTable[key];
      throw new UsageError(`${given.name} names a file ${where}: give it as --${flag} or set ${variable} yourself.`);
    }
  }
}

function filesIn(key: keyof Settings, { values, name }: Given): readonly string[] {
  if (key === 'reporters') return settingTable.reporters.parse(values, name).flatMap(({ file }) => file ?? []);
  const isFile = /FILE|REPORT/.test(settingTable[key].placeholder ?? '');
  return isFile ? values.filter((file) => !(key === 'baseline' && file === STDIN)) : [];
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
