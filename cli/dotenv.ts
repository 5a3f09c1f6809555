import { lstat, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../harness/basics/usage-error.ts';
import { proxyFromEnvironment } from '../harness/engine/prepare/environment-proxy.ts';
import {
  type Environment,
  type Find,
  finderOf,
  type Given,
  KEY_SETTINGS,
  type SettingSources,
  type Settings,
} from '../harness/settings/settings.ts';
import { settingKeys, settingTable } from '../harness/settings/table.ts';
import { readText } from './files.ts';

/*
 * A `.env` file comes with the folder, often from somebody else. It is trusted less than a flag or the environment: what
 * it says must not send a secret of the user to anybody, and must not choose files elsewhere on the machine.
 */

/** What --env-file names, or else `.env`: empty if the folder does not have one. */
export async function readDotenvFile(folder: string, named?: string): Promise<string> {
  if (named !== undefined) return readText(named, resolve(folder, named), 'name one that exists, or remove --env-file');
  const file = join(folder, '.env');
  const name = 'The file .env in the current folder';
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return '';
  // A pipe or a device may never end.
  if (!found.isFile()) throw new UsageError(`${name} is not a regular file: remove it, or give --no-dotenv.`);
  return readText(name, file, 'make it readable or remove it');
}

/** Settings that decide who receives what is sent, or who can read it. */
const WAY = ['baseUrl', 'connectTo', 'proxy', 'insecure', 'ca'] as const;
const SECRETS = [...KEY_SETTINGS, 'headers', 'clientCert', 'clientKey'] as const;

/** No secret from elsewhere goes where the file says, and no key of the file elsewhere. */
export function checkSourcesOfSecrets(sources: SettingSources, settings: Settings): void {
  const { 3: file = '.env' } = sources;
  const find = finderOf(...sources);
  const way = WAY.find((key) => find(key)?.source === 'file' && (key !== 'insecure' || settings.insecure));
  const secret = SECRETS.map(find).find((given) => given !== undefined && given.source !== 'file');
  const name = secret?.name ?? proxyWithCredentials(find, settings, sources[1]);
  if (way !== undefined && name !== undefined) {
    const { variable, flag } = settingTable[way];
    const why = `${name} is not from ${file}, but ${variable} in ${file} decides who receives it`;
    throw new UsageError(`${why}: give --${flag} too, or use ${file === '.env' ? '--no-dotenv' : 'another file'}.`);
  }
  const [baseUrl, ofFile] = [find('baseUrl'), finderOf(new Map(), {}, sources[2])('baseUrl')];
  const key = find('apiKey') ?? find('apiKeyFile');
  if (key?.source !== 'file' || baseUrl === undefined || ofFile === undefined) return;
  const address = (given: Given) => settingTable.baseUrl.parse(given.values, given.name);
  if (address(baseUrl) === address(ofFile)) return;
  const why = `The API key in ${file} is for another address than ${baseUrl.name}`;
  throw new UsageError(`${why}: give --api-key too, or set both in ${file}.`);
}

/** Its name, if it is not from the file. */
function proxyWithCredentials(find: Find, settings: Settings, env: SettingSources[1]): string | undefined {
  const given = find('proxy');
  const proxy = settings.proxy ?? proxyFromEnvironment(settings, env);
  if (proxy === undefined || given?.source === 'file') return undefined;
  const { username, password } = new URL(proxy.url);
  return `${username}${password}` === '' ? undefined : (given?.name ?? proxy.variable);
}

/** What starts a program: whoever only opens a folder must not run what somebody put there. */
export const NEVER_IN_DOTENV = ['apiKeyCommand'] as const;

export function checkCommandsOfDotenv(sources: SettingSources): void {
  const find = finderOf(...sources);
  const key = NEVER_IN_DOTENV.find((one) => find(one)?.source === 'file');
  if (key === undefined) return;
  const { variable, flag } = settingTable[key];
  const { 3: file = '.env' } = sources;
  throw new UsageError(`${variable} in ${file} would start a program: give --${flag}, or set ${variable} yourself.`);
}

/** Settings that skip, excuse or date something. A pull request can bring a `.env`, and must not excuse itself. */
const GATE = [
  'only',
  'skip',
  'readOnly',
  'readOnlyHosts',
  'categoryIds',
  'maxBadCredentials',
  'consistencyWindowMs',
  'ledger',
  'waivers',
  'baseline',
  'rollingBaseline',
  'forgetAfter',
  'now',
] as const;

export function isCi({ CI = '' }: Environment): boolean {
  return !['', '0', 'false'].includes(CI);
}

export function checkDotenvInCi(sources: SettingSources): void {
  const [, env, , file = '.env'] = sources;
  if (!isCi(env)) return;
  const find = finderOf(...sources);
  const key = GATE.find((one) => find(one)?.source === 'file');
  if (key === undefined) return;
  const { variable, flag } = settingTable[key];
  const ways = [...(flag ? [`give --${flag}`] : []), `set ${variable} in the job`];
  const ignored = file === '.env' ? ', or ignore the file with --no-dotenv' : `, and remove it from ${file}`;
  const advice = `${ways.join(', ')}${ignored}`;
  throw new UsageError(`${variable} in ${file} cannot decide what counts in CI: ${advice}.`);
}

export async function checkFilesOfDotenv(sources: SettingSources, folder: string): Promise<void> {
  const find = finderOf(...sources);
  for (const key of settingKeys) {
    const given = find(key);
    if (given?.source !== 'file') continue;
    for (const file of filesIn(key, given)) {
      if (await isBelow(folder, file)) continue;
      const where = 'outside the current folder, in a hidden one or behind a link';
      const { flag, variable } = settingTable[key];
      throw new UsageError(`${given.name} names a file ${where}: give it as --${flag} or set ${variable} yourself.`);
    }
  }
}

function filesIn(key: keyof Settings, { values, name }: Given): readonly string[] {
  if (key === 'reporters') return settingTable.reporters.parse(values, name).flatMap(({ file }) => file ?? []);
  return settingTable[key].isPath ? values : [];
}

/** Hidden places are, for example, `.git` and `.ssh`. A link may lead anywhere, also one to a file that is not there. */
async function isBelow(folder: string, file: string): Promise<boolean> {
  const path = relative(folder, resolve(folder, file));
  const steps = path.split(sep);
  if (isAbsolute(path) || steps.some((step) => step === '' || step.startsWith('.'))) return false;
  const places = steps.map((_, index) => join(folder, ...steps.slice(0, index + 1)));
  const found = await Promise.all(places.map((place) => lstat(place).catch(() => undefined)));
  return !found.some((one) => one?.isSymbolicLink());
}
