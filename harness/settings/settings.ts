import { parse as parseDotenv } from 'dotenv';
import { isListed } from './hosts.ts';
import { nearest } from './nearest.ts';
import { proxyFromEnvironment } from './proxy.ts';
import { type Settings, settingKeys, settingTable } from './table.ts';
import { UsageError } from './usage-error.ts';

export type { Settings };

/** The values given for each flag, by its name without hyphens. */
export type Flags = ReadonlyMap<string, readonly string[]>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** A flag wins over the environment, which wins over the text of a `.env` file. */
export type SettingSources = readonly [flags: Flags, env: Environment, dotenvText: string];

/** The value that the user gave for a setting, and where. */
interface Given {
  readonly values: readonly string[];
  /** The flag or the variable. */
  readonly name: string;
  readonly source: 'flag' | 'environment' | 'file';
}

export type ReadSetting = <Key extends keyof Settings>(key: Key) => Settings[Key];

/** A run needs both the address and the key of its target, or neither. */
export function resolveSettings(...sources: SettingSources): Settings {
  const settings = settingsBy(readerOf(...sources), sources[1]);
  if (settings.baseUrl !== undefined && settings.apiKey === undefined) {
    throw new UsageError('There is a base URL but no API key: set PETSTORE_API_KEY or give --api-key.');
  }
  if (settings.apiKey !== undefined && settings.baseUrl === undefined) {
    throw new UsageError('There is an API key but no base URL: set PETSTORE_BASE_URL or give --base-url.');
  }
  if (settings.baseUrl === undefined) refuseReferenceServer(...sources);
  checkSourceOfTarget(...sources);
  return settings;
}

/** A user who replays a failure means the server that failed: a pass of the reference server would mislead. */
function refuseReferenceServer(...sources: SettingSources): void {
  const find = finderOf(...sources);
  const given = find('only') ?? find('seed');
  if (given === undefined) return;
  throw new UsageError(
    `${given.name} needs a server to check, and none is configured: give --base-url and set PETSTORE_API_KEY.`,
  );
}

/**
 * A `.env` file comes with the folder, often from somebody else: it must not send the user's key to an address of its
 * choice, and its own key is meant for its own address only.
 */
function checkSourceOfTarget(flags: Flags, env: Environment, dotenvText: string): void {
  const find = finderOf(flags, env, dotenvText);
  const [baseUrl, apiKey] = [find('baseUrl'), find('apiKey')];
  if (baseUrl === undefined || apiKey === undefined) return;
  for (const key of WHERE_THE_KEY_GOES) {
    const given = find(key);
    if (given?.source !== 'file' || apiKey.source === 'file') continue;
    const { flag } = settingTable[key];
    throw new UsageError(
      `${apiKey.name} would be sent to the address in ${given.name}: give --${flag} too, or set both in .env.`,
    );
  }
  const addressOfFile = finderOf(new Map(), {}, dotenvText)('baseUrl');
  if (apiKey.source !== 'file' || baseUrl.source === 'file' || addressOfFile === undefined) return;
  const address = ({ values, name }: Given) => settingTable.baseUrl.parse(values, name);
  if (address(baseUrl) === address(addressOfFile)) return;
  throw new UsageError(
    `The API key in .env is for another address than ${baseUrl.name}: give --api-key too, or set both in .env.`,
  );
}

const WHERE_THE_KEY_GOES = ['baseUrl', 'connectTo', 'proxy', 'insecure', 'ca'] as const;

/** Reads every setting by itself. The environment is the one that other programs see too. */
export function settingsBy(read: ReadSetting, env: Environment): Settings {
  const settings = Object.fromEntries(settingKeys.map((key) => [key, read(key)])) as unknown as Settings;
  const { baseUrl, connectTo, readOnlyHosts } = settings;
  const hosts = [baseUrl, connectTo && `http://${connectTo}`];
  return {
    ...settings,
    readOnly: settings.readOnly || hosts.some((host) => isListed(host, readOnlyHosts)),
    proxy: settings.proxy ?? proxyFromEnvironment(settings, env),
  };
}

export function readerOf(...sources: SettingSources): ReadSetting {
  const find = finderOf(...sources);
  return (key) => {
    const given = find(key);
    const setting = settingTable[key];
    return given === undefined ? setting.fallback() : setting.parse(given.values, given.name);
  };
}

export function finderOf(...[flags, env, dotenvText]: SettingSources): (key: keyof Settings) => Given | undefined {
  const file = parseDotenv(dotenvText);
  return (key) => {
    const { flag, variable } = settingTable[key];
    const given = flag === undefined ? undefined : flags.get(flag);
    if (given !== undefined) return { values: given, name: `--${flag}`, source: 'flag' };
    const fromEnvironment = env[variable];
    if (isGiven(key, fromEnvironment)) return { values: [fromEnvironment], name: variable, source: 'environment' };
    const fromFile = file[variable];
    return isGiven(key, fromFile) ? { values: [fromFile], name: `${variable} in .env`, source: 'file' } : undefined;
  };
}

/**
 * An empty variable is how scripts say "not set", except for the target: a secret that failed to arrive must not
 * quietly turn the run into one against the reference server.
 */
function isGiven(key: keyof Settings, value: string | undefined): value is string {
  return value !== undefined && (value !== '' || key === 'baseUrl' || key === 'apiKey');
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
