import { parse as parseDotenv } from 'dotenv';
import { isListed } from './hosts.ts';
import { nearest } from './nearest.ts';
import type { NetworkSettings } from './network.ts';
import type { ReporterChoice } from './parsers.ts';
import { proxyFromEnvironment } from './proxy.ts';
import { settingTable } from './table.ts';
import { UsageError } from './usage-error.ts';

export interface Settings extends NetworkSettings {
  /** Without trailing slashes. Absent together with the key: the embedded reference server is checked. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  /** int64 as decimal text. */
  readonly categoryIds: readonly string[];
  readonly reporters: readonly ReporterChoice[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly strict: boolean;
  readonly requireAll: boolean;
  /** Also where the host is one of those that are never written to. */
  readonly readOnly: boolean;
  readonly readOnlyHosts: readonly string[];
  /** int64 as decimal text. */
  readonly knownIds: readonly string[];
  readonly waivers: string | undefined;
  readonly baseline: string | undefined;
  readonly repeat: number;
  readonly seed: number;
  readonly runs: number;
  readonly maxCreates: number;
  readonly maxBadCredentials: number;
  readonly badCredentialPauseMs: number;
  readonly ledger: string | undefined;
  readonly maxRps: number | undefined;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly consistencyWindowMs: number;
  readonly maxWaitMs: number;
  readonly maxDurationMs: number;
  /** YYYY-MM-DD. */
  readonly now: string;
}

/** The values given for each flag, by its name without hyphens. */
export type Flags = ReadonlyMap<string, readonly string[]>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where settings are looked for: a flag wins over the environment, which wins over the text of a `.env` file. */
export type SettingSources = readonly [flags: Flags, env: Environment, dotenvText: string];

/** What somebody gave for a setting, and where. */
export interface Given {
  readonly values: readonly string[];
  /** As the user knows it: a flag or a variable. */
  readonly name: string;
  readonly source: 'flag' | 'environment' | 'file';
}

/** How the value of each setting is found. */
export type ReadSetting = <Key extends keyof Settings>(key: Key) => Settings[Key];

/** The settings of a run, which needs both the address and the key of its target, or neither. */
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

/** Whoever replays a failure means the server that failed: a pass of the reference server would mislead. */
function refuseReferenceServer(...sources: SettingSources): void {
  const find = finderOf(...sources);
  const given = find('only') ?? find('seed');
  if (given === undefined) return;
  throw new UsageError(
    `${given.name} needs a server to check, and none is configured: give --base-url and set PETSTORE_API_KEY.`,
  );
}

/**
 * A `.env` file comes with the folder, often from somebody else. It must not send the user's own key to an address of
 * its choice, and a key that it has for one address is not meant for another.
 */
function checkSourceOfTarget(flags: Flags, env: Environment, dotenvText: string): void {
  const find = finderOf(flags, env, dotenvText);
  const [baseUrl, apiKey] = [find('baseUrl'), find('apiKey')];
  if (baseUrl === undefined || apiKey === undefined) return;
  for (const key of WHERE_THE_KEY_GOES) {
    const given = find(key);
    if (given?.source !== 'file' || apiKey.source === 'file') continue;
    const { flag } = settingTable[key];
    throw new UsageError(`${apiKey.name} would go where ${given.name} says: give --${flag} too, or set both in .env.`);
  }
  const addressOfFile = finderOf(new Map(), {}, dotenvText)('baseUrl');
  if (apiKey.source !== 'file' || baseUrl.source === 'file' || addressOfFile === undefined) return;
  if (isSameAddress(baseUrl, addressOfFile)) return;
  throw new UsageError(
    `The API key in .env is for another address than ${baseUrl.name}: give --api-key too, or set both in .env.`,
  );
}

const WHERE_THE_KEY_GOES = [
  'baseUrl',
  'connectTo',
  'proxy',
  'insecure',
  'ca',
] as const satisfies readonly (keyof Settings)[];

function isSameAddress(one: Given, other: Given): boolean {
  const { parse } = settingTable.baseUrl;
  return parse(one.values, one.name) === parse(other.values, other.name);
}

/** Every setting by itself, for what sends nothing to the target. The environment is that of the other programs, too. */
export function settingsBy(read: ReadSetting, env: Environment): Settings {
  const baseUrl = read('baseUrl');
  const connectTo = read('connectTo');
  return {
    baseUrl,
    apiKey: read('apiKey'),
    categoryIds: read('categoryIds'),
    reporters: read('reporters'),
    only: read('only'),
    skip: read('skip'),
    strict: read('strict'),
    requireAll: read('requireAll'),
    readOnly:
      read('readOnly') ||
      isListed(baseUrl, read('readOnlyHosts')) ||
      isListed(connectTo && `http://${connectTo}`, read('readOnlyHosts')),
    readOnlyHosts: read('readOnlyHosts'),
    knownIds: read('knownIds'),
    waivers: read('waivers'),
    baseline: read('baseline'),
    repeat: read('repeat'),
    seed: read('seed'),
    runs: read('runs'),
    maxCreates: read('maxCreates'),
    maxBadCredentials: read('maxBadCredentials'),
    badCredentialPauseMs: read('badCredentialPauseMs'),
    ledger: read('ledger'),
    maxRps: read('maxRps'),
    concurrency: read('concurrency'),
    timeoutMs: read('timeoutMs'),
    consistencyWindowMs: read('consistencyWindowMs'),
    maxWaitMs: read('maxWaitMs'),
    maxDurationMs: read('maxDurationMs'),
    now: read('now'),
    proxy: read('proxy') ?? proxyFromEnvironment({ baseUrl, connectTo }, env),
    ca: read('ca'),
    clientCert: read('clientCert'),
    clientKey: read('clientKey'),
    clientKeyPassphrase: read('clientKeyPassphrase'),
    insecure: read('insecure'),
    connectTo,
    headers: read('headers'),
  };
}

/** Reads single settings, or their defaults where nothing is given. */
export function readerOf(...sources: SettingSources): ReadSetting {
  const find = finderOf(...sources);
  return (key) => {
    const given = find(key);
    const setting = settingTable[key];
    return given === undefined ? setting.fallback() : setting.parse(given.values, given.name);
  };
}

/** Finds what the user gave for a setting; undefined where the default holds. */
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
 * An empty variable is how scripts say "not set". Not so for the target: a secret that failed to arrive
 * must not quietly turn the run into one against the reference server.
 */
function isGiven(key: keyof Settings, value: string | undefined): value is string {
  return value !== undefined && (value !== '' || key === 'baseUrl' || key === 'apiKey');
}

const PREFIX = 'PETSTORE_';

/** One sentence for each variable that looks like a setting and is none. */
export function unknownVariables(env: Environment, dotenvText: string): readonly string[] {
  const known = Object.values(settingTable).map((setting) => setting.variable.slice(PREFIX.length));
  return Object.keys({ ...parseDotenv(dotenvText), ...env })
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name.slice(PREFIX.length)))
    .map((name) => {
      const [guess] = nearest(name.slice(PREFIX.length), known);
      return `${name} is no setting and is ignored${guess ? `: did you mean ${PREFIX}${guess}?` : '.'}`;
    });
}
